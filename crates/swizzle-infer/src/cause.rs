//! Known mistakes in a descriptor.

use super::*;

/// A known mistake, as far as the fields show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// These strides are 16 times too large: bytes instead of 16-byte units.
    Bytes(&'static [Stride]),
    /// These strides are 16 times too small: divided by 16 twice.
    DividedTwice(&'static [Stride]),
    /// LBO and SBO are swapped.
    Exchanged,
    /// These strides are packed for another element type.
    OtherElement(&'static [Stride], Element),
    /// These strides are packed for another swizzle mode.
    OtherMode(&'static [Stride], Swizzle),
    /// The strides are packed for the other atom order.
    OtherOrder,
    /// The strides are packed for a part of the tile, with this extent along MN and K.
    Slice(u32, u32),
    /// The swizzle code is from another numbering.
    Code(Numbering),
    /// The swizzle code is missing.
    NoCode,
    /// The strides are packed for a mode other than the code's.
    OtherCode,
    /// The upper and the lower half are swapped.
    Halves,
    /// Generic-pointer bits are left above the start.
    Pointer,
    /// The start was not divided by 16.
    Unshifted,
    /// K was advanced by the wrong amount per step.
    Advance(Advance),
}

/// A numbering of swizzle modes other than the descriptor's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbering {
    /// The numbering of another architecture's descriptor.
    Of(Arch),
    /// `CU_TENSOR_MAP_SWIZZLE_*` of the tensor map; its first four equal `B` in CuTe's `Swizzle<B, 4, 3>`.
    TensorMap,
}

/// How K was advanced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance {
    /// By elements, in a field that counts units.
    ElementsAsUnits,
    /// By bytes, in a field that counts units.
    BytesAsUnits,
    /// By elements, in an address that counts bytes.
    ElementsAsBytes,
    /// Within the line, although the next column of atoms is elsewhere.
    PastColumn,
}
