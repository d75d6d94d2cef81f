//! What `cuTensorMapEncodeTiled` refuses, and why.
//!
//! Source: CUDA driver API, `cuTensorMapEncodeTiled`; for sm_90 tried on an H200 with 1521 maps (`tests/hopper/tensor_maps.cu`),
//! and corrected by it: the driver takes any of the four plain swizzles with either interleave, where its documentation
//! asks for 32B with an interleave of 32 bytes; and it refuses a box that is larger than shared memory.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::hardware::{Named as _, SHARED_END};
use crate::tma::target::Target;
use crate::tma::tensor_map::{DIMENSIONS_MAX, DataType, Interleave, MapSwizzle, TensorMap};

/// Why the driver refuses a tensor map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The argument at fault, as the function calls it.
    pub argument: &'static str,
    /// What is wrong, and what would be right.
    pub text: String,
}

/// Elements of a box along one dimension at the most.
const BOX_MAX: u32 = 256;
/// The largest stride is below.
const STRIDE_END: u64 = 1 << 40;
/// The largest extent.
const EXTENT_MAX: u64 = 1 << 32;
/// Elements of the first dimension that padded types count in.
const PADDED_ELEMENTS: u32 = 128;

/// Everything for which the driver refuses a map; empty where it takes it.
///
/// ```
/// use swizzle_core::tma::{DataType, MapSwizzle, Target, TensorMap, refusals_of_map};
/// let map = |columns| TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B64, (512, 512), (columns, 64));
/// assert!(refusals_of_map(&map(32), Target::Sm90).is_empty());
/// assert_eq!(
///     refusals_of_map(&map(64), Target::Sm90)[0].text,
///     "The box is 128 bytes wide, and the span of 64B swizzle is 64: at most 32 elements.",
/// );
/// ```
#[must_use]
pub fn refusals_of_map(map: &TensorMap, target: Target) -> Vec<Refusal> {
    let mut found = Vec::new();
    let mut refuse = |argument, text| found.push(Refusal { argument, text });
    of_kind(map, target, &mut refuse);
    of_addresses(map, &mut refuse);
    of_dimensions(map, &mut refuse);
    of_first_dimension(map, &mut refuse);
    let bytes = map.transaction_bytes();
    if bytes > SHARED_END.into() {
        refuse(
            "boxDim",
            format!("The box is {bytes} bytes: a block has {SHARED_END} of shared memory."),
        );
    }
    found
}

