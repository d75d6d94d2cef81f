//! The sentences about the slips.

use super::*;

/// The values that slips lead to, the likeliest first, each with its sentence.
pub(crate) type Slips = Vec<(Option<u64>, &'static str)>;

// Those of `slips/tile.txt`.
include!(concat!(env!("OUT_DIR"), "/tile.rs"));

/// Said of the code of another mode.
pub(super) const fn code_of(other: Swizzle) -> &'static str {
    match other {
        Swizzle::None => "That is the code of mode none.",
        Swizzle::B32 => "That is the code of mode 32B.",
        Swizzle::B64 => "That is the code of mode 64B.",
        Swizzle::B128 => "That is the code of mode 128B.",
        Swizzle::B128Atom32 => "That is the code of mode 128B-32B-atom.",
    }
}

/// Whether a sentence speaks of LBO or SBO.
pub(super) fn names_stride(sentence: &str) -> bool {
    sentence.contains("LBO") || sentence.contains("SBO")
}
