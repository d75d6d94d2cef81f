//! M and N that no form of the kind has.

use super::*;
use crate::silencer::Silencer;
use swizzle_core::hardware::Major;

lint!(InstructionWord, "idesc-shape", Stated, SHAPES,
    silenced_by: &[Silencer::by(&["idesc-of-pair"]).on_same_field()],
);

fn find(word: &InstructionWord, report: &mut Report) {
    let (idesc, kind) = (word.idesc, word.idesc.kind());
    let (sparsity, m, n) = (idesc.sparsity(), idesc.m(), idesc.n());
    let is_8_bit = |element: Element| element.slot_bits() == 8;
    let b_is_transposed_8_bit =
        idesc.major(Operand::B) == Major::Mn && idesc.element(Operand::B).is_some_and(is_8_bit);
    if word.form == Some(CtaForm::WeightStationary) && kind.is_block_scaled() {
        report.error(
            &[],
            format!("Kind {kind} has no .ws form"),
            "The kinds with scale factors have no weight-stationary form.",
        );
        return;
    }
    let forms = word.forms();
    let legal_m = |form: &CtaForm| kind.m_extents(*form, sparsity);
    let legal_n = |form: &CtaForm| kind.n_extents(*form, sparsity, b_is_transposed_8_bit);
    let of_m: Vec<CtaForm> = forms.iter().copied().filter(|form| legal_m(form).contains(m)).collect();
    if of_m.is_empty() {
        let having = forms.iter().filter(|form| !legal_m(form).single.is_empty());
        let legal = having.map(|form| format!("{form} {}", legal_m(form).text()));
        let legal = joined(legal, "; ");
        let of_one_cta = word.form == Some(CtaForm::Two) && legal_m(&CtaForm::Two).contains(2 * m);
        let of_pair = match of_one_cta {
            true => " With .cta_group::2 M is that of the pair, half of it in each CTA.",
            false => "",
        };
        let finding = report.error(
            &[Id::M],
            format!("M = {m} is not a shape of kind {kind}"),
            format!("Legal M: {legal}.{of_pair}"),
        );
        if of_one_cta {
            finding.mended(idesc.with(Id::M, 2 * idesc.get(Id::M)));
        }
    }
    // A form that M excludes does not count for N.
    let forms = if of_m.is_empty() { forms } else { of_m };
    if !forms.iter().any(|form| legal_n(form).contains(n)) {
        let legal = forms.iter().map(|form| format!("{form} {}", legal_n(form).text()));
        let legal = joined(legal, "; ");
        report.error(
            &[Id::N],
            format!("N = {n} is not a shape of kind {kind}"),
            format!("Legal N: {legal}."),
        );
    }
}
