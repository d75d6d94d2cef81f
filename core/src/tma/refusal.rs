//! The tensor maps that `cuTensorMapEncodeTiled` refuses, and the reasons.
//!
//! Source: CUDA driver API, `cuTensorMapEncodeTiled`; for sm_90 tested on an H200 with 1521 maps (`tests/hopper/tensor_maps.cu`) and
//! corrected accordingly: the driver accepts any of the four plain swizzles with either interleave, although its documentation
//! requires 32B with an interleave of 32 bytes; and it refuses a box that is larger than shared memory.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::hardware::{Chip, Named as _, SHARED_END};
use crate::tma::options::OobFill;
use crate::tma::tensor_map::{DIMENSIONS_MAX, DataType, Im2col, Interleave, MapSwizzle, TensorMap};

/// Reason that the driver refuses a tensor map.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// The function's name of the argument at fault.
    pub argument: &'static str,
    /// Description of the fault, with the legal values; what is behind a colon says why.
    pub text: String,
}

/// Maximum elements of a box along one dimension.
const BOX_MAX: u32 = 256;
/// Exclusive upper bound of a stride in bytes.
const STRIDE_END: u64 = 1 << 40;
/// The largest extent.
const TENSOR_EXTENT_MAX: u64 = 1 << 32;
/// The number that the first dimension must be a multiple of for padded types.
const PADDED_ELEMENTS: u32 = 128;

/// All reasons for which the driver refuses a map; empty if it accepts the map.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_core::tma::{DataType, MapSwizzle, TensorMap, refusals_of_map};
/// let map = |columns| TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B64, (512, 512), (columns, 64));
/// assert!(refusals_of_map(&map(32), Chip::Sm90).is_empty());
/// assert_eq!(
///     refusals_of_map(&map(64), Chip::Sm90)[0].text,
///     "The box is twice as wide as the swizzle: a swizzled box is at most as wide as its swizzle, 32 elements for 64B and not 64.",
/// );
/// ```
#[must_use]
pub fn refusals_of_map(map: &TensorMap, target: Chip) -> Vec<Refusal> {
    let mut found = Vec::new();
    let mut refuse = |argument, text| found.push(Refusal { argument, text });
    of_kind(map, target, &mut refuse);
    of_addresses(map, &mut refuse);
    of_dimensions(map, &mut refuse);
    match &map.im2col {
        None => of_box(map, &mut refuse),
        Some(im2col) => of_window(map, im2col, &mut refuse),
    }
    of_first_dimension(map, &mut refuse);
    let bytes = map.shared_bytes();
    if bytes > SHARED_END.into() {
        let argument = if map.im2col.is_some() { "pixelsPerColumn" } else { "boxDim" };
        refuse(
            argument,
            format!("The box has {bytes} bytes, but a block has {SHARED_END} bytes of shared memory."),
        );
    }
    found
}

