//! Findings: errors, warnings and notes on a subject, each from a named lint.

use crate::about::{Letter, RequiredBy, Whose};
pub use crate::severity::{Confidence, Severity};
use crate::silencer::{By, On, Silencer};
use swizzle_core::descriptor::{Descriptor, FieldId, InstructionFieldId};
use swizzle_core::law::Coord;
use swizzle_core::reader::Said;
use swizzle_text::Mend;

/// One result of a lint, on any subject. `C` is what its fixes change; nothing, where they are words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<C = Changed> {
    /// Stable name of the lint.
    pub id: &'static str,
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
    /// What else decides how it is shown and counted.
    pub tags: &'static [Tag],
    /// Fields concerned.
    pub fields: Fields,
    /// Descriptor bits concerned: those of the fields, unless the lint sets them.
    pub bits: u64,
    /// Elements of the tile that show the problem.
    pub cells: Vec<Coord>,
    /// In a kernel, the operand that it is about.
    pub operand: Option<Letter>,
    /// In a kernel, the line of the PTX, from 1.
    pub line: u32,
    /// Other lines of which the same holds, such as those of other blocks of rows.
    pub also: Vec<u32>,
    /// The place in the source, as the module's places are numbered; 0 without one.
    pub loc: u32,
    /// In a kernel, whether it is an operand's own.
    pub whose: Whose,
    /// Names of the inferred values that it depends on: with other values it may not hold.
    pub assumes: Vec<&'static str>,
    /// The lint of the finding that this one follows from: fixing that removes this one too, or this one is a note on the same
    /// fields. It is shown below that finding.
    pub consequence_of: Option<&'static str>,
    /// Changes that remove the finding, the most likely first.
    pub repairs: Vec<Mend<C>>,
    /// Changes that specify the inferred values that it depends on.
    pub offers: Vec<Mend<C>>,
    /// Conditions that silence it.
    pub(crate) silenced_by: &'static [Silencer],
}

/// A change of the specified values of a tile and its descriptor.
pub type Repair = Mend<Changed>;

/// The specified values after a fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// The specified values.
    pub said: Said,
    /// The resulting descriptor; `None` where the change affects the tile but no bit of the descriptor.
    pub descriptor: Option<Descriptor>,
    /// The read after the fix: `64 × 16 elements from 0x400: all 128 units correct`.
    pub reads: String,
}

impl From<&Said> for Changed {
    fn from(said: &Said) -> Self {
        Self { said: *said, descriptor: None, reads: String::new() }
    }
}

/// Fields that a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fields {
    /// Of a matrix descriptor.
    Matrix(&'static [FieldId]),
    /// Of an instruction descriptor.
    Instruction(&'static [InstructionFieldId]),
    /// Values of a page or of options, by their names.
    Named(&'static [&'static str]),
}

impl Fields {
    /// Those of a matrix descriptor.
    pub const fn of_matrix(self) -> &'static [FieldId] {
        match self {
            Self::Matrix(fields) => fields,
            Self::Instruction(_) | Self::Named(_) => &[],
        }
    }

    /// Those of an instruction descriptor.
    pub const fn of_instruction(self) -> &'static [InstructionFieldId] {
        match self {
            Self::Instruction(fields) => fields,
            Self::Matrix(_) | Self::Named(_) => &[],
        }
    }

    /// Names of values.
    pub const fn named(self) -> &'static [&'static str] {
        match self {
            Self::Named(names) => names,
            Self::Matrix(_) | Self::Instruction(_) => &[],
        }
    }

    /// Whether one of them is among others.
    pub(crate) fn has_any(self, others: Self) -> bool {
        fn has_any<F: PartialEq>(own: &[F], others: &[F]) -> bool {
            own.iter().any(|one| others.contains(one))
        }
        match (self, others) {
            (Self::Matrix(own), Self::Matrix(others)) => has_any(own, others),
            (Self::Instruction(own), Self::Instruction(others)) => has_any(own, others),
            (Self::Named(own), Self::Named(others)) => has_any(own, others),
            _ => false,
        }
    }
}

/// A part of a subject that a finding can be about.
pub trait Field: Copy + std::fmt::Debug + PartialEq + 'static {
    /// Several of them.
    fn all(fields: &'static [Self]) -> Fields;
}

impl Field for FieldId {
    fn all(fields: &'static [Self]) -> Fields {
        Fields::Matrix(fields)
    }
}

impl Field for InstructionFieldId {
    fn all(fields: &'static [Self]) -> Fields {
        Fields::Instruction(fields)
    }
}

impl Field for &'static str {
    fn all(fields: &'static [Self]) -> Fields {
        Fields::Named(fields)
    }
}

