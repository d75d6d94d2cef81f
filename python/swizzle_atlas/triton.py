"""Lint each kernel that Triton compiles.

`watch` listens to `triton.knobs.compilation.listener`, which Triton calls after each compilation: of a launch
(`kernel[grid](…)`), of `kernel.warmup(…)`, of `triton.compile(…)`, and of a kernel that is found in Triton's cache. It changes
nothing in what is compiled, nor the cache's keys. Tested with Triton 3.4, 3.6, 3.8 and 3.9.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Callable

from ._report import Finding, Report, lint

__all__ = ["Watched", "watch"]


class Watched:
    """What was compiled: a report for each kernel with tensor-core instructions.

    `compiled` counts all kernels, those without such instructions too.
    """

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.compiled = 0
        self._seen: set[str] = set()
        self._lock = threading.Lock()

    @property
    def errors(self) -> list[Finding]:
        """The errors of all kernels, without what is allowed."""
        return [finding for report in self.reports for finding in report.errors]

    def raise_for_errors(self, *, warnings: bool = False) -> None:
        """Raise `LintError` for the first kernel with an error, or with `warnings=True` with a warning.

        Raises:
            LintError: its message is the kernel's report.
        """
        for report in self.reports:
            report.raise_for_errors(warnings=warnings)

    def __str__(self) -> str:
        return "\n".join(map(str, self.reports))

    def __repr__(self) -> str:
        return f"<Watched: {self.compiled} kernels, {len(self.errors)} errors>"

    def _repr_html_(self) -> str:
        return "".join(report._repr_html_() for report in self.reports)


def _show(report: Report) -> None:
    """Print what is wrong to standard error, at the lines of the Python source."""
    if report.errors or report.warnings:
        print(report, file=sys.stderr)


@contextmanager
def watch(
    show: Callable[[Report], object] | None = _show, *, config: str | os.PathLike[str] | None = None
) -> Iterator[Watched]:
    """Lint each kernel that Triton compiles inside of the `with` block.

    Args:
        show: called with each report; by default errors and warnings are printed to standard error. None shows nothing.
        config: the file of allowed findings; by default `swizzle.toml` in the working directory, if it exists.

    Raises:
        ImportError: there is no Triton, or one before 3.4.
    """
    compilation = _compilation()
    watched = Watched()
    before = compilation.listener

    def listen(**said: Any) -> None:
        if before is not None:
            before(**said)
        try:
            report = _reported(watched, said, config)
            if report is not None and show is not None:
                show(report)
        except Exception as error:
            # A compilation does not fail because of who watches it.
            warnings.warn(f"swizzle_atlas: a kernel was not linted: {error}", stacklevel=2)

    compilation.listener = listen
    try:
        yield watched
    finally:
        compilation.listener = before


def _compilation() -> Any:
    """Triton's settings of compilations, which have the listener."""
    try:
        return importlib.import_module("triton.knobs").compilation
    except ModuleNotFoundError as error:
        if error.name == "triton":
            raise
        raise ImportError("swizzle_atlas.triton needs Triton 3.4 or newer") from error


def _reported(watched: Watched, said: Mapping[str, Any], config: str | os.PathLike[str] | None) -> Report | None:
    files: Mapping[str, str] = said["metadata_group"]
    path = next((path for name, path in files.items() if name.endswith(".ptx")), None)
    with watched._lock:
        key = path or str(sorted(files.values()))
        if key in watched._seen:
            return None
        watched._seen.add(key)
        watched.compiled += 1
    if path is None:
        raise ValueError("Triton kept no PTX (TRITON_STORE_BINARY_ONLY is set)")
    with open(path, "rb") as file:
        text = file.read()
    # Most of what Triton compiles has no such instruction.
    if b"wgmma.mma_async" not in text and b"tcgen05.mma" not in text:
        return None
    report = lint(text, name=os.path.basename(path), config=config)
    with watched._lock:
        watched.reports.append(report)
    return report
