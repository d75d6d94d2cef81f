"""Dumps, tensor maps, banks, and the tensor memory of Blackwell."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Union

from . import _native
from ._arrays import addresses
from ._chip import Chip
from ._errors import SwizzleError, text
from ._names import (
    Access,
    ChipName,
    DataType,
    DumpValues,
    Element,
    Interleave,
    Kind,
    L2Promotion,
    MapSwizzle,
    MoveShape,
    Multicast,
    OobFill,
    OperandName,
    Preset,
    Reading,
    ScaleKind,
    ScaleOrder,
    Sparsity,
    TensorMemoryOf,
    nearest_keyword,
    number,
    values_of,
    whole_numbers,
)
from ._record import Judged, Names, Record, plain
from ._report import Finding, finding_from_json
from ._tile import Descriptor, Tile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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

    `verdict` is that on the given descriptor, or on the best layout, and `summary` the same in words; `read` counts the cells
    that the descriptor reads correctly, and all that it reads.
    """

    address: int | None
    layouts: tuple[FoundLayout, ...]
    verdict: str | None
    summary: str | None
    read: tuple[int, int] | None

    def _repr_html_(self) -> str:
        from ._html import table_html

        head = ("form", "major", "swizzle", "LBO", "SBO", "start", "match")
        rows = [
            (one.form, one.major, one.swizzle, one.lbo, one.sbo, one.start, f"{one.right} of {one.of}")
            for one in self.layouts
        ]
        return table_html(self.summary or "", head, rows)


