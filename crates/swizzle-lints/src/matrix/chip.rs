//! Features of the family that the specified chip lacks.

use super::*;

use swizzle_core::hardware::{Chip, Kind};

lint!(Spec, "chip", InCode, "ptxas 13.5";
    on ["element", "arch"];
    is [OfForm],
);

const TARGETS: &str = "PTX ISA, target notes of wgmma and tcgen05; ptxas 13.5";
const K_96: &str = "PTX ISA, tcgen05, “Absolute address mode for K dimension being 48B”";

fn find(spec: &Spec, report: &mut Report) {
    let Some(chip) = spec.said().chip() else {
        return;
    };
    let (reader, element) = (spec.reader(), spec.tile().element);
    let arch = reader.arch;
    if !chip.has_instructions() {
        let with = arch.first_chip();
        let finding = report.error(
            &[],
            format!("{chip} has no {arch}"),
            format!("The assembler accepts {arch} only for a target with a letter: {with} is this chip with its own instructions."),
        );
        finding.by(Confidence::Stated, TARGETS);
        finding.assumes.clear();
        let label = format!("Compile for {with}");
        finding.repair(label, &spec.said().with_chip(with));
        return;
    }
    if reader.used_for == Use::Mma && arch.has_element(element) && !chip.has_element(element) {
        let kinds = joined(Kind::of_element(element), " and ");
        let others: Vec<Chip> = arch.chips().filter(|chip| chip.has_element(element)).collect();
        let having = joined(&others, " and ");
        let finding = report.error(
            &[],
            format!("{chip} has no {element} operand"),
            format!("{element} is multiplied by kind {kinds}, which the assembler refuses for {chip}. {having} support it."),
        );
        finding.assumes.retain(|name| *name == "element");
        for other in others {
            let label = format!("Compile for {other}");
            finding.repair(label, &spec.said().with_chip(other));
        }
    }
    let has_bit = arch.has_absolute_lbo();
    if reader.lbo_mode == LboMode::Absolute && has_bit && !chip.lbo_modes().contains(&LboMode::Absolute) {
        let having = chips_with_absolute_lbo(spec);
        let finding = report.error(
            &[FieldId::LboMode],
            format!("{chip} has no absolute LBO mode"),
            format!("It is for K = 96, which only {having} have."),
        );
        finding.by(Confidence::Stated, K_96);
        finding.assumes.clear();
    }
}

/// The chips of the family that have the absolute LBO mode.
pub(super) fn chips_with_absolute_lbo(spec: &Spec) -> String {
    let chips = spec.reader().arch.chips();
    let having = chips.filter(|chip| chip.lbo_modes().contains(&LboMode::Absolute));
    joined(having, " and ")
}
