"""What notebooks show: plain HTML with its styles in it, which works in a static export, on a light and a dark page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ._errors import SwizzleError
from ._native import Texts
from ._record import Record
from ._report import counts

if TYPE_CHECKING:
    from ._memory import TensorMemory
    from ._report import Finding, Kernel
    from ._tile import Check, Descriptor, Tile

# How pages say which they are: Jupyter, VS Code, Colab, Sphinx and Docusaurus, Bootstrap, MkDocs Material, Quarto. Another one
# follows the system.
_LIGHT = (
    '[data-jp-theme-light="true"], .vscode-light, [theme="light"], [data-theme="light"], [data-bs-theme="light"], '
    '[data-md-color-scheme="default"], .quarto-light'
)
_DARK = (
    '[data-jp-theme-light="false"], .vscode-dark, [theme="dark"], [data-theme="dark"], [data-bs-theme="dark"], '
    '[data-md-color-scheme="slate"], .quarto-dark'
)

# JupyterLab aligns the cells of tables to the right, by a rule that names two classes and an element.
_STYLE = """
.swizzle-atlas { font: 14px/1.5 system-ui, sans-serif; text-align: left; }
.swizzle-atlas p { max-width: 60rem; }
.swizzle-atlas table.cells { border-collapse: collapse; margin: .4em 0; }
.swizzle-atlas table.cells :is(th, td) { padding: .15em .8em .15em 0; text-align: left; vertical-align: top;
  font-variant-numeric: tabular-nums; }
