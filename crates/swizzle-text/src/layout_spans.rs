//! What a swizzle does, in a sentence.

use super::*;
use swizzle_core::law::swizzle_text;

/// The meaning of a swizzle's three numbers, which count bits of a byte address while the layout counts elements.
///
/// ```
/// use swizzle_core::Swizzle;
/// use swizzle_text::swizzle_sentence;
/// assert_eq!(
///     swizzle_sentence(Swizzle::B128),
///     "Swizzle<3,4,3> XORs the 3 bits from bit 7 into the 3 bits from bit 4 of the byte address; shape and stride count elements.",
/// );
/// ```
pub fn swizzle_sentence(swizzle: Swizzle) -> String {
    let xor = swizzle.xor();
    let name = swizzle_text(swizzle);
    let bits = |count: u32| if count == 1 { "bit" } else { "bits" };
    if xor.bits == 0 {
        return std::format!("{name} leaves every byte address unchanged; shape and stride count elements.");
    }
    std::format!(
        "{name} XORs the {n} {bits} from bit {from} into the {n} {bits} from bit {to} of the byte address; shape and stride count elements.",
        n = xor.bits,
        bits = bits(xor.bits),
        from = xor.base + xor.shift,
        to = xor.base,
    )
}
