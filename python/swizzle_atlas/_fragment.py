"""Register fragments of the warp's and the warpgroup's matrix instructions."""

from __future__ import annotations

import json
from dataclasses import dataclass

from . import _native
from ._errors import text
from ._record import Record


@dataclass(frozen=True)
class Slot(Record):
    """A place in registers and its cell: `part` counts the elements of a register from its low bits."""

    lane: int
    register: int
    part: int
    row: int
    column: int
    matrix: int


@dataclass(frozen=True)
class Fragment(Record):
    """A matrix that is spread over the registers of threads.

    `law` has row and column as sums of digits of lane, register and part. `matrices` is how many are held beside each other:
    those of one ldmatrix, the four products of m8n8k4 with f16, the choices of the selector of scale factors. `bits` are those
    of an element in its register. `ptx` and `sm` are the first that have the instruction, `evidence` says how well the map is
    attested.
    """

    fragment: str
    rows: int
    columns: int
    matrices: int
    bits: int
    threads: int
    registers: int
    parts: int
    law: tuple[str, ...]
    ptx: str | None
    sm: int | None
    evidence: str
    slots: tuple[Slot, ...]

    def held(self, lane: int, register: int | None = None) -> tuple[Slot, ...]:
        """The places of a lane, or of one of its registers."""
        of_lane = (one for one in self.slots if one.lane == lane)
        return tuple(one for one in of_lane if register in (None, one.register))

    def places(self, row: int, column: int) -> tuple[Slot, ...]:
        """The places of a cell: one for each matrix, and one for each copy."""
        return tuple(one for one in self.slots if (one.row, one.column) == (row, column))

    def __str__(self) -> str:
        return "\n    ".join((self.fragment, *self.law))


def fragment(instruction: str, operand: str = "") -> Fragment:
    """Which lane, register and part holds each element of an operand.

    Args:
        instruction: shape and type such as m16n8k16.f16, an opcode of mma.sync, ldmatrix, stmatrix or movmatrix, or
            accumulator, a-registers or metadata of wgmma.
        operand: A (if left out), B, C, D, or SFA, SFB for scale factors, of mma.sync.

    Raises:
        SwizzleError: an unknown instruction or operand.
    """
    said = json.loads(_native.fragment(text("instruction", instruction), text("operand", operand)))
    slots = tuple(Slot(**one) for one in said.pop("slots"))
    return Fragment(**{**said, "law": tuple(said["law"]), "slots": slots})