def dump(
    *memory: object,
    element_bits: Literal[8, 16, 32] | None = None,
    mn: int | None = None,
    k: int | None = None,
    address: int | None = None,
    values: DumpValues | None = None,
    descriptor: int | str | Descriptor | None = None,
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
        descriptor: a descriptor, of which to count the cells that are read correctly.

    Raises:
        SwizzleError: the memory cannot be read as a dump, or has no answer.
    """
    files = [_file(one) for one in memory]
    bits: int | None = element_bits or next((width for _, width in files if width), None)
    if bits is None:
        raise SwizzleError("element_bits is missing: 8, 16 or 32")
    raw = Descriptor(descriptor).raw if isinstance(descriptor, str) else descriptor
    if values is not None:
        text("values", values)
    given = {"element_bits": bits, "mn": mn, "k": k, "address": address}
    numbers = {name: None if one is None else number(name, one) for name, one in given.items()}
    read_by = None if raw is None else number("descriptor", raw, 64)
    said = json.loads(
        _native.dump_layouts([file for file, _ in files], values=values, descriptor=read_by, **numbers)  # type: ignore[arg-type]
    )
    verdict, read = said.get("verdict"), said.get("read")
    return Dump(
        said.get("address"),
        tuple(FoundLayout(**{key: plain(one) for key, one in found.items()}) for found in said["layouts"]),
        verdict and verdict["kind"],
        verdict["text"] if verdict else None if said["layouts"] else _NOTHING,
        read and (read["right"], read["of"]),
    )


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


# Of a dump that no layout matches.
_NOTHING = "no known layout matches"

_Numbers = Union[int, Sequence[int]]

# The extents of a tensor that are not given.
_LARGE = (4096, 4096, 64, 64, 64)


@dataclass(frozen=True)
class Refusal(Record):
    """An argument of a tensor map that the driver refuses: `id` is its name, `message` says why."""

    id: str
    message: str


class TensorMap:
    """The arguments of `cuTensorMapEncodeTiled` (or `…Im2col`), judged as the driver judges them; true if it accepts them.

    Args:
        box: extents of the box in elements, the contiguous dimension first; not for im2col.
        data_type: the driver's name, such as BFLOAT16 (default), or a type of a framework.
        swizzle: 128B (default), 64B, 32B, none, …
        extents: those of the tensor in elements (default: large ones).
        strides: in bytes, from the second dimension on (default: packed).
        chip: the chip that the map is for; sm_90 (default) is measured, others follow the documentation.
        global_address: the address of the tensor (default: one that is aligned).
        element_strides: of each dimension (default: 1).
        interleave: none (default), 16B or 32B.
        l2_promotion: none, L2_64B, L2_128B (default) or L2_256B.
        oob_fill: none (default: zeros) or NAN_REQUEST_ZERO_FMA.
        channels: channels of a pixel, for im2col.
        pixels: pixels of a column, for im2col.
        lower_corner: of the box of pixels, for im2col.
        upper_corner: of the same.

    Raises:
        SwizzleError: an argument that cannot be read. What the driver refuses is in `refusals`.
    """

    @nearest_keyword
    def __init__(
        self,
        box: Sequence[int] | None = None,
        *,
        data_type: DataType | Element = "BFLOAT16",
        swizzle: MapSwizzle = "128B",
        extents: Sequence[int] | None = None,
        strides: Sequence[int] | None = None,
        chip: ChipName | Chip = "sm_90",
        global_address: int | None = None,
        element_strides: Sequence[int] | None = None,
        interleave: Interleave | None = None,
        l2_promotion: L2Promotion | None = None,
        oob_fill: OobFill | None = None,
        channels: int | None = None,
        pixels: int | None = None,
        lower_corner: _Numbers | None = None,
        upper_corner: _Numbers | None = None,
    ) -> None:
        arguments = {**locals()}
        for name in ("box", "extents", "strides", "element_strides"):
            if arguments[name] is not None:
                arguments[name] = whole_numbers(name, arguments[name])
        dimensions = 4 if box is None else len(arguments["box"])
        given = {"extents": _LARGE[:dimensions], **values_of(arguments)}
        self.__setstate__((given.pop("chip"), {name: _text(one) for name, one in given.items()}))

    def __getstate__(self) -> tuple[str, dict[str, str]]:
        return self.chip, dict(self.arguments)

    def __setstate__(self, state: tuple[str, dict[str, str]]) -> None:
        self.chip: str = state[0]
        self.arguments: Names[str] = Names(state[1])
        of_driver = {"type" if name == "data_type" else name: text for name, text in self.arguments.items()}
        self._map = _native.TensorMap(of_driver, self.chip)
        self.refusals: tuple[Refusal, ...] = tuple(Refusal(*one) for one in self._map.refusals())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TensorMap) and self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash((self.chip, self.arguments))

    def __bool__(self) -> bool:
        return self.is_accepted

    def raise_for_errors(self) -> None:
        """Raise `SwizzleError` if the driver refuses the map.

        Raises:
            SwizzleError: its message is what `str` gives.
        """
        if self.refusals:
            raise SwizzleError(str(self))

    @property
    def is_accepted(self) -> bool:
        """Whether the driver accepts the map."""
        return not self.refusals

    @property
    def covers(self) -> int:
        """Bytes of shared memory that the box covers, with its gaps.

        Raises:
            SwizzleError: the box does not land in rows.
        """
        return self._map.landing()[2]

    def byte_from_box(self, destination: int = 0) -> NDArray[np.int64]:
        """Shared address of every byte of the box: an array of shape (rows, bytes of a row).

        Raises:
            SwizzleError: the destination is not aligned as the copy needs it, or the driver refuses the map.
        """
        self.raise_for_errors()
        rows, inner, _ = self._map.landing()
        return addresses(self._map.byte_table(destination), (rows, inner))

    def __repr__(self) -> str:
        return f"<TensorMap: {'accepted' if self.is_accepted else 'refused'}, box {self.arguments.get('box')}>"

    def _repr_html_(self) -> str:
        from ._html import tables_html

        return tables_html(
            self._headline(),
            (("argument", "why it is refused"), [(one.id, one.message) for one in self.refusals]),
            (("argument", "value"), [("chip", self.chip), *self.arguments.items()]),
        )

    def __str__(self) -> str:
        return "\n".join([self._headline(), *(f"    {one.id}: {one.message}" for one in self.refusals)])

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


def bank_conflicts(
    layout: Tile | Iterable[int | None], access: Access | Preset, lanes: str | None = None
) -> BankConflicts:
    """Wavefronts and bank conflicts of a warp's access to shared memory.

    Args:
        layout: a tile, or the byte address of each lane (None where a lane takes no part).
        access: LD32, LD64, LD128, ST32, ST64, ST128 (bits of a lane), LDSM1, LDSM2, LDSM4, STSM1, STSM2, STSM4 (ldmatrix,
            stmatrix), CPASYNC32, CPASYNC64 or CPASYNC128; for a tile also row-by-row, column-by-column, epilogue-stmatrix,
            epilogue-st, ldmatrix-a or transpose, which say where the lanes are.
        lanes: for a tile, the row and the column of a lane's first element, such as "(lane % 16, lane / 16 * width)";
            `width` is the number of elements of a lane, a row one of the contiguous dimension.

    Raises:
        SwizzleError: an unknown access, an address that is not aligned, or a formula that leaves the tile.
    """
    if isinstance(layout, Tile):
        formula = None if lanes is None else text("lanes", lanes)
        said = _native.conflicts_of_tile(layout._spec, text("access", access), formula)
    elif not isinstance(layout, Iterable):
        raise TypeError(f"layout: expected a Tile, or the address of each lane, got {type(layout).__name__}")
    else:
        said = _native.conflicts_of_addresses(
            text("access", access), [None if one is None else number("address", one) for one in layout]
        )
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
    """A map of Blackwell's tensor memory, for the `values` that were given; see `tensor_memory`.

    tcgen05 was not run on hardware.
    """

    def __init__(self, what: str, values: dict[str, Any]) -> None:
        self.__setstate__((what, values))

    def __getstate__(self) -> tuple[str, dict[str, Any]]:
        return self.what, dict(self.values)

    def __setstate__(self, state: tuple[str, dict[str, Any]]) -> None:
        self.what: str = state[0]
        self.values: Names[Any] = Names(state[1])
        self._map = _native.TensorMemory(self.what, state[1])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TensorMemory) and self.__getstate__() == other.__getstate__()

    def __hash__(self) -> int:
        return hash((self.what, self.values))

    @property
    def fields(self) -> tuple[str, str]:
        """What the two numbers of an element are: row and col, or thread and register."""
        return self._map.fields()

    def place(self, row: int, col: int) -> Place:
        """Where an element is.

        Raises:
            SwizzleError: there is no such element.
        """
        ctas, lanes, column, bit = self._map.place(number("row", row), number("col", col))
        return Place(tuple(ctas), tuple(lanes), column, bit)

    def element(self, lane: int, column: int, *, cta: int = 0, bit: int = 0) -> list[tuple[int, int]]:
        """The elements at a place; empty where it holds none.

        Raises:
            SwizzleError: there is no such place.
        """
        return self._map.element(number("cta", cta), number("lane", lane), number("column", column), number("bit", bit))

    @property
    def source(self) -> str:
        """Where the map was read, and how well that is attested."""
        return "; ".join((*self._map.source(), "not measured"))

    def svg(self, *, dark: bool = False) -> str:
        """Lanes and columns as a picture, coloured by the rows (of a load, the threads) that they hold."""
        return self._map.svg(dark)

    def doubts(self, row: int, col: int) -> list[str]:
        """What is not settled about an element's place: where sources disagree, and what the other one says."""
        return self._map.doubts(number("row", row), number("col", col))

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self.values.items())
        return f"tensor_memory({self.what!r}{given})"

    def _repr_html_(self) -> str:
        from ._html import tensor_memory_html

        return tensor_memory_html(self)


