//! The address law: which byte an element lies at, and all that follows from it.

mod canonical;
mod fill;
mod layout;
mod stride;
mod swizzle;

pub use canonical::{
    CANONICAL, CanonicalRow, Repeats, canonical_row, exact_text, measured_symbolic_text,
    repeat_extent, repeats_from_extent, swizzle_text, symbolic_text,
};
pub use layout::{BitAddress, Coord, Extent, Layout, LayoutParams, Place};
pub use stride::{Stride, StrideMeaning, isa_ignores_lbo, stride_meaning};
pub use swizzle::{Atom, PHASE_BIT, Swizzle, Xor};
