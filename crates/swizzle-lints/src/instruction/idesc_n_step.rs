//! N that some sources refuse: a multiple of 8 where others want 16, of 16 where others want 32.

use super::*;

lint!(InstructionWord, "idesc-n-step", Contested, SHAPES);

/// The larger step of N of a kind and form, where sources disagree about it.
pub(crate) const fn larger_n_step(kind: Kind, form: CtaForm, m: u32) -> Option<u32> {
    if !matches!(kind, Kind::F16 | Kind::Tf32 | Kind::F8f6f4) {
        return None;
    }
    match (form, m) {
        (CtaForm::One, 128) => Some(16),
        (CtaForm::Two, _) => Some(32),
        (CtaForm::One | CtaForm::WeightStationary, _) => None,
    }
}

fn find(word: &InstructionWord, report: &mut Report) {
    let (kind, n, m) = (word.idesc.kind(), word.idesc.n(), word.idesc.m());
    let sparsity = word.idesc.sparsity();
    let mut having = word.forms().into_iter().filter(|form| {
        kind.m_extents(*form, sparsity).contains(m) && kind.n_extents(*form, sparsity, false).contains(n)
    });
    // One form that no source refuses is enough.
    let Some(form) = having.next().filter(|_| having.next().is_none()) else {
        return;
    };
    let Some(step) = larger_n_step(kind, form, m).filter(|step| !n.is_multiple_of(*step)) else {
        return;
    };
    report.note(
        &[Id::N],
        format!("Sources disagree on N = {n} with M = {m}"),
        format!(
            "The ISA’s tables (9.1 and 9.3) and CUTLASS’ forms with both operands in shared memory take every multiple of {} here. TVM, which quotes 9.4, and CUTLASS’ forms with A in tensor memory want multiples of {step}. {} is safe according to all of them. Public kernels of one CTA have N = 8 with M = 128. Not run on hardware.",
            step / 2,
            n.next_multiple_of(step)
        ),
    );
}
