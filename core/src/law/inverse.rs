//! The inverse of the address law: the elements at a byte.

use alloc::vec::Vec;

use crate::law::coord::{Coord, Extent};
use crate::law::layout::Layout;
use crate::law::terms::{Count, Term};

impl Layout {
    /// Every element of a matrix of this extent that has a bit in the given byte: the inverse of
    /// [`byte_from_element`](Self::byte_from_element). Empty if there is none; more than one if elements share a byte,
    /// because they are packed or because the layout is not one-to-one. In order of MN, then K.
    ///
    /// ```
    /// use swizzle_core::{Coord, Element, Extent, Swizzle, Tile};
    /// let layout = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400).layout();
    /// let byte = layout.byte_from_element(Coord { mn: 3, k: 40 }).byte;
    /// assert_eq!(layout.elements_from_byte(byte, Extent { mn: 64, k: 64 }), [Coord { mn: 3, k: 40 }]);
    /// ```
    #[must_use]
    pub fn elements_from_byte(&self, byte: u32, extent: Extent) -> Vec<Coord> {
        let mut found = self.solved(byte, &self.unknowns(extent, false), extent);
        found.sort_unstable();
        found
    }

    /// The first element whose unit's address before the XOR holds this byte.
    ///
    /// ```
    /// # use swizzle_core::{Coord, Element, Extent, Swizzle, Tile};
    /// # let layout = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400).layout();
    /// let extent = Extent { mn: 64, k: 64 };
    /// assert_eq!(layout.first_element_from_absolute(0x5d0, extent), Some(Coord { mn: 3, k: 40 }));
    /// ```
    #[must_use]
    pub fn first_element_from_absolute(&self, absolute: u32, extent: Extent) -> Option<Coord> {
        if self.row_xor().is_some() {
            return self.without_row_xor().first_element_from_byte(absolute, extent);
        }
        let exchange = self.terms().exchange;
        let byte = exchange.physical_from_absolute(self.space().wrapped(absolute));
        self.first_element_from_byte(byte, extent)
    }

    /// The first of [`elements_from_byte`](Self::elements_from_byte): addresses repeat with each stride, so no tile takes
    /// long.
    #[must_use]
    pub fn first_element_from_byte(&self, byte: u32, extent: Extent) -> Option<Coord> {
        let unknowns = self.unknowns(extent, true);
        self.solved(byte, &unknowns, extent).into_iter().min()
    }

    /// The terms with as many digits as the extent reaches, those with the fewest first; for the first of all elements only
    /// until a stride comes round.
    fn unknowns(&self, extent: Extent, is_for_first: bool) -> Vec<Unknown> {
        let space_twos = self.space().bits().trailing_zeros();
        let twos = |term: &Term| term.stride_bits.trailing_zeros().min(space_twos);
        let reach = |term: &Term| {
            let whole = extent.on(term.axis);
            // An exchange may lead past the last unit of a narrow row.
            let whole = whole.next_multiple_of(self.terms().exchange.period(term.axis));
            let comes_round = match (is_for_first, term.count) {
                (true, Count::Open) => self.space().bits() >> twos(term),
                // An exchange distinguishes rows that are at one address.
                (true, Count::Of(_) | Count::Step) | (false, _) => u32::MAX,
            };
            term.reach(whole).min(comes_round)
        };
        let terms = self.terms().terms().iter();
        let mut unknowns: Vec<Unknown> = terms
            .map(|term| Unknown {
                term: *term,
                reach: reach(term),
                twos: twos(term),
                twos_behind: space_twos,
            })
            .collect();
        unknowns.sort_by_key(|unknown| (unknown.reach, unknown.twos));
        for i in (1..unknowns.len()).rev() {
            let behind = unknowns[i].twos_behind.min(unknowns[i].twos);
            unknowns[i - 1].twos_behind = behind;
        }
        unknowns
    }

    /// Every element that has a bit in the byte, in no order.
    fn solved(&self, byte: u32, unknowns: &[Unknown], extent: Extent) -> Vec<Coord> {
        let mut found = Vec::new();
        let space_mask = self.space().bits() - 1;
        let physical = self.space().wrapped(byte) / self.unit_bytes() * self.unit_bytes();
        let unit_bits = self.space().wrapped(self.terms().exchange.physical_from_absolute(physical)) * 8;
        let (bit, pitch) = (byte % self.unit_bytes() * 8, self.element().pitch_bits());
        for slot in bit / pitch..(bit + 8).div_ceil(pitch).min(self.per_unit()) {
            let wanted = unit_bits + slot * pitch;
            let rest = wanted.wrapping_sub(self.start_bytes() * 8) & space_mask;
            solve(rest, unknowns, space_mask, Coord { mn: 0, k: 0 }, &mut |at| {
                // A chunk's digit was taken as free.
                let is_there = self.terms().absolute_bits(at) == wanted;
                let at = self.terms().exchange.moved(at);
                if is_there && extent.contains(at) {
                    found.push(at);
                }
            });
        }
        found
    }
}

/// A term whose digit is unknown.
struct Unknown {
    term: Term,
    /// Exclusive upper bound of its digit.
    reach: u32,
    /// The power of two of which its summand is a multiple.
    twos: u32,
    /// The power of two of which the summands of all later terms are multiples.
    twos_behind: u32,
}

/// All digits with which the terms add up to `rest`. The bits that the terms after one cannot change determine its digit: a
/// single one if the layout is packed.
fn solve(rest: u32, unknowns: &[Unknown], space_mask: u32, at: Coord, found: &mut impl FnMut(Coord)) {
    let Some((first, others)) = unknowns.split_first() else {
        if rest == 0 {
            found(at);
        }
        return;
    };
    let (term, low) = (&first.term, first.twos);
    let decided = first.twos_behind.saturating_sub(low);
    let (digit, step) = match decided {
        0 => (0, 1),
        _ => {
            let odd = term.stride_bits >> low;
            let digit = (rest >> low).wrapping_mul(inverse_of_odd(odd)) % (1 << decided);
            (digit, 1 << decided)
        }
    };
    for digit in (digit..first.reach).step_by(step) {
        let rest = rest.wrapping_sub(digit.wrapping_mul(term.stride_bits)) & space_mask;
        if rest.trailing_zeros() < first.twos_behind {
            continue;
        }
        let index = at.on(term.axis) + digit * term.worth();
        solve(rest, others, space_mask, at.with(term.axis, index), found);
    }
}

/// The inverse of an odd number modulo 2^32. Newton's step doubles the bits to which it is right; an odd number is its own
/// for three.
const fn inverse_of_odd(odd: u32) -> u32 {
    let (mut inverse, mut right_bits) = (odd, 3);
    while right_bits < u32::BITS {
        inverse = inverse.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(inverse)));
        right_bits *= 2;
    }
    inverse
}
