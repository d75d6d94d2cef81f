//! Checks as rows: an id with its source, what was compared, and the sentence where it differs.

use std::fmt::{Arguments, format};

use swizzle_core::hardware::Operand;

use crate::finding::{Confidence, Finding, Severity};
use crate::kernel::letter::Letter;
use crate::kernel::part::{About, Part, PartFinding};
use crate::silencer::Silencer;

/// A check of a kernel's surroundings.
#[derive(Debug, PartialEq, Eq)]
pub struct Row {
    /// Stable name.
    pub id: &'static str,
    /// The section of the manual, or the code that says so.
    pub source: &'static str,
    /// The evidence.
    pub confidence: Confidence,
    /// The fact of an operand that it is about.
    pub fact: FactKind,
}

/// The facts that an operand rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FactKind {
    /// Address and fields of the descriptor.
    Fields,
    /// The walk along K.
    Walk,
    /// The copies or stores that fill the bytes that are read.
    Fills,
    /// The barrier that copies signal and reads wait for, with its count and bytes.
    Barrier,
    /// The tensor map: type, swizzle, box.
    Map,
    /// Scale factors: copies, columns, id.
    Scales,
    /// Tensor memory: allocation, columns of D, loads and stores.
    TensorMemory,
    /// The instruction descriptor.
    Instruction,
}

impl FactKind {
    /// Its name, as it is listed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fields => "address and fields",
            Self::Walk => "walk",
            Self::Fills => "copies and stores",
            Self::Barrier => "barriers",
            Self::Map => "tensor map",
            Self::Scales => "scale factors",
            Self::TensorMemory => "tensor memory",
            Self::Instruction => "instruction descriptor",
        }
    }
}

/// The outcome of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It holds, in words.
    Checked(String),
    /// It does not: title, text, and what belongs there.
    Wrong(String, String, Option<String>),
    /// It could not be followed, and why.
    NotFollowed(String),
}

impl Outcome {
    pub(super) fn wrong(title: Arguments<'_>, text: Arguments<'_>) -> Self {
        Self::Wrong(format(title), format(text), None)
    }

    pub(super) fn or_fix(self, fix: String) -> Self {
        match self {
            Self::Wrong(title, text, _) => Self::Wrong(title, text, Some(fix)),
            Self::Checked(_) | Self::NotFollowed(_) => self,
        }
    }
}

/// A comparison that was made, or that could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compared {
    /// The check.
    pub row: &'static Row,
    /// Its outcome.
    pub outcome: Outcome,
}

impl Row {
    /// A comparison at a line, of what these operands rest on.
    pub(super) fn part(
        &'static self,
        (line, loc): (u32, u32),
        operand: Option<Letter>,
        readers: Vec<(usize, Operand)>,
        outcome: Outcome,
    ) -> Part {
        Part {
            line,
            loc,
            operand,
            readers,
            about: About::Compared(Compared { row: self, outcome }),
        }
    }
}

impl Row {
    /// Stages at another distance, and a map of another type, explain what does not fit them.
    const fn silenced_by(&self) -> &'static [Silencer<()>] {
        const BY: &[Silencer<()>] = &[Silencer::by(&[
            "box-stage",
            "box-start",
            "box-swizzle",
            "box-type",
            "fill-cover",
            "fill-stage",
            "stages-overlap",
            "tiles-overlap",
        ])];
        match self.fact {
            FactKind::Fills | FactKind::Map | FactKind::Barrier => BY,
            _ => &[],
        }
    }
}

impl Compared {
    /// What is wrong, if something is.
    pub(super) fn finding(&self) -> Option<PartFinding> {
        let Outcome::Wrong(title, text, fix) = &self.outcome else {
            return None;
        };
        Some(Finding {
            lint: self.row.id,
            severity: Severity::Error,
            brief: title.clone(),
            title: title.clone(),
            text: text.clone(),
            source: self.row.source,
            confidence: self.row.confidence,
            fields: &[],
            bits: 0,
            cells: Vec::new(),
            assumes: Vec::new(),
            consequence_of: None,
            repairs: fix.iter().cloned().collect(),
            offers: Vec::new(),
            silenced_by: self.row.silenced_by(),
        })
    }
}
