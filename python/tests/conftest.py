"""Names the tests that were skipped in the file of `ATLAS_SKIPPED`, for the list under a run of all tests."""

from __future__ import annotations

import os

import pytest


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    path = os.environ.get("ATLAS_SKIPPED")
    if path and report.skipped and isinstance(report.longrepr, tuple):
        reason = report.longrepr[2].removeprefix("Skipped: ")
        with open(path, "a", encoding="utf-8") as file:
            print(f"{report.nodeid}: {reason}", file=file)
