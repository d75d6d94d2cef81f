//! Answers of the box: what was understood, or the error and its position.

use crate::prelude::*;
use std::{fmt, ops::Range};
use swizzle_core::named;
use swizzle_draw::{Shows, View};
use swizzle_params::SpecError;
use swizzle_view::link::Route;

named! {
    /// In which base a number without prefix is written.
    pub enum Radix "base" {
        /// Base 16.
        Hex => "hex",
        /// Base 10.
        Decimal => "decimal",
    }
}

named! {
    /// The order of two 32-bit halves.
    pub enum Halves "order of halves" {
        /// Bits 32 to 63.
        HighFirst => "high-first",
        /// Bits 0 to 31, as memory holds them.
        LowFirst => "low-first",
    }
}

named! {
    /// The reading of a number that could be several things.
    pub enum NumberAs "reading" {
        /// A whole descriptor.
        Descriptor => "descriptor",
        /// Bits 32 to 63 of one; the others stay as they are.
        High => "high",
        /// Bits 0 to 31 of one; the others stay as they are.
        Low => "low",
        /// An address to look for.
        Byte => "byte",
        /// An instruction descriptor of tcgen05.
        Instruction => "instruction",
        /// An address of tensor memory.
        TensorMemory => "tensor-memory",
        /// The descriptor of a copy of scale factors.
        Copy => "copy",
    }
}

named! {
    /// The unit of a stride whose name is used for both.
    pub enum StrideUnit "unit of the strides" {
        /// Units of the field: 16 bytes.
        Units => "units",
        /// Bytes.
        Bytes => "bytes",
    }
}

/// How the reader wants a text to be read. `None` means: guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PasteChoice {
    /// Instruction family of a value or of fields.
    pub arch: Option<Arch>,
    /// Base of numbers without prefix.
    pub radix: Option<Radix>,
    /// Order of two 32-bit halves.
    pub halves: Option<Halves>,
    /// The reading of a single number.
    pub number: Option<NumberAs>,
    /// The kind of an instruction descriptor.
    pub kind: Option<Kind>,
    /// The unit of strides whose name does not say it.
    pub unit: Option<StrideUnit>,
    /// The operand whose descriptor is read where a text has one of each.
    pub operand: Option<Operand>,
    /// The contiguous dimension of a matrix in words that do not say how it is written.
    pub major: Option<Major>,
}

/// A value of which a [`PasteChoice`] has one.
pub(crate) trait Choose {
    fn choose(self, choice: &mut PasteChoice);
}

macro_rules! chosen {
    ($($field:ident: $kind:ty),*) => {
        $(impl Choose for $kind {
            fn choose(self, choice: &mut PasteChoice) {
                choice.$field = Some(self);
            }
        })*
    };
}

chosen!(arch: Arch, radix: Radix, halves: Halves, number: NumberAs, kind: Kind, unit: StrideUnit, operand: Operand, major: Major);

/// A reading of a text: a short label, and the choice that selects it.
pub(crate) type OtherReading = (String, PasteChoice);

impl StrideUnit {
    /// The unit, as an answer calls it.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Units => "units of 16 bytes",
            Self::Bytes => "bytes",
        }
    }

    /// The reading of strides in the other unit.
    pub(crate) fn other_reading(self, choice: &PasteChoice) -> OtherReading {
        let other = match self {
            Self::Units => Self::Bytes,
            Self::Bytes => Self::Units,
        };
        choice.reading(format!("strides in {}", other.text()), other)
    }
}

impl PasteChoice {
    /// The same with one value chosen.
    pub(crate) fn with(&self, value: impl Choose) -> Self {
        let mut choice = *self;
        value.choose(&mut choice);
        choice
    }

    /// The reading with one value chosen.
    pub(crate) fn reading(&self, label: impl Into<String>, value: impl Choose) -> OtherReading {
        (label.into(), self.with(value))
    }

    /// The chosen architecture, or the one that 64 bits look like.
    pub(crate) fn arch_of(&self, raw: u64) -> Arch {
        self.arch.unwrap_or(Descriptor::guessed(raw).arch())
    }
}

/// A value of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FactValue {
    /// A number.
    Number(u32),
    /// Several, such as the lanes of copies.
    Numbers(Vec<u32>),
    /// Anything else.
    Text(String),
}

/// Something in tensor memory, or a move there: an answer with its values and the link of the page that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InTensorMemory {
    /// The page, as a button names it.
    pub page: &'static str,
    /// Its link; none where the page does not have so much.
    pub link: Option<String>,
    /// Values by name, in the order in which the answer lists them.
    pub facts: Vec<(&'static str, FactValue)>,
}

