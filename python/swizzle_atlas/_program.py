"""The program `swizzle`, which the wheel puts on the path."""

from __future__ import annotations

import signal
import sys

from ._native import program


def main() -> int:
    """Run the program with the arguments of the command line; returns the exit code."""
    # Rust does not ask Python whether Ctrl+C was pressed.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return program(["swizzle", *sys.argv[1:]])
