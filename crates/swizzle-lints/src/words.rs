//! Names in a sentence, and sentences that several subjects share.

use swizzle_core::hardware::{Chip, Named as _};

/// What fixed bits of a descriptor hold, without its subject, and what the chip requires there; `stray` are those that differ.
pub(crate) fn fixed_bits(chip: Chip, stray: u64, bits: u64) -> [String; 2] {
    [
        format!("fixed bits 0x{stray:x} are 0x{:x}", bits & stray),
        format!("{} requires 0x{:x} in them.", chip.name(), !bits & stray),
    ]
}