fn of_kind(map: &TensorMap, target: Target, refuse: &mut impl FnMut(&'static str, String)) {
    let rank = map.dimensions.len();
    if !(1..=DIMENSIONS_MAX).contains(&rank) {
        refuse(
            "tensorRank",
            format!("There are {rank} dimensions: 1 to {DIMENSIONS_MAX} are possible."),
        );
    }
    if map.interleave != Interleave::None && rank < 3 {
        refuse(
            "tensorRank",
            format!("An interleaved tensor has 3 dimensions or more, this one {rank}."),
        );
    }
    let (name, chip) = (map.swizzle.name(), target.name());
    if map.swizzle.has_wide_atom() && !target.has_atoms_and_sub_bytes() {
        refuse(
            "swizzle",
            format!("{chip} has no {name}: its atoms are 16 bytes."),
        );
    }
    let (of_type, is_padded) = (map.data_type.name(), map.data_type.is_padded());
    if map.data_type.is_sub_byte() && !target.has_atoms_and_sub_bytes() {
        refuse(
            "tensorDataType",
            format!("{chip} has no {of_type}: its elements are whole bytes."),
        );
    }
    let is_for_padded = matches!(
        map.swizzle,
        MapSwizzle::None | MapSwizzle::B128 | MapSwizzle::B128Atom32
    );
    if is_padded && !is_for_padded {
        refuse(
            "swizzle",
            format!("{of_type} goes with none, 128B and 128B_ATOM_32B, not with {name}."),
        );
    }
    if map.data_type == DataType::U6Align16B && map.interleave != Interleave::None {
        refuse("interleave", format!("{of_type} cannot be interleaved."));
    }
}

/// Global addresses and strides are multiples of so many bytes.
fn global_alignment(map: &TensorMap) -> u64 {
    if map.interleave == Interleave::B32 || map.data_type.is_padded() {
        32
    } else {
        16
    }
}

fn of_addresses(map: &TensorMap, refuse: &mut impl FnMut(&'static str, String)) {
    let alignment = global_alignment(map);
    if !map.global_address.is_multiple_of(alignment) {
        refuse(
            "globalAddress",
            format!(
                "{:#x} is not a multiple of {alignment} bytes.",
                map.global_address
            ),
        );
    }
    for (at, dimension) in map.dimensions.iter().enumerate().skip(1) {
        let stride = dimension.stride_bytes;
        if !stride.is_multiple_of(alignment) {
            refuse(
                "globalStrides",
                format!(
                    "Dimension {at} has a stride of {stride} bytes, no multiple of {alignment}."
                ),
            );
        }
        if stride >= STRIDE_END {
            refuse(
                "globalStrides",
                format!("Dimension {at} has a stride of {stride} bytes: it must be below 2^40."),
            );
        }
    }
}

fn of_dimensions(map: &TensorMap, refuse: &mut impl FnMut(&'static str, String)) {
    for (at, dimension) in map.dimensions.iter().enumerate() {
        if !(1..=EXTENT_MAX).contains(&dimension.extent) {
            refuse(
                "globalDim",
                format!(
                    "Dimension {at} has {} elements: 1 to 2^32 are possible.",
                    dimension.extent
                ),
            );
        }
        if !(1..=BOX_MAX).contains(&dimension.box_elements) {
            refuse(
                "boxDim",
                format!(
                    "The box has {} elements along dimension {at}: 1 to {BOX_MAX} are possible.",
                    dimension.box_elements
                ),
            );
        }
        if !(1..=8).contains(&dimension.element_stride) {
            refuse(
                "elementStrides",
                format!(
                    "Dimension {at} has an element stride of {}: 1 to 8 are possible.",
                    dimension.element_stride
                ),
            );
        }
    }
}

fn of_first_dimension(map: &TensorMap, refuse: &mut impl FnMut(&'static str, String)) {
    let Some(first) = map.dimensions.first() else {
        return;
    };
    let (of_type, bits) = (map.data_type.name(), map.data_type.global_bits());
    if map.data_type.is_padded() {
        if first.box_elements != PADDED_ELEMENTS {
            refuse(
                "boxDim",
                format!(
                    "A box of {of_type} is {PADDED_ELEMENTS} elements wide, this one {}.",
                    first.box_elements
                ),
            );
        }
        if !first.extent.is_multiple_of(PADDED_ELEMENTS.into()) {
            refuse(
                "globalDim",
                format!(
                    "A tensor of {of_type} is a multiple of {PADDED_ELEMENTS} elements wide, this one is {}.",
                    first.extent
                ),
            );
        }
        return;
    }
    if map.data_type == DataType::U4Align8B && !first.extent.is_multiple_of(2) {
        refuse(
            "globalDim",
            format!(
                "The tensor is {} 4-bit elements wide, no whole number of bytes.",
                first.extent
            ),
        );
    }
    let row_bits = u64::from(first.box_elements) * u64::from(bits);
    if !row_bits.is_multiple_of(128) {
        refuse(
            "boxDim",
            format!(
                "The box is {} elements wide, {row_bits} bits: no multiple of 16 bytes.",
                first.box_elements
            ),
        );
    }
    if let Some(span) = map.swizzle.span_bytes()
        && map.interleave == Interleave::None
        && row_bits > u64::from(span) * 8
    {
        refuse(
            "boxDim",
            format!(
                "The box is {} bytes wide, and the span of {} swizzle is {span}: at most {} elements.",
                row_bits / 8,
                map.swizzle.name(),
                span * 8 / bits
            ),
        );
    }
}
