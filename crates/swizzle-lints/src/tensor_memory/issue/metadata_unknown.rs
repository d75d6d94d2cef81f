//! Metadata that no source places.

use super::*;
use swizzle_tmem::tensor_memory::metadata;

lint!(
    @cases; Issue,
    "metadata-unknown",
    InCode,
    "CuTe's fragments of metadata, which exist for 128 rows of one CTA"
);

fn find(issue: &Issue, report: &mut Report) {
    let Some(kind) = issue.kind.filter(|_| issue.sparsity == Sparsity::Sparse) else {
        return;
    };
    let Some(m) = issue.m else { return };
    let rows = m / issue.ctas();
    if metadata(kind, rows, kind.k(Sparsity::Sparse)).is_ok() {
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

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Issue>> {
    use crate::finding::Severity;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::{CtaForm, Kind};
    let of = |form, m| Issue { kind: Some(Kind::F16), sparsity: Sparsity::Sparse, ..Issue::new(form, m) };
    let words = "No source places the metadata of 64 rows of A";
    vec![
        speaks(Severity::Warning, words, of(CtaForm::One, 64)),
        speaks(Severity::Warning, words, of(CtaForm::Two, 128)),
        silent(of(CtaForm::One, 128)),
        silent(of(CtaForm::Two, 256)),
        silent(Issue::new(CtaForm::One, 64)),
        silent(Issue { m: None, ..of(CtaForm::One, 64) }),
    ]
}
