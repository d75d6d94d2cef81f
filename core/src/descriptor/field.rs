//! A bit field of a descriptor.

use alloc::format;
use alloc::string::{String, ToString as _};

use crate::hardware::UNIT_BYTES;
use crate::law::Stride;

/// Id of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FieldId {
    /// Matrix start address.
    Start,
    /// Bits 14–15.
    Reserved14,
    /// Leading dimension byte offset.
    Lbo,
    /// Bits 30–31.
    Reserved30,
    /// Stride dimension byte offset.
    Sbo,
    /// Bits 46–48: zero on wgmma, the constant 0b001 on tcgen05.
    Fixed46,
    /// Matrix base offset.
    BaseOffset,
    /// LBO mode, tcgen05 only.
    LboMode,
    /// Half of the table of `decompress::lut::b`, sm_107a only.
    LutHalf,
    /// The zero bits below the swizzle code.
    Reserved,
    /// Swizzle mode.
    Swizzle,
}

/// The bits of a field, the highest first.
pub(super) fn bits_text(low: u8, width: u8) -> String {
    match width {
        1 => low.to_string(),
        _ => format!("{}–{low}", high(low, width)),
    }
}

impl FieldId {
    /// The field of a stride.
    #[must_use]
    pub const fn of_stride(stride: Stride) -> Self {
        match stride {
            Stride::Lbo => Self::Lbo,
            Stride::Sbo => Self::Sbo,
        }
    }
}

/// The bits of a field, of a descriptor of any width; none of a field without width.
pub(super) const fn mask(low: u8, width: u8) -> u64 {
    let ones: u64 = match width {
        0 => 0,
        width @ 1..64 => (1 << width) - 1,
        _ => u64::MAX,
    };
    match ones.checked_shl(low as u32) {
        Some(mask) => mask,
        None => 0,
    }
}

/// The highest bit of a field; the lowest of one without width.
pub(super) const fn high(low: u8, width: u8) -> u8 {
    low.saturating_add(width.saturating_sub(1))
}

/// A bit field: a row of the ISA's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// The field's id.
    pub id: FieldId,
    /// Its name.
    pub name: &'static str,
    /// Lowest bit.
    pub low: u8,
    /// Number of bits.
    pub width: u8,
    /// The bits that it must hold; `None` for a field that carries a value.
    pub fixed: Option<u64>,
    /// Meaning of the field's value.
    pub meaning: &'static str,
    /// Source of this row.
    pub source: &'static str,
}

impl Field {
    /// The field's bits in the descriptor; none of a field without width.
    #[must_use]
    pub const fn mask(self) -> u64 {
        mask(self.low, self.width)
    }

    /// The value of the field for a number of bytes: `matrix-descriptor-encode` of the PTX ISA, cut to the field's bits.
    #[must_use]
    pub const fn from_bytes(self, bytes: u32) -> u64 {
        (bytes / UNIT_BYTES) as u64 & self.mask() >> self.low
    }

    /// Highest bit; the lowest of a field without width.
    #[must_use]
    pub const fn high(self) -> u8 {
        high(self.low, self.width)
    }

    /// Its bits as the manual counts them, the highest first: `45–32`.
    #[must_use]
    pub fn bits_text(self) -> String {
        bits_text(self.low, self.width)
    }

    /// A value of this field in binary, all digits.
    #[must_use]
    pub fn binary_text(self, value: u64) -> String {
        format!("{value:0width$b}", width = usize::from(self.width))
    }
}

#[cfg(test)]
mod tests {
    use crate::descriptor::Descriptor;
    use crate::hardware::Arch;

    #[test]
    fn a_field_of_any_width_has_a_mask() {
        let mut field = Descriptor::fields(Arch::Wgmma)[2];
        assert_eq!((field.mask(), field.high()), (0x3fff_0000, 29));
        let masks = [(0, 0), (16, 0), (16, 255), (64, 1), (255, 255), (0, 64)].map(|(low, width)| {
            (field.low, field.width) = (low, width);
            (field.mask(), field.high())
        });
        let all = u64::MAX;
        assert_eq!(masks, [(0, 0), (0, 16), (all << 16, 255), (0, 64), (0, 255), (all, 63)]);
    }
}
