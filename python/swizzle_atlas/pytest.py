"""A plugin of pytest: a test in which Triton compiles a kernel with errors fails.

One line in `conftest.py` turns it on: `pytest_plugins = ["swizzle_atlas.pytest"]`.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .triton import Watched, watch


@pytest.fixture(autouse=True)
def swizzle_atlas_watched() -> Iterator[Watched]:
    """What Triton compiled in the test; errors fail it."""
    with watch() as watched:
        yield watched
    watched.raise_for_errors()
