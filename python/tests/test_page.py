"""The page with a kernel loaded, and `python -m swizzle_atlas`."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
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


def ask(url: str, body: object = None) -> Any:
    """A command of WebDriver, and its value."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)["value"]


@needs_page
@pytest.mark.skipif("CHROMEDRIVER" not in os.environ, reason="CHROMEDRIVER names no driver of a browser")
def test_the_page_shows_the_kernel(tmp_path: Path) -> None:
    options: dict[str, Any] = {"args": ["--headless", "--no-sandbox", "--disable-gpu"]}
    if "CHROME" in os.environ:
        options["binary"] = os.environ["CHROME"]
    driver = [os.environ["CHROMEDRIVER"], "--port=0"]
    with subprocess.Popen(driver, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            said = (re.search(r"successfully on port (\d+)", line) for line in process.stdout)
            port = next(found[1] for found in said if found)
            capabilities = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
            sessions = f"http://127.0.0.1:{port}/session"
            session = f"{sessions}/{ask(sessions, capabilities)['sessionId']}"
            for text, headline in ((wrong(), "1 of 8 operands is wrong"), (right(), "All 8 operands are read")):
                file = lint(text, name=f"{headline[:3]}.ptx").page(tmp_path / f"{headline[:3]}.html")
                ask(f"{session}/url", {"url": file.as_uri()})
                script = {"script": "return document.body.innerText", "args": []}
                deadline = time.monotonic() + 60
                while headline not in (shown := ask(f"{session}/execute/sync", script)):
                    assert time.monotonic() < deadline, shown
                    time.sleep(0.2)
            urllib.request.urlopen(urllib.request.Request(session, method="DELETE"))
        finally:
            process.terminate()


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
