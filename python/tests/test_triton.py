"""`swizzle_atlas.triton` with a stand-in of Triton's settings; `night_triton.py` has Triton itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from golden import objects, right, wrong

from swizzle_atlas import LintError, SwizzleError, lint
from swizzle_atlas.triton import switch_off, switch_on, watch

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

    with watch(show) as watched, pytest.warns(UserWarning, match="a kernel was not shown: a fault of who shows"):
        settings.compile(tmp_path, "wrong", wrong())
    assert len(watched.reports) == 1 and watched.not_linted == []
    with watch() as watched, pytest.warns(UserWarning, match="a kernel was not linted: Triton kept no PTX"):
        assert settings.listener is not None
        settings.listener(metadata_group={"k.cubin": "/k.cubin"})
    assert watched.summary == "1 kernel: 1 not linted" and not watched
    watched.raise_for_errors(warnings=True)
    with pytest.raises(SwizzleError, match="a kernel was not linted: Triton kept no PTX"):
        watched.raise_for_errors(incomplete=True)
    with pytest.raises(ZeroDivisionError), watch():
        raise ZeroDivisionError
    assert settings.listener is None


def test_without_triton(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "triton.knobs", None)
    monkeypatch.setitem(sys.modules, "triton", None)
    with pytest.raises(ImportError), watch():
        pass


# A test that compiles a kernel, as Triton does.
COMPILES = """
    import pytest

    def compile(name):
        import triton.knobs
        group = {f"{name}.ptx": f"FOLDER/{name}.ptx"}
        triton.knobs.compilation.listener(metadata_group=group)
"""


@pytest.fixture
def kernels(tmp_path: Path) -> str:
    """A folder with a wrong kernel, a right one and one that is not known; the start of a test's file that compiles them."""
    (tmp_path / "wrong.ptx").write_text(wrong())
    (tmp_path / "right.ptx").write_text(right())
    (tmp_path / "unknown.ptx").write_text(incomplete())
    return COMPILES.replace("FOLDER", str(tmp_path))


def incomplete() -> str:
    """A kernel whose descriptors come from memory."""
    texts = [str(one["text"]) for one in objects("ptx/texts.jsonl.gz")]
    return next(text for text in texts if lint(text).verdict == "incomplete")


def run(pytester: pytest.Pytester, file: str, *arguments: str, ini: str = "") -> pytest.RunResult:
    pytester.makeini(f"[pytest]\naddopts = -p swizzle_atlas.pytest\n{ini}")
    pytester.makepyfile(file)
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", *arguments)


def test_the_plugin_fails_a_test_that_compiles_a_wrong_kernel(
    pytester: pytest.Pytester, settings: Settings, kernels: str
) -> None:
    result = run(
        pytester,
        kernels
        + """
    def test_it():
        compile("wrong")

    def test_other():
        compile("right")

    def test_unknown():
        compile("unknown")

    @pytest.mark.xfail(strict=True)
    def test_that_is_known():
        compile("wrong")
    """,
    )
    result.assert_outcomes(passed=2, failed=1, xfailed=1)
    result.stdout.fnmatch_lines(["*LintError: *PTX line 218: *", "*wrong.ptx:218: error: *"])
    assert "force_exception" not in str(result.stdout)
    result.stdout.fnmatch_lines(
        [
            "=* tensor-core kernels *=",
            "1 wrong",
            "    wrong.ptx: _Z7kernel*, sm_90a: 1 of 8 operands is wrong: B of step 2, line 218 (*::test_it)",
            "1 incomplete",
            "    unknown.ptx: *",
            "1 right",
        ]
    )


@pytest.mark.parametrize(
    ("ini", "failed"), [("", 0), ("swizzle_fail_on = warning", 0), ("swizzle_fail_on = incomplete", 1)]
)
def test_the_least_that_fails_is_an_option(
    pytester: pytest.Pytester, settings: Settings, kernels: str, ini: str, failed: int
) -> None:
    file = f"{kernels}\n    def test_it():\n        compile('unknown')\n"
    result = run(pytester, file, ini=ini)
    result.assert_outcomes(passed=1 - failed, failed=failed)


def test_options_of_the_plugin(pytester: pytest.Pytester, settings: Settings, kernels: str) -> None:
    ids = sorted({finding.id for finding in lint(wrong()).errors})
    allowed = "".join(f'[[allow]]\nid = "{one}"\nreason = "known"\n' for one in ids)
    pytester.makefile(".toml", allowed=allowed)
    file = f"{kernels}\n    def test_it():\n        compile('wrong')\n"
    run(pytester, file, ini="swizzle_config = allowed.toml").assert_outcomes(passed=1)
    tests = pytester.mkdir("tests")
    tests.joinpath("test_deep.py").write_text(pytester.path.joinpath("test_options_of_the_plugin.py").read_text())
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tests)
        result = pytester.runpytest_inprocess("-p", "no:cacheprovider", "test_deep.py")
        result.assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("ini", "message"),
    [
        ("swizzle_fail_on = nothing", "swizzle_fail_on nothing is unknown: one of error, warning, incomplete"),
        ("swizzle_config = missing.toml", "swizzle_config *missing.toml: *No such file*"),
        ("swizzle_config = broken.toml", "swizzle_config *broken.toml: *missing field `reason`*"),
        ("swizzle_config = .", "swizzle_config *: *Is a directory*"),
    ],
)
def test_a_wrong_option_ends_the_run(pytester: pytest.Pytester, settings: Settings, ini: str, message: str) -> None:
    pytester.makefile(".toml", broken='[[allow]]\nid = "walk-start"\n')
    result = run(pytester, "def test_it():\n    pass\n", ini=ini)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert re.search(re.escape(message).replace(r"\*", "[^`]*"), " ".join(result.stderr.lines))


