//! What all answers in JSON have in common: the version of the form, that of the program, and the record of a finding.

use super::*;
use swizzle_lints::{Changed, kernel::Letter, tensor_memory::RequiredBy, tma::MapChange};
use swizzle_text::Mend;

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

/// A finding on any subject as JSON: the same keys in every answer, null or empty where there is nothing to say.
///
/// `message` is the fault in one line, `text` why, with the numbers; `evidence` the section of the manual or the measurement, and
/// `confidence` its kind. `fix` is the first of all `fixes`, of which the most likely comes first; the `hex` of one is the descriptor with
/// it, null where it changes no bit of that. `line` is that of the PTX, from 1; of the lines `also` the same holds. What one subject alone
/// has is null here: `bits` at fault, in hex; the index of the `descriptor`; the place in the `source`; why it is `allowed`; an `edit` of
/// the PTX that was tried.
pub fn finding_json<C: Change>(finding: &Finding<C>) -> Value {
    let fix = |mend: &Mend<C>| json!({ "text": mend.label, "hex": mend.change.hex() });
    json!({
        "id": finding.id,
        "severity": finding.severity.name(),
        "confidence": finding.confidence.name(),
        "message": finding.title,
        "text": finding.text,
        "evidence": finding.source,
        "fix": finding.first_fix(),
        "fixes": finding.repairs.iter().map(fix).collect::<Value>(),
        "fields": finding.fields.named(),
        "bits": null,
        "rests_on": finding.assumes,
        "consequence_of": finding.consequence_of,
        "required_by": finding.required_by().map(RequiredBy::name),
        "descriptor": null,
        "operand": finding.operand.map(Letter::name),
        "line": (finding.line > 0).then_some(finding.line),
        "also": finding.also,
        "source": null,
        "allowed": null,
        "edit": null,
    })
}