def tensor_memory(
    what: TensorMemoryOf,
    *,
    kind: Kind | None = None,
    m: int | None = None,
    n: int | None = None,
    cta_group: Literal[1, 2] | None = None,
    ws: bool | None = None,
    sparsity: Sparsity | None = None,
    rows: int | None = None,
    blocks: int | None = None,
    vec: Literal[16, 32] | None = None,
    shape: MoveShape | None = None,
    num: int | None = None,
    pack: bool | None = None,
    split: int | None = None,
    multicast: Multicast | None = None,
    alignment: Literal[0, 16] | None = None,
    reading: Reading | None = None,
) -> TensorMemory:
    """Where elements are in Blackwell's tensor memory.

    Args:
        what: d (accumulator), a (matrix A), sfa, sfb (scale factors), metadata (of a sparse A), ld, st (registers of a load
            or store) or cp (source of a copy).
        kind: of the instruction; a and metadata need it.
        m: M of the instruction, of the pair for two CTAs; d and a need it.
        n: N of the instruction.
        cta_group: CTAs of the instruction, 1 (default) or 2.
        ws: whether the instruction is weight stationary.
        sparsity: dense (default) or sparse; of d.
        rows: rows of sfa and sfb (default: m or n).
        blocks: scale factors of each row.
        vec: elements of K for each scale factor; is compared with the kind.
        shape: of a load, a store or a copy.
        num: repetitions of a load or store, 1 (default) to 128.
        pack: whether a load packs, or a store unpacks, 16-bit values.
        split: columns between the halves of 16x32bx2.
        multicast: of a copy (default: the only one that the shape has).
        alignment: which half of the lanes, where half are filled.
        reading: the source to follow where PTX ISA and CuTe disagree.

    Raises:
        SwizzleError: a value that is unknown, or one that is missing.
    """
    given = values_of(locals())
    if alignment is not None:
        given["alignment"] = str(alignment)
    return TensorMemory(given.pop("what"), given)


