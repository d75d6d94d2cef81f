//! The address law: the byte that an element is at, and all that follows from it.
//!
//! With K the contiguous dimension, unit `u` (16 bytes) of row `r` of a read is at
//!
//! ```text
//! absolute = start + r % 8 · W + r / 8 · SBO + u % (W / 16) · 16 + u / (W / 16) · LBO     W: bytes of a swizzle row, 16 to 128
//! phase    = (absolute >> 7) − base offset
//! byte     = absolute ^ ((phase & mask) << 4)                                              mask: 0, 1, 3, 7 for none, 32B, 64B, 128B
//! ```
//!
//! modulo the address space. With MN contiguous the same holds with the dimensions exchanged, a swizzle row along MN; without
//! a swizzle SBO is then along MN, with one LBO is. The exchange is of the absolute address: a read may start inside an atom.
//! Measured for wgmma on an H200, whose LBO counts in swizzled K-major layouts, too, where the PTX ISA calls it unused.
//!
//! ```
//! use swizzle_core::{Coord, Element, Swizzle, Tile};
//! let layout = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400).layout();
//! let absolute = 0x400 + 3 * 128 + 5 * 16; // row 3, unit 5
//! assert_eq!(layout.byte_from_element(Coord { mn: 3, k: 40 }).byte, absolute ^ 3 << 4);
//! ```

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
    CANONICAL, CanonicalRow, Repeats, canonical_row, exact_text, measured_symbolic_text, repeat_extent,
    repeats_from_extent, rows_text, swizzle_text, symbolic_text,
};
pub use clash::Clash;
pub use coord::{Axis, Coord, Extent};
pub use layout::{BitAddress, Digits, Layout, LayoutParams, Pad, Rows};
pub use row_xor::{RowXor, XorOf};
pub use stride::{Stride, isa_ignores_lbo};
pub use swizzle::{Atom, Swizzle};
pub use terms::{Count, Exchange, Part, Source, Term, Terms, offset_from_pieces};
pub use unit_grid::Size;
pub use xor::{PHASE_BIT, Xor};
