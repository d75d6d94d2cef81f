"""Errors: each is a `ValueError`, except that of a missing file (`FileNotFoundError`) and of a wrong type (`TypeError`)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from typing import Any

# How each message lists the known names, of a value and of a field.
_UNKNOWN = re.compile(r"“?([^ “”]+)”? is unknown(?=: one of ([^;]+))")


class SwizzleError(ValueError):
    """A value that is unknown, out of range or does not fit; the message has the nearest known name, and all of them."""

    __module__ = "swizzle_atlas"

    def __init__(self, message: str) -> None:
        super().__init__(_UNKNOWN.sub(_nearest, message))


def _nearest(found: re.Match[str]) -> str:
    return found[0] + nearest(found[1], found[2].split(", "))


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the nearest of those that are known, if one is near."""
    names = {one.lower(): one for one in known}
    longer = [one for one in names if one.startswith(name.lower())]
    near = longer or difflib.get_close_matches(name.lower(), names, n=1)
    return f", the nearest is {names[near[0]]}" if near else ""


def text(name: str, value: Any) -> str:
    """A text, such as a name."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: expected str, got {type(value).__name__}")
    return value


class LintError(SwizzleError):
    """Something has errors, or warnings where these count. Its message is the first of them and the whole report.

    `report` is what was judged: a `Report`, a `Check`, a `TensorMap` or a `ScaleFactors`.
    """

    __module__ = "swizzle_atlas"

    def __init__(self, report: Any) -> None:
        first = next(iter(report.errors or report.warnings), None)
        at = None if first is None else first.source or (f"PTX line {first.line}" if first.line else None)
        place = "" if first is None else f"{f'{at}: ' if at else ''}{first.message} [{first.id}]\n"
        super().__init__(f"{place}{report}")
        self.report = report

    def __reduce__(self) -> tuple[type[LintError], tuple[Any]]:
        return type(self), (self.report,)
