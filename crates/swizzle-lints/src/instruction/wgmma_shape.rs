//! M and N of a wgmma.

use super::*;
use swizzle_core::hardware::wgmma_n_extents;

lint!(@cases; InstructionValues, "wgmma-shape", Stated, WGMMA);

fn find(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let Some(InstructionFields { m, n, b, .. }) = values.of_wgmma() else {
        return;
    };
    if m != 64 {
        report.error(&[], format!("M = {m} is not a wgmma shape"), "M of one instruction is always 64.");
    }
    let legal_n = wgmma_n_extents(b);
    if !legal_n.contains(n) {
        report.error(
            &[],
            format!("N = {n} is not a wgmma shape for {b}"),
            format!("Legal N: {}.", legal_n.text()),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<InstructionValues>> {
    use crate::finding::Severity;
    use crate::instruction::values;
    use crate::tests::{silent, speaks};
    vec![
        speaks(Severity::Error, "M = 128 is not a wgmma shape", values(None, |fields| fields.m = 128)),
        speaks(Severity::Error, "N = 20 is not a wgmma shape for bf16", values(None, |fields| fields.n = 20)),
        silent(values(None, |_| ())),
    ]
}
