"""`swizzle_atlas.triton` with a stand-in of Triton's settings; `night_triton.py` has Triton itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from golden import right, wrong

from swizzle_atlas import LintError
from swizzle_atlas.triton import watch

pytest_plugins = ["pytester"]


class Settings:
    """What is used of `triton.knobs.compilation`."""

    listener: Callable[..., None] | None = None

    def compile(self, folder: Path, name: str, text: str, cache_hit: bool = False) -> None:
        """Calls the listener as Triton 3.4 to 3.9 do at the end of `triton.compile`."""
        path = folder / f"{name}.ptx"
        path.write_text(text)
        if self.listener is not None:
            group = {f"{name}.ttir": str(folder / "x"), path.name: str(path)}
            self.listener(src=None, metadata={}, metadata_group=group, times=None, cache_hit=cache_hit)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[Settings]:
    knobs: Any = ModuleType("triton.knobs")
    knobs.compilation = Settings()
    package: Any = ModuleType("triton")
    package.knobs = knobs
    monkeypatch.setitem(sys.modules, "triton", package)
    monkeypatch.setitem(sys.modules, "triton.knobs", knobs)
    yield knobs.compilation


def test_each_kernel_is_linted_once(settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heard = []
    settings.listener = before = lambda **said: heard.append(said)
    with watch() as watched:
        settings.compile(tmp_path, "right", right())
        settings.compile(tmp_path, "wrong", wrong())
        settings.compile(tmp_path, "wrong", wrong(), cache_hit=True)
        settings.compile(tmp_path, "add", ".visible .entry add() { ret; }")
    assert settings.listener is before
    assert (len(heard), watched.compiled, len(watched.reports)) == (4, 3, 2)
    assert [finding.id for finding in watched.errors][:1] == ["walk-start"]
    with pytest.raises(LintError, match=r"wrong\.ptx:218: error: "):
        watched.raise_for_errors()
    error = capsys.readouterr().err
    assert "wrong.ptx:218: error: " in error and "right.ptx" not in error


def test_a_compilation_does_not_fail_because_it_is_watched(settings: Settings, tmp_path: Path) -> None:
    def show(_: object) -> None:
        raise RuntimeError("a fault of who shows")

    with watch(show) as watched, pytest.warns(UserWarning, match="a kernel was not linted: a fault of who shows"):
        settings.compile(tmp_path, "wrong", wrong())
    assert len(watched.reports) == 1
    with watch(), pytest.warns(UserWarning, match="Triton kept no PTX"):
        assert settings.listener is not None
        settings.listener(metadata_group={"k.cubin": "/k.cubin"})
    with pytest.raises(ZeroDivisionError), watch():
        raise ZeroDivisionError
    assert settings.listener is None


def test_without_triton(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "triton.knobs", None)
    monkeypatch.setitem(sys.modules, "triton", None)
    with pytest.raises(ImportError), watch():
        pass


def test_the_plugin_fails_a_test_that_compiles_a_wrong_kernel(
    pytester: pytest.Pytester, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "wrong.ptx").write_text(wrong())
    pytester.makeconftest('pytest_plugins = ["swizzle_atlas.pytest"]')
    pytester.makepyfile(f"""
        import pytest

        def test_it():
            import triton.knobs
            group = {{"wrong.ptx": {str(tmp_path / "wrong.ptx")!r}}}
            triton.knobs.compilation.listener(metadata_group=group)

        def test_other():
            pass

        @pytest.mark.xfail(strict=True)
        def test_that_is_known():
            test_it()
    """)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=1, xfailed=1)
    result.stdout.fnmatch_lines(["*LintError: *PTX line 218: *", "*wrong.ptx:218: error: *"])
    assert "force_exception" not in str(result.stdout)
