//! The values written into the cells: the index, as an integer or as a number of the element's type.

use swizzle_core::law::{Coord, Extent};
use swizzle_core::named;

/// The values that were written, as the user specifies them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Values {
    /// `mn · K + k` as a raw integer.
    Index,
    /// `mn · K + k` as a number of the element's type, rounded as `arange` rounds it.
    Numbers,
    /// Two dumps: `mn` in one, `k` in the other.
    MnAndK,
}

named!(
    Values,
    "values",
    Index => "index",
    Numbers => "numbers",
    MnAndK => "mn,k",
);

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
    /// The number that the bits stand for, where each number near it is written with other bits: a value that names its
    /// cell. `None` for negative numbers, fractions, and such as were rounded.
    pub(super) fn exact(self, raw: u32) -> Option<u32> {
        match self {
            Self::Integer | Self::Pair => Some(raw),
            Self::F32 => whole(raw, 1 << 11),
            Self::Bf16 => whole(raw << 16, 1 << 8),
            Self::F16 => self.narrow(raw, 10, 15, 1 << 11),
            Self::E4m3 => self.narrow(raw, 3, 7, 1 << 4),
            Self::E5m2 => self.narrow(raw, 2, 15, 1 << 3),
        }
    }

    /// Whether numbers are rounded, so that only the smaller ones name their cell.
    pub(super) const fn is_rounded(self) -> bool {
        match self {
            Self::Integer | Self::Pair => false,
            Self::Bf16 | Self::F16 | Self::F32 | Self::E4m3 | Self::E5m2 => true,
        }
    }

    /// The whole number that the bits stand for, rounded or not.
    pub(super) fn rounded(self, raw: u32) -> Option<u32> {
        const END: u32 = 1 << 22;
        match self {
            Self::Integer | Self::Pair => Some(raw),
            Self::F32 => whole(raw, END),
            Self::Bf16 => whole(raw << 16, END),
            Self::F16 => self.narrow(raw, 10, 15, END),
            Self::E4m3 => self.narrow(raw, 3, 7, END),
            Self::E5m2 => self.narrow(raw, 2, 15, END),
        }
    }

    /// A float of `mantissa` bits below an exponent of this bias.
    fn narrow(self, raw: u32, mantissa: u32, bias: u32, end: u32) -> Option<u32> {
        if raw == 0 {
            return Some(0);
        }
        let exponent = raw >> mantissa;
        // Negative numbers and the largest have more; whole numbers from 1 have none below the bias.
        if exponent < bias || exponent > bias + 12 {
            return None;
        }
        whole((exponent - bias + 127) << 23 | (raw & ((1 << mantissa) - 1)) << (23 - mantissa), end)
    }

    /// Whether the bits are a cell's index, rounded to nearest (ties to even or away) or cut.
    pub(super) fn is(self, raw: u32, index: u32) -> bool {
        let single = || (index as f32).to_bits();
        let rounds = |bits: u32, raw: u32, dropped: u32| {
            let cut = bits >> dropped;
            let half = 1 << (dropped - 1);
            let even = (bits + half - 1 + (cut & 1)) >> dropped;
            raw == cut || raw == even || raw == (bits + half) >> dropped
        };
        match self {
            Self::Integer | Self::Pair => raw == index,
            Self::F32 => raw == single() || raw & 0x1fff == 0 && rounds(single(), raw >> 13, 13),
            Self::Bf16 => rounds(single(), raw, 16),
            Self::F16 => {
                index == 0 && raw == 0 || rebiased(index, 15).is_some_and(|bits| rounds(bits, raw, 13))
            }
            Self::E4m3 => {
                index == 0 && raw == 0 || rebiased(index, 7).is_some_and(|bits| rounds(bits, raw, 20))
            }
            Self::E5m2 => {
                index == 0 && raw == 0 || rebiased(index, 15).is_some_and(|bits| rounds(bits, raw, 21))
            }
        }
    }
}

/// The bits of a single under the exponent of a narrower type; `None` beyond 2^15.
fn rebiased(index: u32, bias: u32) -> Option<u32> {
    let bits = (index as f32).to_bits();
    (index > 0 && index < 1 << 15).then(|| bits - ((127 - bias) << 23))
}

/// The whole number below `end` that a single is.
fn whole(bits: u32, end: u32) -> Option<u32> {
    let number = f32::from_bits(bits);
    let is_whole = number >= 0.0 && number < end as f32 && (number as u32) as f32 == number;
    (is_whole && (bits != 1 << 31)).then_some(number as u32)
}

/// The value of a cell.
pub(super) const fn value_of_cell(written: Written, extent: Extent, at: Coord) -> u32 {
    match written {
        Written::Pair => at.mn << 16 | at.k & 0xffff,
        Written::Integer | Written::Bf16 | Written::F16 | Written::F32 | Written::E4m3 | Written::E5m2 => {
            at.mn.wrapping_mul(extent.k).wrapping_add(at.k)
        }
    }
}