.swizzle-atlas code { font: 13px ui-monospace, monospace; background: none; }
.swizzle-atlas .pictures { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: flex-start; }
.swizzle-atlas .picture { max-width: 100%; overflow: auto; border: 1px solid #8886; }
.swizzle-atlas .tall { height: 30rem; resize: vertical; }
"""

_COLOUR = re.compile(r"#[0-9a-f]{6}")

# A cell in the path of all cells of a colour.
_CELL = re.compile(r"h\d+v\d+h-\d+z")

# The sign says it without colour, too.
_SIGNS = {
    "right": "✓",
    "fits": "✓",
    "wrong": "✗",
    "differs": "✗",
    "error": "✗",
    "warning": "!",
    "padded": "!",
    "incomplete": "?",
    "unsaid": "?",
    "note": "·",
    "allowed": "·",
}

# A picture that is higher scrolls in a box of that height, whose lower edge can be dragged.
_TALL_PX = 480

# Rows of a long table that are shown.
_ROWS_MAX = 200


# Cells of 16 bytes in both views together: more make a notebook slow. Of a larger tile the first part is shown.
_CELLS_MAX = 4_000

# Of more kernels, the others have a line each.
_KERNELS_MAX = 8


def _page(*parts: str) -> str:
    body = "".join(parts)
    pairs = sorted(set(re.findall(r"var\(--([0-9a-f]{6})-([0-9a-f]{6}),", body)))
    light = "".join(f"--{one}-{other}:#{one};" for one, other in pairs)
    dark = "".join(f"--{one}-{other}:#{other};" for one, other in pairs)
    # Scroll bars and the signs of what is folded follow the scheme.
    light, dark = f"color-scheme: light; {light}", f"color-scheme: dark; {dark}"
    themes = (
        f"@media (prefers-color-scheme: dark) {{ .swizzle-atlas {{ {dark} }} }}\n"
        f":is({_LIGHT}) .swizzle-atlas {{ {light} }}\n:is({_DARK}) .swizzle-atlas {{ {dark} }}\n"
    )
    return f'<style>{_STYLE}{themes}</style><div class="swizzle-atlas">{body}</div>'


def _signed(verdict: str | None) -> str:
    return f"{_SIGNS.get(verdict, '')} {escape(verdict)}".strip() if verdict else ""


def _table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    all_rows = list(rows)
    heads = "".join(f'<th scope="col">{escape(one)}</th>' for one in head)
    cells = "".join(
        "<tr>" + "".join(f"<td>{'' if one is None else escape(str(one))}</td>" for one in row) + "</tr>"
        for row in all_rows[:_ROWS_MAX]
    )
    more = f"<p>and {len(all_rows) - _ROWS_MAX} more rows</p>" if len(all_rows) > _ROWS_MAX else ""
    return f'<table class="cells"><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table>{more}'


def _picture(light: str, dark: str) -> str:
    """One picture whose colours follow the page: both differ in nothing else."""
    others = iter(_COLOUR.findall(dark))
    themed = _COLOUR.sub(lambda found: f"var(--{found[0][1:]}-{next(others)[1:]},{found[0]})", light)
    height = re.search(r'<svg[^>]* height="(\d+)"', light)
    tall = " tall" if height and int(height[1]) > _TALL_PX else ""
    return f'<div class="picture{tall}">{themed}</div>'


def _pictures(shown: Tile | Descriptor) -> str:
    """Both views."""
    try:
        both = "".join(_picture(shown.svg(view), shown.svg(view, dark=True)) for view in ("matrix", "memory"))
    except SwizzleError as error:
        return f"<p>{escape(str(error))}</p>"
    return f'<div class="pictures">{both}</div>'


def _cells(tile: Tile, mn: int, k: int) -> int:
    """Units of 16 bytes that some elements fill."""
    per_unit = 16 if tile.element in ("e2m3", "e3m2", "e2m1") else 128 // tile._spec.element_bits()
    return mn * k // per_unit


def _part(tile: Tile) -> tuple[int, int] | None:
    """The extent of the first part of a tile that is shown; None if all of it, with its buffer, is."""
    mn, k = tile.buffer_mn or tile.mn, tile.buffer_k or tile.k
    if 2 * _cells(tile, mn, k) * (tile.stages or 1) <= _CELLS_MAX:
        return None
    mn, k = tile.extent
    while 2 * _cells(tile, mn, k) > _CELLS_MAX:
        mn, k = (mn, (k // 2 + 7) // 8 * 8) if k > mn else ((mn // 2 + 7) // 8 * 8, k)
    return mn, k


def _findings(findings: Iterable[tuple[Finding, str]]) -> str:
    """Findings, each with the descriptors that it is of."""
    lines: list[str] = []
    notes: list[str] = []
    for one, of in findings:
        if one.consequence_of is None:
            head = (
                f"<strong>{_signed(one.severity)}: {escape(one.message)}</strong> [{escape(one.id)}]{of and f', {of}'}"
            )
            fixes = "".join(f"<br>fix: {escape(fix.message)}" for fix in one.fixes)
            kept = notes if one.severity == "note" else lines
            kept.append(f"<p>{head}<br>{escape(one.text)}{fixes}</p>")
    if notes:
        count = f"{len(notes)} note{'s' * (len(notes) != 1)}"
        lines.append(f"<details><summary>{count}</summary>{''.join(notes)}</details>")
    return "".join(lines) or "<p>no findings</p>"


def table_html(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A title and a table."""
    return tables_html(title, (head, rows))


def tables_html(title: str, *tables: tuple[Sequence[str], Iterable[Sequence[object]]]) -> str:
    """A title and some tables, each a head and its rows; one without rows is left out."""
    filled = ((head, list(rows)) for head, rows in tables)
    return _page(f"<p><strong>{escape(title)}</strong></p>", *(_table(head, rows) for head, rows in filled if rows))


def rows_html(title: str, values: Mapping[str, Any]) -> str:
    """A title and a value a row."""
    shown = {name: ", ".join(one) if isinstance(one, tuple) else one for name, one in values.items()}
    return table_html(title, ("", ""), list(shown.items()))


def record_html(record: Record) -> str:
    """A record: its fields, and a table of each list of records in it."""
    fields = _fields(record)
    plain = [(name, _text(value)) for name, value in fields if value is not None and not _records(value)]
    tables = [_table(("", ""), plain)] if plain else []
    for name, value in fields:
        if keyed := _records(value):
            head = [name, *(field for field, _ in _fields(keyed[0][1]))]
            rows = [(key, *(_text(one) for _, one in _fields(record))) for key, record in keyed]
            tables.append(_table(head, rows))
    return _page(f"<p><strong>{escape(type(record).__name__)}</strong></p>", *tables)


def _fields(record: Record) -> list[tuple[str, object]]:
    return [(name, value) for name, value in vars(record).items() if not name.startswith("_")]


def _records(value: object) -> list[tuple[object, Record]]:
    """The records of a list or a mapping, each with its place or its key."""
    pairs = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, tuple) else ()
    return [(key, one) for key, one in pairs if isinstance(one, Record)]


