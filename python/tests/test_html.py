"""What notebooks show."""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from golden import ptx, right, wrong

import swizzle_atlas
from swizzle_atlas import (
    Bits,
    Chip,
    Descriptor,
    TensorMap,
    Tile,
    arrangements,
    bank_conflicts,
    dump,
    fragment,
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
        fragment("m16n8k16.f16", "B"),
        arrangements(64, 64, ["ldmatrix.x4"]),
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
    a = mma.operands.A
    check = Tile(mn=128, k=64, start=0x400).check(0x4000002000010040)
    for one in (
        *(kernel, kernel.facts[0], mma, a, a.descriptor, a.start, finding, finding.source, finding.edit),
        *(check.findings[0], check.findings[0].fixes[0], check.descriptors[0], check.descriptors[0].units),
        Descriptor("0x4000004000010040").fields["sbo"],
        bank_conflicts(Tile(), "ldmatrix-a").groups[0],
        fragment("m16n8k16.f16").slots[5],
        arrangements(64, 64, ["ldmatrix.x4"]).arrangements[0],
        tensor_memory("d", m=64).place(37, 5),
    ):
        assert one is None or "table" in shown(one).seen, one
    html = a._repr_html_()
    assert f"<td>sbo</td><td>{a.sbo}</td>" in html
    assert "<td>edit</td><td>line 209: add.s32" in finding._repr_html_()
    # Of an operand what is known, its bits in hex.
    assert str(Bits(known=0xFF0F, bits=0x1203)) == "0x????????????12?3"


def test_no_class_is_forgotten() -> None:
    classes = {name: getattr(swizzle_atlas, name) for name in swizzle_atlas.__all__ if name[0].isupper()}
    assert [name for name, one in classes.items() if not hasattr(one, "_repr_html_")] == [
        "LintError",
        "Names",
        "SwizzleError",
    ]


def test_tensor_memory_shows_its_lanes() -> None:
    d = tensor_memory("d", kind="f16", m=64, n=32)
    html = d._repr_html_()
    assert {"svg", "path"} <= set(shown(d).seen) and html.count("<svg") == 1
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
    assert html.count("<svg") == 1
    assert "fix: Start step 2 8160 bytes (510 units) from step 1" in html
    instructions, facts = (part.partition("</details>")[0] for part in html.split("<details")[1:])
    assert instructions.count("<tr>") == 1 + 4 and "<td>checked</td>" in facts


def test_a_kernel_looks_like_the_report() -> None:
    report = lint(wrong())
    assert report.kernels[0]._repr_html_() == report._repr_html_()
    many = lint([wrong()] * 9)._repr_html_()
    assert many.count("<details open>") == 8 and "1 of 8 operands is wrong" in many.rpartition("<details open>")[2]
    assert many.count("<svg") == 8
    large = lint([ptx("texts.jsonl.gz", "dsl_bfloat16_128x128x64_kk_sm100")] * 3)._repr_html_()
    assert large.count("<svg") == 1 and large.count("shown by the kernel itself") == 2
    assert 2000 < len(re.findall(r"h\d+v\d+h-\d+z", large)) <= 4000


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ({"mn": 64, "k": 64}, None),
        ({"mn": 256, "k": 256}, (64, 128)),
        ({"mn": 4096, "k": 64, "major": "MN", "order": "k"}, (128, 64)),
        ({"mn": 1024, "k": 128, "row_bytes": 272, "start": 0x80}, (64, 128)),
        ({"mn": 512, "k": 512, "element": "e2m1-packed", "arch": "tcgen05", "stages": 2}, (128, 256)),
    ],
)
def test_of_a_large_tile_the_first_part_is_shown(values: dict[str, Any], part: tuple[int, int] | None) -> None:
    """4,000 cells of 16 bytes at most in both views, at the addresses that they have in the whole tile."""
    tile = Tile(**values)
    html = tile._repr_html_()
    cells = len(re.findall(r"M\d+ \d+h\d+v\d+h-\d+z", html))
    assert 1000 < cells <= 4000 and len(html) < 400_000
    if part is None:
        assert "the first" not in html and cells < 1100
    else:
        assert f"the first {part[0]} × {part[1]} of {values['mn']} × {values['k']} elements" in html
        window, whole = tile._first(*part), tile.byte_from_element()
        assert (window.byte_from_element() == whole[: part[0], : part[1]]).all()


