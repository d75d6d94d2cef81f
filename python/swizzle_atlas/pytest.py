"""A plugin of pytest: a test in which Triton compiles a kernel with errors fails.

One line in `conftest.py` turns it on: `pytest_plugins = ["swizzle_atlas.pytest"]`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

import pytest

from ._report import LintError
from .triton import Watched, watch

_WATCHED: pytest.StashKey[Watched] = pytest.StashKey()


@pytest.fixture(autouse=True)
def swizzle_atlas_watched(request: pytest.FixtureRequest) -> Iterator[Watched]:
    """What Triton compiled in the test; errors fail it."""
    with watch(show=None) as watched:
        request.node.stash[_WATCHED] = watched
        yield watched


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, Any, None]:
    """Fails the test itself, where it has not failed already, so that marks such as `xfail` hold."""
    outcome = yield
    watched = item.stash.get(_WATCHED, None)
    if watched is None or outcome.excinfo is not None:
        return
    try:
        watched.raise_for_errors()
    except LintError as error:
        outcome.force_exception(error.with_traceback(None))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, Any, None]:
    """Shows the lines of the kernel, and no frames of Python: none of them is at fault."""
    outcome = yield
    report: pytest.TestReport = outcome.get_result()
    if report.failed and call.excinfo is not None and isinstance(call.excinfo.value, LintError):
        report.longrepr = f"LintError: {call.excinfo.value}"
