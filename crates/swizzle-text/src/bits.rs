//! Text on bits.

use super::*;

/// Counts the bits in which two descriptors differ.
///
/// ```
/// use swizzle_text::differing_text;
/// assert_eq!([0, 8, 9].map(differing_text), ["no bit differs", "1 bit differs", "2 bits differ"]);
/// ```
pub fn differing_text(bits: u64) -> String {
    differing(bits.count_ones() as usize, "bit")
}

/// Names the bits in which two descriptors differ.
///
/// ```
/// use swizzle_text::bits_text;
/// assert_eq!(bits_text(0), "no bit differs");
/// assert_eq!(bits_text(1 << 46), "bit 46 differs");
/// assert_eq!(bits_text(1 << 46 | 3 << 61), "bits 62, 61, 46 differ");
/// ```
pub fn bits_text(bits: u64) -> String {
    let set = joined((0..64).rev().filter(|bit: &u32| bits >> bit & 1 == 1), ", ");
    match bits.count_ones() {
        0 => differing_text(bits),
        1 => format!("bit {set} differs"),
        _ => format!("bits {set} differ"),
    }
}
