//! Bits that the architecture fixes, or leaves unused, hold something else.

use crate::descriptor::{Descriptor, FieldId};
use crate::hardware::{Arch, Named};
use crate::reader::{Spec, Tally};
use crate::rules::finding::{Confidence, Report, Rule, Severity};
use crate::solve::params_from_descriptor;
use crate::tile::Params;

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
        let (low, high) = (field.low, field.high());
        let width = if field.id == FieldId::Fixed46 { 3 } else { 1 };
        let other = match (field.id, arch, held) {
            (FieldId::Fixed46, Arch::Wgmma, 1) => Some(""),
            (FieldId::Fixed46, Arch::Tcgen05, 0) => Some(" Code for wgmma leaves them 0."),
            _ => None,
        };
        let finding = report.add(
            Severity::Error,
            match field.id {
                FieldId::Fixed46 => &[FieldId::Fixed46],
                FieldId::Reserved14 => &[FieldId::Reserved14],
                FieldId::Reserved30 => &[FieldId::Reserved30],
                _ => &[FieldId::Reserved52],
            },
            format_args!("Bits {low}–{high} must hold {wanted:0width$b}"),
            format_args!(
                "They hold {held:0width$b}. {}: {}.{}",
                arch.name(),
                field.meaning,
                other.unwrap_or_default()
            ),
        );
        finding.bits = stray & field.mask();
        if let Some(read) = other.and_then(|_| as_other(spec)) {
            let name = arch.other().name();
            finding.repair(format_args!("Read it as a {name} descriptor"), &read);
        } else if stray & !field.mask() != 0 {
            let label = format_args!("Set all fixed bits");
            finding.repair(label, params).stray_bits = 0;
        } else {
            let label = format_args!("Set bits {low}–{high} to {wanted:0width$b}");
            finding.repair(label, params).stray_bits &= !field.mask();
        }
    }
}

/// The same 64 bits as the other architecture's, where that leaves nothing to be desired, and here something is wrong
/// besides; on wgmma a tcgen05 descriptor need only be right.
fn as_other(spec: &Spec) -> Option<Params> {
    let params = spec.params();
    let descriptor = spec.descriptor(params.step).ok()?;
    let other = params.arch.other();
    let read = params_from_descriptor(Descriptor::new(other, descriptor.raw()), params).ok()?;
    let (here, there) = (spec, Spec::new(&read).ok()?);
    let wrong = |spec: &Spec| Tally::of_read(spec, params.step).wrong;
    let is_sound = read.stray_bits == 0
        && read.invalid_swizzle.is_none()
        && super::operand_form::is_legal(&read)
        && wrong(&there) == 0;
    let is_likelier = params.arch == Arch::Wgmma
        || params.invalid_swizzle.is_some()
        || wrong(here) > 0
        || !super::operand_form::is_legal(params);
    (is_sound && is_likelier).then_some(read)
}
