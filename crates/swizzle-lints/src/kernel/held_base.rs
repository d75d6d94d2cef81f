//! A base offset that is not the phase at which the start is.

use super::*;

lint!(
    OperandRead,
    "held-base",
    Measured,
    MEASURED;
    by ["walk-fields"],
);

fn find(read: &OperandRead, report: &mut Report) {
    let walk = &read.walk;
    let base = |at: usize| walk.geometry(at).base.filter(|base| *base != 0);
    let (Some(base_offset), Some(phase)) = (base(read.at), walk.phase(read.at)) else {
        return;
    };
    // Said once of a walk.
    if base_offset == phase || !walk.is_first_of_base(read.at) {
        return;
    }
    report.error(
        &[FieldId::BaseOffset],
        format!("{}: the base offset is {base_offset}, the start is at phase {phase}", read.letter()),
        format!("The hardware subtracts the base offset from bits 7 to 9 of each address. The pattern of a tile begins where the tile does, at phase {phase}, or at a multiple of 1024 bytes."),
    ).fix("Set the base offset to 0".to_owned());
}
