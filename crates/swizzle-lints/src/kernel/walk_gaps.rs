//! A walk that leaves gaps: right for a padded tile, wrong for a packed one.

use super::*;

lint!(OperandRead, "walk-gaps", Derived, MEASURED;
    by ["held-overlap", "walk-overlap", "walk-start"],
    whose: Whose::Own(FactKind::Walk),
);

fn find(read: &OperandRead, report: &mut Report) {
    let walk = &read.walk;
    let has_gaps = walk.cover.is_some_and(|cover| !cover.is_dense);
    // Once for a walk.
    if read.at > 0 || !has_gaps || !walk.fit.is_confirmed || walk.has_outlier() {
        return;
    }
    let geometry = walk.geometry(read.at);
    let stride = |name: &str, bytes: Option<u32>| bytes.map(|bytes| format!("{name} {bytes} bytes"));
    let strides: Vec<String> =
        [stride("SBO", geometry.sbo), stride("LBO", geometry.lbo)].into_iter().flatten().collect();
    report.note(
        &[FieldId::Sbo, FieldId::Lbo],
        format!("{}: the reads leave gaps, as in a padded tile", read.letter()),
        format!(
            "With {} the reads are correct for a padded tile and wrong for a packed one. The code that writes the tile shows which it is.",
            strides.join(" and ")
        ),
    );
}