/// An answer other than a descriptor of shared memory or its tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// An instruction descriptor of tcgen05.
    Instruction(InstructionDescriptor),
    /// A tensor map, as the page on TMA shows it.
    TensorMap(Box<TmaShown>),
    /// Something in tensor memory, or a move there.
    TensorMemory(Box<InTensorMemory>),
    /// A term of the glossary, by the name of its entry.
    Term(&'static str),
}

impl Destination {
    /// The link of the page that shows it, where there is one.
    pub fn link(&self) -> Option<String> {
        match self {
            Self::Instruction(_) => None,
            Self::TensorMap(form) => Some(link_from_form(&**form)),
            Self::TensorMemory(answer) => answer.link.clone(),
            Self::Term(name) => Some(Route::Glossary(Some(name)).address()),
        }
    }

    /// The page of that link, as a button names it.
    pub const fn page(&self) -> &'static str {
        match self {
            Self::Instruction(_) => "Build",
            Self::TensorMap(_) => "TMA",
            Self::TensorMemory(answer) => answer.page,
            Self::Term(_) => "Glossary",
        }
    }
}

/// A text that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    /// One line: what was recognised.
    pub what: String,
    /// The context with the values that the text specifies.
    pub shown: Shown,
    /// Other readings of the same text, each with a short label and the choice that gives it.
    pub others: Vec<(String, PasteChoice)>,
    /// Parts that were left out, and why.
    pub notices: Vec<Notice>,
    /// Whether it was found inside a longer text, which may be unfinished: nothing should change without confirmation.
    pub is_from_inside: bool,
    /// Whether it answers a question: what was found, or that nothing was, is to be read.
    pub is_answer: bool,
    /// A further answer, which another page or command shows.
    pub goes_to: Option<Destination>,
}

/// The reason why a text was not understood, or its possible readings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasteError {
    /// The error, in one sentence.
    pub message: String,
    /// Its bytes in the text, on boundaries of characters.
    pub at: Range<usize>,
    /// Parts without which the text is read; empty where leaving them out does not help.
    pub extra: Vec<Range<usize>>,
    /// Possible readings, each with a short label and the choice that selects it; empty where the text is wrong.
    pub readings: Vec<(String, PasteChoice)>,
}

impl fmt::Display for PasteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for PasteError {}

// A value that no tile has is the whole text's.
impl From<SpecError> for PasteError {
    fn from(fault: SpecError) -> Self {
        error(0..0, fault.to_string())
    }
}

/// What was understood, or why nothing was.
pub(crate) type Answer = Result<Pasted, PasteError>;

/// A reader of one kind of text; none where a text is not of that kind.
pub(crate) type Reader = fn(&str, &PasteChoice, &Shown) -> Option<Answer>;

pub(crate) fn refuse<T>(at: Span, message: impl Into<String>) -> Result<T, PasteError> {
    Err(error(at, message))
}

// One copy: many readers end here.
#[cold]
#[inline(never)]
pub(crate) fn error(at: Span, message: impl Into<String>) -> PasteError {
    PasteError { message: message.into(), at, extra: Vec::new(), readings: Vec::new() }
}

/// A text that could be several things: which, is asked.
pub(crate) fn ask<T>(
    at: Span,
    message: impl Into<String>,
    readings: Vec<OtherReading>,
) -> Result<T, PasteError> {
    Err(PasteError { readings, ..error(at, message) })
}

/// The context with an explicit descriptor. The place of a new one is not known.
pub(crate) fn with_given(descriptor: Descriptor, context: &Shown) -> Shown {
    let mut said = context.said.alone().with_given(descriptor);
    said.place = SaidPlace::default();
    read_of(said, context)
}

/// The context with other specified values, and the reads shown.
pub(crate) fn read_of(said: Said, context: &Shown) -> Shown {
    // The question about a descriptor is what it reads.
    let view = View { shows: Shows::Read, ..context.view };
    Shown { said, view, ..unseen(context) }
}

/// The context without the cell that is looked at.
pub(crate) const fn unseen(context: &Shown) -> Shown {
    Shown { at: None, pinned: None, ..*context }
}

/// Takes the strides from a tile whose mode says them.
pub(crate) const fn without_strides(tile: &mut SaidTile) {
    *tile = SaidTile { lbo_bytes: None, sbo_bytes: None, ..tile.without_rows() };
}

/// The type of elements, that of a fresh tile where none is specified.
pub(crate) fn or_usual(element: Option<Element>) -> Element {
    element.unwrap_or(Tile::default().element)
}

