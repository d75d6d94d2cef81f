"""What the package takes, as the published wheel: a line each, the median of many runs.

Aims: the whole map of a 256 × 256 tile in 1 ms; linting a kernel in 5 % of what Triton takes to compile it (which is measured
where Triton is installed: `pytest -s tests/night_triton.py`).
"""

from __future__ import annotations

import gzip
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from swizzle_atlas import Tile, lint

DATA = Path(__file__).parents[2] / "tests" / "data" / "ptx" / "texts.jsonl.gz"


def milliseconds(call: Callable[[], object], runs: int = 200) -> float:
    """The median of the times of some runs."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e3


def main() -> None:
    """Prints the lines."""
    tile = Tile(mn=256, k=256)
    print(f"byte_from_element, 256 x 256: {milliseconds(tile.byte_from_element):8.3f} ms (aim: 1)")
    print(f"Tile(mn=256, k=256):          {milliseconds(lambda: Tile(mn=256, k=256)):8.3f} ms")
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
        texts = {one["file"]: one["text"] for one in map(json.loads, lines)}
    for name in ("triton_tma_bf16_128x128x64_w4_sm90", "triton_tma_bf16_128x128x64_w4_sm100"):
        if text := texts.get(name):
            print(f"lint, {name}: {milliseconds(lambda text=text: lint(text), 20):8.3f} ms")


if __name__ == "__main__":
    main()
