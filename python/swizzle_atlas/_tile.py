"""Tiles in shared memory, and the descriptors that read them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from ._native import Spec
from ._record import Record
from ._report import Finding, finding_from_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._memory import Chip

View = Literal["matrix", "memory"]


@dataclass(frozen=True)
class Field(Record):
    """A field of a descriptor: its bits as they are, what they mean, and the bytes where they count units of 16 bytes."""

    field: int
    bytes: int | None
    meaning: str


@dataclass(frozen=True)
class Units(Record):
    """How many 16-byte units a read takes from the expected address, from another one, or not at all."""

    right: int
    wrong: int
    missing: int


class Tile:
    """A matrix in shared memory, and the instruction that reads it.

    Every value may be left out: it is then inferred, as the program infers it, from those that are given. Extents are in
    elements, distances and addresses in bytes.

    Args:
        element: bf16 (default), f16, tf32, e4m3, e5m2, s8, u8, b1, e2m3, e3m2, e2m1 or e2m1-packed.
        major: the contiguous dimension, K (default) or MN.
        swizzle: 128B (default), 64B, 32B, none, 128B-32B-atom, or best: the widest that divides the tile and is legal.
        mn: extent along M or N (default 64).
        k: extent along K (default 64).
        start: shared address of the first element before the XOR (default 0).
        values: the other parameters of the crate by name, such as `arch`, `chip`, `operand`, `lbo_bytes`, `sbo_bytes`,
            `buffer_mn`, `stages` or `rows`. A chip can be a `Chip`.

    Raises:
        ValueError: a value that is out of range or unknown.
        TypeError: a name that is not a parameter.
    """

    def __init__(
        self,
        *,
        element: str | None = None,
        major: str | None = None,
        swizzle: str | None = None,
        mn: int | None = None,
        k: int | None = None,
        start: int | None = None,
        **values: int | str | Chip | None,
    ) -> None:
        named = {"element": element, "major": major, "swizzle": swizzle, "mn": mn, "k": k, "start": start, **values}
        self._given = {name: value for name, value in named.items() if value is not None}
        self._spec = Spec(self._given)
        self._report: dict[str, Any] | None = None

    @property
    def _said(self) -> dict[str, Any]:
        if self._report is None:
            self._report = json.loads(self._spec.report())
        return self._report

    @property
    def values(self) -> Mapping[str, int | str | None]:
        """Every value of tile and reader by name, given or inferred."""
        all_values = {**self._said["tile"], **self._said["reader"]}
        return {name: one["value"] for name, one in all_values.items()}

    @property
    def extent(self) -> tuple[int, int]:
        """MN and K in elements."""
        return self._spec.extent()

    @property
    def layout(self) -> str:
        """The layout in elements as CuTe writes it."""
        return self._spec.layout()

    @property
    def span_bytes(self) -> int:
        """Bytes from the first atom through the last."""
        return self._spec.span_bytes()

    @property
    def findings(self) -> list[Finding]:
        """What is wrong with the tile or its computed descriptors."""
        return _findings(self._said)

    @property
    def link(self) -> str:
        """The part of the page's address, from `#` on, that shows the tile."""
        return self._spec.link()

    def descriptors(self) -> list[Descriptor]:
        """The descriptors of the first stage: block of rows after block, each with its steps along K.

        Raises:
            ValueError: the instruction has no code for the swizzle mode.
        """
        values = self.values
        kept = ("arch", "element", "major", "operand", "sparsity", "rows")
        known: dict[str, Any] = {name: values.get(name) for name in kept}
        known["chip"] = self._given.get("chip")
        return [Descriptor(raw, **known) for raw in self._spec.descriptors()]

    def byte_from_element(self) -> NDArray[np.uint32]:
        """Shared address of the byte in which each element begins: an array of shape (MN, K), in bytes."""
        return _table(self._spec.byte_table(False), self.extent)

    def bit_from_element(self) -> NDArray[np.uint8]:
        """First bit of each element in that byte: an array of shape (MN, K). All 0 for types of whole bytes."""
        return _bits(self._spec.bit_table(False), self.extent)

    def elements_from_byte(self, byte: int) -> list[tuple[int, int]]:
        """The elements (mn, k) that have a bit in a byte of shared memory."""
        return self._spec.elements_from_byte(byte)

    def check(self, *descriptors: int | str | Descriptor, sequence: bool = False) -> Check:
        """Compare descriptors with the tile, each at its place.

        Args:
            descriptors: integers, hex digits or `Descriptor`s, in the order of the kernel.
            sequence: they are the complete sequence of reads, in its order.

        Raises:
            ValueError: one is not 64 bits, or there is none.
        """
        raw: list[int | str] = [one.raw if isinstance(one, Descriptor) else one for one in descriptors]
        return Check(self, *self._spec.check(raw, sequence))

    def svg(self, view: View = "matrix", *, dark: bool = False) -> str:
        """A view as SVG: `matrix` as the PTX ISA draws it, or `memory` in lines of 128 bytes.

        Raises:
            ValueError: more cells than a picture shows.
        """
        return self._spec.svg(view, dark)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self._given.items())
        return f"{type(self).__name__}({given})"

    def _repr_html_(self) -> str:
        from ._html import tile_html

        return tile_html(self)


