//! The colour of a bit: that of the field from which it comes.

use swizzle_core::{FieldId, Stride};
use swizzle_text::loom::{Bundle, Crossing, Loom, Strand};

use super::brush::Ink;

/// The colour of a bundle: of its stride's field; of the base offset, which is subtracted from what rows count; of the
/// swizzle, which changes units.
pub(super) fn colour(loom: &Loom, bundle: &Bundle) -> Option<FieldId> {
    let is_crossed = !matches!(loom.crossing, Crossing::None);
    match (bundle.strand, bundle.stride) {
        (Strand::Byte | Strand::Slot, _) => Some(FieldId::Reserved),
        (_, Some(Stride::Lbo)) => Some(FieldId::Lbo),
        (_, Some(Stride::Sbo)) => Some(FieldId::Sbo),
        (Strand::Row, _) if is_crossed => Some(FieldId::BaseOffset),
        (Strand::Unit, _) if is_crossed => Some(FieldId::Swizzle),
        _ => None,
    }
}

/// Whether anything can come to a place of the sum.
pub(super) fn is_fed(loom: &Loom, place: i32) -> bool {
    let mut bits = loom.bundles.iter().flat_map(|bundle| &bundle.bits);
    loom.base_bytes >> place.max(0) & 1 == 1
        || loom.carries.contains(&place)
        || bits.any(|bit| bit.wire == Some(place))
}

/// The ink of a place of the sum: that of the one thing that makes it 1.
pub(super) fn sum_ink(loom: &Loom, place: i32) -> Ink {
    let base =
        (place >= 0 && loom.base_bytes >> place & 1 == 1).then_some(Ink::Field(loom.base_field));
    let adds = loom.bundles.iter().filter(|bundle| bundle.adds_at(place));
    let adds = adds.map(|bundle| Ink::of(colour(loom, bundle)));
    let carry = loom.carries.contains(&place).then_some(Ink::Plain);
    let mut all = base.into_iter().chain(adds).chain(carry);
    match (all.next(), all.next()) {
        (Some(one), None) => one,
        _ => Ink::Plain,
    }
}
