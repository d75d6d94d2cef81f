"""Chips, dumps, tensor maps, banks, and the tensor memory of Blackwell."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Union

from . import _native
from ._record import Record
from ._tile import Tile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class _ChipRecord:
    name: str
    arch: str | None
    words: tuple[str, ...]
    is_measured: bool
    source: str
    shared_bytes: int | None
    tensor_columns: int
    elements: tuple[str, ...]
    kinds: tuple[str, ...]
    lbo_modes: tuple[str, ...]


class Chip(_ChipRecord):
    """A chip, by the name that compilers give it, or by its product's: `Chip("sm_100a")`, `Chip("B200")`.

    `arch` is the instruction family (None where it has neither wgmma nor tcgen05), `words` all its names, `is_measured`
    whether its law was measured, `shared_bytes` the shared memory of a block, `tensor_columns` the columns of its tensor
    memory, `elements` and `kinds` what its tensor cores take.

    Raises:
        ValueError: there is no such chip.
    """

    def __init__(self, name: str) -> None:
        said: dict[str, Any] = json.loads(_native.chip(name))
        values: dict[str, Any] = {key: _frozen(one) for key, one in said.items()}
        super().__init__(**values)

    @staticmethod
    def all() -> list[Chip]:
        """Every chip."""
        return [Chip(name) for name in _native.chips()]

    def __repr__(self) -> str:
        return f"Chip({self.name!r})"

    def _repr_html_(self) -> str:
        from ._html import rows_html

        return rows_html(f"{self.name}", {key: one for key, one in vars(self).items() if key != "name"})


@dataclass(frozen=True)
class FoundLayout(Record):
    """A layout that matches a dump: `right` of `of` elements. Distances and addresses are in bytes.

    `form` is canonical, rows or xor. `phases` are the possible starts modulo `modulo` where the dump has no address.
    `undetermined` names what the dump leaves open, `origin` and `shape` are MN and K in elements.
    """

    form: str
    major: str
    swizzle: str
    lbo: int | None
    sbo: int | None
    start: int
    base_offset: int
    right: int
    of: int
    undetermined: tuple[str, ...]
    origin: tuple[int, int]
    shape: tuple[int, int]
    phases: tuple[int, ...] = ()
    modulo: int | None = None
    pitch: int | None = None
    stages: tuple[int, int] | None = None


@dataclass(frozen=True)
class Dump:
    """The layouts that match a dump of shared memory, the best first.

    `verdict` is the verdict in one line and `kind` its kind; `read` counts the cells that the given descriptor reads
    correctly, and all that it reads.
    """

    address: int | None
    layouts: tuple[FoundLayout, ...]
    kind: str | None
    verdict: str | None
    read: tuple[int, int] | None

    def _repr_html_(self) -> str:
        from ._html import table_html

        head = ("form", "major", "swizzle", "LBO", "SBO", "start", "match")
        rows = [
            (one.form, one.major, one.swizzle, one.lbo, one.sbo, one.start, f"{one.right} of {one.of}")
            for one in self.layouts
        ]
        return table_html(self.verdict or "no known layout matches", head, rows)


def dump(
    *memory: object,
    element_bits: int | None = None,
    mn: int | None = None,
    k: int | None = None,
    address: int | None = None,
    values: str | None = None,
    descriptor: int | None = None,
) -> Dump:
    """Find the layout in a dump of shared memory, in which each cell holds its index mn · K + k.

    Args:
        memory: an array (NumPy, or what NumPy takes), text as a debugger prints it, or bytes; of 8-bit elements two, the
            low bytes of the index and then the high bytes.
        element_bits: width of an element, 8, 16 or 32; by default that of the array's type.
        mn: extent along M or N in elements.
        k: extent along K in elements, the K of the index.
        address: shared address of the first byte.
        values: index or a number's type, where it is not to be detected.
        descriptor: 64 bits of which to count the cells that are read correctly.

    Raises:
        ValueError: the memory cannot be read as a dump, or has no answer.
    """
    files = [_file(one) for one in memory]
    bits = element_bits or next((width for _, width in files if width), None)
    if bits is None:
        raise ValueError("element_bits is missing")
    said = json.loads(_native.dump_layouts([file for file, _ in files], bits, mn, k, address, values, descriptor))
    verdict, read = said.get("verdict"), said.get("read")
    return Dump(
        said.get("address"),
        tuple(FoundLayout(**{key: _frozen(one) for key, one in found.items()}) for found in said["layouts"]),
        verdict and verdict["kind"],
        verdict and verdict["text"],
        read and (read["right"], read["of"]),
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _file(memory: object) -> tuple[bytes, int | None]:
    """The bytes of a dump, and the width of an element where its type tells that."""
    if isinstance(memory, str):
        return memory.encode(), None
    if isinstance(memory, (bytes, bytearray, memoryview)):
        return bytes(memory), None
    if isinstance(memory, os.PathLike):
        with open(memory, "rb") as file:
            return file.read(), None
    import numpy as np

    array = np.ascontiguousarray(memory)
    written = io.BytesIO()
    np.save(written, array)
    return written.getvalue(), array.dtype.itemsize * 8


_Numbers = Union[int, Sequence[int]]


class TensorMap:
    """The arguments of `cuTensorMapEncodeTiled` (or `…Im2col`), judged as the driver judges them.

    Args:
        box: extents of the box in elements, the contiguous dimension first; not for im2col.
        data_type: a name or the driver's number, such as BFLOAT16 (default).
        swizzle: 128B (default), 64B, 32B, none, …
        extents: those of the tensor in elements (default: large ones).
        strides: in bytes, from the second dimension on (default: packed).
        chip: the chip that the map is for; sm_90 (default) is measured, others follow the documentation.
        arguments: element_strides, interleave, l2_promotion, oob_fill, global_address; for im2col channels, pixels,
            lower_corner, upper_corner.

    Raises:
        ValueError: an argument that cannot be read. What the driver refuses is in `refusals`.
    """

    def __init__(
        self,
        box: Sequence[int] | None = None,
        *,
        data_type: str = "BFLOAT16",
        swizzle: str = "128B",
        extents: Sequence[int] | None = None,
        strides: Sequence[int] | None = None,
        chip: str = "sm_90",
        **arguments: str | _Numbers,
    ) -> None:
        large = (4096, 4096, 64, 64, 64)
        rank = len(box) if box is not None else 4
        given: dict[str, Any] = {
            "data_type": data_type,
            "swizzle": swizzle,
            "extents": extents if extents is not None else large[:rank],
            **arguments,
        }
        given.update({key: one for key, one in (("box", box), ("strides", strides)) if one is not None})
        self.chip = chip
        self.arguments: dict[str, str] = {name: _text(one) for name, one in given.items()}
        self._map = _native.TensorMap(self.arguments, chip)
        self.refusals: list[tuple[str, str]] = self._map.refusals()

    @property
    def is_accepted(self) -> bool:
        """Whether the driver accepts the map."""
        return not self.refusals

    @property
    def covers(self) -> int:
        """Bytes of shared memory that the box covers, with its gaps.

        Raises:
            ValueError: the box does not land in rows.
        """
        return self._map.landing()[2]

    def byte_from_box(self, destination: int = 0) -> NDArray[np.uint32]:
        """Shared address of every byte of the box: an array of shape (rows, bytes of a row).

        Raises:
            ValueError: the destination is not aligned as the copy needs it, or the driver refuses the map.
        """
        from ._tile import _table

        if self.refusals:
            raise ValueError(" ".join(f"{argument}: {why}" for argument, why in self.refusals))
        rows, inner, _ = self._map.landing()
        return _table(self._map.byte_table(destination), (rows, inner))

    def __repr__(self) -> str:
        return f"<TensorMap: {'accepted' if self.is_accepted else 'refused'}, box {self.arguments.get('box')}>"

    def _repr_html_(self) -> str:
        from ._html import tables_html

        return tables_html(
            self._headline(),
            (("argument", "why it is refused"), self.refusals),
            (("argument", "value"), [("chip", self.chip), *self.arguments.items()]),
        )

    def __str__(self) -> str:
        return "\n".join([self._headline(), *(f"    {argument}: {why}" for argument, why in self.refusals)])

    def _headline(self) -> str:
        if not self.is_accepted:
            return "The driver refuses the map"
        rows, inner, covers = self._map.landing()
        return f"The driver accepts the map: {rows} row{'s' * (rows != 1)} of {inner} bytes, {covers} bytes of shared memory"


def _text(value: str | _Numbers) -> str:
    if isinstance(value, (str, int)):
        return str(value)
    return ", ".join(str(int(one)) for one in value)


@dataclass(frozen=True)
class BankGroup(Record):
    """Lanes that are served together: the first, how many, and the 4-byte words that they request from each of 32 banks."""

    first_lane: int
    lanes: int
    words: tuple[int, ...]


@dataclass(frozen=True)
class BankConflicts:
    """How a warp's access is served.

    `wavefronts` is how many accesses the memory needs, `conflicts` how many of them are beyond one for each group of lanes,
    and `ways` is 8 for an 8-way conflict. `addresses` has the byte address of each lane, None where it takes no part.
    """

    wavefronts: int
    conflicts: int
    ways: int
    addresses: tuple[int | None, ...]
    groups: tuple[BankGroup, ...]

    def _repr_html_(self) -> str:
        from ._html import table_html

        banks = ("lanes", *(f"bank {bank}" for bank in range(32)))
        rows = [(_lanes(one), *one.words) for one in self.groups]
        return table_html(self._headline(), banks, rows)

    def __str__(self) -> str:
        lines = [self._headline()]
        for one in self.groups:
            words = max(one.words)
            busiest = [str(bank) for bank, count in enumerate(one.words) if count == words]
            named = f"bank{'s' * (len(busiest) > 1)} {', '.join(busiest)}"
            banks = named if len(busiest) < len(one.words) else "every bank"
            lines.append(f"    lanes {_lanes(one)}: at most {words} word{'s' * (words != 1)} of a bank ({banks})")
        return "\n".join(lines)

    def _headline(self) -> str:
        least = self.wavefronts - self.conflicts
        if not self.conflicts:
            return f"No bank conflict: {least} wavefront{'s' * (least != 1)}"
        return f"{self.ways}-way bank conflict: {self.wavefronts} wavefronts instead of {least}"


def _lanes(group: BankGroup) -> str:
    return f"{group.first_lane} to {group.first_lane + group.lanes - 1}"


def bank_conflicts(layout: Tile | Iterable[int | None], access: str, lanes: str | None = None) -> BankConflicts:
    """Wavefronts and bank conflicts of a warp's access to shared memory.

    Args:
        layout: a tile, or the byte address of each lane (None where a lane takes no part).
        access: LD32, LD64, LD128, ST32, ST64, ST128 (bits of a lane), LDSM1, LDSM2, LDSM4, STSM1, STSM2, STSM4 (ldmatrix,
            stmatrix), CPASYNC32, CPASYNC64 or CPASYNC128; for a tile also row-by-row, column-by-column, epilogue-stmatrix,
            epilogue-st, ldmatrix-a or transpose, which say where the lanes are.
        lanes: for a tile, the row and the column of a lane's first element, such as "(lane % 16, lane / 16 * width)";
            `width` is the number of elements of a lane, a row one of the contiguous dimension.

    Raises:
        ValueError: an unknown access, an address that is not aligned, or a formula that leaves the tile.
    """
    if isinstance(layout, Tile):
        said = _native.conflicts_of_tile(layout._spec, access, lanes)
    else:
        said = _native.conflicts_of_addresses(access, [None if one is None else int(one) for one in layout])
    wavefronts, conflicts, ways, addresses, groups = said
    return BankConflicts(
        wavefronts,
        conflicts,
        ways,
        tuple(addresses),
        tuple(BankGroup(first, count, tuple(words)) for first, count, words in groups),
    )


@dataclass(frozen=True)
class Place(Record):
    """Where an element is in tensor memory: a lane for each copy, the column, and its first bit in the 32-bit word."""

    ctas: tuple[int, ...]
    lanes: tuple[int, ...]
    column: int
    bit: int


class TensorMemory:
    """A map of Blackwell's tensor memory; see `tensor_memory`. tcgen05 was not run on hardware."""

    def __init__(self, what: str, values: dict[str, Any]) -> None:
        self.what = what
        self._values = values
        self._map = _native.TensorMemory(what, values)

    @property
    def fields(self) -> tuple[str, str]:
        """What the two numbers of an element are: row and col, or thread and register."""
        return self._map.fields()

    def place(self, row: int, col: int) -> Place:
        """Where an element is.

        Raises:
            ValueError: there is no such element.
        """
        ctas, lanes, column, bit = self._map.place(row, col)
        return Place(tuple(ctas), tuple(lanes), column, bit)

    def element(self, lane: int, column: int, *, cta: int = 0, bit: int = 0) -> list[tuple[int, int]]:
        """The elements at a place; empty where it holds none.

        Raises:
            ValueError: there is no such place.
        """
        return self._map.element(cta, lane, column, bit)

    @property
    def source(self) -> str:
        """Where the map was read, and how well that is attested."""
        return "; ".join((*self._map.source(), "not measured"))

    def svg(self, *, dark: bool = False) -> str:
        """Lanes and columns as a picture, coloured by the rows (of a load, the threads) that they hold."""
        return self._map.svg(dark)

    def doubts(self, row: int, col: int) -> list[str]:
        """What is not settled about an element's place: where sources disagree, and what the other one says."""
        return self._map.doubts(row, col)

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self._values.items())
        return f"tensor_memory({self.what!r}{given})"

    def _repr_html_(self) -> str:
        from ._html import tensor_memory_html

        return tensor_memory_html(self)


