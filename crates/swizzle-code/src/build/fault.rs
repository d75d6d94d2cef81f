//! A fault of an instruction descriptor, and a collector of faults.

use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId as Id};
use swizzle_lints::{Confidence, Severity};

const TABLE: &str = "PTX ISA, tcgen05, “Instruction descriptor”";

/// An error, warning or note on an instruction descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstructionFault {
    /// Its severity.
    pub severity: Severity,
    /// One-line title.
    pub title: String,
    /// What is wrong and why.
    pub text: String,
    /// The bits concerned.
    pub bits: u32,
    /// Source of the rule.
    pub source: &'static str,
    /// Evidence for the rule.
    pub confidence: Confidence,
    /// The descriptor with this fault fixed, where only one value is correct.
    pub repair: Option<InstructionDescriptor>,
}

/// Collects faults.
pub(super) struct Faults {
    pub(super) idesc: InstructionDescriptor,
    pub(super) found: Vec<InstructionFault>,
}

impl Faults {
    pub(super) fn add(
        &mut self,
        severity: Severity,
        ids: &[Id],
        title: String,
        text: String,
    ) -> &mut InstructionFault {
        let fields = InstructionDescriptor::fields(self.idesc.kind()).iter();
        let concerned = fields.filter(|field| ids.contains(&field.id));
        let at = self.found.len();
        self.found.push(InstructionFault {
            severity,
            title,
            text,
            bits: concerned.fold(0, |bits, field| bits | field.mask()),
            source: TABLE,
            confidence: Confidence::Stated,
            repair: None,
        });
        &mut self.found[at]
    }
}

impl InstructionFault {
    pub(super) fn by(&mut self, confidence: Confidence, source: &'static str) -> &mut Self {
        self.confidence = confidence;
        self.source = source;
        self
    }

    pub(super) fn mended(&mut self, repair: InstructionDescriptor) -> &mut Self {
        self.repair = Some(repair);
        self
    }
}
