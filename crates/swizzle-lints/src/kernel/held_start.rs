//! A start that is made of something else than an address in units of 16 bytes.

use super::*;

lint!(
    OperandRead,
    "held-start",
    Measured,
    "PTX ISA, “Matrix-descriptor-encode”; edits of kernels, run on an H100"
);

/// Bits by which an address is shifted to be units of 16 bytes.
const SHIFT: i32 = 4;

fn find(read: &OperandRead, report: &mut Report) {
    let address = |at: usize| read.walk.reads[at].address;
    let letter = read.letter();
    match address(read.at) {
        Address::Whole => {}
        Address::Shifted(by) if by == SHIFT => {
            report
                .error(
                    &[FieldId::Start],
                    format!("{letter}: the start field holds bytes, not units of 16"),
                    "The address is not shifted: the read starts at 16 times the address.",
                )
                .fix("Shift the address to the right by 4".to_owned());
        }
        Address::Shifted(by) => {
            report
                .error(
                    &[FieldId::Start],
                    format!(
                        "{letter}: the address is shifted to the right by {}, 4 belong there",
                        SHIFT - by
                    ),
                    "The start field holds units of 16 bytes.",
                )
                .fix(format!("Shift the address to the right by 4, not {}", SHIFT - by));
        }
        // Said once of a walk.
        Address::InPart if (0..read.at).any(|at| address(at) == Address::InPart) => {}
        Address::InPart => {
            report.note(
                &[FieldId::Start],
                format!("{letter}: some bits of the address are not in the start"),
                "Where the read starts follows from the address only if they are 0.",
            );
        }
        Address::Outside(bytes) => {
            let side = if bytes < 0 { "before" } else { "behind" };
            report.error(
                &[FieldId::Start],
                format!(
                    "{letter}: starts {} bytes {side} its variable, where the block has no shared memory",
                    bytes.unsigned_abs()
                ),
                format!(
                    "A block has at most {} KiB of it.",
                    read.walk.chip.shared_bytes().unwrap_or_default() / 1024
                ),
            );
        }
    }
}
