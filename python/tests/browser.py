"""A browser, by WebDriver: as much of it as the tests need."""

from __future__ import annotations

import json
import os
import re
import subprocess
import urllib.request
from pathlib import Path
from typing import Any


def ask(url: str, body: object = None) -> Any:
    """A command of WebDriver, and its value."""
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)["value"]


class Browser:
    """Chromium, by the driver that `CHROMEDRIVER` names."""

    def __enter__(self) -> Browser:
        options: dict[str, Any] = {"args": ["--headless", "--no-sandbox", "--disable-gpu"]}
        if "CHROME" in os.environ:
            options["binary"] = os.environ["CHROME"]
        driver = [os.environ["CHROMEDRIVER"], "--port=0"]
        self.process = subprocess.Popen(driver, stdout=subprocess.PIPE, text=True)
        try:
            assert self.process.stdout is not None
            said = (re.search(r"successfully on port (\d+)", line) for line in self.process.stdout)
            port = next(found[1] for found in said if found)
            capabilities = {"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}}
            sessions = f"http://127.0.0.1:{port}/session"
            self.session = f"{sessions}/{ask(sessions, capabilities)['sessionId']}"
        except BaseException:
            self.process.terminate()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            urllib.request.urlopen(urllib.request.Request(self.session, method="DELETE"))
        finally:
            self.process.terminate()
            self.process.communicate()

    def open(self, page: Path) -> None:
        ask(f"{self.session}/url", {"url": page.as_uri()})

    def run(self, script: str) -> Any:
        return ask(f"{self.session}/execute/sync", {"script": script, "args": []})
