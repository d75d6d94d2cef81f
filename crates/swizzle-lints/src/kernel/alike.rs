//! One cause that many instructions have: said once, with the lines that have it, too.

use super::*;
use std::fmt::Write as _;

/// Lines that are named at the most.
const NAMED_MAX: usize = 8;

/// The findings without those that say the same of another line; the first names the others. They are in the order in which they
/// are shown.
pub(super) fn said_once(findings: Vec<Finding<()>>) -> Vec<Finding<()>> {
    let mut first: HashMap<_, usize> = HashMap::new();
    let mut kept: Vec<Finding<()>> = Vec::new();
    for finding in findings {
        let said = [&finding.title, &finding.text].map(String::clone);
        let key = (finding.severity, finding.id, finding.operand, said);
        let own = *first.entry(key).or_insert(kept.len());
        match kept.get_mut(own) {
            Some(same) => same.also.push(finding.line),
            None => kept.push(finding),
        }
    }
    for finding in kept.iter_mut().filter(|one| !one.also.is_empty()) {
        finding.also.sort_unstable();
        finding.also.dedup();
        let lines = named_lines(finding.also.iter().copied(), NAMED_MAX);
        let _ = write!(finding.text, " The same in {lines}.");
    }
    kept
}
