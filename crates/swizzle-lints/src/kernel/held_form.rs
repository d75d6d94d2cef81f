//! A type, major-ness and mode that no instruction of the family reads.

use super::*;
use swizzle_core::reader::is_legal_form;

lint!(OperandRead, "held-form", Stated, "PTX ISA, wgmma and tcgen05, major-ness and swizzle modes by type");

fn find(read: &OperandRead, report: &mut Report) {
    let geometry = read.walk.geometry(read.at);
    let (Some(element), Some(major), Some(swizzle)) = (read.walk.element, geometry.major, geometry.swizzle)
    else {
        return;
    };
    let arch = read.walk.chip.arch().unwrap_or_default();
    // The manual's table and CuTe disagree on it.
    let is_contested = (major, swizzle) == (Major::K, Swizzle::B128Atom32) && arch == Arch::Tcgen05;
    if is_contested && element.slot_bits() != 32 {
        report.warning(
            &[FieldId::Swizzle],
            format!(
                "{}: swizzle code 1 reads {element} {} in atoms of 32 bytes",
                read.letter(),
                major.operand_name(read.walk.side)
            ),
            format!("wgmma's code 1 for 128B is code 2 of tcgen05. No library writes {element} in atoms of 32 bytes, and the manual's table and CuTe disagree on this form."),
        );
    }
    if is_contested || is_legal_form(arch, element, major, swizzle) {
        return;
    }
    report.error(
        &[FieldId::Swizzle],
        format!(
            "{}: {} cannot read {element} {} in swizzle mode {}",
            read.letter(),
            arch.name(),
            major.operand_name(read.walk.side),
            swizzle.name()
        ),
        "The instruction's transpose and the descriptor's mode cannot be combined for this type.",
    );
}
