//! M and N of a wgmma.

use super::*;
use swizzle_core::hardware::wgmma_n_extents;

lint!(InstructionValues, "wgmma-shape", Stated, WGMMA);

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
