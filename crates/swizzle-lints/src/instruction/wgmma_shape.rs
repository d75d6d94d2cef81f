//! M and N of a wgmma.

use crate::finding::{Confidence, Severity};
use crate::instruction::{InstructionValues, WGMMA};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::hardware::wgmma_n_extents;

pub(super) const LINT: Lint<InstructionValues> = Lint {
    id: "wgmma-shape",
    source: WGMMA,
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let (m, n, b) = (values.fields.m, values.fields.n, values.fields.b);
    if values.kind.is_some() {
        return;
    }
    if m != 64 {
        report.add(
            Severity::Error,
            &[],
            format_args!("M = {m} is not a wgmma shape"),
            format_args!("M of one instruction is always 64."),
        );
    }
    let legal_n = wgmma_n_extents(b);
    if !legal_n.contains(n) {
        report.add(
            Severity::Error,
            &[],
            format_args!("N = {n} is not a wgmma shape for {b}"),
            format_args!("Legal N: {}.", legal_n.text()),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<InstructionValues>> {
    use crate::instruction::values;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "M = 128 is not a wgmma shape",
            values(None, |fields| fields.m = 128),
        ),
        speaks(
            Severity::Error,
            "N = 20 is not a wgmma shape for bf16",
            values(None, |fields| fields.n = 20),
        ),
        silent(values(None, |_| ())),
    ]
}
