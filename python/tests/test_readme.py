"""The examples that the package index shows."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from golden import right, wrong

from swizzle_atlas import LintError

README = Path(__file__).parents[1] / "README.md"


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    example, *_ = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(tmp_path)
    Path("gemm.ptx").write_text(right())
    exec(example, {})
    assert capsys.readouterr().out.endswith("right: All 8 operands are read correctly (4 instructions)\n")
    Path("gemm.ptx").write_text(wrong())
    with pytest.raises(LintError):
        exec(example, {})


def test_the_answers_are_what_it_says() -> None:
    (session,) = re.findall(r"```pycon\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    parsed = doctest.DocTestParser().get_doctest(session, {}, "README.md", str(README), 0)
    heard: list[str] = []
    result = doctest.DocTestRunner().run(parsed, out=heard.append)
    assert result.failed == 0 and result.attempted >= 8, "".join(heard)
