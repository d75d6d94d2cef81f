//! The facts known of each chip. All lists are positive: a chip has only what they list.

use crate::hardware::arch::Arch;
use crate::hardware::chip::Chip;
use crate::hardware::chip::forms::{self, Parts};
use crate::hardware::element::Element;
use crate::hardware::kind::Kind;
use crate::hardware::memory::{AddressSpace, SHARED_BYTES};
use crate::hardware::operand::LboMode;

/// The facts known of a chip.
pub(super) struct Record {
    /// Words that name it, its lasting name first.
    pub(super) words: &'static [&'static str],
    pub(super) arch: Option<Arch>,
    pub(super) is_measured: bool,
    pub(super) source: &'static str,
    pub(super) address_space: AddressSpace,
    pub(super) shared_bytes: Option<u32>,
    pub(super) tensor_columns: u32,
    pub(super) elements: &'static [Element],
    pub(super) kinds: &'static [Kind],
    pub(super) lbo_modes: &'static [LboMode],
    /// Whether its assembler takes the instructions of its family.
    pub(super) has_instructions: bool,
    pub(super) has_atoms_and_sub_bytes: Option<bool>,
}

/// Source: PTX ISA, matrix shapes of `wgmma.mma_async`.
const WGMMA_ELEMENTS: &[Element] = &[
    Element::Tf32,
    Element::F16,
    Element::Bf16,
    Element::E4m3,
    Element::E5m2,
    Element::S8,
    Element::U8,
    Element::B1,
];

/// Source: PTX ISA, matrix shapes of `tcgen05.mma`.
const TCGEN05_ELEMENTS: &[Element] = &[
    Element::Tf32,
    Element::F16,
    Element::Bf16,
    Element::E4m3,
    Element::E5m2,
    Element::S8,
    Element::U8,
    Element::E2m3,
    Element::E3m2,
    Element::E2m1,
    Element::E2m1Packed,
];

const WITHOUT_INTEGERS: &[Element] = &[
    Element::Tf32,
    Element::F16,
    Element::Bf16,
    Element::E4m3,
    Element::E5m2,
    Element::E2m3,
    Element::E3m2,
    Element::E2m1,
    Element::E2m1Packed,
];

const KINDS: &[Kind] =
    &[Kind::F16, Kind::Tf32, Kind::F8f6f4, Kind::I8, Kind::Mxf8f6f4, Kind::Mxf4, Kind::Mxf4nvf4];

const KINDS_OF_FLOATS: &[Kind] =
    &[Kind::F16, Kind::Tf32, Kind::F8f6f4, Kind::Mxf8f6f4, Kind::Mxf4, Kind::Mxf4nvf4];

/// Source: PTX ISA 9.3, tcgen05.
const TENSOR_COLUMNS: u32 = 512;

const PTX: &str = "PTX ISA 9.3, tcgen05; CUTLASS; ptxas 13.5; not run on hardware";
const PLAIN: &str = "PTX ISA, target notes; CUDA driver API, cuTensorMapEncodeTiled";

pub(super) const SM_90A: Record = Record {
    words: &["sm_90a", "sm90a", "h100", "h200", "h800", "h20", "gh200", "gh100", "compute_90a", "h100_sxm"],
    arch: Some(Arch::Wgmma),
    is_measured: true,
    source: "measured on an H200; PTX ISA 9.3, wgmma; ptxas 13.5",
    address_space: AddressSpace::KIB_256,
    shared_bytes: Some(SHARED_BYTES),
    tensor_columns: 0,
    elements: WGMMA_ELEMENTS,
    kinds: &[],
    lbo_modes: &[LboMode::Relative],
    has_instructions: true,
    has_atoms_and_sub_bytes: Some(false),
};

pub(super) const SM_90: Record =
    Record { words: &["sm_90", "sm90"], source: PLAIN, elements: &[], has_instructions: false, ..SM_90A };

pub(super) const SM_100A: Record = Record {
    words: &["sm_100a", "sm_100f", "sm100a", "sm100f", "b100", "b200", "gb200", "gb100", "compute_100a"],
    arch: Some(Arch::Tcgen05),
    is_measured: false,
    source: PTX,
    address_space: AddressSpace::KIB_256,
    shared_bytes: Some(SHARED_BYTES),
    tensor_columns: TENSOR_COLUMNS,
    elements: TCGEN05_ELEMENTS,
    kinds: KINDS,
    lbo_modes: &[LboMode::Relative],
    has_instructions: true,
    has_atoms_and_sub_bytes: Some(true),
};

pub(super) const SM_100: Record = Record {
    words: &["sm_100", "sm100"],
    source: PLAIN,
    elements: &[],
    kinds: &[],
    has_instructions: false,
    ..SM_100A
};

pub(super) const SM_103A: Record = Record {
    words: &["sm_103a", "sm_103", "sm_103f", "sm103", "sm103a", "b300", "gb300", "compute_103a"],
    elements: WITHOUT_INTEGERS,
    kinds: KINDS_OF_FLOATS,
    // K = 96 reads 48 bytes at once.
    lbo_modes: &[LboMode::Relative, LboMode::Absolute],
    has_instructions: true,
    ..SM_100A
};

pub(super) const SM_110A: Record = Record {
    words: &[
        "sm_110a", "sm_110", "sm_110f", "sm110", "sm110a", "sm_101", "sm_101a", "sm101", "sm101a", "thor",
    ],
    has_instructions: true,
    has_atoms_and_sub_bytes: None,
    ..SM_100A
};

