//! Findings about a tile and its descriptor: one rule per file. A new rule touches this list and its own file.

mod absolute_lbo;
mod advance;
mod alignment;
mod base_offset;
mod candidate;
mod chip;
mod copy;
mod dump_line;
mod extent;
mod field_range;
mod finding;
mod gaps;
mod halves;
mod inside_atom;
mod kind;
mod meant;
mod memory_end;
mod no_effect;
mod operand;
mod operand_form;
mod other_stride;
mod others;
mod overlap;
mod pair_line;
mod phase;
mod plain_rows;
mod pointer;
mod possible;
mod report;
mod ring;
mod sequence;
mod slice;
mod sparse;
mod spec_line;
mod stray_bits;
mod swapped;
mod swizzle_code;
#[cfg(test)]
mod tests;
pub mod tma;
mod tma_line;
mod units;
mod worth;

use crate::report::Report;
use crate::worth::{keep_what_mends, name_what_follows};
pub use dump_line::verdict_of_dump;
pub use finding::{Confidence, Finding, Repair, Severity};
pub use kind::{verdict_kind, verdict_word};
pub use pair_line::{PAIR_NAMES, SideSaid, verdict_of_pair};
pub use report::Rule;
pub use sequence::finding_from_sequence;
pub use spec_line::verdict_of_spec;
use swizzle_core::reader::{ReadAgainstTile, Spec};
pub use tma_line::{ReadOfBox, verdict_of_tma};

/// Every rule, in the order in which they look and in which their findings of one severity are shown: guesses at what
/// was meant come before the facts that they explain.
pub const RULES: &[Rule] = &[
    halves::RULE,
    operand_form::RULE,
    chip::RULE,
    alignment::RULE,
    field_range::RULE,
    base_offset::RULE,
    plain_rows::RULE,
    pointer::RULE,
    units::RULE,
    swapped::RULE,
    swizzle_code::RULE,
    slice::RULE,
    other_stride::RULE,
    advance::RULE,
    overlap::RULE,
    phase::RULE,
    gaps::RULE,
    operand::RULE,
    sequence::RULE,
    absolute_lbo::RULE,
    memory_end::RULE,
    ring::RULE,
    inside_atom::RULE,
    meant::RULE,
    stray_bits::RULE,
    extent::RULE,
    copy::RULE,
    no_effect::RULE,
    sparse::RULE,
];

/// Everything the rules find, errors first.
///
/// ```
/// use swizzle_core::{Element, Major, Said, SaidTile};
/// use swizzle_lints::{Severity, findings_from_spec};
/// use swizzle_infer::spec_from_said;
/// let params = Said { tile: SaidTile { element: Some(Element::Tf32), major: Some(Major::Mn), ..SaidTile::default() }, ..Said::default() };
/// let findings = findings_from_spec(&spec_from_said(&params)?);
/// assert_eq!((findings[0].rule, findings[0].severity), ("operand-form", Severity::Error));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn findings_from_spec(spec: &Spec) -> Vec<Finding> {
    let found = ReadAgainstTile::of(spec, spec.place());
    let mut report = Report::of(&RULES[0], spec, &found);
    for rule in RULES {
        report.look(rule, spec);
    }
    let mut found = report.into_findings(spec);
    keep_what_mends(spec, &mut found, RULES);
    found.sort_by_key(|finding| finding.severity);
    name_what_follows(&mut found, RULES);
    found
}
