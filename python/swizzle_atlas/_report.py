"""Kernels and what the linter finds in them."""

from __future__ import annotations

import errno
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import Any, Literal

from ._errors import SwizzleError, text
from ._native import Texts
from ._record import Judged, Names, Record

Severity = Literal["error", "warning", "note"]
Verdict = Literal["right", "wrong", "warning", "incomplete"]


@dataclass(frozen=True)
class Source(Record):
    """A place in a source file, as the compiler names it; `line` counts from 1."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True)
class Edit(Record):
    """A change of the PTX that was tried: with it, the operand or the instruction is judged right.

    `old` is replaced by `new` in `line`, and the lines `others` are changed in the same way: the same number, or the same
    field of another constant. Lines count from 1.
    """

    line: int
    old: str
    new: str
    others: tuple[int, ...]
    lines: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        return "; ".join(
            (f"line {self.line}: {self.old} → {self.new}", *(f"line {at}: {new}" for at, new in self.lines[1:]))
        )

    def apply(self, ptx: str | os.PathLike[str]) -> str:
        """The PTX with the edit in all of its lines.

        Args:
            ptx: the text that was linted, or the path of its file.

        Raises:
            SwizzleError: it is another text: a line is missing, or is not `old`.
            TypeError: neither a text nor a path.
        """
        if isinstance(ptx, os.PathLike):
            ptx = Path(ptx).read_text(encoding="utf-8")
        all_lines = text("ptx", ptx).split("\n")
        for number, new in self.lines:
            line = all_lines[number - 1].strip() if number <= len(all_lines) else None
            # Of the other lines, only the instruction and what it writes to is known.
            expected, found = (self.old, line) if number == self.line else (_written(new), _written(line or ""))
            if line is None or found != expected:
                raise SwizzleError(f"line {number} is not {expected}: the edit is for another text")
            all_lines[number - 1] = all_lines[number - 1].replace(line, new)
        return "\n".join(all_lines)


def _written(line: str) -> str:
    """An instruction's opcode and destination."""
    return " ".join(line.partition(",")[0].split())


@dataclass(frozen=True)
class Fix(Record):
    """A fix in words, and the descriptor with it; None where the fix changes no bit of it."""

    message: str
    hex: str | None


@dataclass(frozen=True)
class Finding(Record):
    """What one lint found, of a kernel, a tile or a descriptor.

    `id` names the lint, `message` is one line, `text` explains it, `evidence` is what it is known from, `fix` the first of
    `fixes` in words. Of a kernel, `kernel` is its name, `line` the line of the PTX (from 1), `also` further lines with the
    same cause, `source` the innermost line of the source if the PTX has line information, `operand` A, B, D or S (scale
    factors), `allowed` the reason why the finding is allowed, if it is, and `edit` a change that was tried. Of a tile,
    `descriptor` is the descriptor's index, `fields` has the fields at fault, and `rests_on` the inferred values that the
    finding depends on.
    """

    id: str
    severity: Severity
    confidence: str
    message: str
    text: str
    evidence: str
    fix: str | None
    fixes: tuple[Fix, ...]
    fields: tuple[str, ...]
    bits: str | None
    rests_on: tuple[str, ...]
    consequence_of: str | None
    required_by: str | None
    descriptor: int | None
    operand: str | None
    line: int | None
    also: tuple[int, ...]
    source: Source | None
    allowed: str | None
    edit: Edit | None
    kernel: str | None = None


@dataclass(frozen=True)
class Fact(Record):
    """A fact that the verdict rests on; a kernel is right if all of them are checked.

    `id` is its kind, such as `barriers`, and `state` one of `checked`, `wrong` and `not followed`. `mmas` are the lines of
    the instructions whose operands rest on it (all if there are none), `lines` those that it was read from.
    """

    id: str
    state: str
    operand: str | None
    mmas: tuple[int, ...]
    lines: tuple[int, ...]
    message: str


@dataclass(frozen=True)
class Start(Record):
    """Where an operand starts: `offset` bytes from the shared variable `symbol`, or from address 0."""

    symbol: str | None
    offset: int | None

    def __str__(self) -> str:
        return f"{self.symbol or 'address 0'} + {'?' if self.offset is None else self.offset}"


