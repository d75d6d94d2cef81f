"""Lint each kernel that Triton compiles.

`watch` listens to `triton.knobs.compilation.listener`, which Triton calls after each compilation: of a launch
(`kernel[grid](…)`), of `kernel.warmup(…)`, of `triton.compile(…)`, and of a kernel that is found in Triton's cache. It changes
nothing in what is compiled, nor the cache's keys. Tested with Triton 3.4, 3.6, 3.8 and 3.9.

Without a change of code, the environment variable `SWIZZLE_LINT=1` watches a whole process, and `%load_ext swizzle_atlas` a
notebook: errors and warnings are shown when a kernel is compiled.
"""

from __future__ import annotations

import atexit
import importlib
import importlib.abc
import importlib.util
import os
import sys
import threading
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Callable

from ._errors import SwizzleError
from ._record import Judged
from ._report import Finding, Report, counts, lint

__all__ = ["Watched", "switch_off", "switch_on", "watch"]


class Watched(Judged):
    """What was compiled: a report for each kernel with tensor-core instructions; it is true if each is right.

    `compiled` counts all kernels, those without such instructions too, and `not_linted` has, for each kernel that could not be
    linted, the reason.
    """

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.compiled = 0
        self.not_linted: list[str] = []
        self._seen: set[str] = set()
        self._lock = threading.Lock()

    @property
    def findings(self) -> list[Finding]:
        """All findings of all kernels, the allowed ones too."""
        return [finding for report in self.reports for finding in report.findings]

    @property
    def summary(self) -> str:
        """How many kernels were compiled, and their verdicts."""
        verdicts = [counts(kernel for report in self.reports for kernel in report)] if self.reports else []
        faults = len(self.not_linted)
        without = self.compiled - len(self.reports) - faults
        others = [f"{faults} not linted"] if faults else []
        others += [f"{without} without tensor-core instructions"] if without else []
        kernels = f"{self.compiled} kernel{'s' * (self.compiled != 1)}"
        return ": ".join([kernels, ", ".join(verdicts + others)]) if self.compiled else f"{kernels} compiled"

    def raise_for_errors(self, *, warnings: bool = False, incomplete: bool = False) -> None:
        """Raise `LintError` for the first kernel with an error that is not allowed, or with less.

        Args:
            warnings: a warning raises too.
            incomplete: a kernel that is not known to be right, or that was not linted, raises.

        Raises:
            LintError: its message is the kernel's report.
            SwizzleError: a kernel was not linted.
        """
        for report in self.reports:
            report.raise_for_errors(warnings=warnings, incomplete=incomplete)
        if incomplete and self.not_linted:
            raise SwizzleError(f"a kernel was not linted: {self.not_linted[0]}")

    def __iter__(self) -> Iterator[Report]:
        return iter(self.reports)

    def __len__(self) -> int:
        return len(self.reports)

    def __bool__(self) -> bool:
        return all(self.reports) and not self.not_linted

    def __str__(self) -> str:
        return "\n".join(map(str, self.reports))

    def __repr__(self) -> str:
        return f"<Watched: {self.summary}>"

    def _repr_html_(self) -> str:
        from ._html import kernels_html

        return kernels_html([kernel for report in self.reports for kernel in report], self.summary)


Show = Callable[[Report], object]


def _show(report: Report) -> None:
    """Print what is wrong to standard error, at the lines of the Python source."""
    if report.errors or report.warnings:
        print(report, file=sys.stderr)


@contextmanager
def watch(show: Show | None = _show, *, config: str | os.PathLike[str] | None = None) -> Iterator[Watched]:
    """Lint each kernel that Triton compiles inside of the `with` block.

    Args:
        show: called with each report; by default errors and warnings are printed to standard error. None shows nothing.
        config: the file of allowed findings; by default `swizzle.toml` in the working directory, if it exists.

    Raises:
        ImportError: there is no Triton, or one before 3.4.
    """
    compilation = _compilation()
    watched, before = Watched(), compilation.listener
    compilation.listener = _listener(watched, before, show, config)
    try:
        yield watched
    finally:
        compilation.listener = before


