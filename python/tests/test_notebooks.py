"""The example notebooks, executed as a reader would: what each cell shows is stored, and is what it shows now.

`python tests/test_notebooks.py` stores it anew.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


def executed(path: Path) -> Any:
    """The notebook with the outputs that it has now, and nothing that differs from run to run."""
    notebook = nbformat.read(path, as_version=4)
    before = dict(notebook.metadata)
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setenv("IPYTHONDIR", folder)
        client = nbclient.NotebookClient(
            notebook, timeout=120, resources={"metadata": {"path": folder}}, record_timing=False
        )
        client.execute()
    notebook.metadata = nbformat.from_dict(before)
    return notebook


def shown(notebook: Any) -> list[Any]:
    return [(cell.get("execution_count"), cell.get("outputs")) for cell in notebook.cells]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_stored(path: Path) -> None:
    stored, now = nbformat.read(path, as_version=4), executed(path)
    assert shown(now) == shown(stored), "run python tests/test_notebooks.py, and look at what changes"
    data = [output.get("data", {}) for cell in now.cells for output in cell.get("outputs", [])]
    html = "".join(one.get("text/html", "") for one in data)
    assert 'class="swizzle-atlas"' in html
    assert html.count("<div") == html.count("</div>") and html.count("<svg") == html.count("</svg>") > 0
    assert path.stat().st_size < 400_000


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3


if __name__ == "__main__":
    for path in NOTEBOOKS:
        nbformat.write(executed(path), path)
