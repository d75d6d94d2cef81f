//! Names in a sentence, and sentences that several subjects share.

use swizzle_core::hardware::{Chip, Named as _};

/// Names joined by "and".
pub(crate) fn and<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(" and ")
}

/// Names joined by "or".
pub(crate) fn or<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(" or ")
}

/// What fixed bits of a descriptor hold, without its subject, and what the chip requires there; `stray` are those that differ.
pub(crate) fn fixed_bits(chip: Chip, stray: u64, bits: u64) -> [String; 2] {
    [
        format!("fixed bits 0x{stray:x} are 0x{:x}", bits & stray),
        format!("{} requires 0x{:x} in them.", chip.name(), !bits & stray),
    ]
}