@dataclass(frozen=True)
class ScaleCopy(Record):
    """A copy of a block of 512 bytes into tensor memory; `rows` and `blocks` are the first and the last."""

    rows: tuple[int, int]
    blocks: tuple[int, int]
    byte: int
    instruction: str
    descriptor: str
    column: int


@dataclass(frozen=True)
class ScaleMma(Record):
    """The factors that one instruction along M reads; `rows` and `columns` are the first and the last."""

    rows: tuple[int, int]
    column: int
    columns: tuple[int, int]
    address: str | None
    address_with_id: str | None


@dataclass(frozen=True)
class ScaleStep(Record):
    """A step along K: its first and last `k` and `blocks`, and the id of its factors."""

    step: int
    k: tuple[int, int]
    blocks: tuple[int, int]
    column: int
    id: int
    address: str | None
    address_with_id: str | None
    idesc_a: str
    idesc_b: str
    idesc: str | None
    mmas: tuple[ScaleMma, ...]


@dataclass(frozen=True)
class ScaleReading(Record):
    """Where a source has the factors in tensor memory; `mark` says how well that is attested."""

    copies: str
    column: int
    columns: int
    columns_of_word: int
    source: str
    mark: str


@dataclass(frozen=True)
class Constraint(Record):
    """What hardware or a library requires: `message` is one line, `text` explains it."""

    message: str
    text: str
    required_by: str
    evidence: str


