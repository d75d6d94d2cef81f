//! What `cuTensorMapEncodeTiled` refuses, and why.
//!
//! Source: CUDA driver API, `cuTensorMapEncodeTiled`; for sm_90 tried on an H200 with 1521 maps (`tests/hopper/tensor_maps.cu`),
//! and corrected by it: the driver takes any of the four plain swizzles with either interleave, where its documentation
//! asks for 32B with an interleave of 32 bytes; and it refuses a box that is larger than shared memory.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::hardware::{Chip, Named as _, SHARED_END};
use crate::tma::options::OobFill;
use crate::tma::tensor_map::{DIMENSIONS_MAX, DataType, Im2col, Interleave, MapSwizzle, TensorMap};

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
const TENSOR_EXTENT_MAX: u64 = 1 << 32;
/// Elements of the first dimension that padded types count in.
const PADDED_ELEMENTS: u32 = 128;

/// Everything for which the driver refuses a map; empty where it takes it.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_core::tma::{DataType, MapSwizzle, TensorMap, refusals_of_map};
/// let map = |columns| TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B64, (512, 512), (columns, 64));
/// assert!(refusals_of_map(&map(32), Chip::Sm90).is_empty());
/// assert_eq!(
///     refusals_of_map(&map(64), Chip::Sm90)[0].text,
///     "The box is 128 bytes wide, and the span of 64B swizzle is 64: at most 32 elements.",
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
    let bytes = map.transaction_bytes();
    if bytes > SHARED_END.into() {
        let argument = if map.im2col.is_some() {
            "pixelsPerColumn"
        } else {
            "boxDim"
        };
        refuse(
            argument,
            format!("The box is {bytes} bytes: a block has {SHARED_END} of shared memory."),
        );
    }
    found
}

impl Refusal {
    /// The field of a typed map at fault, by the name that its faults have.
    #[must_use]
    pub fn field(&self) -> &'static str {
        match self.argument {
            "tensorDataType" => "data type",
            "tensorRank" | "globalDim" => "extents",
            "globalAddress" => "address",
            "globalStrides" => "strides",
            "elementStrides" => "element strides",
            "channelsPerPixel" => "channels",
            "pixelsPerColumn" => "pixels",
            "pixelBoxLowerCorner" => "lower corner",
            "pixelBoxUpperCorner" => "upper corner",
            "interleave" => "interleave",
            "swizzle" => "swizzle",
            "oobFill" => "out-of-bounds fill",
            _ => "box",
        }
    }
}

fn of_kind(map: &TensorMap, target: Chip, refuse: &mut impl FnMut(&'static str, String)) {
    let rank = map.dimensions.len();
    if !(1..=DIMENSIONS_MAX).contains(&rank) {
        refuse(
            "tensorRank",
            format!("There are {rank} dimensions: 1 to {DIMENSIONS_MAX} are possible."),
        );
    }
    if map.im2col.is_some() && rank < 3 {
        refuse(
            "tensorRank",
            format!("A tensor of im2col has 3 dimensions or more, this one {rank}."),
        );
    }
    if map.interleave != Interleave::None && rank < 3 {
        refuse(
            "tensorRank",
            format!("An interleaved tensor has 3 dimensions or more, this one {rank}."),
        );
    }
    let (name, chip) = (map.swizzle.name(), target.name());
    if map.swizzle.has_wide_atom() && target.has_atoms_and_sub_bytes() == Some(false) {
        refuse(
            "swizzle",
            format!("{chip} has no {name}: its atoms are 16 bytes."),
        );
    }
    let (of_type, is_padded) = (map.data_type.name(), map.data_type.is_padded());
    if map.data_type.is_sub_byte() && target.has_atoms_and_sub_bytes() == Some(false) {
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
    if map.oob_fill == OobFill::NanRequestZeroFma && !map.data_type.is_float() {
        refuse(
            "oobFill",
            format!("{of_type} is not a floating-point type: only these are filled with NaN."),
        );
    }
}

/// Global addresses and strides are multiples of so many bytes.
pub fn global_alignment(map: &TensorMap) -> u64 {
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
                format!(
                    "Dimension {at} has {} elements: 1 to 2^32 are possible.",
                    dimension.extent
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

fn of_box(map: &TensorMap, refuse: &mut impl FnMut(&'static str, String)) {
    for (at, dimension) in map.dimensions.iter().enumerate() {
        if !(1..=BOX_MAX).contains(&dimension.box_elements) {
            refuse(
                "boxDim",
                format!(
                    "The box has {} elements along dimension {at}: 1 to {BOX_MAX} are possible.",
                    dimension.box_elements
                ),
            );
        }
    }
}

/// Pixels of a column at the most.
const PIXELS_MAX: u32 = 1024;

/// Source: CUDA driver API, `cuTensorMapEncodeIm2col`; tried on an H100 (`tests/hopper/map_limits.py`), also that a window
/// which leaves no pixel of the tensor is refused.
fn of_window(map: &TensorMap, im2col: &Im2col, refuse: &mut impl FnMut(&'static str, String)) {
    let (channels, pixels) = (im2col.channels, im2col.pixels);
    if !(1..=BOX_MAX).contains(&channels) {
        refuse(
            "channelsPerPixel",
            format!("{channels} channels a pixel: 1 to {BOX_MAX} are possible."),
        );
    }
    if !(1..=PIXELS_MAX).contains(&pixels) {
        refuse(
            "pixelsPerColumn",
            format!("{pixels} pixels a column: 1 to {PIXELS_MAX} are possible."),
        );
    }
    let between = map.dimensions.len().saturating_sub(2);
    let half = match between {
        0 => return,
        1 => 1 << 15,
        2 => 1 << 7,
        _ => 1 << 4,
    };
    let corners = [
        ("pixelBoxLowerCorner", &im2col.lower),
        ("pixelBoxUpperCorner", &im2col.upper),
    ];
    for (argument, corner) in corners {
        if let Some(one) = corner.iter().find(|one| !(-half..half).contains(*one)) {
            let last = half - 1;
            refuse(
                argument,
                format!(
                    "{one} is not from -{half} to {last}, as a tensor of this rank has corners."
                ),
            );
        }
    }
    let pairs = im2col.lower.iter().zip(&im2col.upper);
    for (dimension, (lower, upper)) in map.dimensions.iter().skip(1).zip(pairs).take(between) {
        let extent = i128::from(dimension.extent);
        if extent + i128::from(*upper) - i128::from(*lower) < 1 {
            refuse(
                "pixelBoxUpperCorner",
                format!("Corners {lower} and {upper} leave none of {extent} pixels."),
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
                format!("A box of {of_type} is {PADDED_ELEMENTS} elements wide, this one {width}."),
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
        refuse(
            argument,
            format!(
                "The box is {} bytes wide, and the span of {} swizzle is {span}: at most {} elements.",
                row_bits / 8,
                map.swizzle.name(),
                span * 8 / bits
            ),
        );
    }
}
