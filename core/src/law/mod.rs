//! The address law: the byte that an element is at, and all that follows from it.

mod canonical;
mod clash;
mod coord;
mod fill;
mod inverse;
mod layout;
mod row_xor;
mod stride;
mod sums;
mod swizzle;
mod terms;
mod unit_grid;
mod xor;

pub use canonical::{
    CANONICAL, CanonicalRow, Repeats, canonical_row, exact_text, measured_symbolic_text,
    repeat_extent, repeats_from_extent, swizzle_text, symbolic_text,
};
pub use clash::Clash;
pub use coord::{Axis, Coord, Extent};
pub use layout::{BitAddress, Digits, Layout, LayoutParams};
pub use row_xor::RowXor;
pub use stride::{Stride, isa_ignores_lbo};
pub use swizzle::{Atom, Swizzle};
pub use terms::{Count, Exchange, Part, Source, Term, Terms, offset_from_pieces};
pub use unit_grid::Size;
pub use xor::{PHASE_BIT, Xor};
