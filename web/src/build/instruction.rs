//! Faults of an instruction.

use swizzle_lints::instruction::InstructionFinding;

use crate::element::{Attr, Element, el};

/// List of an instruction's faults.
pub(super) fn faults(findings: &[InstructionFinding]) -> Element {
    let fault = |finding: &InstructionFinding| {
        let corrected = finding.corrected();
        el("li")
            .child(el("strong").child(format!("{}: {}", finding.severity.name(), finding.title)))
            .child(" ")
            .child(finding.text.clone())
            .child(" ")
            .child(corrected.map(|corrected| format!("Repaired: {corrected}. ")))
            .child(el("small").child(finding.source))
    };
    el("ul")
        .class("build-faults")
        .attr(Attr::AriaLabel, "What is wrong with the instruction")
        .children(findings.iter().map(fault))
}
