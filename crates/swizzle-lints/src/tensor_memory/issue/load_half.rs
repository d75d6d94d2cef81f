//! A load whose lanes are not those that D fills.

use super::*;
use swizzle_core::hardware::Named as _;
use swizzle_tmem::plan::What;
use swizzle_tmem::tensor_memory::{WARP_LANES, readings};

lint!(
    @cases; Issue,
    "load-half",
    Stated,
    "PTX ISA, tcgen05 data-path layout organization: layouts C and F; tcgen05.ld shapes";
    is [Required(RequiredBy::Hardware)],
);

fn find(issue: &Issue, report: &mut Report) {
    let (Some(load), Some(m)) = (issue.load, issue.m) else {
        return;
    };
    let Ok(paths) = readings(issue.form, issue.sparsity, m) else {
        return;
    };
    let witness = issue.reading.unwrap_or(Witness::usual(What::D));
    let is_half = witness.of(paths).is_some_and(|reading| reading.path.is_half_the_lanes());
    if is_half == (load.lanes() < WARP_LANES) {
        return;
    }
    let name = load.name();
    if !is_half {
        report.note(
            &["shape"],
            format!("{name} reads 16 of the 32 lanes of each warp"),
            format!("D of M = {m} fills all 32 lanes of each warp, of which {name} reads 16: a second load, 16 lanes further, reads the others."),
        );
        return;
    }
    report.warning(
        &["shape"],
        format!("{name} reads 32 lanes of each warp, of which D fills 16"),
        format!("D of M = {m} is in half the lanes, 16 rows for each warp: half the threads get what is in the other lanes. The shapes of 16 lanes read D and nothing else."),
    ).mend(format!("Read by {}", LoadShape::S16x256b), Issue {
            load: Some(LoadShape::S16x256b),
            ..issue.clone()
        });
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Issue>> {
    use crate::finding::Severity;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::{CtaForm, Sparsity};
    let of = |form, m, load| Issue { load: Some(load), ..Issue::new(form, m) };
    let words = "32x32b reads 32 lanes of each warp, of which D fills 16";
    vec![
        speaks(Severity::Warning, words, of(CtaForm::One, 64, LoadShape::S32x32b)),
        speaks(
            Severity::Warning,
            words,
            Issue { sparsity: Sparsity::Sparse, ..of(CtaForm::Two, 128, LoadShape::S32x32b) },
        ),
        // CuTe has layout B there, which fills all lanes.
        silent(Issue {
            sparsity: Sparsity::Sparse,
            reading: Some(Witness::Cute),
            ..of(CtaForm::Two, 128, LoadShape::S32x32b)
        }),
        speaks(Severity::Note, "a second load, 16 lanes further", of(CtaForm::One, 128, LoadShape::S16x256b)),
        silent(of(CtaForm::One, 64, LoadShape::S16x256b)),
        silent(of(CtaForm::One, 128, LoadShape::S32x32b)),
        silent(of(CtaForm::Two, 128, LoadShape::S32x32b)),
        silent(of(CtaForm::WeightStationary, 64, LoadShape::S32x32b)),
        silent(of(CtaForm::One, 96, LoadShape::S32x32b)),
        silent(Issue::new(CtaForm::One, 64)),
        silent(Issue { m: None, ..of(CtaForm::One, 64, LoadShape::S32x32b) }),
    ]
}
