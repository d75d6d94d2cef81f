"""A plugin of pytest: a test in which Triton compiles a kernel with errors, or one that cannot be linted, fails.

It is on with `addopts = -p swizzle_atlas.pytest` in `pytest.ini`, or with `pytest_plugins = ["swizzle_atlas.pytest"]` in the
`conftest.py` at the top. Where there is no Triton it does nothing. Options in `pytest.ini`:

    swizzle_fail_on = error | warning | incomplete
    swizzle_config = the file of allowed findings, from the root of the tests
"""

from __future__ import annotations

import sys
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ._errors import LintError
from ._native import Texts
from ._report import Kernel, _allowed
from .triton import Watched, watch

_WATCHED: pytest.StashKey[Watched] = pytest.StashKey()

_FAIL_ON = ("error", "warning", "incomplete")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of `pytest.ini`."""
    parser.addini("swizzle_fail_on", "the least that fails a test: error, warning or incomplete", default="error")
    parser.addini("swizzle_config", "the file of allowed findings (default: swizzle.toml, if it exists)", default="")


def pytest_configure(config: pytest.Config) -> None:
    """Refuses an option that is unknown, and a file of allowed findings that is missing or wrong."""
    if (fail_on := config.getini("swizzle_fail_on")) not in _FAIL_ON:
        raise pytest.UsageError(f"swizzle_fail_on {fail_on} is unknown: one of {', '.join(_FAIL_ON)}")
    allowed = _config(config)
    try:
        Texts([]).sarif(_allowed(allowed))
    except (OSError, ValueError) as error:
        raise pytest.UsageError(f"swizzle_config {allowed or 'swizzle.toml'}: {error}") from None
    config.pluginmanager.register(_Summary(), "swizzle_atlas_summary")


def _config(config: pytest.Config) -> Path | None:
    """The file of allowed findings, if one is named."""
    name = config.getini("swizzle_config")
    return config.rootpath / name if name else None


@pytest.fixture(autouse=True)
def swizzle_atlas_watched(request: pytest.FixtureRequest) -> Iterator[Watched]:
    """What Triton compiled in the test; errors fail it."""
    if sys.modules.get("triton") is None and find_spec("triton") is None:
        yield Watched()
        return
    with watch(show=None, config=_config(request.config)) as watched:
        request.node.stash[_WATCHED] = watched
        yield watched


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, None]:
    """Fails the test itself, where it has not failed already, so that marks such as `xfail` hold."""
    outcome = yield
    watched = item.stash.get(_WATCHED, None)
    if watched is None or outcome.excinfo is not None:
        return
    level = _FAIL_ON.index(item.config.getini("swizzle_fail_on"))
    try:
        watched.raise_for_errors(warnings=level >= 1, incomplete=level >= 2)
    except LintError as error:
        outcome.force_exception(error.with_traceback(None))
        return
    if watched.not_linted:
        fault = pytest.fail.Exception(f"a kernel was not linted: {watched.not_linted[0]}", pytrace=False)
        outcome.force_exception(fault)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Shows the lines of the kernel, and no frames of Python: none of them is at fault."""
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    if report.failed and call.excinfo is not None and isinstance(call.excinfo.value, LintError):
        report.longrepr = f"LintError: {call.excinfo.value}"
    watched = item.stash.get(_WATCHED, None)
    if report.when == "call" and watched is not None:
        # What a process of xdist sends is plain.
        report.swizzle_kernels = [[kernel.verdict, _line(kernel)] for one in watched for kernel in one]  # type: ignore[attr-defined]


def _line(kernel: Kernel) -> str:
    """A kernel's line in the summary: kernels of one file and of several targets are told apart."""
    target = f", {kernel.target}" if kernel.target else ""
    return f"{kernel.file}: {kernel.name}{target}: {kernel.summary}"


class _Summary:
    """The kernels of all tests."""

    def __init__(self) -> None:
        self.kernels: dict[tuple[str, str], list[str]] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        for verdict, line in getattr(report, "swizzle_kernels", ()):
            self.kernels.setdefault((verdict, line), []).append(report.nodeid)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.kernels:
            return
        terminalreporter.section("tensor-core kernels")
        for verdict in ("wrong", "warning", "incomplete", "right"):
            found = {text: tests for (one, text), tests in self.kernels.items() if one == verdict}
            if found:
                terminalreporter.line(f"{len(found)} {verdict}")
            for text, tests in found.items() if verdict != "right" else ():
                terminalreporter.line(f"    {text} ({tests[0]})")
