//! What there is to say about a tile and its descriptor: errors, warnings and notes, each by a named rule.

use std::fmt::Arguments;
use std::fmt::Write as _;
use std::fmt::format;

use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::law::Coord;
use swizzle_core::reader::{Said, Spec};
use swizzle_infer::spec_from_said;
use swizzle_text::read_text;

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
    /// The same where a count follows: `SBO is too small`.
    pub brief: String,
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
    /// The values that it rests on and that nobody said, by their names: with others it may not hold.
    pub assumes: Vec<&'static str>,
    /// The rule of the finding that this one follows from: what removes that removes this as well, or this is a note on the
    /// same fields. It is folded under it.
    pub consequence_of: Option<&'static str>,
    /// Changes that remove the finding, the likeliest first.
    pub repairs: Vec<Repair>,
    /// Where it rests on what nobody said: changes that say it.
    pub offers: Vec<Repair>,
}

/// A change of what was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repair {
    /// What it does, as a button says it.
    pub label: String,
    /// What is said afterwards.
    pub said: Said,
    /// The descriptor that results; none where it changes the tile and no bit.
    pub descriptor: Option<Descriptor>,
    /// What is read then: `M 0–63 × K 0–15 from 0x400, all 128 units right`.
    pub reads: String,
}

impl Repair {
    pub(crate) fn new(label: Arguments<'_>, said: &Said) -> Self {
        Self {
            label: format(label),
            said: *said,
            descriptor: None,
            reads: String::new(),
        }
    }

    /// Looks at what results.
    pub(crate) fn with_result(mut self, before: &Spec) -> Option<Self> {
        let after = spec_from_said(&self.said).ok()?;
        let [was, is] = [before, &after].map(|spec| spec.descriptor(spec.place()).ok());
        self.descriptor = is.filter(|_| is != was);
        self.reads = read_text(&after);
        Some(self)
    }
}

impl Finding {
    /// Its text in two parts: what is told first, two sentences at most, and the rest.
    #[must_use]
    pub fn text_parts(&self) -> (&str, &str) {
        let mut ends = self.text.match_indices(". ").map(|(at, _)| at + 2);
        let second = ends.nth(1).unwrap_or(self.text.len());
        self.text.split_at(second)
    }

    /// Whether it is something against one of these fields.
    pub(super) fn is_about(&self, fields: &[FieldId]) -> bool {
        self.severity != Severity::Note && self.fields.iter().any(|field| fields.contains(field))
    }

    /// Offers a change: of what was said, to be made on what is returned.
    pub(crate) fn repair(&mut self, label: Arguments<'_>, said: &Said) -> &mut Said {
        let at = self.repairs.len();
        self.repairs.push(Repair::new(label, said));
        &mut self.repairs[at].said
    }

    /// Goes on with its text.
    pub(crate) fn say(&mut self, text: Arguments<'_>) {
        // A string takes everything.
        let _ = self.text.write_fmt(text);
    }

    /// Shows where.
    pub(crate) fn at(&mut self, cells: &[Coord]) -> &mut Self {
        self.cells.extend_from_slice(cells);
        self
    }

    /// Comes from elsewhere than its rule's other findings.
    pub(crate) const fn by(&mut self, confidence: Confidence, source: &'static str) -> &mut Self {
        self.confidence = confidence;
        self.source = source;
        self
    }
}
