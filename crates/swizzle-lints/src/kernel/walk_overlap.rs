//! Reads of one walk that share bytes: K does not advance as far as a read reaches.

use super::*;
use crate::kernel::refit::refit_text;

lint!(OperandRead, "walk-overlap", Measured, MEASURED;
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
