//! Mistakes that have a name.

use swizzle_core::hardware::{Arch, Element};
use swizzle_core::law::{Stride, Swizzle};

/// How a descriptor came to be wrong, as far as its fields show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// These strides are 16 times too large: bytes where units of 16 belong.
    Bytes(&'static [Stride]),
    /// These strides are 16 times too small: divided by 16 twice.
    DividedTwice(&'static [Stride]),
    /// LBO and SBO stand in each other's place.
    Exchanged,
    /// These strides are those of another element type.
    OtherElement(&'static [Stride], Element),
    /// These strides are those of another mode.
    OtherMode(&'static [Stride], Swizzle),
    /// The strides are packed for atoms that follow each other in the other order than was said.
    OtherOrder,
    /// The strides are those of a part of the tile, of so many rows and so much of K.
    Slice(u32, u32),
    /// The swizzle code is another numbering's.
    Code(Numbering),
    /// The swizzle code is left out.
    NoCode,
    /// The strides are packed for another mode than the code says.
    OtherCode,
    /// The upper and the lower half stand in each other's place.
    Halves,
    /// Bits of a generic pointer stand above the start.
    Pointer,
    /// The start was not divided by 16.
    Unshifted,
    /// K was advanced by so many times what one step takes.
    Advance(Advance),
}

/// A numbering of swizzle modes that is not the descriptor's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbering {
    /// The descriptor's of another architecture.
    Of(Arch),
    /// `CU_TENSOR_MAP_SWIZZLE_*` of the tensor map; its first four are the bits of CuTe's `Swizzle<B, 4, 3>` as well.
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
    /// On inside of the line, where the next column of atoms begins elsewhere.
    PastColumn,
}
