//! A descriptor as the other operand, where the operand is unspecified.

use super::*;
use crate::sequence::{Given, Sequence};

/// The spec as operand B, if A is inferred and the verdict differs; `None` if the operand is specified or makes no difference.
///
/// Several explicit descriptors are all checked.
///
/// ```
/// use swizzle_infer::as_other_operand;
/// use swizzle_core::{Arch, Descriptor, Major, Operand, Said, SaidTile, reader::Verdict};
/// use swizzle_infer::spec_from_said;
/// // As A, a read is 64 rows: one column of M, and LBO has no effect. As B it is all 128.
/// let tile = SaidTile { major: Some(Major::Mn), mn: Some(128), k: Some(64), ..SaidTile::default() };
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
/// let spec = spec_from_said(&Said { tile, ..Said::default() }.with_given(given))?;
/// let other = as_other_operand(&spec).unwrap();
/// assert_eq!((spec.verdict(), other.verdict()), (Verdict::Fits, Verdict::Differs));
/// assert_eq!(other.reader().operand, Operand::B);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn as_other_operand(spec: &Spec) -> Option<Spec> {
    let said = spec.said();
    let is_open = said.given.is_some()
        && said.reader.operand.is_none()
        && spec.reader().used_for == Use::Mma
        && said.tile.is_placed();
    if !is_open {
        return None;
    }
    let mut other = *said;
    other.reader.operand = Some(spec.reader().operand.other());
    let other = spec_from_said(&other).ok()?;
    let (own, theirs) = (of_all(spec), of_all(&other));
    // A descriptor that matches as one operand and starts no read of the other belongs to a second block.
    let is_none_of_it = own == Verdict::Fits && starts_elsewhere(&other);
    (own != theirs && !is_none_of_it).then_some(other)
}

/// Whether one of the explicit descriptors starts no read of the tile.
fn starts_elsewhere(spec: &Spec) -> bool {
    let is_off = |given: &Given| given.place.is_none() || given.fields.contains(&FieldId::Start);
    Sequence::of(spec).given.iter().any(is_off)
}

/// The verdict on all explicit descriptors.
fn of_all(spec: &Spec) -> Verdict {
    let verdict = spec.verdict();
    let is_held = matches!(verdict, Verdict::Fits | Verdict::Padded);
    let has_wrong = || Sequence::of(spec).first_wrong().is_some();
    if is_held && !spec.said().beside.is_empty() && has_wrong() { Verdict::Differs } else { verdict }
}
