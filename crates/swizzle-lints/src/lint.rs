//! The engine: a lint is a record, a subject has a list of them, and which findings silence which is data.
//!
//! A new subject is a context that implements [`Subject`], and a list of [`Lint`]s over it. Nothing but the order in which findings
//! are shown follows from the order of a list.

use std::fmt::Debug;

use crate::about::{FactKind, Whose};
use crate::finding::{Confidence, Field, Finding, Severity, Tag};
pub(crate) use crate::silencer::Silencer;

/// The subject that lints judge: everything that their checks need.
pub trait Subject: Clone + Debug + PartialEq + 'static {
    /// A part that a finding is about, such as a field of a descriptor.
    type Field: Field;
    /// What a fix changes.
    type Change: Clone + Debug + PartialEq;
    /// Results that the lints share; each is computed once.
    type Facts;
    /// Whose fault a finding is in a kernel, unless the lint says otherwise.
    const WHOSE: Whose = Whose::Own(FactKind::Fields);
}

/// The type of the findings on a subject.
pub type FindingOf<S> = Finding<<S as Subject>::Change>;

/// A lint: its stable name, its evidence, what silences it, and its check.
///
/// Severity belongs to each finding, since the same mistake can be an error in one shape and harmless in another.
#[derive(Debug, Clone, Copy)]
pub struct Lint<S: Subject> {
    /// Stable name.
    pub id: &'static str,
    /// The section of the manual, or the measurement.
    pub source: &'static str,
    /// Evidence for its findings, unless a finding sets its own.
    pub confidence: Confidence,
    /// The inferred values that its findings depend on.
    pub(crate) rests_on: &'static [&'static str],
    /// Conditions that silence its findings, unless a finding sets its own.
    pub(crate) silenced_by: &'static [Silencer],
    /// What else decides how its findings are shown and counted.
    pub(crate) tags: &'static [Tag],
    /// Whose fault a finding is in a kernel.
    pub(crate) whose: Whose,
    /// Adds its findings to a report. It sees no other lint's.
    pub(crate) find: fn(&S, &mut Report<S>),
}

impl<S: Subject> Lint<S> {
    /// A lint that says nothing: what lints have that do not say otherwise.
    pub(crate) const SILENT: Self = Self {
        id: "",
        source: "",
        confidence: Confidence::Derived,
        rests_on: &[],
        silenced_by: &[],
        tags: &[],
        whose: S::WHOSE,
        find: |_, _| {},
    };

