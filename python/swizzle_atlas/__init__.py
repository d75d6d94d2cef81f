"""Linter and calculator of NVIDIA tensor-core shared-memory layouts.

`lint(kernel)` judges every operand of the `wgmma` and `tcgen05.mma` instructions in a kernel's PTX.
"""

from ._native import __version__
from ._report import (
    Bits,
    Edit,
    Finding,
    Instruction,
    InstructionDescriptor,
    Kernel,
    LintError,
    Operand,
    Report,
    Source,
    Start,
    lint,
)

__all__ = [
    "Bits",
    "Edit",
    "Finding",
    "Instruction",
    "InstructionDescriptor",
    "Kernel",
    "LintError",
    "Operand",
    "Report",
    "Source",
    "Start",
    "__version__",
    "lint",
]
