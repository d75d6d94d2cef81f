//! The address law as a value: a base, a few terms, and one exchange of units.
//!
//! ```text
//! address = exchange(base + Σ digit(term) · stride(term))        digit = index / per % size
//! ```
//!
//! Everything that needs the law reads the terms: addresses, their inverse, tables, the trace, the bit diagram, CuTe's
//! text and generated code. None of these multiplies digits by strides itself.

use crate::hardware::AddressSpace;
use crate::law::coord::{Axis, Coord};
use crate::law::stride::Stride;
use crate::law::xor::Xor;

/// The part of an index that a term counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// Element in its unit.
    Slot,
    /// Unit in its swizzle row; in absolute mode, unit along the contiguous dimension.
    Unit,
    /// Row in its group.
    Row,
    /// Column: swizzle rows' widths along the contiguous dimension.
    Column,
    /// Group of rows.
    Group,
    /// The second chunk of absolute mode: 0 before it, 1 in it.
    Chunk,
}

/// Origin of a stride.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Source {
    /// The element type or the swizzle mode.
    Fixed,
    /// The distance between rows that a writer chose.
    Pitch,
    /// One of the descriptor's two strides.
    Field(Stride),
}

/// Number of digits of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Count {
    /// This many; then the next outer term counts on.
    Of(u32),
    /// As many as the index needs: the outermost term of its axis.
    Open,
    /// Two: 0 below an index, 1 from it on.
    Step,
}

/// One summand of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Term {
    /// Index that it counts.
    pub axis: Axis,
    /// Part of the index.
    pub part: Part,
    /// Origin of the stride.
    pub source: Source,
    /// Consecutive indices that share a digit.
    pub per: u32,
    /// Number of digits.
    pub count: Count,
    /// Bits of memory from one digit to the next, modulo 2^32.
    pub stride_bits: u32,
}

impl Term {
    /// The digit of an index.
    #[inline]
    #[must_use]
    pub const fn digit(&self, index: u32) -> u32 {
        let (count, _) = divided(index, self.per);
        match self.count {
            Count::Of(size) => divided(count, size).1,
            Count::Open => count,
            Count::Step => (count > 0) as u32,
        }
    }

    /// The bits that an index adds to the address, modulo 2^32.
    #[inline]
    #[must_use]
    pub const fn adds_bits(&self, index: u32) -> u32 {
        self.digit(index).wrapping_mul(self.stride_bits)
    }

    /// Number of digits that an extent of the axis reaches.
    #[must_use]
    pub const fn reach(&self, extent: u32) -> u32 {
        let count = extent.div_ceil(self.per);
        match self.count {
            Count::Of(size) if size < count => size,
            Count::Step if count > 2 => 2,
            Count::Of(_) | Count::Open | Count::Step => count,
        }
    }

    /// Indices that one digit is worth; a step is worth none, since the term that it jumps in counts on.
    pub(crate) const fn worth(&self) -> u32 {
        match self.count {
            Count::Of(_) | Count::Open => self.per,
            Count::Step => 0,
        }
    }
}

/// The offset of an index in a CuTe mode, in elements, and the outermost piece with a nonzero digit. Each piece is a size
/// and a stride, as CuTe writes them, the innermost first; pieces of size 0 have no digit. Strides from outside need not
/// fit memory, so nothing wraps here: a number that is too large becomes the largest number.
///
/// ```
/// use swizzle_core::law::offset_from_pieces;
/// assert_eq!(offset_from_pieces(&[(2, 1), (0, 5), (4, -8)], 3), (-7, Some(2)));
/// ```
#[must_use]
pub fn offset_from_pieces(pieces: &[(u32, i64)], index: u32) -> (i64, Option<usize>) {
    let (mut rest, mut offset, mut outermost) = (index, 0_i64, None);
    for (i, (size, stride)) in pieces.iter().enumerate().filter(|(_, (size, _))| *size > 0) {
        let digit;
        (rest, digit) = divided(rest, *size);
        if digit != 0 {
            offset = offset.saturating_add(i64::from(digit).saturating_mul(*stride));
            outermost = Some(i);
        }
    }
    (offset, outermost)
}

/// Quotient and remainder. The divisor is nearly always a power of two, and division takes most of the law's time.
#[inline]
const fn divided(index: u32, by: u32) -> (u32, u32) {
    if by & by.wrapping_sub(1) == 0 {
        (index >> by.trailing_zeros(), index & (by - 1))
    } else {
        (index / by, index % by)
    }
}

/// An exchange of units, after the sum or before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Exchange {
    /// On the absolute address, with the base offset subtracted from the phase.
    Address {
        /// The XOR.
        xor: Xor,
        /// The base offset.
        base_offset: u8,
        /// The byte from which addresses count: 0, or the start of a buffer whose elements' indices are exchanged.
        origin_bytes: u32,
    },
    /// On the number of the unit in its row, by the number of the row: the XOR of a writer on plain rows.
    Rows {
        /// Rows that share a phase, as a power of two.
        shift: u32,
        /// Bits of the phase.
        bits: u32,
        /// The axis whose units are exchanged; the other one counts rows.
        along: Axis,
        /// Elements of a unit.
        per_unit: u32,
    },
}

impl Exchange {
    /// The element whose place in the sum this one takes; its own inverse.
    #[must_use]
    pub const fn moved(self, at: Coord) -> Coord {
        match self {
            Self::Address { .. } => at,
            Self::Rows { along, per_unit, .. } => {
                let (unit, slot) = divided(at.on(along), per_unit);
                let unit = unit ^ self.phase_of_row(at.on(along.other()));
                at.with(along, unit * per_unit + slot)
            }
        }
    }

