//! A verdict that depends on the operand, where the operand is not specified.

use crate::finding::{Confidence, Repair, Severity};
use crate::lint::{Lint, RestsOn};
use crate::matrix::Report;
use swizzle_core::hardware::Named as _;
use swizzle_core::reader::{Spec, Verdict};
use swizzle_infer::as_other_operand;
use swizzle_text::one_verdict_text;

pub(super) const LINT: Lint<Spec> = Lint {
    id: "operand",
    source: "PTX ISA, “Matrix Shape”: an instruction reads other rows of A than of B",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(spec: &Spec, report: &mut Report) {
    // A mismatch as the inferred operand has findings that offer the other operand.
    if spec.verdict() == Verdict::Differs {
        return;
    }
    let Some(other) = as_other_operand(spec) else {
        return;
    };
    let [own, theirs] = [spec, &other].map(|spec| spec.reader().operand);
    let finding = report.add(
        Severity::Warning,
        &[],
        format_args!("Not correct as operand {}", theirs.name()),
        format_args!(
            "The operand is not specified; operand {} is inferred. As operand {}: {}",
            own.name(),
            theirs.name(),
            one_verdict_text(&other),
        ),
    );
    for operand in [theirs, own] {
        let mut said = *spec.said();
        said.reader.operand = Some(operand);
        let label = format_args!("Set operand to {}", operand.name());
        finding.offers.push(Repair::new(label, &said));
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Spec>> {
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
