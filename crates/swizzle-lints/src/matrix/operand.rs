//! A verdict that depends on the operand, where the operand is not specified.

use super::*;
use swizzle_core::reader::Verdict;
use swizzle_infer::as_other_operand;
use swizzle_text::one_verdict_text;

lint!(
    Spec,
    "operand",
    Stated,
    "PTX ISA, “Matrix Shape”: an instruction reads other rows of A than of B"
);

fn find(spec: &Spec, report: &mut Report) {
    // A mismatch as the inferred operand has findings that offer the other operand.
    if spec.verdict() == Verdict::Differs {
        return;
    }
    let Some(other) = as_other_operand(spec) else {
        return;
    };
    let [own, theirs] = [spec, &other].map(|spec| spec.reader().operand);
    let finding = report.warning(
        &[],
        format!("Not correct as operand {}", theirs.name()),
        format!(
            "The operand is not specified; operand {} is inferred. As operand {}: {}",
            own.name(),
            theirs.name(),
            one_verdict_text(&other),
        ),
    );
    for operand in [theirs, own] {
        let label = format!("Set operand to {}", operand.name());
        finding.offer(label, spec.said()).reader.operand = Some(operand);
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Spec>> {
    use crate::finding::Severity;
    use crate::tests::{given, silent, speaks};
    use swizzle_core::hardware::{Major, Operand};
    // One column of M is read, and both columns of N.
    let wide = |operand: Option<Operand>| {
        let mut said = given(
            |s| (s.tile.mn, s.tile.major) = (Some(128), Some(Major::Mn)),
            |fields| (fields.lbo_field, fields.sbo_field) = (1, 64),
        );
        said.reader.operand = operand;
        said
    };
    std::vec![
        speaks(
            Severity::Warning,
            "As operand B: Step 0 of 4: 128 of 256 units correct",
            wide(None)
        ),
        silent(wide(Some(Operand::A))),
        silent({
            let mut said = given(|_| (), |_| ());
            said.reader.operand = None;
            said
        }),
    ]
}
