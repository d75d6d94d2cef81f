//! A part of a coordinate, its bits, and what they add.

use swizzle_core::descriptor::FieldId;
use swizzle_core::law::{Coord, Stride};

/// A part of a coordinate that has a stride of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strand {
    /// Byte of the unit, where whole units are looked at: always 0.
    Byte,
    /// Element of the unit.
    Slot,
    /// Unit of the swizzle row; in absolute mode, of the chunk.
    Unit,
    /// Row of the group.
    Row,
    /// Column: swizzle rows' widths along the contiguous dimension.
    Column,
    /// Group of rows.
    Group,
}

/// The bits of one part of a coordinate, and what they add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bundle {
    /// The part.
    pub strand: Strand,
    /// Its value.
    pub value: u32,
    /// Distance from one value to the next, in bits of memory.
    pub stride_bits: u64,
    /// The stride of the layout that this is, if it is one of the two.
    pub stride: Option<Stride>,
    /// The descriptor's field that decides the stride, if one does.
    pub field: Option<FieldId>,
    /// The value's contribution to the address, in bits of memory.
    pub adds_bits: u64,
    /// Its bits, the highest first.
    pub bits: Vec<CoordBit>,
}

/// A bit of a coordinate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoordBit {
    /// Its letter, as in `r3`: row, unit, element of a unit, byte of a unit.
    pub letter: char,
    /// Its number in the row or in the unit, counted through all strands with that letter.
    pub number: u32,
    /// Whether it is 1.
    pub is_set: bool,
    /// Its contribution to the address where it is 1, in bits of memory.
    pub weight_bits: u64,
    /// The address bit above which it is drawn; below 0 are bits of a byte.
    pub place: i32,
    /// The address bit that its weight equals; none if the weight is not a power of two or is past the end of memory.
    pub wire: Option<i32>,
    /// The element that flipping it leads to; none if the tile has none there.
    pub turned: Option<Coord>,
}

impl Bundle {
    /// Whether a place of what it adds is 1.
    #[must_use]
    pub const fn adds_at(&self, place: i32) -> bool {
        is_set(self.adds_bits, place)
    }
}

/// Whether an amount of memory in bits has a 1 at an address bit; places below 0 are bits of a byte.
pub(super) const fn is_set(bits: u64, place: i32) -> bool {
    bits >> (place + 3) & 1 == 1
}