def test_the_picture_of_a_descriptor_frames_its_step() -> None:
    tile = Tile(mn=64, k=64, start=0x400)
    first, second = tile.descriptors()[:2]
    assert "of step 0 of 4: K 0–15" in first.svg() and "of step 1 of 4: K 16–31" in second.svg()
    assert "block 0, step 1 of Tile(mn=64, k=64, start=0x400)" in second._repr_html_()
    assert 'class="cells"' in Tile(mn=4096, k=512).descriptors()[9]._repr_html_()


def test_a_picture_has_the_colours_of_both_themes() -> None:
    tile = Tile(mn=8, k=64)
    html = tile._repr_html_()
    light, dark = (re.findall("#[0-9a-f]{6}", tile.svg(dark=is_dark)) for is_dark in (False, True))
    assert light != dark
    for one, other in zip(light, dark):
        name = f"--{one[1:]}-{other[1:]}"
        assert (
            f"var({name},{one})" in html and html.count(f"{name}:{other};") == 2 and html.count(f"{name}:{one};") == 1
        )
    assert html.count("<svg") == 2


@pytest.mark.skipif("CHROMEDRIVER" not in os.environ, reason="CHROMEDRIVER names no driver of a browser")
def test_in_jupyterlab_text_is_left_aligned_and_colours_follow_the_theme(tmp_path: Path) -> None:
    """JupyterLab's rule, from its rendermime package: what an output shows has cells that are aligned to the right."""
    rule = ":not(.jp-RenderedMarkdown).jp-RenderedHTMLCommon :is(td, th, tr) { text-align: right; }"
    shown = Descriptor("0x4000004000010040")._repr_html_()
    page = tmp_path / "lab.html"
    script = """
        const lab = document.body.firstElementChild, fill = () =>
            getComputedStyle(lab.querySelector('svg rect')).fill;
        const answer = [...lab.querySelectorAll('td, th')].map((cell) => getComputedStyle(cell).textAlign);
        lab.dataset.jpThemeLight = 'true'; answer.push(fill());
        lab.dataset.jpThemeLight = 'false'; answer.push(fill());
        return answer;"""
    with Browser() as browser:
        for head, foot in ((rule, ""), ("", rule)):
            body = f'<div><div class="jp-RenderedHTMLCommon">{shown}</div></div>'
            page.write_text(
                f"<!doctype html><meta charset='utf-8'><style>{head}</style><body>{body}<style>{foot}</style>"
            )
            browser.open(page)
            *cells, light, dark = browser.run(script)
            assert len(cells) > 20 and set(cells) == {"left"}
            assert (light, dark) == ("rgb(255, 255, 255)", "rgb(22, 24, 28)")


def test_a_high_picture_scrolls() -> None:
    assert Tile(mn=64, k=64)._repr_html_().count('class="picture tall"') == 2
    assert Tile(mn=8, k=64)._repr_html_().count('class="picture"') == 2


def test_notes_are_folded() -> None:
    tile = Tile()
    notes, folded = len(tile.findings), "<details><summary>1 note</summary><p><strong>· note: "
    assert notes == 1 and tile.findings[0].severity == "note" and folded in tile._repr_html_()
    html = Tile(sbo_bytes=512)._repr_html_()
    error, _, note = html.partition("<details>")
    assert "✗ error: " in error and "✗ error: " not in note and "no findings" not in html


def test_several_kernels_begin_with_their_counts() -> None:
    html = lint([right(), wrong(), right()])._repr_html_()
    assert html.partition('<div class="swizzle-atlas">')[2].startswith(
        "<p><strong>3 kernels: 1 wrong, 2 right</strong></p>"
    )
    assert "1 kernel" not in lint(wrong())._repr_html_()


@pytest.mark.parametrize("one", [Chip("sm_100a"), Tile()], ids=["without a picture", "with pictures"])
def test_what_the_browser_draws_follows_the_theme(one: Any) -> None:
    style = one._repr_html_().partition("</style>")[0]
    schemes = re.findall(r"^:is\(.*\) \.swizzle-atlas \{ color-scheme: (\w+);", style, re.MULTILINE)
    assert schemes == ["light", "dark"]
    assert "(prefers-color-scheme: dark) { .swizzle-atlas { color-scheme: dark;" in style