class Descriptor:
    """A 64-bit matrix descriptor, and the read that it makes.

    Args:
        raw: the bits, as an integer or as hex digits.
        values: what is known of the instruction and the tile, by the names that `Tile` takes: `arch` or `chip`, `element`,
            `major`, `mn`, `k`, … The rest is inferred.

    Raises:
        ValueError: not 64 bits, or a value that is out of range or unknown.
    """

    def __init__(self, raw: int | str, **values: int | str | Chip | None) -> None:
        self._given = {name: value for name, value in values.items() if value is not None}
        self._spec = Spec(self._given, raw)
        self._said: dict[str, Any] = json.loads(self._spec.report())
        self._one: dict[str, Any] = self._said["descriptors"][0]

    @property
    def raw(self) -> int:
        """The 64 bits."""
        return int(self._one["hex"], 16)

    @property
    def arch(self) -> str:
        """The instruction family: wgmma or tcgen05."""
        return str(self._one["arch"])

    @property
    def fields(self) -> Mapping[str, Field]:
        """The fields by name: start, lbo, sbo, base_offset, swizzle, lbo_mode, and table_half where the chip has it."""
        return {name: Field(**field) for name, field in self._one["fields"].items()}

    @property
    def layout(self) -> str | None:
        """The layout of what is read, in elements as CuTe writes it; None if the swizzle code is undefined."""
        reads = self._one["reads"]
        return None if reads is None else str(reads["layout"])

    @property
    def extent(self) -> tuple[int, int]:
        """MN and K in elements of what one instruction reads."""
        return self._spec.read_extent()

    @property
    def findings(self) -> list[Finding]:
        """What is wrong with it."""
        return _findings(self._said)

    @property
    def link(self) -> str:
        """The part of the page's address, from `#` on, that shows it."""
        return self._spec.link()

    def get(self, field: str) -> int:
        """The bits of a field as they are; `lbo`, `sbo` and `start` count units of 16 bytes.

        Raises:
            KeyError: the descriptor has no such field.
        """
        return self.fields[field].field

    def with_field(self, field: str, value: int) -> Descriptor:
        """The same descriptor with the bits of a field set, cut to its width.

        Raises:
            ValueError: the field is unknown.
        """
        return Descriptor(self._spec.with_field(field, value), **self._given)

    def byte_from_element(self) -> NDArray[np.uint32]:
        """Shared address of each element that the instruction reads: an array of shape (MN, K), in bytes."""
        return _table(self._spec.byte_table(True), self.extent)

    def svg(self, view: View = "matrix", *, dark: bool = False) -> str:
        """A view of what is read as SVG.

        Raises:
            ValueError: more cells than a picture shows.
        """
        return self._spec.svg(view, dark)

    def __int__(self) -> int:
        return self.raw

    def __index__(self) -> int:
        return self.raw

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Descriptor) and (self.raw, self.arch) == (other.raw, other.arch)

    def __hash__(self) -> int:
        return hash((self.raw, self.arch))

    def __str__(self) -> str:
        return str(self._one["hex"])

    def __repr__(self) -> str:
        return f"Descriptor({self}, arch={self.arch!r})"

    def _repr_html_(self) -> str:
        from ._html import descriptor_html

        return descriptor_html(self)


@dataclass(frozen=True)
class CheckedRead(Record):
    """A descriptor that was compared, at its place in the sequence of reads.

    `verdict` is fits, differs, padded (it reads outside of the tile), unsaid (no tile was specified), or, of a read that fits,
    wrong or warning where the instruction is. `units` counts its units if the tile was specified.
    """

    hex: str | None
    verdict: str
    units: Units | None
    block: int | None
    step: int | None
    stage: int | None


class Check:
    """Descriptors compared with a tile.

    `descriptors` has each with its verdict, `fault` is what is wrong with the sequence as a whole, `is_right` tells whether
    all match.
    """

    def __init__(self, tile: Tile, said: str, fault: str | None, code: int) -> None:
        report = json.loads(said)
        self.tile = tile
        self.fault = fault
        self.is_right = code == 0
        self.findings: list[Finding] = _findings(report)
        self.descriptors: list[CheckedRead] = [_checked(one) for one in report["descriptors"]]

    def __str__(self) -> str:
        lines = [f"{one.hex} {one.verdict}" for one in self.descriptors]
        if self.fault:
            lines.append(self.fault)
        for one in self.findings:
            lines.append(f"{one.severity}: {one.message} [{one.id}]\n    {one.text}")
            lines += [f"    fix: {fix.text}" for fix in one.fixes]
        return "\n".join(lines)

    def __repr__(self) -> str:
        fits = sum(one.verdict == "fits" for one in self.descriptors)
        return f"<Check: {fits} of {len(self.descriptors)} fit>"

    def _repr_html_(self) -> str:
        from ._html import check_html

        return check_html(self)


def descriptors(tile: Tile) -> list[Descriptor]:
    """The descriptors of a tile; as `tile.descriptors()`."""
    return tile.descriptors()


def byte_from_element(tile: Tile | Descriptor) -> NDArray[np.uint32]:
    """Shared address of each element of a tile or of a read: an array of shape (MN, K), in bytes."""
    return tile.byte_from_element()


def _table(table: bytearray, shape: tuple[int, int]) -> NDArray[np.uint32]:
    import numpy as np

    return np.frombuffer(table, dtype=np.uint32).reshape(shape)


def _bits(table: bytearray, shape: tuple[int, int]) -> NDArray[np.uint8]:
    import numpy as np

    return np.frombuffer(table, dtype=np.uint8).reshape(shape)


def _findings(report: dict[str, Any]) -> list[Finding]:
    return [finding_from_json(one) for one in report["findings"]]


def _checked(said: dict[str, Any]) -> CheckedRead:
    place = said["place"] or {"block": None, "step": None, "stage": None}
    units = said["units"]
    return CheckedRead(said["hex"], said["verdict"], Units(**units) if units else None, **place)
