"""The page with a kernel loaded, and `python -m swizzle_atlas`."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from browser import Browser
from golden import right, wrong

from swizzle_atlas import lint
from swizzle_atlas._page import page


def has_page() -> bool:
    try:
        page()
    except FileNotFoundError:
        return False
    return True


needs_page = pytest.mark.skipif(not has_page(), reason="the page was not built before the wheel")


def test_without_the_page_an_error_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("swizzle_atlas._page.files", lambda _: tmp_path)
    with pytest.raises(FileNotFoundError, match="has no page"):
        lint(right()).page(tmp_path / "page.html")


@needs_page
def test_a_page_names_its_script_and_holds_the_kernel(tmp_path: Path) -> None:
    written = lint(wrong(), name="gemm.ptx").page(tmp_path / "page.html").read_text(encoding="utf-8")
    assert len(re.findall(r"script-src 'sha256-[^']+' ", written)) == 1
    assert "walk" not in written[: written.index("<script>")]
    assert written.index("sessionStorage.setItem") < written.index("<script>", written.index("<script>") + 1)
    assert "#/kernel?" in written and "gemm.ptx" in written


@needs_page
@pytest.mark.skipif("CHROMEDRIVER" not in os.environ, reason="CHROMEDRIVER names no driver of a browser")
def test_the_page_shows_the_kernel(tmp_path: Path) -> None:
    with Browser() as browser:
        for text, headline in ((wrong(), "1 of 8 operands is wrong"), (right(), "All 8 operands are read")):
            browser.open(lint(text, name=f"{headline[:3]}.ptx").page(tmp_path / f"{headline[:3]}.html"))
            deadline = time.monotonic() + 60
            while headline not in (shown := browser.run("return document.body.innerText")):
                assert time.monotonic() < deadline, shown
                time.sleep(0.2)


@needs_page
def test_the_page_is_served_on_this_machine(tmp_path: Path) -> None:
    (tmp_path / "gemm.ptx").write_text(wrong())
    command = [sys.executable, "-m", "swizzle_atlas", str(tmp_path / "gemm.ptx")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as server:
        try:
            assert server.stdout is not None
            url = server.stdout.readline().strip()
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", url)
            with urllib.request.urlopen(url) as answer:
                assert b"gemm.ptx" in answer.read()
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(url + "other")
        finally:
            server.terminate()


def test_serving_says_what_is_wrong(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "swizzle_atlas", str(tmp_path / "missing.ptx")]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert ended.returncode == 2 and ended.stderr.startswith("error: ")