fn of_kind(map: &TensorMap, target: Chip, refuse: &mut impl FnMut(&'static str, String)) {
    let rank = map.dimensions.len();
    if !(1..=DIMENSIONS_MAX).contains(&rank) {
        refuse("tensorRank", format!("The rank is {rank}; it must be 1 to {DIMENSIONS_MAX}."));
    }
    if map.im2col.is_some() && rank < 3 {
        refuse("tensorRank", format!("The rank is {rank}; an im2col tensor has at least 3 dimensions."));
    }
    if map.interleave != Interleave::None && rank < 3 {
        refuse("tensorRank", format!("The rank is {rank}; an interleaved tensor has at least 3 dimensions."));
    }
    let (name, chip) = (map.swizzle.name(), target.name());
    if map.swizzle.has_wide_atom() && target.has_atoms_and_sub_bytes() == Some(false) {
        refuse("swizzle", format!("{chip} does not support {name}: its atoms have 16 bytes."));
    }
    let (of_type, is_padded) = (map.data_type.name(), map.data_type.is_padded());
    if map.data_type.is_sub_byte() && target.has_atoms_and_sub_bytes() == Some(false) {
        refuse("tensorDataType", format!("{chip} does not support {of_type}: its elements are whole bytes."));
    }
    let is_for_padded = matches!(map.swizzle, MapSwizzle::None | MapSwizzle::B128 | MapSwizzle::B128Atom32);
    if is_padded && !is_for_padded {
        refuse("swizzle", format!("{of_type} supports none, 128B and 128B_ATOM_32B, not {name}."));
    }
    if map.data_type == DataType::U6Align16B && map.interleave != Interleave::None {
        refuse("interleave", format!("{of_type} cannot be interleaved."));
    }
    if map.oob_fill == OobFill::NanRequestZeroFma && !map.data_type.is_float() {
        refuse(
            "oobFill",
            format!("{of_type} is not a floating-point type; only these can be filled with NaN."),
        );
    }
}

/// Required alignment of global addresses and strides in bytes.
pub fn global_alignment(map: &TensorMap) -> u64 {
    if map.interleave == Interleave::B32 || map.data_type.is_padded() { 32 } else { 16 }
}

fn of_addresses(map: &TensorMap, refuse: &mut impl FnMut(&'static str, String)) {
    let alignment = global_alignment(map);
    if !map.global_address.is_multiple_of(alignment) {
        refuse(
            "globalAddress",
            format!("The global address {:#x} is not a multiple of {alignment} bytes.", map.global_address),
        );
    }
    for (at, dimension) in map.dimensions.iter().enumerate().skip(1) {
        let stride = dimension.stride_bytes;
        if !stride.is_multiple_of(alignment) {
            refuse(
                "globalStrides",
                format!(
                    "Dimension {at} has a stride of {stride} bytes, which is not a multiple of {alignment}."
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
        if !(1..=TENSOR_EXTENT_MAX).contains(&dimension.extent) {
            refuse(
                "globalDim",
                format!("Dimension {at} has {} elements; it must have 1 to 2^32.", dimension.extent),
            );
        }
        if !(1..=8).contains(&dimension.element_stride) {
            refuse(
                "elementStrides",
                format!(
                    "Dimension {at} has an element stride of {}; it must be 1 to 8.",
                    dimension.element_stride
                ),
            );
        }
    }
}

fn of_box(map: &TensorMap, refuse: &mut impl FnMut(&'static str, String)) {
    for (at, dimension) in map.dimensions.iter().enumerate() {
        if !(1..=BOX_MAX).contains(&dimension.box_elements) {
            refuse(
                "boxDim",
                format!(
                    "The box has {} elements along dimension {at}; it must have 1 to {BOX_MAX}.",
                    dimension.box_elements
                ),
            );
        }
    }
}

/// Maximum pixels per column.
const PIXELS_MAX: u32 = 1024;

/// Source: CUDA driver API, `cuTensorMapEncodeIm2col`; tested on an H100 (`tests/hopper/map_limits.py`), including that a
/// window without any pixel of the tensor is refused.
fn of_window(map: &TensorMap, im2col: &Im2col, refuse: &mut impl FnMut(&'static str, String)) {
    let (channels, pixels) = (im2col.channels, im2col.pixels);
    if !(1..=BOX_MAX).contains(&channels) {
        refuse(
            "channelsPerPixel",
            format!("There are {channels} channels per pixel; the range is 1 to {BOX_MAX}."),
        );
    }
    if !(1..=PIXELS_MAX).contains(&pixels) {
        refuse(
            "pixelsPerColumn",
            format!("There are {pixels} pixels per column; the range is 1 to {PIXELS_MAX}."),
        );
    }
    let between = map.dimensions.len().saturating_sub(2);
    let half = match between {
        0 => return,
        1 => 1 << 15,
        2 => 1 << 7,
        _ => 1 << 4,
    };
    let corners = [("pixelBoxLowerCorner", &im2col.lower), ("pixelBoxUpperCorner", &im2col.upper)];
    for (argument, corner) in corners {
        if let Some(one) = corner.iter().find(|one| !(-half..half).contains(*one)) {
            let last = half - 1;
            refuse(
                argument,
                format!("Corner {one} is outside -{half} to {last}, the range for a tensor of this rank."),
            );
        }
    }
    let pairs = im2col.lower.iter().zip(&im2col.upper);
    for (dimension, (lower, upper)) in map.dimensions.iter().skip(1).zip(pairs).take(between) {
        let extent = i128::from(dimension.extent);
        if extent + i128::from(*upper) - i128::from(*lower) < 1 {
            refuse(
                "pixelBoxUpperCorner",
                format!("The corners {lower} and {upper} leave none of the {extent} pixels."),
            );
        }
    }
}

fn of_first_dimension(map: &TensorMap, refuse: &mut impl FnMut(&'static str, String)) {
    let Some(first) = map.dimensions.first() else {
        return;
    };
    let (of_type, bits) = (map.data_type.name(), map.data_type.global_bits());
    let (argument, width) = match &map.im2col {
        None => ("boxDim", first.box_elements),
        Some(im2col) => ("channelsPerPixel", im2col.channels),
    };
    if map.data_type.is_padded() {
        if width != PADDED_ELEMENTS {
            refuse(
                argument,
                format!("The box is {width} elements wide; with {of_type} it must be {PADDED_ELEMENTS}."),
            );
        }
        if !first.extent.is_multiple_of(PADDED_ELEMENTS.into()) {
            refuse(
                "globalDim",
                format!(
                    "The tensor is {} elements wide; with {of_type} it must be a multiple of {PADDED_ELEMENTS}.",
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
                "The tensor is {} 4-bit elements wide, which is not a whole number of bytes.",
                first.extent
            ),
        );
    }
    let row_bits = u64::from(width) * u64::from(bits);
    if !row_bits.is_multiple_of(128) {
        let size = if row_bits.is_multiple_of(8) {
            format!("{} bytes", row_bits / 8)
        } else {
            format!("{row_bits} bits")
        };
        refuse(
            argument,
            format!(
                "The box is {width} {} wide, {size}, which is not a multiple of 16 bytes.",
                if width == 1 { "element" } else { "elements" }
            ),
        );
    }
    if let Some(span) = map.swizzle.span_bytes()
        && map.interleave == Interleave::None
        && row_bits > u64::from(span) * 8
    {
        let (swizzle, most) = (map.swizzle.name(), span * 8 / bits);
        let how = if width == 2 * most { "twice as wide as" } else { "wider than" };
        refuse(
            argument,
            format!(
                "The box is {how} the swizzle: a swizzled box is at most as wide as its swizzle, {most} elements for {swizzle} and not {width}."
            ),
        );
    }
}
