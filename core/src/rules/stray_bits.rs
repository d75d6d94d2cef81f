//! Bits that the architecture fixes, or leaves unused, hold something else.

use alloc::format;

use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{Descriptor, FieldId, Named, Params, Spec};

pub(super) const RULE: Rule = Rule {
    id: "stray-bits",
    source: "the descriptor tables of both architectures",
    confidence: Confidence::Stated,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    let arch = params.arch;
    let stray = params.stray_bits & Descriptor::fixed_mask(arch);
    for field in Descriptor::fields(arch) {
        let Some(wanted) = field.fixed.filter(|_| stray & field.mask() != 0) else {
            continue;
        };
        let held = wanted ^ ((stray & field.mask()) >> field.low);
        report
            .add(
                Severity::Error,
                match field.id {
                    FieldId::Fixed46 => &[FieldId::Fixed46],
                    FieldId::Reserved14 => &[FieldId::Reserved14],
                    FieldId::Reserved30 => &[FieldId::Reserved30],
                    _ => &[FieldId::Reserved52],
                },
                format!("Bits {}–{} must hold {wanted:b}", field.low, field.high()),
                format!(
                    "They hold {held:b} ({held}). {}: {}.",
                    arch.name(),
                    field.meaning
                ),
            )
            .repair(
                format!("Set bits {}–{} to {wanted:b}", field.low, field.high()),
                Params {
                    stray_bits: params.stray_bits & !field.mask(),
                    ..params.clone()
                },
            );
    }
}
