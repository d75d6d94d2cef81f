//! A swizzle code that stands for no mode.

use super::*;

lint!(OperandRead, "held-mode", Stated, "PTX ISA, tcgen05, “Shared memory descriptor”");

fn find(read: &OperandRead, report: &mut Report) {
    let held = read.walk.held(read.at);
    if held.field(FieldId::Swizzle).is_none() {
        return;
    }
    if let Err(code) = held.lowest().decode().swizzle {
        report.error(
            &[FieldId::Swizzle],
            format!("{}: {code}", read.letter()),
            "Codes 3, 5 and 7 are not modes of tcgen05.",
        );
    }
}
