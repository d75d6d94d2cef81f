"""`lint` and its report."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from golden import objects, ptx, right, wrong

import swizzle_atlas
from swizzle_atlas import Edit, LintError, SwizzleError, lint


def test_a_right_kernel_is_right() -> None:
    report = lint(right())
    assert report.verdict == "right"
    assert report.errors == [] == report.warnings
    report.raise_for_errors(warnings=True)
    (kernel,) = report.kernels
    assert kernel.summary == "All 8 operands are read correctly"
    operands = [operand for mma in kernel.mmas for operand in mma.operands.values()]
    assert [operand.verdict for operand in operands if operand.kind == "descriptor"] == ["right"] * 8


def test_a_planted_fault_is_found_with_its_edit() -> None:
    report = lint(wrong())
    finding = report.errors[0]
    assert (finding.id, finding.operand, finding.line) == ("walk-start", "B", 218)
    assert report.kernels[0].summary == "1 of 8 operands is wrong: B of step 2, line 218"
    assert finding.edit is not None and finding.edit.line == 209
    # The edit is the planted one, undone.
    assert finding.edit.apply(wrong()) == right()
    with pytest.raises(LintError) as raised:
        report.raise_for_errors()
    first, rest = str(raised.value).split("\n", 1)
    assert first == f"PTX line 218: {finding.message} [walk-start]" and rest == str(report)
    assert raised.value.report is report


def test_an_edit_is_applied_to_its_own_text_alone(tmp_path: Path) -> None:
    edit = lint(wrong()).errors[0].edit
    assert edit is not None
    path = tmp_path / "gemm.ptx"
    path.write_text(wrong())
    assert edit.apply(path) == right()
    head = wrong().split("\n")[:200]
    for other in (right(), "hello", "\n".join(head), "\n" + wrong()):
        with pytest.raises(SwizzleError, match=r"line 209 is not add.s32 .*, 9216;: the edit is for another text"):
            edit.apply(other)
    several = Edit(
        1, "add.s32 %r1, %r0, 48;", "add.s32 %r1, %r0, 32;", (2,), ((1, "add.s32 %r1, %r0, 32;"), (2, "a b, 5;"))
    )
    assert several.apply("  add.s32 %r1, %r0, 48;\n  a \tb, 6;") == "  add.s32 %r1, %r0, 32;\n  a b, 5;"
    with pytest.raises(SwizzleError, match="line 2 is not a b: the edit is for another text"):
        several.apply("add.s32 %r1, %r0, 48;\nc b, 6;")
    given: Any
    for given in (wrong().encode(), None, 5):
        with pytest.raises(TypeError, match="ptx: expected str, got "):
            edit.apply(given)


def test_edits_of_kernels_are_called_what_their_product_was() -> None:
    """80 edits of 8 kernels, each run on an H100."""
    texts = {one["file"]: one["text"] for one in objects("ptx/multiplied.jsonl.gz")}
    faults = []
    for mutant in objects("ptx/mutants.jsonl"):
        lines = texts[f"case{mutant['case']}"].split("\n")
        at = mutant["line"] - 1
        assert lines[at].endswith(mutant["old"])
        lines[at] = lines[at][: -len(mutant["old"])] + mutant["new"]
        verdict = lint("\n".join(lines)).verdict
        is_right = mutant["truth"] == "right"
        if (is_right and verdict == "wrong") or (not is_right and verdict not in ("wrong", "warning")):
            faults.append((mutant["case"], mutant["name"], mutant["truth"], verdict))
    assert faults == []


def test_operands_are_as_the_compilers_tell_them() -> None:
    """`truth.jsonl`, which was not taken from the PTX."""
    texts = {one["file"]: one["text"] for one in objects("ptx/texts.jsonl.gz")}
    reports = {name: lint(text, name=name) for name, text in texts.items()}
    compared = 0
    for truth in objects("ptx/truth.jsonl"):
        mmas = [mma for kernel in reports[truth["file"]].kernels for mma in kernel.mmas]
        mma = next(mma for mma in mmas if mma.line == truth["line"])
        for letter in ("A", "B"):
            for key, value in truth.get(letter, {}).items():
                if value is not None:
                    assert getattr(mma.operands[letter], key) == value, (truth["file"], truth["line"], letter, key)
                    compared += 1
    assert compared > 1000


def test_every_way_to_give_a_kernel(tmp_path: Path) -> None:
    class OfTriton:
        name = "matmul"
        asm = {"ptx": wrong()}

    class OfCuTe:
        __ptx__ = wrong()

    path = tmp_path / "gemm.ptx"
    path.write_text(wrong())
    packed = gzip.compress(wrong().encode())
    (tmp_path / "other.ptx.gz").write_bytes(packed)
    ids = [finding.id for finding in lint(wrong()).findings]
    given = [wrong(), wrong().encode(), packed, path, str(path), OfTriton(), OfCuTe(), [path], str(tmp_path / "g*.ptx")]
    for kernel in given:
        assert [finding.id for finding in lint(kernel).findings] == ids, kernel
    assert len(lint(tmp_path).kernels) == 2
    several = lint([path, tmp_path / "other.ptx.gz", OfTriton(), right()])
    assert [kernel.verdict for kernel in several] == ["wrong"] * 3 + ["right"] and len(several) == 4
    assert several[3] and not several and [text for _, text in several.texts][3] == right()
    same_name = lint([right(), wrong()])
    assert [kernel._text for kernel in same_name] == [right(), wrong()] and same_name._places == [(0, 0), (1, 0)]
    with pytest.raises(TypeError, match="int has no PTX"):
        lint([path, 7])
    assert str(lint(OfTriton())).startswith("matmul.ptx:218: error: ")
    assert str(lint(wrong(), name="mine")).startswith("mine:218: error: ")


def test_what_has_no_kernel_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="^<text>: no wgmma.mma_async, no tcgen05.mma and no mma.sync$"):
        lint("hello\n")
    with pytest.raises(FileNotFoundError, match=r"No such file \(a string with a line break is read as PTX\): 'hello'"):
        lint("hello")
    # A name does not make a text of a path.
    with pytest.raises(FileNotFoundError, match="hello"):
        lint("hello", name="mine")
    for path in (tmp_path / "missing.ptx", str(tmp_path / "missing.ptx")):
        with pytest.raises(FileNotFoundError) as missing:
            lint(path)
        assert missing.value.filename == str(path)
    with pytest.raises(SwizzleError, match=r"missing-\*\.ptx"):
        lint(str(tmp_path / "missing-*.ptx"))
    with pytest.raises(TypeError, match="int has no PTX"):
        lint(7)
    with pytest.raises(FileNotFoundError):
        lint(right(), config=tmp_path / "missing.toml")


def test_a_finding_is_at_the_line_of_the_source() -> None:
    """SBO of the second step of A: 512 bytes where 1024 belong."""
    right_text = ptx("texts.jsonl.gz", "triton_tma_bf16_128x128x64_w4_sm90")
    old, new = (f"or.b64 \t%rd20, %rd42, {bits};" for bits in (4611686293305294848, 4611686155866341376))
    assert old in right_text
    report = lint(right_text.replace(old, new))
    source = report.errors[0].source
    assert source is not None and source.file.endswith("gen_triton.py")
    # Errors come before notes.
    assert str(report).startswith(f"{source}: error: {report.errors[0].message} [")
    assert report.errors[0].fix == "Set SBO to 1024 bytes"


def test_a_finding_that_is_allowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "swizzle.toml"
    config.write_text('[[allow]]\nid = "walk-start"\nreason = "the tile is padded"\n')
    monkeypatch.chdir(tmp_path)
    ids = {finding.id for finding in lint(wrong()).findings}
    report = lint(wrong())
    allowed = [finding for finding in report.findings if finding.allowed]
    assert {finding.allowed for finding in allowed} == {"the tile is padded"}
    assert {finding.id for finding in report.errors} == ids - {"walk-start"}
    config.write_text('[[allow]]\nid = "walk-start"\n')
    with pytest.raises(ValueError, match="missing field `reason`"):
        lint(wrong())


@pytest.mark.skipif("SWIZZLE" not in os.environ, reason="SWIZZLE does not name the program")
@pytest.mark.parametrize("text", [right(), wrong()], ids=["right", "wrong"])
def test_json_and_sarif_are_the_programs(text: str, tmp_path: Path) -> None:
    config = tmp_path / "swizzle.toml"
    config.write_text('[[allow]]\nid = "walk-start"\nreason = "the tile is padded"\n')
    report = lint(text, name="<stdin>", config=config)
    for option, written in (("--json", report.to_json()), ("--sarif", report.to_sarif())):
        command = [os.environ["SWIZZLE"], "lint", "-", option, "--config", str(config)]
        program = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        assert json.loads(written) == json.loads(program.stdout), option
        assert written.rstrip() == program.stdout.rstrip()


@pytest.mark.skipif("SWIZZLE" not in os.environ, reason="SWIZZLE does not name the program")
def test_a_report_reads_as_the_program_prints_it() -> None:
    for text in (right(), wrong(), "hello\n"):
        program = subprocess.run(
            [os.environ["SWIZZLE"], "lint", "-"], input=text, capture_output=True, text=True, check=False
        )
        try:
            report = lint(text, name="<stdin>")
            # The program's last line counts the kernels of all files.
            *lines, last = program.stdout.splitlines(keepends=True)
            assert f"{report}\n" == "".join(lines)
            assert last.startswith("1 kernel: ")
        except ValueError as error:
            # The program says more of a text that is not PTX at all.
            assert program.returncode == 2
            assert program.stderr.startswith("error: <stdin>: ") and str(error).startswith("<stdin>: no ")


def test_the_version_is_that_of_the_package() -> None:
    from importlib.metadata import version

    assert swizzle_atlas.__version__ == version("swizzle-atlas")
