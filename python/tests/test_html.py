"""What notebooks show."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from golden import right, wrong

import swizzle_atlas
from swizzle_atlas import (
    Bits,
    Chip,
    Descriptor,
    TensorMap,
    Tile,
    bank_conflicts,
    dump,
    lint,
    scale_factors,
    tensor_memory,
)

VOID = {"br", "img", "path", "rect", "line"}


class Wellformed(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        assert all(name != "src" and not (value or "").startswith("http:") for name, value in attrs if name != "xmlns")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def shown(one: Any) -> Wellformed:
    page = Wellformed()
    page.feed(one._repr_html_())
    assert page.open == []
    return page


@pytest.mark.parametrize(
    "one",
    [
        Chip("sm_100a"),
        Descriptor("0x4000004000010040"),
        Tile(),
        Tile(mn=60000, k=60000),
        Tile().check(0x4000004000010000),
        TensorMap([64, 64]),
        TensorMap([128, 64]),
        bank_conflicts(Tile(), "ldmatrix-a"),
        scale_factors("mxf4", 128, 256),
        lint(right()),
        lint(wrong()),
        lint(wrong().replace("_Z7kernel", "_Z7<b>ernel")),
    ],
    ids=lambda one: type(one).__name__,
)
def test_every_class_shows_itself(one: Any) -> None:
    assert "table" in shown(one).seen or isinstance(one, Tile)


def test_every_record_shows_itself() -> None:
    report = lint(wrong())
    kernel = report.kernels[0]
    mma, finding = kernel.mmas[0], report.errors[0]
    a = mma.operands["A"]
    check = Tile(mn=128, k=64, start=0x400).check(0x4000002000010040)
    for one in (
        *(kernel, mma, a, a.descriptor, a.start, finding, finding.source, finding.edit),
        *(check.findings[0], check.findings[0].fixes[0], check.descriptors[0], check.descriptors[0].units),
        Descriptor("0x4000004000010040").fields["sbo"],
        bank_conflicts(Tile(), "ldmatrix-a").groups[0],
        tensor_memory("d", m=64).place(37, 5),
    ):
        assert one is None or "table" in shown(one).seen, one
    html = a._repr_html_()
    assert f"<td>sbo</td><td>{a.sbo}</td>" in html
    assert "<td>edit</td><td>line 209: add.s32" in finding._repr_html_()
    # Tables of the instructions, the findings and the facts; of an operand what is known, its bits in hex.
    assert kernel._repr_html_().count("<table>") == 4
    assert str(Bits(known=0xFF0F, bits=0x1203)) == "0x????????????12?3"


def test_no_class_is_forgotten() -> None:
    classes = {name: getattr(swizzle_atlas, name) for name in swizzle_atlas.__all__ if name[0].isupper()}
    assert [name for name, one in classes.items() if not hasattr(one, "_repr_html_")] == ["LintError"]


def test_tensor_memory_shows_its_lanes() -> None:
    d = tensor_memory("d", kind="f16", m=64, n=32)
    html = d._repr_html_()
    assert {"svg", "path"} <= set(shown(d).seen) and html.count("<svg") == 2
    assert "CuTe and Triton agree" in html and html.count("not measured") == 1
    # M = 64 fills half of the lanes: those of a run each, two units high below the 40 for the title.
    lanes = {(int(y) - 40) // 2 for y in re.findall(r"M\d+ (\d+)h\d+v2h", d.svg())}
    assert lanes == {lane for warp in range(4) for lane in range(32 * warp, 32 * warp + 16)}
    assert "CTA 1" in tensor_memory("d", m=256, n=64, cta_group=2).svg()


def test_a_dump_shows_itself() -> None:
    text = "\n".join(
        f"{0x400 + 16 * line:#x}: " + " ".join(f"{8 * line + at:#06x}" for at in range(8)) for line in range(64)
    )
    assert "table" in shown(dump(text, element_bits=16, mn=64, k=8)).seen


def test_a_report_has_verdict_score_and_pictures() -> None:
    html = lint(wrong())._repr_html_()
    assert "✗ wrong: 1 of 8 operands is wrong: B of step 2, line 218" in html
    assert html.count("<svg") == 2 and html.count('class="light"') == html.count('class="dark"') == 1
    assert "fix: Start step 2 8160 bytes (510 units) from step 1" in html
    assert html.count("<tr>") == 1 + 4


def test_a_high_picture_scrolls() -> None:
    assert Tile(mn=64, k=64)._repr_html_().count('class="picture tall"') == 2
    assert Tile(mn=8, k=64)._repr_html_().count('class="picture"') == 2
