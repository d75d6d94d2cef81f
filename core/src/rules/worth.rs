//! Which repairs are worth a button: those after which the read is right, and what they are for is gone.

use alloc::string::String;
use alloc::vec::Vec;

use crate::reader::{ReadAgainstTile, Spec};
use crate::rules::finding::{Finding, Repair, Severity};
use crate::rules::report::{Report, Rule};

/// Keeps of every finding's repairs those that are worth it, each once.
pub(super) fn keep_what_mends(spec: &Spec, findings: &mut [Finding], rules: &'static [Rule]) {
    for finding in findings {
        let offered = core::mem::take(&mut finding.repairs);
        let mut kept: Vec<Repair> = Vec::new();
        for repair in offered {
            let is_new = kept.iter().all(|known| known.said != repair.said);
            if is_new && mends(finding, &repair, rules) {
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

/// Names what follows from the gravest error: what is gone once that is repaired.
pub(super) fn name_what_follows(findings: &mut [Finding], rules: &'static [Rule]) {
    let Some((cause, others)) = findings.split_first_mut() else {
        return;
    };
    let repair = cause.repairs.first();
    let Some(repair) = repair.filter(|_| cause.severity == Severity::Error && !others.is_empty())
    else {
        return;
    };
    let Ok(spec) = Spec::new(&repair.said) else {
        return;
    };
    let found = ReadAgainstTile::of(&spec, spec.place());
    for other in others {
        if !raises(&spec, &found, other, rules) {
            other.consequence_of = Some(cause.rule);
        }
    }
}

/// Whether a repair leaves nothing wrong in the read, and its finding gone.
fn mends(finding: &Finding, repair: &Repair, rules: &'static [Rule]) -> bool {
    let Ok(spec) = Spec::new(&repair.said) else {
        return false;
    };
    let found = ReadAgainstTile::of(&spec, spec.place());
    // No stride makes room for a tile that is larger than the memory.
    let holds = spec.is_beyond_addresses() || spec.first_clash().is_none();
    found.tally().wrong == 0 && holds && !raises(&spec, &found, finding, rules)
}

/// Whether something of this name is found, whatever its repairs.
fn raises(spec: &Spec, found: &ReadAgainstTile, finding: &Finding, rules: &'static [Rule]) -> bool {
    let mut report = Report::of(&rules[0], spec, found);
    for rule in rules {
        report.look(rule, spec);
    }
    let is_same = |title: &String, rule: &str| rule == finding.rule && *title == finding.title;
    report.any(|other| is_same(&other.title, other.rule))
}
