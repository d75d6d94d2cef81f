//! Reads of one walk that share bytes: K does not advance as far as a read reaches.

use super::*;
use crate::kernel::refit::refit_text;

lint!(@cases; OperandRead, "walk-overlap", Measured, MEASURED;
    by ["held-overlap", "walk-start", "walk-fields"];
    is [SaidOnce],
    whose: Whose::Own(FactKind::Walk),
);

fn find(read: &OperandRead, report: &mut Report) {
    let walk = &read.walk;
    let Some((first, second)) = walk.cover.and_then(|cover| cover.overlap) else {
        return;
    };
    if second != read.at || !walk.is_steady() || walk.has_outlier() {
        return;
    }
    let letter = read.letter();
    let apart = walk.reads[second].start.unwrap_or_default() - walk.reads[first].start.unwrap_or_default();
    let finding = report.error(
        &[FieldId::Start, FieldId::Swizzle, FieldId::Lbo, FieldId::Sbo],
        format!("{letter}: steps {first} and {second} share bytes, {apart} bytes from start to start"),
        "Each step reads its own part of K. The mode, a stride, the transposition or the K advance belongs to another tile.",
    );
    finding.fix(refit_text(walk));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<OperandRead>> {
    use crate::finding::Severity;
    use crate::kernel::{Cover, reading};
    use crate::tests::{silent, speaks};
    let of = |step: i64, at| {
        reading(at, |walk| {
            for (at, read) in walk.reads.iter_mut().enumerate() {
                read.start = Some(step * at as i64);
            }
            walk.fit.expected = vec![None; 4];
            walk.cover = Some(Cover { overlap: Some((0, 2)), is_dense: true });
        })
    };
    vec![
        speaks(Severity::Error, "steps 0 and 2 share bytes", of(256, 2)),
        silent(of(256, 1)),
        silent(reading(1, |_| {})),
    ]
}