    /// What is XORed into the numbers of a row's units; 0 where addresses are exchanged.
    #[must_use]
    pub const fn phase_of_row(self, row: u32) -> u32 {
        match self {
            Self::Address { .. } => 0,
            Self::Rows { shift, bits, .. } => row >> shift & ((1 << bits) - 1),
        }
    }

    /// Elements of an axis after which it repeats, where it may lead past the end of a narrow row; 1 where it does not.
    pub(super) const fn period(self, axis: Axis) -> u32 {
        match self {
            Self::Rows { along, per_unit, bits, .. } if along.is(axis) => per_unit << bits,
            Self::Rows { .. } | Self::Address { .. } => 1,
        }
    }

    /// Bytes after which the exchange repeats; `None` if it counts rows.
    pub(super) const fn pattern_bytes(self) -> Option<u32> {
        match self {
            Self::Address { xor, .. } if xor.bits == 0 => Some(1),
            Self::Address { xor, .. } => Some(xor.pattern_bytes()),
            Self::Rows { .. } => None,
        }
    }

    /// The physical address of an absolute one; its own inverse.
    #[inline]
    #[must_use]
    pub const fn physical_from_absolute(self, absolute_bytes: u32) -> u32 {
        match self {
            Self::Address { xor, base_offset, origin_bytes } => {
                xor.apply(absolute_bytes.wrapping_sub(origin_bytes), base_offset).wrapping_add(origin_bytes)
            }
            Self::Rows { .. } => absolute_bytes,
        }
    }
}

/// The law of one layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Terms {
    /// Address of the first element, before the exchange.
    pub base_bytes: u32,
    /// The exchange of units.
    pub exchange: Exchange,
    /// The address space, at whose end addresses wrap.
    pub space: AddressSpace,
    terms: [Term; Self::CAPACITY],
    len: usize,
}

impl Terms {
    /// Maximum number of terms of a layout.
    pub(super) const CAPACITY: usize = 5;

    /// No term yet: every element is at the base.
    #[must_use]
    pub const fn new(base_bytes: u32, exchange: Exchange, space: AddressSpace) -> Self {
        let unused = Term {
            axis: Axis::Mn,
            part: Part::Slot,
            source: Source::Fixed,
            per: 1,
            count: Count::Of(1),
            stride_bits: 0,
        };
        Self { base_bytes, exchange, space, terms: [unused; Self::CAPACITY], len: 0 }
    }

    /// Adds one more term, further out on its axis than those before it.
    #[must_use]
    pub const fn and(
        mut self,
        (axis, part): (Axis, Part),
        count: Count,
        stride_bits: u32,
        source: Source,
    ) -> Self {
        let (mut per, mut i) = (1_u32, 0);
        while i < self.len {
            let term = self.terms[i];
            if let Count::Of(size) = term.count
                && term.axis.is(axis)
            {
                per *= size;
            }
            i += 1;
        }
        self.terms[self.len] = Term { axis, part, source, per, count, stride_bits };
        self.len += 1;
        self
    }

    /// Adds a jump of this many bits for all indices from `index` on.
    #[must_use]
    pub const fn and_from(
        self,
        (axis, part): (Axis, Part),
        index: u32,
        stride_bits: u32,
        source: Source,
    ) -> Self {
        let mut terms = self.and((axis, part), Count::Step, stride_bits, source);
        terms.terms[terms.len - 1].per = index;
        terms
    }

    /// The terms; those of one axis from the innermost outwards.
    #[must_use]
    pub const fn terms(&self) -> &[Term] {
        self.terms.split_at(self.len).0
    }

    /// The terms of one axis, from the innermost outwards.
    pub fn on(&self, axis: Axis) -> impl DoubleEndedIterator<Item = &Term> {
        self.terms().iter().filter(move |term| term.axis == axis)
    }

    /// The term that counts a part of an index.
    #[must_use]
    pub fn term(&self, part: Part) -> Option<&Term> {
        self.terms().iter().find(|term| term.part == part)
    }

    /// The sum of the terms of one axis, in bits, modulo 2^32.
    #[must_use]
    pub const fn sum_bits(&self, axis: Axis, index: u32) -> u32 {
        let (mut sum, mut i) = (0_u32, 0);
        while i < self.len {
            if self.terms[i].axis.is(axis) {
                sum = sum.wrapping_add(self.terms[i].adds_bits(index));
            }
            i += 1;
        }
        sum
    }

    /// The sum of all terms for an element, in bits, modulo 2^32.
    #[inline]
    #[must_use]
    pub const fn offset_bits(&self, at: Coord) -> u32 {
        let (mut sum, mut i) = (0_u32, 0);
        while i < self.len {
            let term = &self.terms[i];
            sum = sum.wrapping_add(term.adds_bits(at.on(term.axis)));
            i += 1;
        }
        sum
    }

    /// The address of an element before any exchange: base and terms added, in bits.
    #[must_use]
    pub const fn absolute_bits(&self, at: Coord) -> u32 {
        (self.base_bytes * 8).wrapping_add(self.offset_bits(at)) & (self.space.bits() - 1)
    }

    /// What the exchange of an element's unit XORs into its number.
    #[must_use]
    pub const fn phase(&self, at: Coord) -> u32 {
        match self.exchange {
            Exchange::Address { xor, base_offset, origin_bytes } => {
                xor.phase((self.absolute_bits(at) / 8).wrapping_sub(origin_bytes), base_offset)
            }
            Exchange::Rows { along, .. } => self.exchange.phase_of_row(at.on(along.other())),
        }
    }

    /// The address of an element in shared memory, in bits.
    #[must_use]
    pub const fn physical_bits(&self, at: Coord) -> u32 {
        let absolute = self.absolute_bits(self.exchange.moved(at));
        self.space.wrapped(self.exchange.physical_from_absolute(absolute / 8)) * 8 + absolute % 8
    }
}