def _text(value: object) -> str:
    """A value in a cell; of a record that has no text of its own, the fields that it has."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_text(one)}" for key, one in value.items())
    if isinstance(value, tuple):
        return ", ".join(map(_text, value))
    if isinstance(value, Record) and type(value).__str__ is object.__str__:
        return ", ".join(f"{name} {_text(one)}" for name, one in _fields(value) if one is not None)
    return str(value)


def tile_html(tile: Tile) -> str:
    """A tile: its layout, findings, and pictures."""
    part = _part(tile)
    if part is None:
        pictures = _pictures(tile)
    elif (tile.at_mn, tile.at_k) == (0, 0):
        extent = f"the first {part[0]} × {part[1]} of {tile.mn} × {tile.k} elements"
        pictures = f"<p>{extent}</p>{_pictures(tile._first(*part))}"
    else:
        pictures = "<p>the buffer is too large to be shown; svg() draws it</p>"
    return _page(
        f"<p><strong>{escape(repr(tile))}</strong><br><code>{escape(tile.layout)}</code>, {tile.span_bytes} bytes</p>",
        _findings((one, "") for one in tile.findings),
        pictures,
    )


def tensor_memory_html(shown: TensorMemory) -> str:
    """A map of tensor memory: its source and its picture."""
    picture = _picture(shown.svg(), shown.svg(dark=True))
    return _page(f"<p><strong>{escape(repr(shown))}</strong><br>{escape(shown.source)}</p>", picture)


def descriptor_html(descriptor: Descriptor) -> str:
    """A descriptor: its fields, findings, and pictures of what it reads."""
    tile = descriptor.tile
    is_large = tile is not None and _part(tile) is not None
    place = "" if tile is None else f", block {descriptor.block}, step {descriptor.step} of {escape(repr(tile))}"
    fields = [(name, one.field, one.bytes, one.meaning) for name, one in descriptor.fields.items()]
    return _page(
        f"<p><strong><code>{descriptor}</code></strong>, {escape(descriptor.arch)}{place}</p>",
        _table(("field", "bits", "bytes", "meaning"), fields),
        _findings((one, "") for one in descriptor.findings),
        _pictures(descriptor._alone() if is_large else descriptor),
    )


def check_html(check: Check) -> str:
    """Descriptors that were compared with a tile."""
    rows = [
        (one.hex, _signed(one.verdict), *((one.units.right, one.units.wrong) if one.units else (None, None)))
        for one in check.descriptors
    ]
    message = f"<p><strong>{escape(check.message)}</strong></p>" if check.message else ""
    return _page(
        _table(("descriptor", "verdict", "units right", "units wrong"), rows), message, _findings(check._grouped())
    )


def kernels_html(kernels: Sequence[Kernel], title: str = "") -> str:
    """Kernels: for each the verdict, the findings, the score of instructions, and a picture."""
    scores: dict[str, list[dict[str, Any]]] = {}
    if not title and len(kernels) > 1:
        title = f"{len(kernels)} kernels: {counts(kernels)}"
    parts = [f"<p><strong>{escape(title)}</strong></p>"] if title else []
    cells = 0
    for kernel in kernels[:_KERNELS_MAX]:
        if kernel._text not in scores:
            scores[kernel._text] = json.loads(Texts([(kernel.file, kernel._text)]).score())
        score = scores[kernel._text][kernel._place]
        parts += _kernel(kernel, score)
        if picture := score["picture"]:
            cells += len(_CELL.findall(picture["light"]))
            title = f"{picture['operand']} of line {picture['line']} in shared memory"
            is_shown = cells <= _CELLS_MAX
            parts.append(f"<p>{title}{'' if is_shown else ': shown by the kernel itself'}</p>")
            parts += [_picture(picture["light"], picture["dark"])] if is_shown else []
    others = [(one.name, _signed(one.verdict), one.summary) for one in kernels[_KERNELS_MAX:]]
    if others:
        parts.append(_table(("kernel", "verdict", ""), others))
    return _page(*parts)


def _kernel(kernel: Kernel, score: dict[str, Any]) -> list[str]:
    parts = [
        f"<p><strong>{_signed(kernel.verdict)}: {escape(kernel.summary)}</strong><br>"
        f"<code>{escape(kernel.name)}</code>{escape(', ' + kernel.target) if kernel.target else ''}</p>"
    ]
    for finding in kernel.findings:
        place = finding.source or f"{kernel.file}:{finding.line}"
        severity = "allowed" if finding.allowed else finding.severity
        details = [finding.text] if finding.severity != "note" else []
        if finding.fix:
            details.append(f"fix: {finding.fix}")
        if finding.edit:
            edit = finding.edit
            details.append(f"PTX line {edit.line}, tried: {edit.old} → {edit.new}")
            details += [f"and line {line}: {new}" for line, new in edit.lines[1:]]
        if finding.allowed:
            details.append(f"reason: {finding.allowed}")
        parts.append(
            f"<p>{_signed(severity)}: <code>{escape(str(place))}</code> {escape(finding.message)} [{escape(finding.id)}]"
            + "".join(f"<br>{escape(one)}" for one in details)
            + "</p>"
        )
    # Without line information the column would be empty.
    source = ["source"] if any(row["source"] for row in score["rows"]) else []
    rows = [
        (
            row["line"],
            *(row[name] for name in source),
            row["shape"],
            row["types"],
            *(_signed(one["verdict"]) or one["where"] for one in row["operands"]),
        )
        for row in score["rows"]
    ]
    count = f"{len(rows)} instruction{'s' * (len(rows) != 1)}"
    heads = ("PTX line", *source, "shape", "types", "A", "B")
    parts.append(f"<details open><summary>{count}</summary>{_table(heads, rows)}</details>")
    if kernel.facts:
        facts = [(one.state, one.operand, one.message) for one in kernel.facts]
        count = f"{len(facts)} fact{'s' * (len(facts) != 1)} that the verdict rests on"
        table = _table(("state", "operand", "fact"), facts)
        parts.append(f"<details><summary>{count}</summary>{table}</details>")
    return parts