pub(super) const SM_107A: Record = Record {
    words: &["sm_107a", "sm107a"],
    source: "PTX ISA 9.4 (preview), tcgen05; Triton, MMAHelpers.h; ptxas 13.5; not run on hardware",
    address_space: AddressSpace::KIB_512,
    shared_bytes: None,
    // The value in quotations of the preview's text; the assembler does not check an upper limit.
    tensor_columns: 576,
    elements: WITHOUT_INTEGERS,
    kinds: KINDS_OF_FLOATS,
    lbo_modes: &[LboMode::Relative, LboMode::Absolute],
    has_instructions: true,
    has_atoms_and_sub_bytes: None,
    ..SM_100A
};

const WARP: &str =
    "ptxas 13.5; CUDA C++ Programming Guide, memory of each compute capability; not run on hardware";

pub(super) const SM_75: Record = Record {
    words: &["sm_75", "sm75", "compute_75", "turing", "t4"],
    arch: None,
    is_measured: false,
    source: WARP,
    address_space: AddressSpace::KIB_256,
    shared_bytes: Some(64 * 1024),
    tensor_columns: 0,
    elements: &[],
    kinds: &[],
    lbo_modes: &[],
    has_instructions: false,
    has_atoms_and_sub_bytes: None,
};

pub(super) const SM_80: Record = Record {
    words: &["sm_80", "sm80", "compute_80", "a100", "a30"],
    shared_bytes: Some(163 * 1024),
    ..SM_75
};

pub(super) const SM_86: Record = Record {
    words: &["sm_86", "sm86", "compute_86", "a10", "a40", "rtx3090"],
    shared_bytes: Some(99 * 1024),
    ..SM_75
};

pub(super) const SM_87: Record =
    Record { words: &["sm_87", "sm87", "compute_87", "orin"], shared_bytes: Some(163 * 1024), ..SM_75 };

pub(super) const SM_89: Record = Record {
    words: &["sm_89", "sm89", "compute_89", "ada", "l4", "l40", "l40s", "rtx4090"],
    shared_bytes: Some(99 * 1024),
    ..SM_75
};

pub(super) const SM_120: Record = Record {
    words: &["sm_120", "sm_120a", "sm120", "sm120a", "compute_120a", "rtx5090"],
    shared_bytes: Some(99 * 1024),
    source: "ptxas 13.5; PTX ISA, target notes; CUDA driver API, cuTensorMapEncodeTiled; not run on hardware",
    has_atoms_and_sub_bytes: Some(false),
    ..SM_75
};

// No source has its legal tensor maps.
pub(super) const SM_121: Record = Record {
    words: &["sm_121", "sm_121a", "sm121", "sm121a", "compute_121a", "gb10"],
    shared_bytes: Some(99 * 1024),
    ..SM_75
};

/// The forms of instructions that a chip's assembler accepts. Separate from the records, since the page does not need them.
pub(super) const fn forms(chip: Chip) -> &'static [&'static [Parts]] {
    match chip {
        Chip::Sm90a => &[forms::WGMMA],
        Chip::Sm100a => &[forms::TCGEN05, forms::INTEGERS, forms::SCALED_INPUT],
        Chip::Sm103a | Chip::Sm107a => &[forms::TCGEN05, forms::SCALED_INPUT, forms::REDUCING_LOADS],
        Chip::Sm110a => &[forms::TCGEN05, forms::INTEGERS, forms::REDUCING_LOADS],
        Chip::Sm75 | Chip::Sm80 | Chip::Sm86 | Chip::Sm87 | Chip::Sm89 => &[],
        Chip::Sm90 | Chip::Sm100 | Chip::Sm120 | Chip::Sm121 => &[],
    }
}

/// The forms of a warp's instructions that a chip's assembler accepts, and of them those that only its target with an `a` has,
/// for a chip whose name has none.
pub(super) const fn warp_forms(chip: Chip) -> (&'static [&'static [Parts]], &'static [&'static [Parts]]) {
    use forms::{PAIRS, REGISTERS, WARP_75, WARP_80, WARP_89, WARP_90, WARP_100, WARP_100A, WARP_120A};
    match chip {
        Chip::Sm75 => (&[WARP_75], &[]),
        Chip::Sm80 | Chip::Sm86 | Chip::Sm87 => (&[WARP_75, WARP_80], &[]),
        Chip::Sm89 => (&[WARP_75, WARP_80, WARP_89], &[]),
        Chip::Sm90 => (&[WARP_75, WARP_80, WARP_89, WARP_90], &[]),
        Chip::Sm90a => (&[WARP_75, WARP_80, WARP_89, WARP_90, REGISTERS], &[]),
        Chip::Sm100 => (&[WARP_75, WARP_80, WARP_89, WARP_90, WARP_100], &[]),
        Chip::Sm100a | Chip::Sm103a | Chip::Sm107a | Chip::Sm110a => {
            (&[WARP_75, WARP_80, WARP_89, WARP_90, WARP_100, REGISTERS, WARP_100A, PAIRS], &[])
        }
        Chip::Sm120 | Chip::Sm121 => {
            (&[WARP_75, WARP_80, WARP_89, WARP_90, WARP_100], &[REGISTERS, WARP_100A, WARP_120A])
        }
    }
}
