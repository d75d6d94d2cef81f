//! What all answers in JSON have in common: the version of the form, that of the program, and the record of a finding.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
use swizzle_core::descriptor::InstructionDescriptor;
use swizzle_core::hardware::Named as _;
use swizzle_lints::kernel::Letter;
use swizzle_lints::tensor_memory::RequiredBy;
use swizzle_lints::tensor_memory::issue::Issue;
use swizzle_lints::tma::MapChange;
use swizzle_lints::{Changed, Finding};
use swizzle_text::Mend;

use crate::kernel::Source;

/// An answer with the version of its form, which grows when a key is renamed or removed, and that of the program.
#[derive(Serialize)]
pub struct Answer<T> {
    schema: u32,
    version: &'static str,
    #[serde(flatten)]
    answer: T,
}

impl<T> Answer<T> {
    /// Adds both versions to an answer.
    pub const fn new(answer: T) -> Self {
        Self { schema: 2, version: env!("CARGO_PKG_VERSION"), answer }
    }
}

/// Writes an answer with both versions, and ends the line.
///
/// # Errors
/// The error of writing to `out`.
pub fn write_json(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Answer::new(answer))?;
    writeln!(out)
}

/// Writes an answer in one line, without versions.
///
/// # Errors
/// The error of writing to `out`.
pub fn write_line(out: &mut impl Write, answer: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, answer)?;
    writeln!(out)
}

/// A record without the keys that have nothing to say, but for those that are there in any case.
#[must_use]
pub fn without_nulls(mut record: Value, kept: &[&str]) -> Value {
    if let Value::Object(keys) = &mut record {
        keys.retain(|key, value| !value.is_null() || kept.contains(&key.as_str()));
    }
    record
}

/// A finding: the same keys in every answer, null or empty where there is nothing to say.
#[derive(Debug, Default, Serialize)]
pub struct FindingJson {
    /// The lint.
    pub id: &'static str,
    /// Error, warning or note.
    pub severity: &'static str,
    /// The kind of evidence.
    pub confidence: &'static str,
    /// The fault, in one line.
    pub message: String,
    /// Why, with the numbers.
    pub text: String,
    /// The section of the manual, or the measurement.
    pub evidence: &'static str,
    /// The first fix, in words.
    pub fix: Option<String>,
    /// All fixes, the most likely first.
    pub fixes: Vec<FixJson>,
    /// Fields of a descriptor at fault.
    pub fields: Vec<&'static str>,
    /// Bits at fault, in hex.
    pub bits: Option<String>,
    /// Inferred values that it depends on.
    pub rests_on: Vec<&'static str>,
    /// The lint of the finding that it follows from.
    pub consequence_of: Option<&'static str>,
    /// Hardware or library, where one of them asks for what is missing.
    pub required_by: Option<&'static str>,
    /// Index of the descriptor.
    pub descriptor: Option<usize>,
    /// The operand.
    pub operand: Option<&'static str>,
    /// The line of the PTX, from 1.
    pub line: Option<u32>,
    /// Other lines of which the same holds.
    pub also: Vec<u32>,
    /// The place in the source.
    pub source: Option<Source>,
    /// Why it is allowed, if it is.
    pub allowed: Option<String>,
    /// An edit of the PTX that was tried.
    pub edit: Option<EditJson>,
}

/// A fix in words, and the value of the descriptor afterwards.
#[derive(Debug, Serialize)]
pub struct FixJson {
    /// What it does.
    pub text: String,
    /// The descriptor with it; null where the fix changes no bit of it.
    pub hex: Option<String>,
}

/// An edit of the PTX.
#[derive(Debug, Serialize)]
pub struct EditJson {
    /// The line, from 1.
    pub line: u32,
    /// The line as it is.
    pub old: String,
    /// The line as it should be.
    pub new: String,
    /// Lines that change in the same way.
    pub others: Vec<u32>,
    /// All lines with what belongs there.
    pub lines: Vec<LineJson>,
}

/// A line with what belongs there.
#[derive(Debug, Serialize)]
pub struct LineJson {
    /// The line, from 1.
    pub line: u32,
    /// What belongs there.
    pub new: String,
}

/// What a fix changes: a descriptor or something else.
pub trait Change {
    /// The descriptor afterwards, in hex.
    fn hex(&self) -> Option<String> {
        None
    }
}

impl Change for () {}

impl Change for Issue {}

impl Change for MapChange {
    fn hex(&self) -> Option<String> {
        match self {
            Self::Descriptor(descriptor) => Some(descriptor.to_string()),
            _ => None,
        }
    }
}

impl Change for Changed {
    fn hex(&self) -> Option<String> {
        self.descriptor.map(|descriptor| descriptor.to_string())
    }
}

impl Change for InstructionDescriptor {
    fn hex(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl<C: Change> From<&Mend<C>> for FixJson {
    fn from(mend: &Mend<C>) -> Self {
        Self { text: mend.label.clone(), hex: mend.change.hex() }
    }
}

/// What findings on any subject have.
impl<C: Change> From<&Finding<C>> for FindingJson {
    fn from(finding: &Finding<C>) -> Self {
        Self {
            id: finding.id,
            severity: finding.severity.name(),
            confidence: finding.confidence.name(),
            message: finding.title.clone(),
            text: finding.text.clone(),
            evidence: finding.source,
            fix: finding.first_fix().map(str::to_owned),
            fixes: finding.repairs.iter().map(FixJson::from).collect(),
            fields: finding.fields.named().to_vec(),
            rests_on: finding.assumes.clone(),
            consequence_of: finding.consequence_of,
            required_by: finding.required_by().map(RequiredBy::name),
            operand: finding.operand.map(Letter::name),
            line: (finding.line > 0).then_some(finding.line),
            also: finding.also.clone(),
            ..Self::default()
        }
    }
}
