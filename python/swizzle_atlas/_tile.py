"""Tiles in shared memory, and the descriptors that read them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _native
from ._arrays import bit_table, byte_table, element_from_byte, gather, scatter
from ._chip import Chip
from ._errors import SwizzleError, nearest, text
from ._names import (
    KEYWORDS,
    Arch,
    ChipName,
    CopyShape,
    Element,
    ElementName,
    LboMode,
    Major,
    OperandName,
    Order,
    PatternOf,
    RowXor,
    Sparsity,
    Swizzle,
    SwizzleOrBest,
    Use,
    View,
    nearest_keyword,
    number,
    values_of,
)
from ._native import Spec
from ._record import Fixed, Judged, Names, Record
from ._report import Finding, finding_from_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray


# The fields of a descriptor, as the PTX ISA lists them.
_FIELDS = ("start", "lbo", "sbo", "base_offset", "swizzle", "lbo_mode", "table_half")


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


class Tile(Fixed, Judged):
    """A matrix in shared memory, and the instruction that reads it.

    Every value may be left out: it is then inferred, as the program infers it, from those that are given. Extents are in
    elements, distances and addresses in bytes. Each value is an attribute, given or inferred. Two tiles are equal if all of
    their values are. A tile does not change: `replace` makes another one.

    Args:
        element: the element type: a name such as bf16 (default), or a type of PyTorch, NumPy, ml_dtypes, Triton or CuTe DSL.
        major: the contiguous dimension, K (default) or MN.
        swizzle: 128B (default), 64B, 32B, none, 128B-32B-atom, or best: the widest that divides the tile and is legal.
        mn: extent along M or N (default 64).
        k: extent along K (default 64).
        start: shared address of the first element before the XOR (default 0).
        arch: the instruction family: wgmma (default) or tcgen05.
        chip: a chip, which implies the family: a name or a `Chip`.
        operand: A (default) or B.
        sparsity: dense (default) or sparse.
        rows: rows of one instruction along M or N.
        order: the direction in which the atoms follow each other, mn (default) or k.
        lbo_bytes: leading dimension byte offset (default: packed).
        sbo_bytes: stride dimension byte offset (default: packed).
        lbo_mode: how tcgen05 reads the field LBO: relative (default) or absolute.
        pattern: address at which the swizzle pattern begins.
        pattern_of: whether the pattern continues through the ring of stages, or begins anew with each.
        row_bytes: bytes from one row to the next, of plain rows, which no descriptor reads.
        row_xor: how the units of plain rows are permuted: 16-byte ones by a name of `RowXor`, others as in row/2-and-15-4B, by
            CuTe's Swizzle of the element's index as in swizzle-3-3-3, or of the address as in swizzle-3-4-3-address.
        pad_every_bytes: bytes of elements after which plain rows are padded: a part of a row, or whole rows.
        pad_bytes: bytes of that padding.
        buffer_mn: extent along M or N of the buffer that the tile is a window of.
        buffer_k: extent along K of that buffer.
        at_mn: the tile's first element in that buffer along M or N.
        at_k: the tile's first element in that buffer along K.
        stages: copies of the buffer.
        stage_bytes: bytes from one copy to the next.
        stage: the copy that a descriptor is for.
        block: the block of rows that a descriptor is for.
        step: the step along K that a descriptor is for.
        used_for: what a descriptor is for: mma (default), or cp, a copy into tensor memory.
        copy_shape: the shape of that copy.

    Raises:
        SwizzleError: a value that is out of range or unknown.
        TypeError: a number that is not an integer, or a name that is not a parameter.
    """

    element: ElementName
    major: Major
    swizzle: Swizzle
    mn: int
    k: int
    start: int
    arch: Arch
    chip: ChipName | None
    operand: OperandName
    sparsity: Sparsity
    rows: int
    order: Order | None
    lbo_bytes: int | None
    sbo_bytes: int | None
    lbo_mode: LboMode | None
    pattern: int | None
    pattern_of: PatternOf | None
    row_bytes: int | None
    row_xor: RowXor | str | None
    pad_every_bytes: int | None
    pad_bytes: int | None
    buffer_mn: int | None
    buffer_k: int | None
    at_mn: int | None
    at_k: int | None
    stages: int | None
    stage_bytes: int | None
    stage: int | None
    block: int | None
    step: int | None
    used_for: Use
    copy_shape: CopyShape | None

    @nearest_keyword
    def __init__(
        self,
        *,
        element: Element | None = None,
        major: Major | None = None,
        swizzle: SwizzleOrBest | None = None,
        mn: int | None = None,
        k: int | None = None,
        start: int | None = None,
        arch: Arch | None = None,
        chip: ChipName | Chip | None = None,
        operand: OperandName | None = None,
        sparsity: Sparsity | None = None,
        rows: int | None = None,
        order: Order | None = None,
        lbo_bytes: int | None = None,
        sbo_bytes: int | None = None,
        lbo_mode: LboMode | None = None,
        pattern: int | None = None,
        pattern_of: PatternOf | None = None,
        row_bytes: int | None = None,
        row_xor: RowXor | str | None = None,
        pad_every_bytes: int | None = None,
        pad_bytes: int | None = None,
        buffer_mn: int | None = None,
        buffer_k: int | None = None,
        at_mn: int | None = None,
        at_k: int | None = None,
        stages: int | None = None,
        stage_bytes: int | None = None,
        stage: int | None = None,
        block: int | None = None,
        step: int | None = None,
        used_for: Use | None = None,
        copy_shape: CopyShape | None = None,
    ) -> None:
        self.__setstate__((values_of(locals()),))

    @classmethod
    def from_cute(cls, layout: object, *, element: Element | None = None) -> Tile:
        """The tile that a layout of CuTe describes.

        Args:
            layout: the layout as CuTe prints it, or a layout of CuTe DSL: `Sw<3,4,3> o ((8,16),64):((64,512),1)`.
            element: the element type, where the text does not have it.

        Raises:
            SwizzleError: the text is not a layout, or of no tile.
            TypeError: neither a text nor a layout.
        """
        if type(layout).__module__ == "builtins" and not isinstance(layout, str):
            raise TypeError(f"layout: expected a layout of CuTe, or its text, got {type(layout).__name__}")
        given = values_of({"element": element})
        values = _native.values_from_cute(str(layout), given.get("element"))
        # Numbers and addresses alone are of no layout, although the page's box reads them.
        if ":" not in str(layout):
            raise SwizzleError(
                f"not a layout of a tile: {layout} has no strides; expected a layout such as "
                "Sw<3,4,3> o ((8,8),64):((64,512),1)"
            )
        return cls._made(values)

    @nearest_keyword
    def replace(
        self,
        *,
        element: Element | None = None,
        major: Major | None = None,
        swizzle: SwizzleOrBest | None = None,
        mn: int | None = None,
        k: int | None = None,
        start: int | None = None,
        arch: Arch | None = None,
        chip: ChipName | Chip | None = None,
        operand: OperandName | None = None,
        sparsity: Sparsity | None = None,
        rows: int | None = None,
        order: Order | None = None,
        lbo_bytes: int | None = None,
        sbo_bytes: int | None = None,
        lbo_mode: LboMode | None = None,
        pattern: int | None = None,
        pattern_of: PatternOf | None = None,
        row_bytes: int | None = None,
        row_xor: RowXor | str | None = None,
        pad_every_bytes: int | None = None,
        pad_bytes: int | None = None,
        buffer_mn: int | None = None,
        buffer_k: int | None = None,
        at_mn: int | None = None,
        at_k: int | None = None,
        stages: int | None = None,
        stage_bytes: int | None = None,
        stage: int | None = None,
        block: int | None = None,
        step: int | None = None,
        used_for: Use | None = None,
        copy_shape: CopyShape | None = None,
    ) -> Tile:
        """A tile with some values replaced, by the names of `Tile`; those that are inferred are inferred anew.

        Raises:
            SwizzleError: a value that is out of range or unknown.
            TypeError: a number that is not an integer, or a name that is not a parameter.
        """
        return Tile._made({**self._given, **values_of(locals())})

    @classmethod
    def _made(cls, given: dict[str, Any]) -> Tile:
        made = cls.__new__(cls)
        made.__setstate__((given,))
        return made

    def _first(self, mn: int, k: int) -> Tile:
        """The first part of its first stage, in the same memory; it begins where its buffer does."""
        kept = (
            "element",
            "major",
            "swizzle",
            "lbo_bytes",
            "sbo_bytes",
            "row_bytes",
            "row_xor",
            "pad_every_bytes",
            "pad_bytes",
            "start",
            "pattern",
            "arch",
        )
        known = {name: self.values[name] for name in kept}
        same = {name: one for name, one in known.items() if one is not None}
        left_out = ("buffer_mn", "buffer_k", "stages", "stage_bytes", "stage", "block", "step")
        given = {name: one for name, one in self._given.items() if name not in left_out}
        return Tile._made({**given, **same, "mn": mn, "k": k})

    def __getstate__(self) -> tuple[dict[str, Any]]:
        return (self._given,)

    def __setstate__(self, state: tuple[dict[str, Any]]) -> None:
        (self._given,) = state
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
        inferred = {name: one["value"] for name, one in all_values.items()}
        return Names({KEYWORDS.get(name, name): one for name, one in {**self._given, **inferred}.items()})

    if not TYPE_CHECKING:  # Checkers know the attributes that are declared, and no others.

        def __getattr__(self, name: str) -> object:
            if name not in Tile.__annotations__:
                raise AttributeError(
                    f"{type(self).__name__!r} object has no attribute {name!r}{nearest(name, Tile.__annotations__)}"
                )
            return self.values.get(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *Tile.__annotations__]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tile) and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.values)

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
            SwizzleError: the instruction has no code for the swizzle mode, or a value does not fit its field.
        """
        kept = ("arch", "element", "major", "swizzle", "mn", "k", "start", "operand", "sparsity", "rows")
        known = {**self._given, **{name: self.values[name] for name in kept}}
        all_of_them = [
            Descriptor._made(raw, {**known, "block": block, "step": step}, self)
            for block, step, raw in self._spec.descriptors()
        ]
        for first in all_of_them[:1]:
            # An LBO that has no effect is encoded as 16. A window begins inside of its buffer.
            is_window = (self.at_mn, self.at_k) != (0, 0)
            encoded = {"start": {first.start}, "lbo_bytes": {first.lbo_bytes, 16}, "sbo_bytes": {first.sbo_bytes}}
            for name, fitting in encoded.items():
                value = self._given.get(name, 0)
                is_lost = value % 16 != 0 or value not in fitting
                if name in self._given and is_lost and not (name == "start" and is_window):
                    raise SwizzleError(
                        f"{name} {value}: does not fit the field of a descriptor, which has {max(fitting)}"
                    )
        return all_of_them

    def byte_from_element(self) -> NDArray[np.int64]:
        """Shared address of the byte in which each element begins: an array of shape (MN, K), in bytes.

        Raises:
            SwizzleError: the tile has more than 67,108,864 elements.
        """
        return byte_table(self._spec, False)

    def bit_from_element(self) -> NDArray[np.uint8]:
        """First bit of each element in that byte: an array of shape (MN, K). All 0 for types of whole bytes."""
        return bit_table(self._spec, False)

    def element_from_byte(self, byte: ArrayLike) -> NDArray[np.int64]:
        """The first element with a bit in each of some bytes of shared memory.

        Args:
            byte: addresses, of any shape.

        Returns:
            An array of that shape and one more dimension: MN and K, both -1 where there is no element.
        """
        return element_from_byte(self._spec, byte)

    def scatter(self, matrix: ArrayLike, *, base: int = 0) -> NDArray[Any]:
        """A matrix in shared memory, as the tile has it: `memory[address // bytes of an element]` is an element.

        Args:
            matrix: an array of shape (MN, K) whose elements have the width of the tile's; of types of less than 8 bits, or of
                6, each in a byte of its own.
            base: the shared address of the memory's first byte.

        Returns:
            A one-dimensional array of the matrix's type, through the tile's last element; 0 where the tile has none.

        Raises:
            SwizzleError: the matrix has another shape or width, or the tile starts below `base`.
        """
        return scatter(self._spec, matrix, base)

    def gather(self, memory: ArrayLike, *, base: int = 0) -> NDArray[Any]:
        """The matrix that the tile has in shared memory: the reverse of `scatter`."""
        return gather(self._spec, memory, base, False)

    def elements_from_byte(self, byte: int) -> list[tuple[int, int]]:
        """The elements (mn, k) that have a bit in a byte of shared memory."""
        return self._spec.elements_from_byte(number("byte", byte))

    def check(
        self, *descriptors: int | str | Descriptor | Iterable[int | str | Descriptor], sequence: bool = False
    ) -> Check:
        """Compare descriptors with the tile, each at its place.

        Args:
            descriptors: integers, hex digits or `Descriptor`s, or a list of them, in the order of the kernel.
            sequence: they are the complete sequence of reads, in its order.

        Raises:
            SwizzleError: one is not 64 bits, or there is none.
        """
        raw: list[int | str] = []
        for given in descriptors:
            several = given if isinstance(given, Iterable) and not isinstance(given, str) else (given,)
            raw += [one.raw if isinstance(one, Descriptor) else _raw("descriptor", one) for one in several]
        return Check(self, *self._spec.check(raw, sequence))

    def svg(self, view: View = "matrix", *, dark: bool = False) -> str:
        """A view as SVG: `matrix` as the PTX ISA draws it, or `memory` in lines of 128 bytes.

        Raises:
            SwizzleError: more cells than a picture shows.
        """
        return self._spec.svg(text("view", view), dark)

    def __repr__(self) -> str:
        # Addresses are in hex, as debuggers have them.
        texts = {name: hex(one) if name in ("start", "pattern") else repr(one) for name, one in self._given.items()}
        given = ", ".join(f"{KEYWORDS.get(name, name)}={text}" for name, text in texts.items())
        return f"{type(self).__name__}({given})"

    def _repr_html_(self) -> str:
        from ._html import tile_html

        return tile_html(self)