/// The reason in the notice of a part that was not read; other reasons may precede it.
pub(crate) const NOT_READ: &str = "was not read";

/// The notice of a part of a text.
pub(crate) fn notice(part: &str, why: impl Into<String>) -> Notice {
    Notice { part: quoted(part), why: why.into() }
}

/// The notice of a part that was not read.
pub(crate) fn not_read(part: &str) -> Notice {
    notice(part, NOT_READ)
}

impl Pasted {
    /// An answer of which nothing is left out or open, from no longer text.
    pub(crate) fn of(what: impl Into<String>, shown: Shown) -> Self {
        Self {
            what: what.into(),
            shown,
            others: Vec::new(),
            notices: Vec::new(),
            is_from_inside: false,
            is_answer: false,
            goes_to: None,
        }
    }

    /// An answer from inside a longer text.
    pub(crate) fn inside(what: impl Into<String>, shown: Shown, notices: Vec<Notice>) -> Self {
        Self { notices, is_from_inside: true, ..Self::of(what, shown) }
    }

    /// Names the values that words beside it say of a tile.
    pub(crate) fn name_tile(&mut self, facts: &[&str]) {
        if !facts.is_empty() {
            self.what += &format!("; and {}", tile_text(facts));
        }
    }

    /// Words of the text that were not read: the reading of the rest may not be the intended one.
    ///
    /// ```
    /// use swizzle_parse::{PasteChoice, shown_from_paste};
    /// use swizzle_view::Shown;
    /// let (guess, context) = (PasteChoice::default(), Shown::default());
    /// let pasted = shown_from_paste("bf16 128x64 fast K-major", &guess, &context)?;
    /// assert_eq!(pasted.unread().map(|notice| &*notice.part).collect::<Vec<_>>(), ["fast"]);
    /// # Ok::<(), swizzle_parse::PasteError>(())
    /// ```
    pub fn unread(&self) -> impl Iterator<Item = &Notice> {
        self.notices.iter().filter(|notice| notice.why.ends_with(NOT_READ))
    }

    /// Whether a part that may carry a value was not read, or a value is not known from the text: a verdict holds as far as
    /// the text was read.
    pub fn is_partly_read(&self) -> bool {
        self.open().next().is_some()
    }

    /// The parts and values that leave a verdict on each of its descriptors open: the other operand's has a reading of its own.
    pub fn unjudged(&self) -> impl Iterator<Item = &Notice> {
        let has_other = self.others.iter().any(|(_, choice)| choice.operand.is_some());
        self.open().filter(move |notice| !has_other || !notice.why.ends_with("it was ignored"))
    }

    /// Those parts and values.
    pub(crate) fn open(&self) -> impl Iterator<Item = &Notice> {
        const UNKNOWN: [&str; 3] = ["not known from this text", "unknown here", "ignored"];
        self.notices.iter().filter(|notice| {
            let why = &notice.why;
            why.ends_with(NOT_READ) || UNKNOWN.iter().any(|unknown| why.contains(unknown))
        })
    }
}

/// Describes a tile in words by the names of its values.
pub(crate) fn tile_text(facts: &[&str]) -> String {
    format!("a tile in words ({})", facts.join(", "))
}

/// Asks for the number of a name.
pub(crate) fn wants_number<T>(at: Span, name: &str) -> Result<T, PasteError> {
    let name = quoted(name);
    refuse(at, format!("“{name}” is unknown here: replace it by its number"))
}

/// Says the operand and the family of what is shown, where they are known: of an explicit descriptor the family stays.
pub(crate) fn say_reader(shown: &mut Shown, operand: Option<Operand>, arch: Option<Arch>) {
    let reader = &mut shown.said.reader;
    reader.operand = operand.or(reader.operand);
    if shown.said.given.is_none() {
        reader.arch = arch.or(reader.arch);
    }
}

/// The reading of an operand's descriptor in a text with one of each.
pub(crate) fn other_operand(operand: Operand, choice: &PasteChoice) -> OtherReading {
    choice.reading(format!("operand {}", operand.name()), operand)
}

/// An answer, unless no tile has its values.
pub(crate) fn checked(pasted: Pasted) -> Answer {
    check(&pasted.shown.said)?;
    Ok(pasted)
}

/// The other instruction families, one click away.
pub(crate) fn other_archs(arch: Arch, choice: &PasteChoice) -> Vec<OtherReading> {
    arch.others().map(|other| choice.reading(format!("as {}", other.name()), other)).collect()
}