@dataclass(frozen=True)
class Bits(Record):
    """Bits of which some are known: `known` has a 1 for each, `bits` has their values."""

    known: int
    bits: int

    def __str__(self) -> str:
        """In hex, with a ? for each four bits that are not all known."""
        return _hex(self.known, self.bits, 16)


def _hex(known: int, bits: int, digits: int) -> str:
    at = range(4 * (digits - 1), -1, -4)
    return "0x" + "".join(f"{bits >> low & 15:x}" if known >> low & 15 == 15 else "?" for low in at)


@dataclass(frozen=True)
class Operand(Record):
    """An operand as far as the PTX determines it; what is unknown is None.

    `kind` is descriptor, registers or tensor-memory. `lbo` and `sbo` are in bytes, `walk` numbers the loop along K that the
    operand belongs to, and `step` is the distance from the read before it in bytes.
    """

    kind: str | None
    descriptor: Bits | None
    swizzle: str | None
    lbo: int | None
    sbo: int | None
    base_offset: int | None
    lbo_mode: str | None
    major: str | None
    element: str | None
    start: Start | None
    walk: int | None
    step: int | None
    verdict: Verdict | None


@dataclass(frozen=True)
class InstructionDescriptor(Record):
    """The 32-bit instruction descriptor of a `tcgen05.mma`; `types` and `majors` are by operand."""

    known: int
    bits: int
    kind: str
    m: int | None
    n: int | None
    types: Names[str | None]
    majors: Names[str | None]

    def __str__(self) -> str:
        """In hex, with a ? for each four bits that are not all known."""
        return _hex(self.known, self.bits, 8)


@dataclass(frozen=True)
class Instruction(Record):
    """A tensor-core instruction at `line` of the PTX; `instruction` is its opcode, `operands` are by letter: `operands.A`."""

    line: int
    source: Source | None
    instruction: str
    operands: Names[Operand]
    idesc: InstructionDescriptor | None = None


@dataclass(frozen=True)
class Kernel(Judged):
    """A kernel with tensor-core instructions; it is true if it is right.

    `mmas` are its `wgmma.mma_async` and `tcgen05.mma`, `copies` its `tcgen05.cp`; `target` is the chip in the PTX. `summary`
    is the verdict in words: how many operands are right or wrong, and where. `facts` are what it rests on.
    """

    file: str
    name: str
    target: str | None
    verdict: Verdict
    summary: str
    mmas: tuple[Instruction, ...]
    copies: tuple[Instruction, ...]
    findings: tuple[Finding, ...]
    facts: tuple[Fact, ...]
    _lines: str = field(repr=False)
    # Its text, and which of the text's kernels it is.
    _text: str = field(repr=False, compare=False)
    _place: int = field(repr=False, compare=False)

    @property
    def is_right(self) -> bool:
        """Whether every operand is known to be right."""
        return self.verdict == "right"

    def __bool__(self) -> bool:
        return self.is_right

    def __str__(self) -> str:
        return self._lines.rstrip("\n")

    def _repr_html_(self) -> str:
        from ._html import kernels_html

        return kernels_html([self])


def counts(kernels: Iterable[Kernel]) -> str:
    """How many kernels have which verdict, the worst first."""
    found = Counter(kernel.verdict for kernel in kernels)
    verdicts: tuple[Verdict, ...] = ("wrong", "warning", "incomplete", "right")
    return ", ".join(f"{found[one]} {one}" for one in verdicts if found[one])


