//! One thing that is wrong with an instruction descriptor, and how faults are collected.

use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId as Id};
use swizzle_lints::{Confidence, Severity};

const TABLE: &str = "PTX ISA, tcgen05, “Instruction descriptor”";

/// One thing that is wrong with an instruction descriptor, or worth knowing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstructionFault {
    /// How serious.
    pub severity: Severity,
    /// One line.
    pub title: String,
    /// What, and why.
    pub text: String,
    /// The bits concerned.
    pub bits: u32,
    /// Where it is known from.
    pub source: &'static str,
    /// How far it can be trusted.
    pub confidence: Confidence,
    /// The descriptor with this mended, where one value alone is right.
    pub repair: Option<InstructionDescriptor>,
}

/// Collects them.
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
