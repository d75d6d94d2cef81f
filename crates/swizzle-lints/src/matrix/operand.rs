//! A verdict that depends on the operand, where the operand is not specified.

use super::*;
use swizzle_core::reader::Verdict;
use swizzle_infer::as_other_operand;
use swizzle_text::one_verdict_text;

lint!(Spec, "operand", Stated, "PTX ISA, “Matrix Shape”: an instruction reads other rows of A than of B");

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
