//! What errors and warnings want of the descriptor.

use swizzle_core::words::needs_from_mended;
use swizzle_core::{Descriptor, FieldId, Finding, Severity};

use crate::view::Picture;

/// The errors and warnings about a descriptor that is looked at; none where the picture that is explained has another.
pub(super) fn faults(settled: &Picture, held: Descriptor) -> impl Iterator<Item = &Finding> {
    // Findings are about the descriptor at its own place.
    let is_own = settled.spec.place() == settled.looked_at.place();
    let is_held = is_own && settled.descriptor.is_ok_and(|explained| explained == held);
    let findings = if is_held { settled.findings() } else { &[] };
    let is_fault = |at: &&Finding| at.severity != Severity::Note;
    findings.iter().filter(is_fault)
}

/// Whether a fault is more than a doubt: what is right as it stands needs nothing.
pub(super) fn is_wrong(settled: &Picture, fault: &Finding) -> bool {
    fault.severity == Severity::Error || settled.found.tally().wrong > 0
}

/// The descriptor after a fault's likeliest repair.
pub(super) fn mended(fault: &Finding, held: Descriptor) -> Option<Descriptor> {
    let repaired = fault.repairs.first()?.descriptor?;
    (repaired.arch() == held.arch()).then_some(repaired)
}

/// What the fields need, the gravest fault first.
pub(super) fn needs(settled: &Picture, held: Descriptor) -> Vec<(FieldId, String)> {
    let mut needs: Vec<(FieldId, String)> = Vec::new();
    for fault in faults(settled, held).filter(|fault| is_wrong(settled, fault)) {
        let mended = mended(fault, held);
        let of_fault = mended.map(|mended| needs_from_mended(&settled.looked_at, held, mended));
        for need in of_fault.into_iter().flatten() {
            if needs.iter().all(|(known, _)| *known != need.0) {
                needs.push(need);
            }
        }
    }
    needs
}
