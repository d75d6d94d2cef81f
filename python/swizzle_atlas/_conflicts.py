"""The accesses that fill and read a tile, in every arrangement of its rows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass

from . import _native
from ._errors import text
from ._names import Element, number, values_of
from ._record import Record


@dataclass(frozen=True)
class Arrangement(Record):
    """Rows of a tile, and the wavefronts of one instruction of each access, where in the tile they are most.

    `wavefronts` has None where no law is known, and is None where the rows cannot be arranged so: `why` says that.
    `added_bytes` is what they take more than plain rows.
    """

    arrangement: str
    added_bytes: int
    wavefronts: tuple[int | None, ...] | None
    why: str | None


@dataclass(frozen=True)
class Arrangements(Record):
    """What the accesses of a tile cost in each arrangement; `least` is what each has at any addresses.

    `best` names the arrangement with the least memory, then the simplest, in which none has conflicts; it is None where none
    frees all. `recommendation` says so in a sentence.
    """

    accesses: tuple[str, ...]
    least: tuple[int, ...]
    arrangements: tuple[Arrangement, ...]
    best: str | None
    recommendation: str

    def __str__(self) -> str:
        return self.recommendation


def arrangements(rows: int, columns: int, accesses: Iterable[str], *, element: Element = "bf16") -> Arrangements:
    """What the accesses that fill and read a tile cost in plain rows, padded rows and under each XOR, and which to take.

    Args:
        rows: rows of the tile, each one of the contiguous dimension.
        columns: elements of a row.
        accesses: TMA, an instruction such as cp.async.cg, st.shared.v4 or ldmatrix.x4.trans, or one of the names that
            `bank_conflicts` knows; with = and a formula, "ld.shared.b32=(lane / 4, lane % 4)", each lane's row and column.
        element: element type.

    Raises:
        SwizzleError: an unknown access, or one that does not fit the tile.
    """
    name = values_of({"element": element})["element"]
    asked = [text("access", one) for one in accesses]
    said = json.loads(_native.conflicts_of_accesses(name, number("rows", rows), number("columns", columns), asked))
    found = []
    for one in said["arrangements"]:
        wavefronts = one.pop("wavefronts")
        found.append(Arrangement(**one, wavefronts=None if wavefronts is None else tuple(wavefronts)))
    return Arrangements(
        tuple(said["accesses"]), tuple(said["least"]), tuple(found), said["best"], said["recommendation"]
    )
