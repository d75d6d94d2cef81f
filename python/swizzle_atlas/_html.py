"""What notebooks show: plain HTML with its styles in it, which works in a static export, on a light and a dark page."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from ._record import Record

if TYPE_CHECKING:
    from ._memory import TensorMemory
    from ._report import Finding, Report
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

_STYLE = f"""<style>
.swizzle-atlas {{ font: 14px/1.5 system-ui, sans-serif; }}
.swizzle-atlas p {{ max-width: 60rem; }}
.swizzle-atlas table {{ border-collapse: collapse; margin: .4em 0; }}
.swizzle-atlas th, .swizzle-atlas td {{ padding: .15em .8em .15em 0; text-align: left; vertical-align: top;
  font-variant-numeric: tabular-nums; }}
.swizzle-atlas code {{ font: 13px ui-monospace, monospace; background: none; }}
.swizzle-atlas .pictures {{ display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: flex-start; }}
.swizzle-atlas .picture {{ max-width: 100%; overflow: auto; border: 1px solid #8886; }}
.swizzle-atlas .tall {{ height: 30rem; resize: vertical; }}
.swizzle-atlas .dark {{ display: none; }}
@media (prefers-color-scheme: dark) {{
  .swizzle-atlas .light {{ display: none; }}
  .swizzle-atlas .dark {{ display: block; }}
}}
:is({_LIGHT}) .swizzle-atlas .light {{ display: block; }}
:is({_LIGHT}) .swizzle-atlas .dark {{ display: none; }}
:is({_DARK}) .swizzle-atlas .light {{ display: none; }}
:is({_DARK}) .swizzle-atlas .dark {{ display: block; }}
</style>"""

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


def _page(*parts: str) -> str:
    return f'{_STYLE}<div class="swizzle-atlas">{"".join(parts)}</div>'


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
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table>{more}"


def _picture(light: str, dark: str) -> str:
    height = re.search(r'<svg[^>]* height="(\d+)"', light)
    tall = " tall" if height and int(height[1]) > _TALL_PX else ""
    return f'<div class="picture{tall}"><div class="light">{light}</div><div class="dark">{dark}</div></div>'


def _pictures(shown: Tile | Descriptor) -> str:
    """Both views; of a tile with more cells than a picture shows, none."""
    try:
        both = "".join(_picture(shown.svg(view), shown.svg(view, dark=True)) for view in ("matrix", "memory"))
    except ValueError as error:
        return f"<p>{escape(str(error))}</p>"
    return f'<div class="pictures">{both}</div>'


def _findings(findings: Iterable[Finding]) -> str:
    lines = [
        f"<p><strong>{_signed(one.severity)}: {escape(one.message)}</strong> [{escape(one.id)}]<br>{escape(one.text)}"
        + "".join(f"<br>fix: {escape(fix.text)}" for fix in one.fixes)
        + "</p>"
        for one in findings
        if one.consequence_of is None
    ]
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
    return _page(
        f"<p><strong>{escape(repr(tile))}</strong><br><code>{escape(tile.layout)}</code>, {tile.span_bytes} bytes</p>",
        _findings(tile.findings),
        _pictures(tile),
    )


def tensor_memory_html(shown: TensorMemory) -> str:
    """A map of tensor memory: its source and its picture."""
    picture = _picture(shown.svg(), shown.svg(dark=True))
    return _page(f"<p><strong>{escape(repr(shown))}</strong><br>{escape(shown.source)}</p>", picture)


def descriptor_html(descriptor: Descriptor) -> str:
    """A descriptor: its fields, findings, and pictures of what it reads."""
    fields = [(name, one.field, one.bytes, one.meaning) for name, one in descriptor.fields.items()]
    return _page(
        f"<p><strong><code>{descriptor}</code></strong>, {escape(descriptor.arch)}</p>",
        _table(("field", "bits", "bytes", "meaning"), fields),
        _findings(descriptor.findings),
        _pictures(descriptor),
    )


def check_html(check: Check) -> str:
    """Descriptors that were compared with a tile."""
    rows = [
        (one.hex, _signed(one.verdict), *((one.units.right, one.units.wrong) if one.units else (None, None)))
        for one in check.descriptors
    ]
    fault = f"<p><strong>{escape(check.fault)}</strong></p>" if check.fault else ""
    return _page(
        _table(("descriptor", "verdict", "units right", "units wrong"), rows), fault, _findings(check.findings)
    )


def report_html(report: Report) -> str:
    """A report: for each kernel the verdict, the findings, the score of instructions, and a picture."""
    scores = json.loads(report._texts.score())
    parts = []
    for kernel, score in zip(report.kernels, scores):
        parts.append(
            f"<p><strong>{_signed(kernel.verdict)}: {escape(kernel.summary)}</strong><br>"
            f"<code>{escape(kernel.name)}</code>{escape(', ' + kernel.target) if kernel.target else ''}</p>"
        )
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
        rows = [
            (
                row["line"],
                row["source"],
                row["shape"],
                row["types"],
                *(_signed(one["verdict"]) or one["where"] for one in row["operands"]),
            )
            for row in score["rows"]
        ]
        count = f"{len(rows)} instruction{'s' * (len(rows) != 1)}"
        heads = ("PTX line", "source", "shape", "types", "A", "B")
        parts.append(f"<details open><summary>{count}</summary>{_table(heads, rows)}</details>")
        picture = score["picture"]
        if picture:
            parts.append(f"<p>{picture['operand']} of line {picture['line']} in shared memory</p>")
            parts.append(_picture(picture["light"], picture["dark"]))
    return _page(*parts)