    /// A finding of this lint that depends on no inferred value.
    pub(crate) fn finding(
        &self,
        severity: Severity,
        fields: &'static [S::Field],
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> FindingOf<S> {
        let title = title.into();
        Finding {
            id: self.id,
            severity,
            brief: title.clone(),
            title,
            text: text.into(),
            source: self.source,
            confidence: self.confidence,
            tags: self.tags,
            fields: S::Field::all(fields),
            bits: 0,
            cells: Vec::new(),
            operand: None,
            line: 0,
            also: Vec::new(),
            loc: 0,
            whose: self.whose,
            assumes: Vec::new(),
            consequence_of: None,
            repairs: Vec::new(),
            offers: Vec::new(),
            silenced_by: self.silenced_by,
        }
    }
}

/// Declares the lints of a subject, a row each, in the order in which findings of one severity are shown: its check, which has
/// its name, the id and the evidence, the inferred values that its findings depend on, the lints that silence it, its tags,
/// its source, and what else it says of itself.
macro_rules! lints {
    ($(#[$doc:meta])* $list:ident: $subject:ty; $($find:ident $id:literal $confidence:ident $(on $on:tt)? $(by $by:tt)? $(is $is:tt)?: $source:expr $(, $field:ident: $value:expr)*;)*) => {
        $(#[$doc])*
        pub const $list: &[$crate::lint::Lint<$subject>] = &[$(row::$find),*];

        #[allow(non_upper_case_globals, unused_imports)]
        pub(crate) mod row {
            use super::*;
            use $crate::about::RequiredBy::*;
            use $crate::finding::Tag::*;
            $(pub(crate) const $find: $crate::lint::Lint<$subject> = $crate::lint::Lint {
                id: $id,
                source: $source,
                confidence: $crate::finding::Confidence::$confidence,
                $(rests_on: &$on,)?
                $(silenced_by: &[$crate::silencer::Silencer::by(&$by)],)?
                $(tags: &$is,)?
                $($field: $value,)*
                find: super::$find,
                ..$crate::lint::Lint::SILENT
            };)*

            #[test]
            fn each_check_is_called_as_its_lint() {
                $(assert_eq!(stringify!($find), $id.replace('-', "_"));)*
            }
        }
    };
}
pub(crate) use lints;

/// Collects the findings of a subject.
pub(crate) struct Report<S: Subject> {
    /// The lint that is asked.
    pub(crate) lint: &'static Lint<S>,
    findings: Vec<FindingOf<S>>,
    /// Results that all lints share.
    pub(crate) facts: S::Facts,
}

impl<S: Subject> Report<S> {
    /// Runs lints on a subject, and drops what is silenced.
    pub(crate) fn of(lints: &'static [Lint<S>], subject: &S, facts: S::Facts) -> Self {
        let mut report = Self { lint: &lints[0], findings: Vec::new(), facts };
        for lint in lints {
            report.lint = lint;
            (lint.find)(subject, &mut report);
        }
        report.findings = unsilenced(report.findings);
        report
    }

    /// Adds a finding.
    pub(crate) fn add(
        &mut self,
        severity: Severity,
        fields: &'static [S::Field],
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> &mut FindingOf<S> {
        let at = self.findings.len();
        let mut finding = self.lint.finding(severity, fields, title, text);
        finding.assumes = self.lint.rests_on.to_vec();
        self.findings.push(finding);
        &mut self.findings[at]
    }

    /// Adds an error.
    pub(crate) fn error(
        &mut self,
        fields: &'static [S::Field],
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> &mut FindingOf<S> {
        self.add(Severity::Error, fields, title, text)
    }

    /// Adds a warning.
    pub(crate) fn warning(
        &mut self,
        fields: &'static [S::Field],
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> &mut FindingOf<S> {
        self.add(Severity::Warning, fields, title, text)
    }

    /// Adds a note.
    pub(crate) fn note(
        &mut self,
        fields: &'static [S::Field],
        title: impl Into<String>,
        text: impl Into<String>,
    ) -> &mut FindingOf<S> {
        self.add(Severity::Note, fields, title, text)
    }

    /// The findings and the shared results.
    pub(crate) fn into_parts(self) -> (Vec<FindingOf<S>>, S::Facts) {
        (self.findings, self.facts)
    }

    /// Whether a finding of this lint with this title is among them.
    pub(crate) fn has(&self, finding: &FindingOf<S>) -> bool {
        let is_same = |other: &FindingOf<S>| other.id == finding.id && other.title == finding.title;
        self.findings.iter().any(is_same)
    }
}

/// Returns the findings of a list of lints, the most serious first, and the results that they shared.
pub(crate) fn findings_of<S: Subject>(
    lints: &'static [Lint<S>],
    subject: &S,
    facts: S::Facts,
) -> (Vec<FindingOf<S>>, S::Facts) {
    let (mut found, facts) = Report::of(lints, subject, facts).into_parts();
    found.sort_by_key(|finding| finding.severity);
    (found, facts)
}

/// The findings of one subject without those that others of them silence.
pub(crate) fn unsilenced<C>(mut found: Vec<Finding<C>>) -> Vec<Finding<C>> {
    let mut fates = vec![None; found.len()];
    let kept = (0..found.len()).map(|at| is_kept(at, &found, &mut fates)).collect();
    retain(&mut found, kept);
    found
}

/// Keeps those of which this is so.
pub(crate) fn retain<T>(all: &mut Vec<T>, is_kept: Vec<bool>) {
    let mut is_kept = is_kept.into_iter();
    all.retain(|_| is_kept.next() == Some(true));
}

/// Whether a finding is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    /// Not known yet: it is being asked.
    Asked,
    Kept,
    Silenced,
}

/// Whether a finding is silenced by none that is kept itself.
fn is_kept<C>(at: usize, found: &[Finding<C>], fates: &mut [Option<Fate>]) -> bool {
    if let Some(fate) = fates[at] {
        debug_assert!(fate != Fate::Asked, "{} silences itself", found[at].id);
        return fate != Fate::Silenced;
    }
    fates[at] = Some(Fate::Asked);
    let is_silenced =
        (0..found.len()).any(|other| found[at].is_silenced_by(&found[other]) && is_kept(other, found, fates));
    fates[at] = Some(if is_silenced { Fate::Silenced } else { Fate::Kept });
    !is_silenced
}
