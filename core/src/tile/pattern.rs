//! The start of the repeating pattern of the swizzle.

use crate::hardware::named::named;
use crate::law::Swizzle;

named! {
    /// Origin of the swizzle pattern in a ring of stages.
    #[derive(Default)]
    pub enum PatternOf "pattern" {
        /// One address in memory, for all stages: the result of an XOR of absolute addresses, and of TMA's writes.
        #[default]
        Memory => "memory",
        /// The start of each stage: the result of a producer that XORs the offset in the tile.
        EachStage => "each-stage",
    }
}

/// The base offset for the address at which the repeating pattern starts.
///
/// Source: PTX ISA, "Matrix Descriptor Format": 0 at a multiple of 1024, 512, 256 bytes (128B, 64B, 32B), otherwise `(pattern
/// start >> 7) & 7`. The boundary comes first: the formula alone would give 4 for 64B at 512, which reads alike.
///
/// ```
/// use swizzle_core::Swizzle;
/// use swizzle_core::tile::base_offset_from_pattern;
/// assert_eq!(base_offset_from_pattern(Swizzle::B128, 0x480), 1);
/// assert_eq!(base_offset_from_pattern(Swizzle::B64, 512), 0);
/// ```
#[must_use]
pub const fn base_offset_from_pattern(swizzle: Swizzle, pattern_bytes: u32) -> u8 {
    if pattern_bytes.is_multiple_of(swizzle.pattern_bytes()) || matches!(swizzle, Swizzle::None) {
        0
    } else {
        ((pattern_bytes >> 7) & 7) as u8
    }
}

/// An address at which the pattern can start for this base offset to be correct; the first line of the pattern for 0.
///
/// ```
/// use swizzle_core::tile::{base_offset_from_pattern, pattern_from_base_offset};
/// use swizzle_core::Swizzle;
/// let pattern = pattern_from_base_offset(3);
/// assert_eq!((pattern, base_offset_from_pattern(Swizzle::B128, pattern)), (0x180, 3));
/// ```
#[must_use]
pub const fn pattern_from_base_offset(base_offset: u8) -> u32 {
    (base_offset as u32) << 7
}
