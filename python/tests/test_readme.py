"""The examples that the package index shows: all of them run."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from golden import right, wrong

from swizzle_atlas import LintError

README = Path(__file__).parents[1] / "README.md"
TEXT = README.read_text(encoding="utf-8")

TRITON = """
class Compilation:
    listener = None
    def compile(self, path):
        if self.listener is not None:
            self.listener(metadata_group={"k.ptx": path})
compilation = Compilation()
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def row(where: str) -> str:
    """How the table says it is done."""
    (how,) = re.findall(rf"^\| {where} \| `([^`]+)`", TEXT, re.MULTILINE)
    return str(how)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a kernel, and with a stand-in of Triton that compiles it."""
    monkeypatch.chdir(tmp_path)
    Path("gemm.ptx").write_text(wrong())
    Path("triton").mkdir()
    Path("triton/__init__.py").write_text("from . import knobs\n")
    Path("triton/knobs.py").write_text(TRITON)
    Path("train.py").write_text("import triton\ntriton.knobs.compilation.compile('gemm.ptx')\n")
    scripts = f"{sysconfig.get_path('scripts')}{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{scripts}")
    return tmp_path


def ended(command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, shell=True, capture_output=True, text=True, check=False)


def test_the_first_example_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = blocks("python")
    Path("gemm.ptx").write_text(right())
    exec(example, {})
    assert capsys.readouterr().out.endswith("right: All 8 operands are read correctly (4 instructions)\n")
    Path("gemm.ptx").write_text(wrong())
    with pytest.raises(LintError):
        exec(example, {})


def test_the_answers_are_what_it_says() -> None:
    session = "\n".join(blocks("pycon"))
    parsed = doctest.DocTestParser().get_doctest(session, {}, "README.md", str(README), 0)
    heard: list[str] = []
    result = doctest.DocTestRunner().run(parsed, out=heard.append)
    assert result.failed == 0 and result.attempted >= 20, "".join(heard)


def test_a_script_is_watched_as_it_says(folder: Path) -> None:
    if not list(Path(sysconfig.get_path("purelib")).glob("swizzle_atlas_lint.pth")):
        pytest.skip("the package is not installed from a wheel")
    assert "gemm.ptx:218: error: " in ended(row("any script")).stderr
    assert "error" not in ended(row("any script").partition(" ")[2]).stderr


def test_a_block_is_watched_as_it_says(folder: Path) -> None:
    block = f"{row('a block')}\n    exec(open('train.py').read())\nprint(len(watched.errors) > 0)"
    Path("block.py").write_text(f"import swizzle_atlas\n{block}\n")
    assert ended("python block.py").stdout == "True\n"


def test_a_notebook_is_watched_as_it_says(folder: Path) -> None:
    pytest.importorskip("IPython")
    Path("cell.ipy").write_text(f"{row('a notebook')}\nexec(open('train.py').read())\n")
    shown = ended(f"IPYTHONDIR={folder} python -m IPython --no-banner cell.ipy").stdout
    assert "<Report: wrong, 1 kernel" in shown, shown


def test_tests_are_watched_as_it_says(folder: Path) -> None:
    (ini,) = blocks("ini")
    assert row("all tests") in ini
    Path("pytest.ini").write_text(ini)
    Path("swizzle.toml").write_text('[[allow]]\nid = "other"\nreason = "known"\n')
    Path("test_it.py").write_text("def test_it():\n    exec(open('train.py').read())\n")
    shown = ended("python -m pytest -p no:cacheprovider").stdout
    assert "LintError: PTX line 218: " in shown and "1 wrong\n" in shown and "1 failed" in shown, shown


def test_the_program_is_on_the_path(folder: Path) -> None:
    lint, usage = re.findall(r"`(swizzle [^`]+)`", TEXT)
    assert (ended(lint).returncode, ended(usage).returncode) == (1, 0)
    (serve,) = re.findall(r"`(python -m swizzle_atlas)`", TEXT)
    assert ended(f"{serve} --help").returncode == 0
    assert "gemm.ptx:218: error: " in ended(lint).stdout


def test_it_is_short() -> None:
    assert len(TEXT.splitlines()) <= 120
