//! A stage stride that moves the swizzle pattern.

use super::*;

// If stages are filled at another distance, that is the fault.
lint!(OperandRead, "walk-ring", Derived, MEASURED;
    by ["box-stage", "fill-stage"];
    is [SaidOnce],
    whose: Whose::Own(FactKind::Walk),
);

fn find(read: &OperandRead, report: &mut Report) {
    let (walk, geometry) = (&read.walk, read.walk.geometry(read.at));
    let Some(swizzle) = geometry.swizzle.filter(|mode| *mode != Swizzle::None && read.at == 0) else {
        return;
    };
    let pattern = u64::from(swizzle.pattern_bytes());
    // Less than a pattern is a step along K.
    let breaks = |stride: &&u64| **stride > pattern && !stride.is_multiple_of(pattern);
    let Some(stride) = walk.strides.iter().find(breaks) else {
        return;
    };
    report.warning(
        &[FieldId::Start, FieldId::BaseOffset],
        format!("{}: the stage stride of {stride} bytes is not a multiple of {pattern} bytes", read.letter()),
        format!(
            "The pattern of mode {} repeats every {pattern} bytes, so that each stage is at another phase. That is right only if the producer swizzles by absolute addresses, as TMA does.",
            swizzle.name()
        ),
    );
}
