//! A stride in bytes where units of 16 bytes belong.

use super::*;
use swizzle_core::law::Stride;

lint!(OperandRead, "held-units", Likely, "PTX ISA, “Strides”: matrix-descriptor-encode shifts by 4");

fn find(read: &OperandRead, report: &mut Report) {
    let geometry = read.walk.geometry(read.at);
    let (Some(major), Some(swizzle), Some(sbo), 0) =
        (geometry.major, geometry.swizzle, geometry.sbo, read.at)
    else {
        return;
    };
    if swizzle == Swizzle::None || Stride::of_groups(major, swizzle) != Stride::Sbo {
        return;
    }
    let packed = swizzle.atom(major).bytes();
    // If the walk goes through columns between two groups, the stride is that large.
    let leaves_column = read
        .walk
        .reads
        .iter()
        .any(|one| one.start.is_none_or(|start| start.unsigned_abs() >= u64::from(packed)));
    if sbo != packed * UNIT_BYTES || leaves_column {
        return;
    }
    report
        .warning(
            &[FieldId::Sbo],
            format!(
                "{}: SBO is {} units, {sbo} bytes: the packed stride is {packed} bytes",
                read.letter(),
                sbo / UNIT_BYTES
            ),
            format!(
                "The field holds units of 16 bytes. A stride of {packed} bytes is {} units.",
                packed / UNIT_BYTES
            ),
        )
        .fix(format!("Write {} units to SBO, not {}", packed / UNIT_BYTES, sbo / UNIT_BYTES));
}