def test_a_kernel_that_is_not_linted_fails_its_test(
    pytester: pytest.Pytester, settings: Settings, kernels: str
) -> None:
    file = (
        f"{kernels}\n    def test_it():\n        compile('gone')\n\n    def test_other():\n        compile('right')\n"
    )
    result = run(pytester, file)
    result.assert_outcomes(passed=1, failed=1, warnings=1)
    result.stdout.fnmatch_lines(["a kernel was not linted: *No such file*gone.ptx*"])


def test_kernels_of_a_file_are_told_apart(pytester: pytest.Pytester, settings: Settings, tmp_path: Path) -> None:
    """By name and target: the summary is the same."""
    head, _, body = wrong().partition(".visible .entry")
    other = body.replace("_Z7kernel", "_Z5other")
    assert other != body
    (tmp_path / "both.ptx").write_text(f"{head}.visible .entry{body}\n.visible .entry{other}")
    file = COMPILES.replace("FOLDER", str(tmp_path)) + "\n    def test_it():\n        compile('both')\n"
    result = run(pytester, file)
    result.stdout.fnmatch_lines(
        ["2 wrong", "    both.ptx: _Z7kernel*, sm_90a: *", "    both.ptx: _Z5other*, sm_90a: *"]
    )


def test_the_plugin_is_silent_without_triton(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "triton", None)
    result = run(pytester, "def test_it():\n    pass\n", "-W", "error")
    result.assert_outcomes(passed=1)
    assert "tensor-core" not in str(result.stdout)


TRITON = """
class Compilation:
    listener = None
    def compile(self, path):
        if self.listener is not None:
            self.listener(metadata_group={"k.ptx": path}, cache_hit=False)
compilation = Compilation()
"""


@pytest.fixture
def stand_in(tmp_path: Path) -> Path:
    """A folder with a package `triton` that imports its settings, and a wrong kernel."""
    package = tmp_path / "triton"
    package.mkdir()
    (package / "__init__.py").write_text("from . import knobs\n")
    (package / "knobs.py").write_text(TRITON)
    (tmp_path / "wrong.ptx").write_text(wrong())
    (tmp_path / "matmul.py").write_text("import triton\ntriton.knobs.compilation.compile('wrong.ptx')\n")
    return tmp_path


@pytest.mark.parametrize(
    ("value", "is_on"), [("1", True), ("true", True), *((one, False) for one in ("0", "", "false", "No", "OFF"))]
)
def test_a_variable_watches_a_process(stand_in: Path, value: str, is_on: bool) -> None:
    """Without a change of the script: `swizzle_atlas_lint.pth` of the wheel is read when Python starts."""
    if not list(Path(sysconfig.get_path("purelib")).glob("swizzle_atlas_lint.pth")):
        pytest.skip("the package is not installed from a wheel")
    environment = {**os.environ, "SWIZZLE_LINT": value}
    command = [sys.executable, "matmul.py"]
    ended = subprocess.run(command, cwd=stand_in, env=environment, capture_output=True, text=True, check=True)
    assert ("wrong.ptx:218: error: " in ended.stderr) == is_on
    assert ended.stderr.endswith("swizzle: 1 kernel: 1 wrong\n") == is_on and ended.stdout == ""
    # What does not use Triton is not slowed down, and nothing of it is imported.
    code = "import sys; print([name for name in ('triton', 'numpy', 'json') if name in sys.modules])"
    other = subprocess.run(
        [sys.executable, "-c", code], cwd=stand_in, env=environment, capture_output=True, text=True, check=True
    )
    assert other.stderr == "" and ("numpy" not in other.stdout and "triton" not in other.stdout)


def test_a_notebook_is_watched_by_one_line(stand_in: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell_of = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell
    monkeypatch.chdir(stand_in)
    monkeypatch.syspath_prepend(str(stand_in))
    monkeypatch.setenv("IPYTHONDIR", str(stand_in))
    for name in ("triton", "triton.knobs"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    shown: list[Any] = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    shell = shell_of()
    try:
        shell.run_cell("%load_ext swizzle_atlas").raise_error()
        shell.run_cell("import triton; triton.knobs.compilation.compile('wrong.ptx')").raise_error()
        assert [report.verdict for report in shown] == ["wrong"]
        shell.run_cell("%unload_ext swizzle_atlas").raise_error()
        shell.run_cell("assert triton.knobs.compilation.listener is None").raise_error()
    finally:
        switch_off()
        for name in ("triton", "triton.knobs"):
            sys.modules.pop(name, None)


def test_what_is_imported_already_is_watched_too(settings: Settings, tmp_path: Path) -> None:
    heard: list[Any] = []
    try:
        watched = switch_on(heard.append)
        settings.compile(tmp_path, "wrong", wrong())
        assert switch_on(None) is watched
        settings.compile(tmp_path, "right", right())
        assert len(heard) == 1 and watched.summary == "2 kernels: 1 wrong, 1 right" and not watched
        assert [kernel.verdict for report in watched for kernel in report] == ["wrong", "right"] and len(watched) == 2
    finally:
        switch_off()
    assert settings.listener is None
