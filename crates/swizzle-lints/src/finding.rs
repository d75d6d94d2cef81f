//! Findings: errors, warnings and notes on a subject, each from a named lint.

pub use crate::severity::{Confidence, Severity};
use crate::silencer::{By, On, Silencer};
use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::law::Coord;
use swizzle_core::reader::{Said, Spec};
use swizzle_infer::spec_from_said;
use swizzle_text::{Mend, read_text};

/// One result of a lint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<F: 'static = FieldId, R = Repair> {
    /// Stable name of the lint.
    pub lint: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// One-line title.
    pub title: String,
    /// The title where a count follows: `SBO is too small`.
    pub brief: String,
    /// The fault and its cause, with the actual numbers.
    pub text: String,
    /// Source of the lint.
    pub source: &'static str,
    /// Evidence for the lint.
    pub confidence: Confidence,
    /// Fields concerned.
    pub fields: &'static [F],
    /// Descriptor bits concerned: those of the fields, unless the lint sets them.
    pub bits: u64,
    /// Elements of the tile that show the problem.
    pub cells: Vec<Coord>,
    /// Names of the inferred values that it depends on: with other values it may not hold.
    pub assumes: Vec<&'static str>,
    /// The lint of the finding that this one follows from: fixing that removes this one too, or this one is a note on the same
    /// fields. It is shown below that finding.
    pub consequence_of: Option<&'static str>,
    /// Changes that remove the finding, the most likely first.
    pub repairs: Vec<R>,
    /// Changes that specify the inferred values that it depends on.
    pub offers: Vec<R>,
    /// Conditions that silence it.
    pub(crate) silenced_by: &'static [Silencer<F>],
}

/// A change of the specified values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// Button label: what it does.
    pub label: String,
    /// The specified values afterwards.
    pub said: Said,
    /// The resulting descriptor; `None` where the change affects the tile but no bit of the descriptor.
    pub descriptor: Option<Descriptor>,
    /// The read after the fix: `64 × 16 elements from 0x400: all 128 units correct`.
    pub reads: String,
}

impl Repair {
    pub(crate) fn new(label: impl Into<String>, said: &Said) -> Self {
        Self {
            label: label.into(),
            said: *said,
            descriptor: None,
            reads: String::new(),
        }
    }

    /// Computes the resulting descriptor and read.
    pub(crate) fn with_result(mut self, before: &Spec) -> Option<Self> {
        let after = spec_from_said(&self.said).ok()?;
        let [was, is] = [before, &after].map(|spec| spec.descriptor(spec.place()).ok());
        self.descriptor = is.filter(|_| is != was);
        self.reads = read_text(&after);
        Some(self)
    }
}

impl<F, C> Finding<F, Mend<C>> {
    /// Adds a change that removes it.
    pub(crate) fn mend(&mut self, label: impl Into<String>, change: C) {
        let label = label.into();
        self.repairs.push(Mend { label, change });
    }

    /// The same with its changes made part of a larger subject.
    pub(crate) fn with_repairs<D>(self, part_of: impl Fn(C) -> D) -> Finding<F, Mend<D>> {
        let all = |mends: Vec<Mend<C>>| {
            let mends = mends.into_iter().map(|mend| Mend {
                label: mend.label,
                change: part_of(mend.change),
            });
            mends.collect()
        };
        Finding {
            lint: self.lint,
            severity: self.severity,
            title: self.title,
            brief: self.brief,
            text: self.text,
            source: self.source,
            confidence: self.confidence,
            fields: self.fields,
            bits: self.bits,
            cells: self.cells,
            assumes: self.assumes,
            consequence_of: self.consequence_of,
            repairs: all(self.repairs),
            offers: all(self.offers),
            silenced_by: self.silenced_by,
        }
    }
}

impl<F: Copy + PartialEq, R> Finding<F, R> {
    /// Whether another finding silences it, if that is kept itself.
    pub(crate) fn is_silenced_by(&self, other: &Self) -> bool {
        self.silenced_by.iter().any(|silencer| {
            let is_by = match silencer.by {
                By::Lints(lints) => lints.contains(&other.lint),
                By::Guesses => other.lint != self.lint && other.confidence == Confidence::Likely,
                By::All => other.lint != self.lint,
            };
            let is_on = match silencer.on {
                On::Anything => true,
                On::Same => other.names_any(self.fields),
                On::Fields(fields) => other.names_any(fields),
            };
            is_by && is_on && other.severity <= silencer.least
        })
    }

    /// Whether a finding about another subject silences it, such as one about what fills the bytes of a read.
    pub(crate) fn is_silenced_by_lint(&self, lint: &str, severity: Severity) -> bool {
        self.silenced_by.iter().any(|silencer| {
            matches!(silencer.by, By::Lints(lints) if lints.contains(&lint))
                && severity <= silencer.least
        })
    }
}

impl<F: PartialEq, R> Finding<F, R> {
    /// Splits its text: at most two sentences, and the rest.
    #[must_use]
    pub fn text_parts(&self) -> (&str, &str) {
        let mut ends = self.text.match_indices(". ").map(|(at, _)| at + 2);
        let second = ends.nth(1).unwrap_or(self.text.len());
        self.text.split_at(second)
    }

    /// Whether one of these fields is among its own.
    pub(crate) fn names_any(&self, fields: &[F]) -> bool {
        self.fields.iter().any(|field| fields.contains(field))
    }

    /// Appends to its text.
    pub(crate) fn say(&mut self, text: impl AsRef<str>) {
        self.text.push_str(text.as_ref());
    }

    /// Replaces the lint's source and evidence.
    pub(crate) const fn by(&mut self, confidence: Confidence, source: &'static str) -> &mut Self {
        self.confidence = confidence;
        self.source = source;
        self
    }
}

impl<F> Finding<F, String> {
    /// Adds what belongs there, in words.
    pub(crate) fn fix(&mut self, fix: impl Into<String>) {
        self.repairs.push(fix.into());
    }
}

impl Finding {
    /// Adds a repair, and returns its copy of the specified values to be changed.
    pub(crate) fn repair(&mut self, label: impl Into<String>, said: &Said) -> &mut Said {
        let at = self.repairs.len();
        self.repairs.push(Repair::new(label, said));
        &mut self.repairs[at].said
    }

    /// Adds elements that show the problem.
    pub(crate) fn at(&mut self, cells: &[Coord]) -> &mut Self {
        self.cells.extend_from_slice(cells);
        self
    }
}
