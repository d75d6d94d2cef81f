//! The values written into the cells: the index, as an integer or as a number of the element's type.

use super::*;

named! {
    /// The values that were written, as the user specifies them.
    pub enum Values "values" {
        /// `mn · K + k` as a raw integer.
        Index => "index",
        /// `mn · K + k` as a number of the element's type, rounded as `arange` rounds it.
        Numbers => "numbers",
        /// Two dumps: `mn` in one, `k` in the other.
        MnAndK => "mn,k",
    }
}

/// How the value of a cell is written as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Written {
    /// A raw integer.
    Integer,
    /// bfloat16.
    Bf16,
    /// IEEE half.
    F16,
    /// IEEE single, or TensorFloat-32 in its slot.
    F32,
    /// 8-bit float, 4 exponent bits.
    E4m3,
    /// 8-bit float, 5 exponent bits.
    E5m2,
    /// MN and K, 16 bits each, of two dumps.
    Pair,
}

impl Written {
    /// Bits of the mantissa, and the exponent's bias, of a type whose numbers are rounded.
    const fn float(self) -> Option<(u32, u32)> {
        match self {
            Self::Integer | Self::Pair => None,
            Self::Bf16 => Some((7, 127)),
            Self::F16 => Some((10, 15)),
            Self::F32 => Some((23, 127)),
            Self::E4m3 => Some((3, 7)),
            Self::E5m2 => Some((2, 15)),
        }
    }

    /// The number that the bits stand for, where each number near it is written with other bits: a value that names its
    /// cell. `None` for negative numbers, fractions, and such as were rounded.
    pub(super) fn exact(self, raw: u32) -> Option<u32> {
        // A single may be a TensorFloat-32.
        self.whole(raw, |mantissa| 2 << mantissa.min(10))
    }

    /// Whether numbers are rounded, so that only the smaller ones name their cell.
    pub(super) const fn is_rounded(self) -> bool {
        self.float().is_some()
    }

    /// The whole number that the bits stand for, rounded or not.
    pub(super) fn rounded(self, raw: u32) -> Option<u32> {
        self.whole(raw, |_| 1 << 22)
    }

    /// The whole number below an end, which may depend on the bits of the mantissa.
    fn whole(self, raw: u32, end: impl Fn(u32) -> u32) -> Option<u32> {
        let Some((mantissa, bias)) = self.float() else { return Some(raw) };
        if raw == 0 {
            return Some(0);
        }
        // Negative numbers and the largest have a larger exponent; whole numbers from 1 have none below the bias.
        if bias != 127 && !(bias..=bias + 12).contains(&(raw >> mantissa)) {
            return None;
        }
        let bits = (raw << (23 - mantissa)) + ((127 - bias) << 23);
        let number = f32::from_bits(bits);
        let is_whole = number >= 0.0 && number < end(mantissa) as f32 && (number as u32) as f32 == number;
        (is_whole && bits != 1 << 31).then_some(number as u32)
    }

    /// Whether the bits are a cell's index, rounded to nearest (ties to even or away) or cut.
    pub(super) fn is(self, raw: u32, index: u32) -> bool {
        let Some((mantissa, bias)) = self.float() else { return raw == index };
        if index == 0 {
            return raw == 0;
        }
        // Whole numbers from 2^15 on are beyond the exponents of the narrower types.
        if bias < 127 && index >= 1 << 15 {
            return false;
        }
        let single = (index as f32).to_bits();
        let rounds = |bits: u32, raw: u32, dropped: u32| {
            let cut = bits >> dropped;
            let half = 1 << (dropped - 1);
            let even = (bits + half - 1 + (cut & 1)) >> dropped;
            raw == cut || raw == even || raw == (bits + half) >> dropped
        };
        match mantissa {
            23 => raw == single || raw & 0x1fff == 0 && rounds(single, raw >> 13, 13),
            _ => rounds(single - ((127 - bias) << 23), raw, 23 - mantissa),
        }
    }
}

/// The value of a cell.
pub(super) const fn value_of_cell(written: Written, extent: Extent, at: Coord) -> u32 {
    match written {
        Written::Pair => at.mn << 16 | at.k & 0xffff,
        _ => at.mn.wrapping_mul(extent.k).wrapping_add(at.k),
    }
}
