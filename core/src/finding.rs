//! What there is to say about a tile and its descriptor: errors, warnings and notes, each by a named rule.

use alloc::string::String;
use alloc::vec::Vec;

use crate::rules::RULES;
use crate::{Coord, Descriptor, FieldId, Params, Spec};

/// How serious a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// The instruction or the read is wrong.
    Error,
    /// Likely a mistake.
    Warning,
    /// Worth knowing: a field without effect, a point on which sources differ.
    Note,
}

impl Severity {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// How far a rule can be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// Read back from an H200; for tcgen05, measured on wgmma alone.
    Measured,
    /// The PTX ISA says so.
    Stated,
    /// Public source code does so.
    InCode,
    /// It follows by arithmetic from what is measured or stated.
    Derived,
    /// A guess at what was meant, from how people go wrong.
    Likely,
    /// The sources differ.
    Contested,
}

impl Confidence {
    /// The words for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Measured => "measured",
            Self::Stated => "stated",
            Self::InCode => "from code",
            Self::Derived => "derived",
            Self::Likely => "likely",
            Self::Contested => "contested",
        }
    }
}

/// One thing that a rule found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule's lasting name.
    pub rule: &'static str,
    /// How serious.
    pub severity: Severity,
    /// One line.
    pub title: String,
    /// What, why, with the reader's own numbers.
    pub text: String,
    /// Where the rule comes from.
    pub source: &'static str,
    /// How far it can be trusted.
    pub confidence: Confidence,
    /// The descriptor's fields concerned.
    pub fields: &'static [FieldId],
    /// The descriptor's bits concerned: those of its fields, unless the rule knows better.
    pub bits: u64,
    /// Elements of the tile that show it.
    pub cells: Vec<Coord>,
    /// A change that removes the finding.
    pub repair: Option<Repair>,
}

/// A change of parameters that removes a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// What it does, as a button says it.
    pub label: String,
    /// The parameters afterwards.
    pub params: Params,
}

/// A rule: its lasting name, where it comes from, and what it looks at.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Lasting name.
    pub id: &'static str,
    /// The manual's section, or the measurement.
    pub source: &'static str,
    /// How far its findings can be trusted, unless one says otherwise.
    pub confidence: Confidence,
    /// Adds what it finds.
    pub(crate) find: fn(&Spec, &mut Report),
}

/// Collects the findings of one rule.
pub(crate) struct Report {
    rule: &'static Rule,
    findings: Vec<Finding>,
}

impl Report {
    /// Adds a finding.
    pub(crate) fn add(
        &mut self,
        severity: Severity,
        fields: &'static [FieldId],
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> &mut Finding {
        let at = self.findings.len();
        self.findings.push(Finding {
            rule: self.rule.id,
            severity,
            title: title.into(),
            text: text.into(),
            source: self.rule.source,
            confidence: self.rule.confidence,
            fields,
            bits: 0,
            cells: Vec::new(),
            repair: None,
        });
        &mut self.findings[at]
    }
}

impl Finding {
    /// Offers a change.
    pub(crate) fn repair(&mut self, label: impl Into<String>, params: Params) {
        self.repair = Some(Repair {
            label: label.into(),
            params,
        });
    }

    /// Shows where.
    pub(crate) fn at(&mut self, cells: impl IntoIterator<Item = Coord>) -> &mut Self {
        self.cells.extend(cells);
        self
    }

    /// Comes from elsewhere than its rule's other findings.
    pub(crate) const fn by(&mut self, confidence: Confidence, source: &'static str) -> &mut Self {
        self.confidence = confidence;
        self.source = source;
        self
    }
}

/// Everything the rules find, errors first.
///
/// ```
/// use swizzle_core::{Element, Major, Params, Severity, Spec, findings_from_spec};
/// let params = Params { element: Element::Tf32, major: Major::Mn, ..Params::default() };
/// let findings = findings_from_spec(&Spec::new(&params)?);
/// assert_eq!((findings[0].rule, findings[0].severity), ("operand-form", Severity::Error));
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
#[must_use]
pub fn findings_from_spec(spec: &Spec) -> Vec<Finding> {
    let mut found = Vec::new();
    for rule in RULES {
        let mut report = Report {
            rule,
            findings: Vec::new(),
        };
        (rule.find)(spec, &mut report);
        found.append(&mut report.findings);
    }
    for finding in found.iter_mut().filter(|finding| finding.bits == 0) {
        finding.bits = bits(spec, finding.fields);
    }
    let mut findings = Vec::with_capacity(found.len());
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        findings.extend(found.extract_if(.., |finding| finding.severity == severity));
    }
    findings
}

fn bits(spec: &Spec, fields: &[FieldId]) -> u64 {
    let masks = fields
        .iter()
        .filter_map(|id| Descriptor::field(spec.params().arch, *id))
        .map(|field| field.mask());
    masks.fold(0, |bits, mask| bits | mask)
}
