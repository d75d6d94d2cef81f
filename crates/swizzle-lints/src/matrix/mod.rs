//! Lints on a matrix descriptor and the tile that it reads, a lint a file.

mod absolute_lbo;
mod advance;
mod alignment;
mod base_offset;
mod candidate;
mod chip;
mod copy;
mod extent;
mod field_range;
mod gaps;
mod halves;
mod inside_atom;
mod meant;
mod memory_end;
mod no_effect;
mod operand;
mod operand_form;
mod other_stride;
mod others;
pub(crate) mod overlap;
mod phase;
mod plain_rows;
mod pointer;
mod possible;
mod ring;
mod sequence;
mod slice;
mod sparse;
mod stray_bits;
mod swapped;
mod swizzle_code;
mod units;
mod worth;

use crate::finding::{Changed, Confidence, Fields, Finding, Repair, Severity};
use crate::lint::{self, Lint, RestsOn, Silencer, Subject, lint};
use crate::matrix::others::{Other, others, saying};
use crate::matrix::worth::{keep_what_mends, name_what_follows};
use std::rc::Rc;
use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::hardware::{
    Arch, Element, LboMode, Major, Named as _, Operand, Sparsity, UNIT_BYTES, Use, bytes_from_field,
};
use swizzle_core::law::{Coord, Layout, Stride, Swizzle};
use swizzle_core::reader::{Difference, ReadAgainstTile, Said, Spec, Tally};
use swizzle_infer::{Cause, Explanation, causes, said_with, spec_from_said};
use swizzle_params::param_of_key;
use swizzle_text::{assumption_text, joined};

pub use sequence::finding_from_sequence;
pub(crate) use stray_bits::ZERO_IN_46;

/// The lints on a matrix descriptor, in the order in which findings of one severity are shown: guesses at the intention come before
/// the facts that they explain.
pub const LINTS: &[Lint<Spec>] = &[
    halves::LINT,
    operand_form::LINT,
    chip::LINT,
    alignment::LINT,
    field_range::LINT,
    base_offset::LINT,
    plain_rows::LINT,
    pointer::LINT,
    units::LINT,
    swapped::LINT,
    swizzle_code::LINT,
    slice::LINT,
    other_stride::LINT,
    advance::LINT,
    overlap::LINT,
    phase::LINT,
    gaps::LINT,
    operand::LINT,
    sequence::LINT,
    absolute_lbo::LINT,
    memory_end::LINT,
    ring::LINT,
    inside_atom::LINT,
    meant::LINT,
    stray_bits::LINT,
    extent::LINT,
    copy::LINT,
    no_effect::LINT,
    sparse::LINT,
];

/// A report on a matrix descriptor.
type Report = lint::Report<Spec>;

/// A mistake that explains the start or the strides, and therefore anything else that is wrong with them.
const GUESSES_FIRST: Silencer = Silencer::by(&["halves", "plain-rows", "units"]);

/// Results that the lints on a matrix descriptor share.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Counts of the place's read compared with the tile.
    tally: Tally,
    /// The first element that is read from another address.
    first: Option<Difference>,
    /// The mistakes that explain it, the most likely first.
    causes: Rc<[Explanation]>,
    /// Alternative values for which the read would be correct.
    others: Vec<Other>,
}

impl Subject for Spec {
    type Field = FieldId;
    type Change = Changed;
    type Facts = Facts;

    fn assumes(rests_on: RestsOn, facts: &Facts) -> Vec<&'static str> {
        match rests_on {
            RestsOn::Values(names) => names.to_vec(),
            RestsOn::Read => facts.others.iter().map(|other| other.name).collect(),
        }
    }
}

/// Everything the lints find, errors first.
///
/// ```
/// use swizzle_core::{Element, Major, Said, SaidTile};
/// use swizzle_lints::{Severity, findings_from_spec};
/// use swizzle_infer::spec_from_said;
/// let params = Said { tile: SaidTile { element: Some(Element::Tf32), major: Some(Major::Mn), ..SaidTile::default() }, ..Said::default() };
/// let findings = findings_from_spec(&spec_from_said(&params)?);
/// assert_eq!((findings[0].id, findings[0].severity), ("operand-form", Severity::Error));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn findings_from_spec(spec: &Spec) -> Vec<Finding> {
    findings_of(LINTS, spec)
}

/// The findings of a list of lints.
pub(crate) fn findings_of(lints: &'static [Lint<Spec>], spec: &Spec) -> Vec<Finding> {
    let found = ReadAgainstTile::of(spec, spec.place());
    let (mut findings, facts) = report(lints, spec, &found).into_parts();
    for finding in &mut findings {
        complete(finding, spec, &facts);
    }
    keep_what_mends(spec, &mut findings, lints);
    findings.sort_by_key(|finding| finding.severity);
    name_what_follows(&mut findings, lints);
    findings
}

/// What the descriptor reads at its own place.
fn own_read(spec: &Spec) -> Layout {
    spec.read(spec.place())
}

/// Returns the report of lints, given the read's comparison with the tile, before it is completed.
fn report(lints: &'static [Lint<Spec>], spec: &Spec, found: &ReadAgainstTile) -> Report {
    let facts = Facts {
        tally: found.tally(),
        first: found.first(),
        causes: causes(spec).into(),
        others: others(spec, found.tally()),
    };
    Report::of(lints, spec, facts)
}

/// Fields that determine what is read.
const READ: Fields =
    Fields::Matrix(&[FieldId::Start, FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset, FieldId::Swizzle]);

/// Completes a finding with what it depends on, the bits of its fields and a cell that is read incorrectly.
fn complete(finding: &mut Finding, spec: &Spec, facts: &Facts) {
    finding.assumes.retain(|name| is_assumed(spec, name));
    rest_on_what_it_assumes(finding, spec, &facts.others);
    if finding.bits == 0 {
        finding.bits = bits(spec, finding.fields.of_matrix());
    }
    // An element that is read incorrectly shows most problems.
    let is_of_the_read = finding.severity != Severity::Note && finding.fields.has_any(READ);
    if finding.cells.is_empty() && is_of_the_read {
        finding.cells.extend(facts.first.map(|first| first.coord));
    }
}

/// Downgrades a finding that depends on inferred values to a warning, names them, and offers to specify them.
fn rest_on_what_it_assumes(finding: &mut Finding, spec: &Spec, others: &[Other]) {
    if finding.severity == Severity::Note {
        return;
    }
    let Some(text) = assumption_text(spec, &finding.assumes) else {
        return;
    };
    finding.severity = Severity::Warning;
    finding.text.push(' ');
    finding.text.push_str(&text);
    let as_it_is = saying(spec, &finding.assumes);
    let others = others.iter().filter(|other| finding.assumes.contains(&other.name));
    let offers = as_it_is.into_iter().chain(others.map(|other| other.offer.clone()));
    finding.offers.extend(offers);
}

fn is_assumed(spec: &Spec, name: &str) -> bool {
    param_of_key(name).is_some_and(|param| !param.is_said(spec))
}

fn bits(spec: &Spec, fields: &[FieldId]) -> u64 {
    let masks =
        fields.iter().filter_map(|id| Descriptor::field(spec.reader().chip, *id)).map(|field| field.mask());
    masks.fold(0, |bits, mask| bits | mask)
}
