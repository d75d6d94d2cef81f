//! The definition of a rule, and the findings so far.

use std::fmt::Arguments;
use std::fmt::format;

use crate::finding::{Confidence, Finding, Severity};
use crate::others::{Other, others, saying};
use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::reader::{Difference, ReadAgainstTile, Spec, Tally};
use swizzle_infer::{Explanation, causes};
use swizzle_text::assumption_text;

/// A rule: its stable name, its source, and its check.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Stable name.
    pub id: &'static str,
    /// The section of the manual, or the measurement.
    pub source: &'static str,
    /// Evidence for its findings, unless a finding sets its own.
    pub confidence: Confidence,
    /// What its findings depend on.
    pub(crate) rests_on: RestsOn,
    /// Adds its findings to a report.
    pub(crate) find: fn(&Spec, &mut Report),
}

/// What a rule's findings depend on.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RestsOn {
    /// Values of tile and reader, by name.
    Values(&'static [&'static str]),
    /// The mismatch itself: all values for which an alternative would make the read correct.
    Read,
}

/// Collects the findings, with the results that all rules share.
pub(crate) struct Report {
    rule: &'static Rule,
    findings: Vec<Finding>,
    /// Counts of the place's read compared with the tile.
    pub(crate) tally: Tally,
    /// The first element that is read from another address.
    pub(crate) first: Option<Difference>,
    /// The mistakes that explain it, the most likely first.
    pub(crate) causes: Vec<Explanation>,
    /// Alternative values for which the read would be correct.
    pub(crate) others: Vec<Other>,
}

impl Report {
    /// Creates an empty report on a read, given its comparison with the tile.
    pub(crate) fn of(rule: &'static Rule, spec: &Spec, found: &ReadAgainstTile) -> Self {
        Self {
            rule,
            findings: Vec::new(),
            tally: found.tally(),
            first: found.first(),
            causes: causes(spec),
            others: others(spec, found.tally()),
        }
    }

    /// Runs the next rule.
    pub(crate) fn look(&mut self, rule: &'static Rule, spec: &Spec) {
        self.rule = rule;
        (rule.find)(spec, self);
    }

    /// Returns the findings, completed with the bits of their fields and a cell that is read incorrectly.
    pub(crate) fn into_findings(self, spec: &Spec) -> Vec<Finding> {
        let first = self.first.map(|first| first.coord);
        let mut found = self.findings;
        for finding in &mut found {
            finding.assumes.retain(|name| is_assumed(spec, name));
            rest_on_what_it_assumes(finding, spec, &self.others);
            if finding.bits == 0 {
                finding.bits = bits(spec, finding.fields);
            }
            // An element that is read incorrectly shows most problems.
            if finding.cells.is_empty() && finding.is_about(READ) {
                finding.cells.extend(first);
            }
        }
        found
    }

    /// Adds a finding.
    pub(crate) fn add(
        &mut self,
        severity: Severity,
        fields: &'static [FieldId],
        title: Arguments<'_>,
        text: Arguments<'_>,
    ) -> &mut Finding {
        let at = self.findings.len();
        let title = format(title);
        self.findings.push(Finding {
            rule: self.rule.id,
            severity,
            brief: title.clone(),
            title,
            text: format(text),
            source: self.rule.source,
            confidence: self.rule.confidence,
            fields,
            bits: 0,
            cells: Vec::new(),
            assumes: match self.rule.rests_on {
                RestsOn::Values(names) => names.to_vec(),
                RestsOn::Read => self.others.iter().map(|other| other.name).collect(),
            },
            consequence_of: None,
            repairs: Vec::new(),
            offers: Vec::new(),
        });
        &mut self.findings[at]
    }

    /// Makes the last finding an error: it contradicts the specified values.
    pub(crate) fn make_last_an_error(&mut self) {
        if let Some(last) = self.findings.last_mut() {
            last.severity = Severity::Error;
        }
    }

    /// Whether any finding satisfies a condition.
    pub(crate) fn any(&self, is_such: impl Fn(&Finding) -> bool) -> bool {
        self.findings.iter().any(is_such)
    }

    /// Whether an earlier rule has guessed the intention.
    pub(crate) fn has_guess(&self) -> bool {
        let mut findings = self.findings.iter();
        findings.any(|finding| finding.confidence == Confidence::Likely)
    }

    /// Whether an earlier rule reports an error or warning on one of these fields.
    pub(crate) fn blames(&self, fields: &[FieldId]) -> bool {
        self.findings.iter().any(|finding| finding.is_about(fields))
    }
}

/// Fields that determine what is read.
const READ: &[FieldId] = &[
    FieldId::Start,
    FieldId::Lbo,
    FieldId::Sbo,
    FieldId::BaseOffset,
    FieldId::Swizzle,
];

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
    let others = others
        .iter()
        .filter(|other| finding.assumes.contains(&other.name));
    let offers = as_it_is
        .into_iter()
        .chain(others.map(|other| other.offer.clone()));
    finding.offers.extend(offers);
}

fn is_assumed(spec: &Spec, name: &str) -> bool {
    let (tile, reader) = (spec.tile_values(), spec.reader_values());
    let mut values = tile.iter().chain(&reader);
    values.any(|value| value.name == name && !value.is_said)
}

fn bits(spec: &Spec, fields: &[FieldId]) -> u64 {
    let masks = fields
        .iter()
        .filter_map(|id| Descriptor::field(spec.reader().chip, *id))
        .map(|field| field.mask());
    masks.fold(0, |bits, mask| bits | mask)
}
