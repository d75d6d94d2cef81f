//! Keeps the repairs that make the read correct and remove their finding.

use super::*;

/// Keeps each finding's effective repairs, without duplicates.
pub(super) fn keep_what_mends(spec: &Spec, findings: &mut [Finding], lints: &'static [Lint<Spec>]) {
    for finding in findings {
        let offered = std::mem::take(&mut finding.repairs);
        let mut kept: Vec<Repair> = Vec::new();
        for repair in offered {
            let is_new = kept.iter().all(|known| known.change.said != repair.change.said);
            if is_new && mends(finding, &repair, lints) {
                kept.extend(with_result(repair, spec));
            }
        }
        finding.repairs = kept;
        let offers = std::mem::take(&mut finding.offers).into_iter();
        finding.offers = offers
            .filter(|offer| offer.change.said != *spec.said())
            .filter_map(|offer| with_result(offer, spec))
            .collect();
    }
}

/// The change with the descriptor and the read that it gives.
fn with_result(mut repair: Repair, before: &Spec) -> Option<Repair> {
    let after = spec_from_said(&repair.change.said).ok()?;
    let [was, is] = [before, &after].map(|spec| spec.descriptor(spec.place()).ok());
    repair.change.descriptor = is.filter(|_| is != was);
    repair.change.reads = read_text(&after);
    Some(repair)
}

/// Links each finding to the fault that it follows from: it is gone once that is repaired, or it is a note on the same fields.
pub(super) fn name_what_follows(findings: &mut [Finding], lints: &'static [Lint<Spec>]) {
    let mut rest = findings;
    while let Some((cause, others)) = rest.split_first_mut() {
        if let Some(spec) = repaired(cause).filter(|_| !others.is_empty()) {
            let found = ReadAgainstTile::of(&spec, spec.place());
            let left = report(lints, &spec, &found);
            for other in others.iter_mut() {
                if other.consequence_of.is_none() && (!left.has(other) || notes(cause, other)) {
                    other.consequence_of = Some(cause.id);
                }
            }
        }
        rest = others;
    }
}

/// The spec after the first repair of a fault that follows from no other.
fn repaired(cause: &Finding) -> Option<Spec> {
    let is_cause = cause.severity != Severity::Note && cause.consequence_of.is_none();
    let repair = cause.repairs.first().filter(|_| is_cause)?;
    spec_from_said(&repair.change.said).ok()
}

/// Whether a finding is only a note on fields that another finding faults: shown side by side they would contradict each other.
fn notes(cause: &Finding, other: &Finding) -> bool {
    other.severity == Severity::Note
        && !other.fields.of_matrix().is_empty()
        && other.fields.of_matrix().iter().all(|field| cause.fields.of_matrix().contains(field))
}

/// Whether a repair makes the read correct and removes its finding.
fn mends(finding: &Finding, repair: &Repair, lints: &'static [Lint<Spec>]) -> bool {
    let Ok(spec) = spec_from_said(&repair.change.said) else {
        return false;
    };
    // No stride makes room for a tile larger than the memory.
    let holds = spec.is_beyond_addresses() || spec.first_clash().is_none();
    let found = ReadAgainstTile::of(&spec, spec.place());
    found.tally().wrong == 0 && holds && !report(lints, &spec, &found).has(finding)
}

#[cfg(test)]
mod tests {
    use crate::{LINTS, findings_from_spec};
    use swizzle_view::link::shown_from_link;

    use super::*;

    fn found(link: &str) -> Vec<Finding> {
        let spec = shown_from_link(link).shown.spec().expect("a picture");
        findings_from_spec(&spec)
    }

    /// Those that are on top, and the titles of what is folded under the first of them.
    fn told(found: &[Finding]) -> (Vec<&Finding>, Vec<&str>) {
        let (top, folded): (Vec<_>, Vec<_>) = found.iter().partition(|at| at.consequence_of.is_none());
        let first = top.first().map(|at| at.id);
        let of_first = folded.iter().filter(|at| at.consequence_of == first);
        let titles = of_first.map(|at| at.title.as_str()).collect();
        (top, titles)
    }

    #[test]
    fn what_a_type_that_is_not_read_brings_is_folded_under_it() {
        for (link, follows) in [
            ("#/wgmma?element=tf32&major=MN", &["SBO has no effect in this shape"][..]),
            (
                "#/wgmma/4000004000010040?element=tf32&major=MN",
                &["LBO is too small: atoms overlap", "SBO has no effect in this shape"],
            ),
        ] {
            let found = found(link);
            let (top, folded) = told(&found);
            assert_eq!(top.len(), 1, "{link}: {top:#?}");
            assert_eq!(top[0].title, "wgmma cannot read tf32 M-major");
            assert_eq!(top[0].repairs.len(), 1, "{link}");
            assert_eq!(folded, follows, "{link}");
        }
    }

    #[test]
    fn what_a_number_that_no_field_holds_brings_is_folded_under_it() {
        for (link, packed, follows) in [
            ("#/wgmma?lbo_bytes=1000&swizzle=none", 1024, &["Elements share a byte"][..]),
            ("#/wgmma?lbo_bytes=1000&major=MN&mn=128", 1024, &["LBO is too small for the tile as drawn"]),
            ("#/wgmma?lbo_bytes=1000&major=MN", 1024, &["LBO has no effect in this shape"]),
        ] {
            let found = found(link);
            let (top, folded) = told(&found);
            assert_eq!(top.len(), 1, "{link}: {top:#?}");
            assert_eq!(top[0].title, "LBO is not a multiple of 16", "{link}");
            let label = std::format!("Set LBO to {packed} B");
            assert_eq!(top[0].repairs[0].label, label, "{link}");
            assert_eq!(folded, follows, "{link}");
        }
    }

    /// No note contradicts a fault of its field, and a folded finding is folded under one that is shown.
    #[test]
    fn nothing_on_top_contradicts_a_fault_of_its_fields() {
        let forms =
            ["", "element=tf32&major=MN&", "swizzle=none&", "major=MN&mn=128&", "major=MN&operand=B&mn=8&"];
        let values = ["lbo_bytes=1000", "sbo_bytes=1000", "sbo_bytes=16", "k=16"];
        let descriptors = ["", "/4000004000010040", "/0000002000080840", "/8000000804000048"];
        for form in forms {
            for value in values {
                for descriptor in descriptors {
                    let link = std::format!("#/wgmma{descriptor}?{form}{value}");
                    let found = found(&link);
                    let (top, _) = told(&found);
                    let faults = top.iter().filter(|at| at.severity != Severity::Note);
                    for fault in faults.filter(|fault| !fault.repairs.is_empty()) {
                        let is_against = |at: &&&Finding| notes(fault, at);
                        assert_eq!(top.iter().find(is_against), None, "{link}: {fault:#?}");
                    }
                    for folded in found.iter().filter_map(|at| at.consequence_of) {
                        assert!(LINTS.iter().any(|lint| lint.id == folded));
                        assert!(top.iter().any(|at| at.id == folded), "{link}: {folded}");
                    }
                }
            }
        }
    }
}
