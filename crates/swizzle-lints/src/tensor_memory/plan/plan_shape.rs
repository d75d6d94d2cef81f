//! An M, N or K that no instruction of the kind has.

use super::*;
use swizzle_core::hardware::{Kind, Sparsity};
use swizzle_tmem::scale::K_96;

lint!(
    Plan,
    "plan-shape",
    Stated,
    "PTX ISA, tcgen05.mma, “Matrix shapes”";
    is [Required(RequiredBy::Hardware)],
);

fn find(plan: &Plan, report: &mut Report) {
    let mma = plan.mma;
    let sparsity = report.facts.sparsity;
    let m = mma.kind.m_extents(mma.form, sparsity);
    let n = mma.kind.n_extents(mma.form, sparsity, false);
    let step = mma.kind.k(sparsity);
    let with = |change: fn(&mut Plan, u32), value: u32| {
        let mut plan = plan.clone();
        change(&mut plan, value);
        plan
    };
    let nearest = |extents: swizzle_core::hardware::Extents, own: u32| {
        let legal = (1..=256).filter(|value| extents.contains(*value));
        legal.min_by_key(|value| value.abs_diff(own))
    };
    let set: [fn(&mut Plan, u32); 2] = [|plan, m| plan.mma.m = m, |plan, n| plan.mma.n = n];
    let fields: [&'static [&'static str]; 2] = [&["m"], &["n"]];
    let extents = [("M", mma.m, m), ("N", mma.n, n)].into_iter();
    for (((letter, own, legal), set), field) in extents.zip(set).zip(fields) {
        if legal.contains(own) {
            continue;
        }
        let text = match letter == "M" && legal.single.is_empty() {
            true => format!("Kind {} has no form {}.", mma.kind, mma.form),
            false => format!("{letter} is one of {}.", legal.text()),
        };
        let title = format!("{letter} = {own} does not exist for kind {} and {}", mma.kind, mma.form);
        let finding = report.error(field, title, text);
        if let Some(near) = nearest(legal, own) {
            finding.mend(format!("Set {letter} to {near}"), with(set, near));
        }
    }
    let whole = mma.k.next_multiple_of(step).max(step);
    let set_k = || Mend::new(format!("Set K to {whole}"), with(|plan, k| plan.mma.k = k, whole));
    let is_whole = mma.k > 0 && mma.k.is_multiple_of(step);
    let has_96 = matches!(mma.kind, Kind::Mxf4 | Kind::Mxf4nvf4) && sparsity == Sparsity::Dense;
    if !is_whole && has_96 && mma.k > 0 && mma.k.is_multiple_of(K_96) {
        let finding = report.warning(
            &["k"],
            format!("K = {}: only sm_103a has instructions of {K_96}", mma.k),
            "No source says where such an instruction finds its scale factors in tensor memory.",
        );
        finding.repairs.push(set_k());
    } else if !is_whole {
        let finding = report.error(
            &["k"],
            format!("K = {} is not a multiple of {step}", mma.k),
            format!("An instruction of kind {} takes {step} elements of K.", mma.kind),
        );
        finding.repairs.push(set_k());
    }
}