class Descriptor(Fixed, Judged):
    """A 64-bit matrix descriptor, and the read that it makes.

    Two descriptors are equal if their bits and their instruction family are.

    Args:
        raw: the bits, as an integer or as hex digits.
        element: what is known of the instruction and of the tile, by the names of `Tile`; the rest is inferred.

    Raises:
        SwizzleError: not 64 bits, or a value that is out of range or unknown.
        TypeError: a number that is not an integer, or a name that is not a parameter.
    """

    @nearest_keyword
    def __init__(
        self,
        raw: int | str,
        *,
        element: Element | None = None,
        major: Major | None = None,
        swizzle: Swizzle | None = None,
        mn: int | None = None,
        k: int | None = None,
        start: int | None = None,
        arch: Arch | None = None,
        chip: ChipName | Chip | None = None,
        operand: OperandName | None = None,
        sparsity: Sparsity | None = None,
        rows: int | None = None,
        order: Order | None = None,
        lbo_bytes: int | None = None,
        sbo_bytes: int | None = None,
        lbo_mode: LboMode | None = None,
        pattern: int | None = None,
        pattern_of: PatternOf | None = None,
        row_bytes: int | None = None,
        row_xor: RowXor | str | None = None,
        pad_every_bytes: int | None = None,
        pad_bytes: int | None = None,
        buffer_mn: int | None = None,
        buffer_k: int | None = None,
        at_mn: int | None = None,
        at_k: int | None = None,
        stages: int | None = None,
        stage_bytes: int | None = None,
        stage: int | None = None,
        block: int | None = None,
        step: int | None = None,
        used_for: Use | None = None,
        copy_shape: CopyShape | None = None,
    ) -> None:
        given = {**locals()}
        self.__setstate__((_raw("raw", given.pop("raw")), values_of(given), None))

    @classmethod
    def _made(cls, raw: int, given: dict[str, Any], tile: Tile | None) -> Descriptor:
        made = cls.__new__(cls)
        made.__setstate__((raw, given, tile))
        return made

    def __getstate__(self) -> tuple[int, dict[str, Any], Tile | None]:
        return self.raw, self._given, self._tile

    def __setstate__(self, state: tuple[int | str, dict[str, Any], Tile | None]) -> None:
        raw, self._given, self._tile = state
        self._spec = Spec(self._given, raw)
        self._said: dict[str, Any] = json.loads(self._spec.report())
        self._one: dict[str, Any] = self._said["descriptors"][0]

    @property
    def tile(self) -> Tile | None:
        """The tile whose descriptor it is."""
        return self._tile

    @property
    def raw(self) -> int:
        """The 64 bits."""
        return int(self._one["hex"], 16)

    @cached_property
    def arch(self) -> Arch:
        """The instruction family: wgmma or tcgen05."""
        arch: Arch = self._one["arch"]
        return arch

    @property
    def fields(self) -> Names[Field]:
        """The fields by name: start, lbo, sbo, base_offset, swizzle, lbo_mode, and table_half where the chip has it."""
        fields = self._one["fields"]
        return Names({name: Field(**fields[name]) for name in _FIELDS if name in fields})

    @property
    def start(self) -> int:
        """The address at which it starts, in bytes."""
        return self._bytes("start")

    @property
    def lbo_bytes(self) -> int:
        """The leading dimension byte offset."""
        return self._bytes("lbo")

    @property
    def sbo_bytes(self) -> int:
        """The stride dimension byte offset."""
        return self._bytes("sbo")

    @property
    def base_offset(self) -> int:
        """The base offset of the swizzle pattern."""
        return self.get("base_offset")

    @cached_property
    def swizzle(self) -> Swizzle | None:
        """The swizzle mode; None if its code is undefined."""
        known = "swizzle" in self._one["fields"] and self._one["reads"] is not None
        return self._one["fields"]["swizzle"]["meaning"] if known else None

    def _alone(self) -> Descriptor:
        """The read without the tile around it."""
        kept = ("arch", "chip", "element", "major", "operand", "sparsity", "rows")
        return Descriptor._made(self.raw, {name: self._given[name] for name in kept if name in self._given}, None)

    def _bytes(self, name: str) -> int:
        return int(self._one["fields"][name]["bytes"])

    @cached_property
    def element(self) -> ElementName:
        """The element type of what is read."""
        element: ElementName = self._said["tile"]["element"]["value"]
        return element

    @cached_property
    def major(self) -> Major:
        """The contiguous dimension of what is read."""
        major: Major = self._said["tile"]["major"]["value"]
        return major

    @property
    def block(self) -> int | None:
        """The block of rows that it is for, if the tile is known."""
        return self._place("block")

    @property
    def step(self) -> int | None:
        """The step along K that it is for, if the tile is known."""
        return self._place("step")

    def _place(self, name: str) -> int | None:
        place: dict[str, int] | None = self._one["place"]
        return place[name] if place else None

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
            SwizzleError: the descriptor has no such field.
        """
        fields = self.fields
        if text("field", field) not in fields:
            raise SwizzleError(f"field {field} is unknown: one of {', '.join(fields)}")
        return fields[field].field

    def with_field(self, field: str, value: int) -> Descriptor:
        """The same descriptor with the bits of a field set; `lbo`, `sbo` and `start` count units of 16 bytes.

        Raises:
            SwizzleError: the field is unknown, or the value does not fit it.
        """
        return Descriptor._made(
            self._spec.with_field(text("field", field), number(field, value, 64)), self._given, self._tile
        )

    def gather(self, memory: ArrayLike, *, base: int = 0) -> NDArray[Any]:
        """What the instruction reads from shared memory: an array of shape (MN, K).

        Args:
            memory: an array of elements, such as `Tile.scatter` gives, or bytes, which are read as unsigned integers.
            base: the shared address of the memory's first byte.

        Raises:
            SwizzleError: an element is read that the memory does not have, or has in another width.
        """
        return gather(self._spec, memory, base, True)

    def byte_from_element(self) -> NDArray[np.int64]:
        """Shared address of each element that the instruction reads: an array of shape (MN, K), in bytes."""
        return byte_table(self._spec, True)

    def svg(self, view: View = "matrix", *, dark: bool = False) -> str:
        """A view of what is read as SVG.

        Raises:
            SwizzleError: more cells than a picture shows.
        """
        return self._spec.svg(text("view", view), dark)

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


class Check(Judged):
    """Descriptors compared with a tile; it is true if all match.

    `descriptors` has each with its verdict, `message` is what is wrong with the sequence as a whole, `is_right` tells whether
    all match.
    """

    def __init__(self, tile: Tile, said: str, message: str | None, code: int) -> None:
        report = json.loads(said)
        self.tile = tile
        self.message = message
        self.is_right: bool = code == 0
        self.findings: tuple[Finding, ...] = tuple(_findings(report))
        self.descriptors: tuple[CheckedRead, ...] = tuple(map(_checked, report["descriptors"]))

    def __bool__(self) -> bool:
        return self.is_right

    def __iter__(self) -> Iterator[CheckedRead]:
        return iter(self.descriptors)

    def __len__(self) -> int:
        return len(self.descriptors)

    def _is_wrong(self) -> bool:
        return not self.is_right

    def _grouped(self) -> list[tuple[Finding, str]]:
        """Each finding once, and the descriptors that it is of if it is not of all."""
        found: dict[tuple[str, ...], list[Finding]] = {}
        for one in self.findings:
            found.setdefault((one.severity, one.id, one.message, one.text), []).append(one)
        return [(same[0], self._of(same)) for same in found.values()]

    def _of(self, same: list[Finding]) -> str:
        places = [str(one.descriptor) for one in same if one.descriptor is not None]
        is_of_some = 0 < len(places) < len(self)
        return f"descriptor{'s' * (len(places) > 1)} {', '.join(places)}" if is_of_some else ""

    def _values(self) -> tuple[object, ...]:
        return self.tile, self.message, self.is_right, self.findings, self.descriptors

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Check) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __str__(self) -> str:
        lines = [f"{one.hex} {one.verdict}" for one in self.descriptors]
        if self.message:
            lines.append(self.message)
        for one, of in self._grouped():
            lines.append(f"{one.severity}: {one.message} [{one.id}]{of and f', {of}'}\n    {one.text}")
            lines += [f"    fix: {fix.message}" for fix in one.fixes]
        return "\n".join(lines)

    def __repr__(self) -> str:
        fits = sum(one.verdict == "fits" for one in self.descriptors)
        return f"<Check: {fits} of {len(self.descriptors)} fit>"

    def _repr_html_(self) -> str:
        from ._html import check_html

        return check_html(self)


def _raw(name: str, given: Any) -> int | str:
    """The bits of a descriptor, or their hex digits."""
    if not isinstance(given, str) and not hasattr(type(given), "__index__"):
        raise TypeError(f"{name}: expected int, or hex digits as str, got {type(given).__name__}")
    bits: int | str = given
    return bits


def descriptors(tile: Tile) -> list[Descriptor]:
    """The descriptors of a tile; as `tile.descriptors()`."""
    return tile.descriptors()


def byte_from_element(tile: Tile | Descriptor) -> NDArray[np.int64]:
    """Shared address of each element of a tile or of a read: an array of shape (MN, K), in bytes."""
    return tile.byte_from_element()


def _findings(report: dict[str, Any]) -> list[Finding]:
    return [finding_from_json(one) for one in report["findings"]]


def _checked(said: dict[str, Any]) -> CheckedRead:
    place = said["place"] or {"block": None, "step": None, "stage": None}
    units = said["units"]
    return CheckedRead(said["hex"], said["verdict"], Units(**units) if units else None, **place)
