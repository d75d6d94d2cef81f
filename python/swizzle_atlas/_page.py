"""The page as one file, with a kernel loaded."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import tempfile
import webbrowser
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from ._errors import SwizzleError

if TYPE_CHECKING:
    from ._report import Report

# What the page keeps the last text under (web/src/kernel/held.rs).
_KEPT = "kernel-text"

# A browser keeps about 5 million characters.
_CHARACTERS_MAX = 4_000_000


def page() -> str:
    """The page as it is built.

    Raises:
        FileNotFoundError: the package was built without it.
    """
    found = files("swizzle_atlas") / "swizzle-atlas.html"
    if not found.is_file():
        raise FileNotFoundError("this build of swizzle-atlas has no page; wheels of a release have it")
    return found.read_text(encoding="utf-8")


def page_with(report: Report, kernel: int | None = None) -> str:
    """The page with a kernel of a report loaded: by default the first that is not right."""
    if kernel is None:
        wrong = (at for at, one in enumerate(report.kernels) if one.verdict != "right")
        kernel = next(wrong, 0)
    at, place = report._places[kernel]
    file, text = report.texts[at]
    if len(text) > _CHARACTERS_MAX:
        raise SwizzleError(f"{file}: {len(text)} characters are more than a browser keeps for a page")
    kept = json.dumps(file.replace("\n", " ") + "\n" + text).replace("<", "\\u003c")
    link = json.dumps(report._texts.link(at, place)).replace("<", "\\u003c")
    script = (
        f"sessionStorage.setItem({json.dumps(_KEPT)}, {kept});"
        f"if (!location.hash) history.replaceState(null, '', {link});"
    )
    document = page()
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    # The page's policy allows the scripts that it names by their hashes, and no other.
    for mark in ("script-src ", "<script>"):
        if mark not in document:
            raise SwizzleError(f"the page has no {mark.strip()}")
    document = document.replace("script-src ", f"script-src 'sha256-{digest}' ", 1)
    return document.replace("<script>", f"<script>{script}</script>\n<script>", 1)


def write_page(report: Report, path: str | os.PathLike[str] | None, kernel: int | None) -> Path:
    """Write the page with a kernel loaded; without a path, to a temporary file that a browser then opens."""
    document = page_with(report, kernel)
    if path is not None:
        written = Path(path)
        written.write_text(document, encoding="utf-8")
        return written
    with tempfile.NamedTemporaryFile("w", suffix=".html", delete=False, encoding="utf-8") as file:
        file.write(document)
    webbrowser.open(Path(file.name).as_uri())
    return Path(file.name)
