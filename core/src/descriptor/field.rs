//! A bit field of a descriptor.

/// Which field.
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
    /// The zero bits below the swizzle code.
    Reserved,
    /// Swizzle mode.
    Swizzle,
}

/// A bit field: a row of the ISA's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Which one.
    pub id: FieldId,
    /// Its name.
    pub name: &'static str,
    /// Lowest bit.
    pub low: u8,
    /// Number of bits.
    pub width: u8,
    /// What must stand in it; `None` for a field that carries a value.
    pub fixed: Option<u64>,
    /// What it holds.
    pub meaning: &'static str,
    /// Where this row comes from.
    pub source: &'static str,
}

impl Field {
    /// The field's bits in the descriptor.
    #[must_use]
    pub const fn mask(self) -> u64 {
        (u64::MAX >> (64 - self.width)) << self.low
    }

    /// Highest bit.
    #[must_use]
    pub const fn high(self) -> u8 {
        self.low + self.width - 1
    }
}
