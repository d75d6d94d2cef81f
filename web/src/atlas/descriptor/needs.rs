//! Changes to the descriptor that errors and warnings call for.

use swizzle_core::{Descriptor, FieldId};
use swizzle_lints::{Finding, Severity};
use swizzle_text::needs_from_mended;

use crate::view::Picture;

/// The errors and warnings about the descriptor that is looked at: findings are about it at its own place.
pub(super) fn faults(picture: &Picture) -> impl Iterator<Item = &Finding> {
    let is_own = picture.spec.place() == picture.looked_at.place();
    let findings = if is_own { picture.findings() } else { &[] };
    let is_fault = |at: &&Finding| at.severity != Severity::Note;
    findings.iter().filter(is_fault)
}

/// Whether a fault is more than a doubt: what is right as it stands needs nothing.
pub(super) fn is_wrong(picture: &Picture, fault: &Finding) -> bool {
    fault.severity == Severity::Error || picture.found.tally().wrong > 0
}

/// The descriptor after a fault's likeliest repair.
pub(super) fn mended(fault: &Finding, held: Descriptor) -> Option<Descriptor> {
    let repaired = fault.repairs.first()?.descriptor?;
    (repaired.arch() == held.arch()).then_some(repaired)
}

/// Returns what each field needs, the gravest fault first.
pub fn needs(picture: &Picture, held: Descriptor) -> Vec<(FieldId, String)> {
    let mut needs: Vec<(FieldId, String)> = Vec::new();
    // A field needs nothing for a fault of the tile, or for a fault that follows from another.
    let is_of_fields = |fault: &&Finding| {
        is_wrong(picture, fault) && fault.consequence_of.is_none() && !fault.fields.is_empty()
    };
    for fault in faults(picture).filter(is_of_fields) {
        let mended = mended(fault, held);
        let of_fault = mended.map(|mended| needs_from_mended(&picture.looked_at, held, mended));
        for need in of_fault.into_iter().flatten() {
            if needs.iter().all(|(known, _)| *known != need.0) {
                needs.push(need);
            }
        }
    }
    needs
}