/// What decides how the findings of a lint are shown and counted, beside their severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tag {
    /// It holds for every descriptor of a tile.
    OfTile,
    /// It is about the form that an instruction or a chip has, at any address.
    OfForm,
    /// It is about a sequence of descriptors as a whole.
    OfSequence,
    /// It is the cause of a wrong start in a sequence.
    OfAdvance,
    /// It holds in some stages alone, which generated code says.
    OfStages,
    /// The driver refuses the map.
    Refusal,
    /// There is no copy.
    NoCopy,
    /// In a kernel, it is said once for all reads that are alike.
    SaidOnce,
    /// It says what is not known: without it, and without what is wrong, a kernel is right.
    NotFollowed,
    /// It is about the order of accesses, which no number mends.
    OfOrder,
    /// It costs time, and changes no result.
    OfCost,
    /// What it asks for is required.
    Required(RequiredBy),
}

impl<C> Finding<C> {
    /// Whether its lint has a tag.
    pub fn is(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// The first fix, in words.
    pub fn first_fix(&self) -> Option<&str> {
        self.repairs.first().map(|repair| &*repair.label)
    }

    /// It in a line: `error: SBO is too small [overlap]`.
    pub fn line_text(&self) -> String {
        format!("{}: {} [{}]", self.severity, self.title, self.id)
    }

    /// Whether it holds of a line of the PTX.
    pub fn is_of_line(&self, line: u32) -> bool {
        self.line == line || self.also.contains(&line)
    }

    /// What requires what it asks for; `None` for one that asks for nothing: it reports what is not known, or what follows.
    pub fn required_by(&self) -> Option<RequiredBy> {
        self.tags.iter().find_map(|tag| match tag {
            Tag::Required(by) => Some(*by),
            _ => None,
        })
    }

    /// Splits its text: at most two sentences, and the rest.
    pub fn text_parts(&self) -> (&str, &str) {
        let mut ends = self.text.match_indices(". ").map(|(at, _)| at + 2);
        let second = ends.nth(1).unwrap_or(self.text.len());
        self.text.split_at(second)
    }

    /// Whether another finding silences it, if that is kept itself.
    pub(crate) fn is_silenced_by(&self, other: &Self) -> bool {
        self.silenced_by.iter().any(|silencer| {
            let is_by = match silencer.by {
                By::Lints(lints) => lints.contains(&other.id),
                By::Guesses => other.id != self.id && other.confidence == Confidence::Likely,
                By::All => other.id != self.id,
            };
            let is_on = match silencer.on {
                On::Anything => true,
                On::Same => other.fields.has_any(self.fields),
                On::Fields(fields) => other.fields.has_any(Fields::Matrix(fields)),
            };
            is_by && is_on && other.severity <= silencer.least
        })
    }

    /// Whether a finding about another subject silences it, such as one about what fills the bytes of a read.
    pub(crate) fn is_silenced_by_lint(&self, lint: &str, severity: Severity) -> bool {
        self.silenced_by.iter().any(|silencer| {
            matches!(silencer.by, By::Lints(lints) if lints.contains(&lint)) && severity <= silencer.least
        })
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

    /// Adds a change that removes it.
    pub(crate) fn mend(&mut self, label: impl Into<String>, change: impl Into<C>) {
        self.repairs.push(Mend::new(label, change));
    }

    /// The same with its changes made part of a larger subject.
    pub(crate) fn with_repairs<D>(self, part_of: impl Fn(C) -> D) -> Finding<D> {
        let all = |mends: Vec<Mend<C>>| mends.into_iter().map(|mend| mend.map(&part_of)).collect();
        Finding {
            id: self.id,
            severity: self.severity,
            title: self.title,
            brief: self.brief,
            text: self.text,
            source: self.source,
            confidence: self.confidence,
            tags: self.tags,
            fields: self.fields,
            bits: self.bits,
            cells: self.cells,
            operand: self.operand,
            line: self.line,
            also: self.also,
            loc: self.loc,
            whose: self.whose,
            assumes: self.assumes,
            consequence_of: self.consequence_of,
            repairs: all(self.repairs),
            offers: all(self.offers),
            silenced_by: self.silenced_by,
        }
    }
}

impl Finding<()> {
    /// Adds what belongs there, in words.
    pub(crate) fn fix(&mut self, fix: impl Into<Option<String>>) {
        let fix = fix.into().map(|fix| Mend::new(fix, ()));
        self.repairs.extend(fix);
    }

    /// The same of an operand, or of none, in a line of a kernel.
    pub(crate) fn in_line(self, (line, loc): (u32, u32), operand: Option<Letter>) -> Self {
        Self { operand, line, loc, ..self }
    }
}

impl Finding {
    /// Adds a repair, and returns its copy of the specified values to be changed.
    pub(crate) fn repair(&mut self, label: impl Into<String>, said: &Said) -> &mut Said {
        let at = self.repairs.len();
        self.mend(label, said);
        &mut self.repairs[at].change.said
    }

    /// The same of a change that specifies what it depends on.
    pub(crate) fn offer(&mut self, label: impl Into<String>, said: &Said) -> &mut Said {
        let at = self.offers.len();
        self.offers.push(Mend::new(label, said));
        &mut self.offers[at].change.said
    }

    /// Adds elements that show the problem.
    pub(crate) fn at(&mut self, cells: &[Coord]) -> &mut Self {
        self.cells.extend_from_slice(cells);
        self
    }
}
