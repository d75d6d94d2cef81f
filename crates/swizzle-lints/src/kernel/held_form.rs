//! A type, major-ness and mode that no instruction of the family reads.

use crate::finding::{Confidence, Severity};
use crate::kernel::OperandRead;
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{Arch, Major, Named as _};
use swizzle_core::law::Swizzle;
use swizzle_core::reader::is_legal_form;

pub(super) const LINT: Lint<OperandRead> = Lint {
    id: "held-form",
    source: "PTX ISA, wgmma and tcgen05, major-ness and swizzle modes by type",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(read: &OperandRead, report: &mut Report<OperandRead>) {
    let geometry = read.walk.geometry(read.at);
    let (Some(element), Some(major), Some(swizzle)) =
        (read.walk.element, geometry.major, geometry.swizzle)
    else {
        return;
    };
    let arch = read.walk.chip.arch().unwrap_or_default();
    // The manual's table and CuTe disagree on it.
    let is_contested = (major, swizzle) == (Major::K, Swizzle::B128Atom32) && arch == Arch::Tcgen05;
    if is_contested && element.slot_bits() != 32 {
        report.add(
            Severity::Warning,
            &[FieldId::Swizzle],
            format_args!(
                "{}: swizzle code 1 reads {element} {} in atoms of 32 bytes",
                read.letter(),
                major.operand_name(read.walk.side)
            ),
            format_args!("wgmma's code 1 for 128B is code 2 of tcgen05. No library writes {element} in atoms of 32 bytes, and the manual's table and CuTe disagree on this form."),
        );
    }
    if is_contested || is_legal_form(arch, element, major, swizzle) {
        return;
    }
    report.add(
        Severity::Error,
        &[FieldId::Swizzle],
        format_args!(
            "{}: {} cannot read {element} {} in swizzle mode {}",
            read.letter(),
            arch.name(),
            major.operand_name(read.walk.side),
            swizzle.name()
        ),
        format_args!("The instruction's transpose and the descriptor's mode cannot be combined for this type."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<OperandRead>> {
    use crate::kernel::reading;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Element;
    let mn_major = |element| {
        reading(0, |walk| {
            walk.element = Some(element);
            walk.reads
                .iter_mut()
                .for_each(|read| read.major = Some(Major::Mn));
        })
    };
    vec![
        speaks(Severity::Error, "cannot read tf32", mn_major(Element::Tf32)),
        silent(mn_major(Element::Bf16)),
    ]
}
