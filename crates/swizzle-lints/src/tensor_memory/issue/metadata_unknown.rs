//! Metadata that no source places.

use super::*;
use swizzle_tmem::tensor_memory::Metadata;

lint!(Issue, "metadata-unknown", InCode, "CuTe's fragments of metadata, which exist for 128 rows of one CTA");

fn find(issue: &Issue, report: &mut Report) {
    let Some(kind) = issue.kind.filter(|_| issue.sparsity == Sparsity::Sparse) else {
        return;
    };
    let Some(m) = issue.m else { return };
    let rows = m / issue.ctas();
    if Metadata::new(kind, rows, kind.k(Sparsity::Sparse)).is_ok() {
        return;
    }
    let finding = report.warning(
        &["m"],
        format!("No source places the metadata of {rows} rows of A"),
        format!("With M = {m} a CTA has {rows} rows; CuTe places metadata of 128. The PTX ISA requires it in the lanes of D, which does not determine where each nibble is."),
    );
    let known = 128 * issue.ctas();
    finding.mend(format!("Use M = {known}"), Issue { m: Some(known), ..issue.clone() });
}