@dataclass(frozen=True)
class ScaleFactors(Judged):
    """A stage of scale factors, from its blocks in shared memory to the instructions that use them.

    The names are those of `swizzle scale plan`: `copies` has the 512-byte blocks, `steps` the ids of each instruction along
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
    rows_of_ctas: tuple[tuple[int, int], ...]
    k: int
    blocks: int
    order: str
    bytes: int
    copies: tuple[ScaleCopy, ...]
    readings: tuple[ScaleReading, ...]
    steps: tuple[ScaleStep, ...] | None
    steps_source: str | None
    steps_mark: str | None
    unknown: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    findings: tuple[Finding, ...]

    def _repr_html_(self) -> str:
        from ._html import tables_html

        copies = [(_range(one.rows), _range(one.blocks), one.byte, one.descriptor, one.column) for one in self.copies]
        steps = [(one.step, _range(one.k), one.column, one.id) for one in self.steps or ()]
        return tables_html(
            self._headline(),
            (("rows", "blocks", "byte", "descriptor", "column"), copies),
            (("step", "K", "column", "id"), steps),
        )

    def __str__(self) -> str:
        lines = [self._headline()]
        for copy in self.copies:
            place = f"byte {copy.byte}, descriptor {copy.descriptor}, column {copy.column}"
            lines.append(f"    rows {_range(copy.rows)}, blocks {_range(copy.blocks)}: {place}")
        for step in self.steps or ():
            lines.append(f"    step {step.step}, K {_range(step.k)}: column {step.column}, id {step.id}")
        return "\n".join([*lines, *self.unknown])

    def _headline(self) -> str:
        return f"Scale factors of {self.operand}, {self.kind}: {self.bytes} bytes in {len(self.copies)} blocks"


def _range(ends: Sequence[int]) -> str:
    return f"{ends[0]} to {ends[1]}"


def scale_bytes(layout: ScaleOrder | str, rows: int, blocks: int) -> NDArray[np.int64]:
    """The byte of each scale factor in a layout, as an array of rows × blocks: `converted[scale_bytes(...)] = scales`.

    Args:
        layout: tensor (128×4), stage (128×4, the next 128 rows first), linear, 8x4, or what a project calls it, such as
            layout_128x4, SWIZZLE_32_4_4 or R8c4.
        rows: rows, without padding.
        blocks: factors of each row, without padding.

    Raises:
        SwizzleError: there is no such layout or size.
    """
    rows, blocks = _sizes(rows, blocks)
    table, _ = _native.scale_bytes(text("layout", layout), rows, blocks)
    return addresses(table, (rows, blocks))


def scale_buffer_bytes(layout: ScaleOrder | str, rows: int, blocks: int) -> int:
    """The bytes that a buffer of scale factors needs in a layout, padding included.

    Raises:
        SwizzleError: there is no such layout or size.
    """
    rows, blocks = _sizes(rows, blocks)
    return _native.scale_bytes(text("layout", layout), rows, blocks)[1]


def _sizes(rows: int, blocks: int) -> tuple[int, int]:
    sizes = number("rows", rows), number("blocks", blocks)
    if sizes[0] * sizes[1] > 1 << 26:
        raise SwizzleError(f"{rows} rows of {blocks} scale factors are more than 67,108,864")
    return sizes


def compare_scales(written: ScaleOrder | str, read: ScaleOrder | str, rows: int, blocks: int) -> tuple[int, str]:
    """Count the scale factors that are wrong where one layout is written and another read, and say it in a sentence.

    Raises:
        SwizzleError: there is no such layout or size.
    """
    rows, blocks = _sizes(rows, blocks)
    return _native.scale_pair(text("written", written), text("read", read), rows, blocks)


def scale_factors(
    kind: ScaleKind,
    mn: int,
    k: int,
    *,
    vec: Literal[16, 32] | None = None,
    operand: OperandName | None = None,
    cta_group: Literal[1, 2] | None = None,
    m: int | None = None,
    sparsity: Sparsity | None = None,
    step_k: int | None = None,
    written: ScaleOrder | None = None,
    start: int | None = None,
    column: int | None = None,
    idesc: int | str | None = None,
    ids: Sequence[int] | None = None,
    copies: Sequence[int] | None = None,
    stage_bytes: int | None = None,
) -> ScaleFactors:
    """Plan the scale factors of a stage: blocks, copies, columns, and the id of every step along K.

    Args:
        kind: mxf8f6f4, mxf4 or mxf4nvf4.
        mn: rows of one CTA's stage.
        k: elements of K of the stage.
        vec: elements of K for each factor (default: 16 for mxf4nvf4, otherwise 32).
        operand: A (default) or B.
        cta_group: CTAs of the instruction, 1 (default) or 2.
        m: M of the instruction, of the pair for two CTAs (default: 128 for each).
        sparsity: dense (default) or sparse.
        step_k: K of an instruction (default: that of the kind).
        written: the layout in which the stage is written, stage (default), tensor, linear or 8x4.
        start: byte of shared memory at which the stage begins.
        column: column of tensor memory at which the factors begin.
        idesc: instruction descriptor that gets the ids of each step.
        ids: ids that a kernel gives its steps, to be checked.
        copies: descriptors of a kernel's copies, to be checked.
        stage_bytes: bytes from one stage to the next, to be checked.

    Raises:
        SwizzleError: there is no such stage.
    """
    given = values_of(locals())
    given.update(
        {
            "ids": [number("ids", one) for one in whole_numbers("ids", ids or ())],
            "copies": [number("copies", one, 64) for one in whole_numbers("copies", copies or ())],
        }
    )
    if idesc is not None:
        given["idesc"] = idesc if isinstance(idesc, str) else f"{idesc:#010x}"
    said = {name: plain(one) for name, one in json.loads(_native.scale_plan(given)).items()}
    said["copies"] = tuple(ScaleCopy(**one) for one in said["copies"])
    said["readings"] = tuple(ScaleReading(**one) for one in said["readings"])
    if said["steps"] is not None:
        mmas = [tuple(ScaleMma(**mma) for mma in one["mmas"]) for one in said["steps"]]
        said["steps"] = tuple(ScaleStep(**{**one, "mmas": of_step}) for one, of_step in zip(said["steps"], mmas))
    said["constraints"] = tuple(
        Constraint(one["what"], one["why"], one["required_by"], one["source"]) for one in said["constraints"]
    )
    said["findings"] = tuple(finding_from_json(one) for one in said["findings"])
    return ScaleFactors(**said)
