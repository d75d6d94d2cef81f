//! N that some sources refuse, A being in shared or in tensor memory.

use super::*;
use crate::instruction::{SHAPES, larger_n_step};

lint!(Plan, "plan-n-step", Contested, SHAPES);

fn find(plan: &Plan, report: &mut Report) {
    let (mma, sparsity) = (plan.mma, report.facts.sparsity);
    let is_legal = mma.kind.m_extents(mma.form, sparsity).contains(mma.m)
        && mma.kind.n_extents(mma.form, sparsity, false).contains(mma.n);
    let Some(step) =
        larger_n_step(mma.kind, mma.form, mma.m).filter(|step| is_legal && !mma.n.is_multiple_of(*step))
    else {
        return;
    };
    let has_a = report.facts.regions().any(|one| one.what == What::A);
    let of_cutlass = match has_a {
        true => "CUTLASS’ forms with A in tensor memory, as in this plan, want them, too",
        false => "CUTLASS’ forms with A in shared memory do not, those with A in tensor memory do",
    };
    report.note(
        &["n"],
        format!("Sources disagree on N = {} with M = {}", mma.n, mma.m),
        format!(
            "N = {} with M = {}: the tables of PTX ISA 9.1 and 9.3 take multiples of {}. TVM wants multiples of {step}; {of_cutlass}. N = {} is safe according to all. Not measured.",
            mma.n,
            mma.m,
            step / 2,
            mma.n.next_multiple_of(step),
        ),
    );
}
