"""Linter and calculator of NVIDIA tensor-core shared-memory layouts.

`lint(kernel)` judges every operand of the `wgmma` and `tcgen05.mma` instructions in a kernel's PTX. `Tile` and `Descriptor`
compute layouts and descriptors, `dump` finds the layout in a dump of shared memory, `TensorMap`, `bank_conflicts`,
`tensor_memory` and `scale_factors` answer what copies, warps and Blackwell's memory do with them. Names follow the Rust
crate; extents are in elements, distances and addresses in bytes.
"""

from ._memory import (
    BankConflicts,
    BankGroup,
    Chip,
    Dump,
    FoundLayout,
    Place,
    ScaleFactors,
    TensorMap,
    TensorMemory,
    bank_conflicts,
    dump,
    scale_factors,
    tensor_memory,
)
from ._native import __version__
from ._report import (
    Bits,
    Edit,
    Fact,
    Finding,
    Fix,
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
    "BankConflicts",
    "BankGroup",
    "Bits",
    "Check",
    "CheckedRead",
    "Chip",
    "Descriptor",
    "Dump",
    "Edit",
    "Fact",
    "Field",
    "Finding",
    "Fix",
    "FoundLayout",
    "Instruction",
    "InstructionDescriptor",
    "Kernel",
    "LintError",
    "Operand",
    "Place",
    "Report",
    "ScaleFactors",
    "Source",
    "Start",
    "TensorMap",
    "TensorMemory",
    "Tile",
    "Units",
    "__version__",
    "bank_conflicts",
    "byte_from_element",
    "descriptors",
    "dump",
    "lint",
    "scale_factors",
    "tensor_memory",
]
