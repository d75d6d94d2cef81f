"""The program that the wheel puts on the path."""

from __future__ import annotations

import os
import subprocess
import sysconfig
from pathlib import Path

import pytest
from golden import right, wrong

PROGRAM = Path(sysconfig.get_path("scripts")) / f"swizzle{sysconfig.get_config_var('EXE') or ''}"

pytestmark = pytest.mark.skipif(not PROGRAM.exists(), reason="the package is not installed")


@pytest.mark.skipif("SWIZZLE" not in os.environ, reason="SWIZZLE does not name the program")
@pytest.mark.parametrize(
    ("arguments", "given", "code"),
    [
        (["decode", "0x4000004000010040"], "", 0),
        (["tile", "--mn", "128", "--k", "64"], "", 0),
        (["lint", "-"], right(), 0),
        (["lint", "-"], wrong(), 1),
        (["lint", "-", "--json"], wrong(), 1),
        (["lint", "missing.ptx"], "", 2),
        (["tile", "--mn", "0"], "", 2),
        (["tile", "--hello"], "", 2),
        (["--version"], "", 0),
        (["lint", "--help"], "", 0),
        ([], "", 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_it_is_the_program(arguments: list[str], given: str, code: int) -> None:
    """The same as what cargo builds, byte for byte."""
    one, other = (
        subprocess.run([path, *arguments], input=given, capture_output=True, text=True, check=False)
        for path in (str(PROGRAM), os.environ["SWIZZLE"])
    )
    assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)
    assert one.returncode == code


def test_a_closed_pipe_is_not_a_failure() -> None:
    ended = subprocess.run(
        f"set -o pipefail; '{PROGRAM}' lint --list | head -1",
        shell=True,
        executable="/bin/bash",
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