class Report(Judged):
    """What the linter found: `kernels` in the order of the text, each with its instructions, operands and findings.

    It is true if every kernel is right, and iterates over the kernels. `str(report)` is what `swizzle lint` prints.
    """

    def __init__(self, texts: Texts, allowed: str = "") -> None:
        self._texts = texts
        self._allowed = allowed
        self._json, lines = texts.report(allowed)
        all_texts = texts.texts()
        # Of each kernel, its text and which of that text's kernels it is.
        kernels_of: defaultdict[int, Iterator[int]] = defaultdict(count)
        self._places = [(at, next(kernels_of[at])) for at, _ in lines]
        self.kernels: tuple[Kernel, ...] = tuple(
            _kernel(said, text, all_texts[at][1], place)
            for said, (_, text), (at, place) in zip(json.loads(self._json)["kernels"], lines, self._places)
        )

    def __getstate__(self) -> tuple[list[tuple[str, str]], str]:
        return self.texts, self._allowed

    def __setstate__(self, state: tuple[list[tuple[str, str]], str]) -> None:
        texts, allowed = state
        self.__init__(Texts(texts), allowed)  # type: ignore[misc]

    def __iter__(self) -> Iterator[Kernel]:
        return iter(self.kernels)

    def __len__(self) -> int:
        return len(self.kernels)

    def __getitem__(self, index: int) -> Kernel:
        return self.kernels[index]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Report) and self.kernels == other.kernels

    def __hash__(self) -> int:
        return hash(self.kernels)

    @property
    def is_right(self) -> bool:
        """Whether every operand of every kernel is known to be right."""
        return self.verdict == "right"

    def __bool__(self) -> bool:
        return self.is_right

    def to_json(self) -> str:
        """The report as `swizzle lint --json` prints it."""
        return json.dumps(json.loads(self._json), indent=2, ensure_ascii=False)

    def to_sarif(self) -> str:
        """The report as SARIF 2.1.0, for code-scanning services, as `swizzle lint --sarif` prints it."""
        return self._texts.sarif(self._allowed)

    @property
    def findings(self) -> list[Finding]:
        """All findings of all kernels, the allowed ones too."""
        return [finding for kernel in self.kernels for finding in kernel.findings]

    @cached_property
    def verdict(self) -> Verdict:
        """The worst verdict of the kernels: wrong, warning, incomplete or right."""
        worst_first: tuple[Verdict, ...] = ("wrong", "warning", "incomplete")
        verdicts = {kernel.verdict for kernel in self.kernels}
        return next((one for one in worst_first if one in verdicts), "right")

    @property
    def texts(self) -> list[tuple[str, str]]:
        """The PTX that was read: file and text of each."""
        return self._texts.texts()

    def page(self, path: str | os.PathLike[str] | None = None, *, kernel: int | None = None) -> Path:
        """Write the page with a kernel loaded, as one file that needs no network.

        Args:
            path: where to; by default a temporary file, which a browser then opens.
            kernel: the index of the kernel; by default the first that is not right.

        Raises:
            FileNotFoundError: the package was built without the page.
            SwizzleError: the PTX is larger than a browser keeps (4 million characters).
        """
        from ._page import write_page

        return write_page(self, path, kernel)

    def __str__(self) -> str:
        return "\n".join(map(str, self.kernels))

    def __repr__(self) -> str:
        kernels, findings = len(self.kernels), len(self.findings)
        counts = f"{kernels} kernel{'s' * (kernels != 1)}, {findings} finding{'s' * (findings != 1)}"
        return f"<Report: {self.verdict}, {counts}>"

    def _repr_html_(self) -> str:
        from ._html import kernels_html

        return kernels_html(self.kernels)


def lint(kernel: object, *, name: str | None = None, config: str | os.PathLike[str] | None = None) -> Report:
    """Judge every tensor-core operand of a kernel's PTX.

    Args:
        kernel: PTX text; a path to PTX, a cubin, a trace of TritonParse, a folder or a pattern of them (as `pathlib.Path`, or
            as `str`, which is text where it has a line break); the bytes of such a file; a kernel that Triton compiled (its
            `asm["ptx"]` is read); a function that CuTe DSL compiled with its PTX kept (`cute.compile[cute.KeepPTX()](…)`);
            or a list of these.
        name: what the text is called in findings without line information; by default the kernel's own name.
        config: the file of allowed findings; by default `swizzle.toml` in the working directory, if it exists.

    Raises:
        FileNotFoundError: there is no such file.
        SwizzleError: there is no tensor-core instruction (`wgmma.mma_async`, `tcgen05.mma`), or the file cannot be read.
        TypeError: `kernel` is none of the above, or does not keep its PTX.
    """
    return Report(_texts(kernel, None if name is None else text("name", name)), _allowed(config))