def _listener(
    watched: Watched, before: Callable[..., None] | None, show: Show | None, config: str | os.PathLike[str] | None
) -> Callable[..., None]:
    def listen(**said: Any) -> None:
        if before is not None:
            before(**said)
        report = None
        try:
            report = _reported(watched, said, config)
            if report is not None and show is not None:
                show(report)
        except Exception as error:
            # A compilation does not fail because of who watches it.
            warnings.warn(
                f"swizzle_atlas: a kernel was not {'linted' if report is None else 'shown'}: {error}", stacklevel=2
            )

    return listen


def _compilation() -> Any:
    """Triton's settings of compilations, which have the listener."""
    try:
        return importlib.import_module(_KNOBS).compilation
    except ModuleNotFoundError as error:
        if error.name == "triton":
            raise
        raise ImportError("swizzle_atlas.triton needs Triton 3.4 or newer") from error


_KNOBS = "triton.knobs"


class _Switch(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Listens from the moment at which Triton is imported: nothing is imported for a process that does not use it."""

    def __init__(self, watched: Watched, show: Show | None) -> None:
        self.watched, self.show = watched, show
        self.compilation: Any = None
        self.before: Callable[..., None] | None = None

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if name != _KNOBS:
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            self.loader, spec.loader = spec.loader, self
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self.loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self.loader.exec_module(module)
        self.listen(module)

    def listen(self, knobs: Any) -> None:
        self.compilation = knobs.compilation
        self.before = self.compilation.listener
        self.compilation.listener = _listener(self.watched, self.before, self._shown, None)

    def _shown(self, report: Report) -> None:
        if self.show is not None:
            self.show(report)


_switched: _Switch | None = None


def switch_on(show: Show | None = _show) -> Watched:
    """Lint each kernel that Triton compiles from now on; without Triton nothing happens.

    A summary is printed to standard error when Python ends, if a kernel was compiled.

    Args:
        show: called with each report; by default errors and warnings are printed to standard error.
    """
    global _switched
    if _switched is not None:
        _switched.show = show
        return _switched.watched
    _switched = _Switch(Watched(), show)
    if _KNOBS in sys.modules:
        _switched.listen(sys.modules[_KNOBS])
    else:
        sys.meta_path.insert(0, _switched)
    atexit.register(_summarize, _switched.watched)
    return _switched.watched


def switch_off() -> None:
    """End what `switch_on` began."""
    global _switched
    if _switched is None:
        return
    if _switched in sys.meta_path:
        sys.meta_path.remove(_switched)
    if _switched.compilation is not None:
        _switched.compilation.listener = _switched.before
    _switched = None
    atexit.unregister(_summarize)


def _summarize(watched: Watched) -> None:
    if watched.compiled:
        print(f"swizzle: {watched.summary}", file=sys.stderr)


def _reported(watched: Watched, said: Mapping[str, Any], config: str | os.PathLike[str] | None) -> Report | None:
    files: Mapping[str, str] = said["metadata_group"]
    path = next((path for name, path in files.items() if name.endswith(".ptx")), None)
    with watched._lock:
        key = path or str(sorted(files.values()))
        if key in watched._seen:
            return None
        watched._seen.add(key)
        watched.compiled += 1
    try:
        report = _report_of(path, config)
    except Exception as error:
        with watched._lock:
            watched.not_linted.append(str(error))
        raise
    if report is not None:
        with watched._lock:
            watched.reports.append(report)
    return report


def _report_of(path: str | None, config: str | os.PathLike[str] | None) -> Report | None:
    """The report on a file of PTX; None if it has no tensor-core instruction."""
    if path is None:
        raise SwizzleError("Triton kept no PTX (TRITON_STORE_BINARY_ONLY is set)")
    with open(path, "rb") as file:
        text = file.read()
    # Most of what Triton compiles has no such instruction.
    if b"wgmma.mma_async" not in text and b"tcgen05.mma" not in text:
        return None
    return lint(text, name=os.path.basename(path), config=config)
