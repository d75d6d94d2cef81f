//! Which repairs are worth a button: those after which the read is right, and what they are for is gone.

use alloc::string::String;
use alloc::vec::Vec;

use crate::hardware::ADDRESS_BYTES;
use crate::reader::{ReadAgainstTile, Spec};
use crate::rules::RULES;
use crate::rules::candidate;
use crate::rules::finding::{Finding, Repair, Report};

/// Keeps of every finding's repairs those that are worth it, each once.
pub(super) fn keep_what_mends(spec: &Spec, findings: &mut [Finding]) {
    for finding in findings {
        let offered = core::mem::take(&mut finding.repairs);
        let mut kept: Vec<Repair> = Vec::new();
        for repair in offered {
            let is_new = kept.iter().all(|known| known.said != repair.said);
            if is_new && mends(finding, &repair) {
                kept.extend(repair.with_result(spec));
            }
        }
        finding.repairs = kept;
        let offers = core::mem::take(&mut finding.offers).into_iter();
        finding.offers = offers
            .filter(|offer| offer.said != *spec.said())
            .filter_map(|offer| offer.with_result(spec))
            .collect();
    }
}

/// Whether a repair leaves nothing wrong in the read, and its finding gone.
fn mends(finding: &Finding, repair: &Repair) -> bool {
    let Ok(spec) = Spec::new(&repair.said) else {
        return false;
    };
    let found = ReadAgainstTile::of(&spec, spec.place());
    // No stride makes room for a tile that is larger than the memory.
    let holds = spec.span_bytes() > ADDRESS_BYTES || candidate::clash(&spec).is_none();
    found.tally().wrong == 0 && holds && !raises(&spec, &found, finding)
}

/// Whether something of this name is found, whatever its repairs.
fn raises(spec: &Spec, found: &ReadAgainstTile, finding: &Finding) -> bool {
    let mut report = Report::of(&RULES[0], spec, found);
    for rule in RULES {
        report.look(rule, spec);
    }
    let is_same = |title: &String, rule: &str| rule == finding.rule && *title == finding.title;
    report.any(|other| is_same(&other.title, other.rule))
}
