"""Linter and calculator of NVIDIA tensor-core shared-memory layouts.

`lint(kernel)` judges every operand of the `wgmma` and `tcgen05.mma` instructions in a kernel's PTX. `Tile` and `Descriptor`
compute layouts and descriptors, `dump` finds the layout in a dump of shared memory, `TensorMap`, `bank_conflicts`,
`tensor_memory` and `scale_factors` answer what copies, warps and Blackwell's memory do with them. Names follow the Rust
crate; extents are in elements, distances and addresses in bytes.
"""

from typing import Any as _Any

from . import triton as triton
from ._chip import Chip
from ._conflicts import Arrangement, Arrangements, arrangements
from ._errors import LintError, SwizzleError
from ._fragment import Fragment, Slot, fragment
from ._memory import (
    BankConflicts,
    BankGroup,
    Constraint,
    Dump,
    FoundLayout,
    Place,
    Refusal,
    ScaleCopy,
    ScaleFactors,
    ScaleMma,
    ScaleReading,
    ScaleStep,
    TensorMap,
    TensorMemory,
    bank_conflicts,
    compare_scales,
    dump,
    scale_buffer_bytes,
    scale_bytes,
    scale_factors,
    tensor_memory,
)
from ._native import __version__
from ._record import Names
from ._report import (
    Bits,
    Edit,
    Fact,
    Finding,
    Fix,
    Instruction,
    InstructionDescriptor,
    Kernel,
    Operand,
    Report,
    Source,
    Start,
    lint,
)
from ._tile import (
    Check,
    CheckedRead,
    Descriptor,
    Field,
    Tile,
    Units,
    byte_from_element,
    descriptors,
)

__all__ = [
    "Arrangement",
    "Arrangements",
    "BankConflicts",
    "BankGroup",
    "Bits",
    "Check",
    "CheckedRead",
    "Chip",
    "Constraint",
    "Descriptor",
    "Dump",
    "Edit",
    "Fact",
    "Field",
    "Finding",
    "Fix",
    "FoundLayout",
    "Fragment",
    "Instruction",
    "InstructionDescriptor",
    "Kernel",
    "LintError",
    "Names",
    "Operand",
    "Place",
    "Refusal",
    "Report",
    "ScaleCopy",
    "ScaleFactors",
    "ScaleMma",
    "ScaleReading",
    "ScaleStep",
    "Slot",
    "Source",
    "Start",
    "SwizzleError",
    "TensorMap",
    "TensorMemory",
    "Tile",
    "Units",
    "__version__",
    "arrangements",
    "bank_conflicts",
    "byte_from_element",
    "compare_scales",
    "descriptors",
    "dump",
    "fragment",
    "lint",
    "scale_buffer_bytes",
    "scale_bytes",
    "scale_factors",
    "tensor_memory",
]


def load_ipython_extension(ipython: _Any) -> None:
    """`%load_ext swizzle_atlas`: show the errors and warnings of each kernel that Triton compiles from now on."""
    from IPython.display import display

    from .triton import switch_on

    def show(report: Report) -> None:
        if report.errors or report.warnings:
            display(report)  # type: ignore[no-untyped-call]

    switch_on(show)


def unload_ipython_extension(ipython: _Any) -> None:
    """`%unload_ext swizzle_atlas`."""
    from .triton import switch_off

    switch_off()