def tensor_memory(what: str, **values: int | str | bool | None) -> TensorMemory:
    """Where elements are in Blackwell's tensor memory.

    Args:
        what: d (accumulator), a (matrix A), sfa, sfb (scale factors), metadata (of a sparse A), ld, st (registers of a load
            or store) or cp (source of a copy).
        values: kind, cta_group, m, n, ws, sparsity, vec, shape, multicast, num, pack, split, rows, blocks, alignment and
            reading, as `swizzle tmem --help` explains them.

    Raises:
        ValueError: a value that is unknown, or one that is missing.
    """
    return TensorMemory(what, {name: value for name, value in values.items() if value is not None})


@dataclass(frozen=True)
class ScaleFactors:
    """A stage of scale factors, from its blocks in shared memory to the instructions that use them.

    The keys are those of `swizzle scale plan`: `copies` has the 512-byte blocks, `steps` the ids of each instruction along
    K, and in `mmas` the rows and columns of each along M, `readings` where sources have the factors in tensor memory, and
    `unknown` what is not known, `constraints` what the hardware or a library requires.
    """

    kind: str
    vec: int
    scale_vec: str
    operand: str
    cta_group: int
    m: int
    rows: int
    padded_rows: int
    rows_of_mma: int
    rows_of_ctas: list[list[int]]
    k: int
    blocks: int
    order: str
    bytes: int
    copies: list[dict[str, Any]]
    readings: list[dict[str, Any]]
    steps: list[dict[str, Any]] | None
    steps_source: str | None
    steps_mark: str | None
    unknown: list[str]
    constraints: list[dict[str, Any]]
    findings: list[dict[str, Any]]

    def _repr_html_(self) -> str:
        from ._html import tables_html

        copies = [
            (_range(one["rows"]), _range(one["blocks"]), one["byte"], one["descriptor"], one["column"])
            for one in self.copies
        ]
        steps = [(one["step"], _range(one["k"]), one["column"], one["id"]) for one in self.steps or ()]
        return tables_html(
            self._headline(),
            (("rows", "blocks", "byte", "descriptor", "column"), copies),
            (("step", "K", "column", "id"), steps),
        )

    def __str__(self) -> str:
        lines = [self._headline()]
        for copy in self.copies:
            place = f"byte {copy['byte']}, descriptor {copy['descriptor']}, column {copy['column']}"
            lines.append(f"    rows {_range(copy['rows'])}, blocks {_range(copy['blocks'])}: {place}")
        for step in self.steps or ():
            lines.append(f"    step {step['step']}, K {_range(step['k'])}: column {step['column']}, id {step['id']}")
        return "\n".join([*lines, *self.unknown])

    def _headline(self) -> str:
        return f"Scale factors of {self.operand}, {self.kind}: {self.bytes} bytes in {len(self.copies)} blocks"


def _range(ends: Sequence[int]) -> str:
    return f"{ends[0]} to {ends[1]}"


def scale_factors(kind: str, mn: int, k: int, **values: int | str | Sequence[int] | None) -> ScaleFactors:
    """Plan the scale factors of a stage: blocks, copies, columns, and the id of every step along K.

    Args:
        kind: mxf8f6f4, mxf4 or mxf4nvf4.
        mn: rows of one CTA's stage.
        k: elements of K of the stage.
        values: vec, operand, cta_group, m, sparsity, step_k, written, start, column, idesc, ids, copies and stage_bytes,
            as `swizzle scale plan --help` explains them (copies is its --copy).

    Raises:
        ValueError: there is no such stage.
    """
    given = {"kind": kind, "mn": mn, "k": k, **{name: one for name, one in values.items() if one is not None}}
    said = json.loads(_native.scale_plan(given))
    return ScaleFactors(**said)
