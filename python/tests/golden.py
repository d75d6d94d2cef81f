"""The repository's golden data: values that its code did not make; `tests/data/README.md` says where each is from."""

from __future__ import annotations

import csv
import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DATA = Path(os.environ.get("SWIZZLE_DATA", Path(__file__).parents[2] / "tests" / "data"))


def objects(name: str) -> Iterator[dict[str, Any]]:
    """The lines of a file of JSON, packed or not."""
    opened = gzip.open if name.endswith(".gz") else open
    with opened(DATA / name, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a table, without its comments."""
    with open(DATA / name, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(line for line in file if not line.startswith("#"))


def ptx(file: str, name: str) -> str:
    """A kernel's text."""
    found = next(one for one in objects(f"ptx/{file}") if one.get("file") == name)
    return str(found["text"])


def right() -> str:
    """A kernel whose product an H100 computed right."""
    return ptx("multiplied.jsonl.gz", "case0")


def wrong() -> str:
    """The same with an edit in line 209 that makes an H100 compute it wrong (`m1` of `mutants.jsonl`)."""
    mutant = next(one for one in objects("ptx/mutants.jsonl") if (one["case"], one["name"]) == (0, "m1"))
    text = right()
    assert mutant["truth"] == "wrong" and text.count(mutant["old"]) == 1
    return text.replace(mutant["old"], mutant["new"])
