"""CuTe DSL itself: it compiles for sm_90 and sm_100 without a GPU. Not collected by default: `pytest tests/night_cute.py`."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from swizzle_atlas import Tile, lint


@pytest.mark.parametrize(("arch", "name"), [("sm_90a", "wgmma"), ("sm_100a", "tcgen05_mma")])
def test_cute_dsl_itself(arch: str, name: str, tmp_path: Path) -> None:
    """In a process for each chip, since CuTe DSL asks for it once; there it also writes the PTX that it keeps."""
    command = [sys.executable, "-I", __file__, name]
    environment = {**os.environ, "CUTE_DSL_ARCH": arch}
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment, check=False)
    assert ended.returncode == 0, ended.stderr


def test_types_and_layouts_of_cute_dsl(tmp_path: Path) -> None:
    """In a process of its own, since CuTe DSL keeps the chip that it was asked for first."""
    command = [sys.executable, "-I", __file__, "types_and_layouts"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ended.returncode == 0, ended.stderr


def types_and_layouts() -> None:
    """Its types are element types, and its layouts are tiles."""
    cutlass = importlib.import_module("cutlass")
    names = {"Float16": "f16", "BFloat16": "bf16", "TFloat32": "tf32", "Float8E4M3FN": "e4m3", "Float8E5M2": "e5m2"}
    for name, own in {**names, "Int8": "s8", "Uint8": "u8", "Float4E2M1FN": "e2m1-packed"}.items():
        assert Tile(element=getattr(cutlass, name)).element == own
    sys.path.insert(0, str(Path(__file__).parent))
    matmul = importlib.import_module("matmul_cute")
    tiles: list[Tile] = []

    def layout() -> None:
        made = matmul.sm90.make_smem_layout_a(matmul.utils.LayoutEnum.ROW_MAJOR, matmul.TILE, cutlass.BFloat16, 1)
        tiles.append(Tile.from_cute(made, element=cutlass.BFloat16))

    cutlass.cute.jit(layout)()
    assert tiles == [Tile(mn=128, k=64)] and tiles[0].descriptors() == Tile(mn=128, k=64).descriptors()


def compile_and_lint(name: str) -> None:
    """A right kernel is right, and a planted fault is found."""
    sys.path.insert(0, str(Path(__file__).parent))
    cutlass = importlib.import_module("cutlass")
    runtime = importlib.import_module("cutlass.cute.runtime")
    matmul = getattr(importlib.import_module("matmul_cute"), name)
    c = runtime.make_fake_compact_tensor(cutlass.Float32, (128, 128), stride_order=(1, 0))
    compiled = cutlass.cute.compile[cutlass.cute.KeepPTX()](matmul, c)
    report = lint(compiled)
    assert report.verdict == "right", str(report)
    assert len(report.kernels[0].mmas) in (4, 8)
    # The second read starts 16 bytes too far.
    planted, count = re.subn(
        r"(add\.s64 \t%rd\d+, %rd\d+, )(4611\d{15})(;)",
        lambda found: f"{found[1]}{int(found[2]) + 1}{found[3]}",
        compiled.__ptx__,
        count=1,
    )
    assert count == 1
    errors = lint(planted).errors
    assert errors and errors[0].id == "walk-start", str(lint(planted))


if __name__ == "__main__":
    types_and_layouts() if sys.argv[1] == "types_and_layouts" else compile_and_lint(sys.argv[1])
