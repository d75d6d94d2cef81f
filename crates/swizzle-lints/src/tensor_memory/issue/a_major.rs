//! A in tensor memory that is not K-major.

use super::*;

lint!(
    Issue,
    "a-major",
    InCode,
    "CUTLASS, `SM100_MMA_F16BF16_TS`: A in tensor memory is K-major";
    is [Required(RequiredBy::Library)],
);

fn find(issue: &Issue, report: &mut Report) {
    if issue.a_major != Some(Major::Mn) {
        return;
    }
    report.warning(
        &["major"],
        "A in tensor memory is M-major",
        "A row of A is a lane of tensor memory, its elements of K follow each other in columns. No source has another order.",
    ).mend("Write A K-major", Issue {
            a_major: Some(Major::K),
            ..issue.clone()
        });
}
