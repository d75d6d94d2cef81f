//! Fields that the form of the instruction does not use.

use super::*;

lint!(InstructionWord, "idesc-no-effect", Stated, TABLE);

fn find(word: &InstructionWord, report: &mut Report) {
    let idesc = word.idesc;
    if idesc.get(Id::Selector) != 0 && idesc.sparsity() == Sparsity::Dense {
        report
            .note(
                &[Id::Selector],
                "The sparsity selector has no effect",
                "It is used in the sparse form only.",
            )
            .mended(idesc.with(Id::Selector, 0));
    }
    let is_other_form = word.form.is_some_and(|form| form != CtaForm::WeightStationary);
    if idesc.get(Id::MaxShift) != 0 && is_other_form {
        report
            .warning(
                &[Id::MaxShift],
                "Max shift is for the .ws form only",
                "It is the maximum shift of B for its reuse, which the other forms do not support.",
            )
            .mended(idesc.with(Id::MaxShift, 0));
    }
}