def _texts(kernel: object, name: str | None) -> Texts:
    if isinstance(kernel, (bytes, bytearray, memoryview)):
        return Texts.from_bytes(name or "<bytes>", bytes(kernel))
    if isinstance(kernel, str) and ("\n" in kernel or not kernel.strip()):
        return Texts.from_bytes(name or "<text>", kernel.encode())
    if isinstance(kernel, (str, os.PathLike)):
        path = os.fspath(kernel)
        if not os.path.exists(path) and not set("*?[") & set(str(path)):
            raise FileNotFoundError(errno.ENOENT, "No such file (a string with a line break is read as PTX)", path)
        return Texts.from_path(path)
    ptx = _kept_ptx(kernel)
    if ptx is None and isinstance(kernel, Iterable) and not isinstance(kernel, Mapping):
        if found := [one for item in kernel for one in _texts(item, name).texts()]:
            return Texts(found)
        raise SwizzleError(f"kernel: the {type(kernel).__name__} is empty")
    if ptx is None:
        raise TypeError(
            f"{type(kernel).__name__} has no PTX: expected PTX as str or bytes, a path, a kernel that Triton compiled "
            '(asm["ptx"]), a function that CuTe DSL compiled with its PTX kept, or a list of these'
        )
    own_name = getattr(kernel, "name", None) or getattr(kernel, "function_name", None)
    data = ptx if isinstance(ptx, bytes) else ptx.encode()
    return Texts.from_bytes(name or (f"{own_name}.ptx" if own_name else "<kernel>"), data)


def _kept_ptx(kernel: object) -> str | bytes | None:
    """The PTX that a compiled kernel of Triton or CuTe DSL holds."""
    asm = getattr(kernel, "asm", None)
    if isinstance(asm, Mapping):
        held = asm.get("ptx")
    else:
        held = getattr(kernel, "__ptx__", None)
    return held if isinstance(held, (str, bytes)) else None


def _allowed(config: str | os.PathLike[str] | None) -> str:
    if config is not None and not isinstance(config, (str, os.PathLike)):
        raise TypeError(f"config: expected a path, got {type(config).__name__}")
    try:
        with open(config or "swizzle.toml", encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        if config is None:
            return ""
        raise


def _source(said: Mapping[str, Any] | None) -> Source | None:
    return Source(**said) if said else None


def _bits(said: dict[str, str] | None) -> Bits | None:
    return Bits(int(said["known"], 16), int(said["bits"], 16)) if said else None


def _operand(said: dict[str, Any]) -> Operand:
    start = said["start"]
    return Operand(
        **{
            "verdict": None,
            **said,
            "descriptor": _bits(said["descriptor"]),
            "start": Start(**start) if start else None,
        }
    )


def _idesc(said: dict[str, Any] | None) -> InstructionDescriptor | None:
    if not said:
        return None
    numbers = {name: int(said[name], 16) for name in ("known", "bits")}
    names = {name: Names(said[name]) for name in ("types", "majors")}
    return InstructionDescriptor(**{**said, **numbers, **names})


def _instruction(said: dict[str, Any]) -> Instruction:
    operands = Names({letter: _operand(one) for letter, one in said["operands"].items()})
    return Instruction(said["line"], _source(said["source"]), said["instruction"], operands, _idesc(said.get("idesc")))


def _edit(said: Mapping[str, Any]) -> Edit:
    lines = tuple((one["line"], one["new"]) for one in said["lines"])
    return Edit(said["line"], said["old"], said["new"], tuple(said["others"]), lines)


def finding_from_json(said: Mapping[str, Any], kernel: str | None = None) -> Finding:
    lists = {name: tuple(said[name]) for name in ("fields", "rests_on", "also")}
    return Finding(
        **{
            **said,
            **lists,
            "kernel": kernel,
            "source": _source(said["source"]),
            "edit": _edit(said["edit"]) if said["edit"] else None,
            "fixes": tuple(Fix(one["text"], one["hex"]) for one in said["fixes"]),
        }
    )


def _fact(said: dict[str, Any]) -> Fact:
    mmas, lines = tuple(said["mmas"]), tuple(said["lines"])
    return Fact(said["fact"], said["state"], said["operand"], mmas, lines, said["text"])


def _kernel(said: dict[str, Any], lines: str, text: str, place: int) -> Kernel:
    return Kernel(
        said["file"],
        said["name"],
        said["target"],
        said["verdict"],
        said["summary"],
        tuple(_instruction(one) for one in said["mmas"]),
        tuple(_instruction(one) for one in said.get("copies", ())),
        tuple(finding_from_json(one, said["name"]) for one in said["findings"]),
        tuple(_fact(one) for one in said["facts"]),
        lines,
        text,
        place,
    )
