//! A stage of scale factors that is written in another order of blocks than the copies read.

use super::*;
use swizzle_text::grouped;

lint!(
    Issue,
    "scale-order",
    InCode,
    "CuTe, Sm1xxBlockScaledConfig: tile_atom_to_shape_SFA and deduce_smem_layoutSFA";
    is [Required(RequiredBy::Library)],
);

fn find(issue: &Issue, report: &mut Report) {
    let Some(stage) = report.facts.clone() else {
        return;
    };
    let wrong = stage.wrong_factors();
    if wrong == 0 {
        return;
    }
    let shape = stage.shape;
    let why = match shape.written.is_copied() {
        true => format!(
            "In the stage as written, each 512-byte block is followed by {}; the copies expect {}. That differs with more than 128 rows and more than 4 factors.",
            shape.written.text(),
            shape.read.text()
        ),
        false => format!(
            "The stage is written as {}; the copies read blocks of 128 rows × 4 factors, 512 bytes each.",
            shape.written.title()
        ),
    };
    report
        .error(
            &["written"],
            format!(
                "{} of {} scale factors are not where the copies expect them",
                grouped(wrong),
                grouped(shape.rows * shape.factors)
            ),
            why,
        )
        .mend(
            format!("Write the stage in the order {}", shape.read),
            issue.with_scales(|scales| scales.shape.written = shape.read),
        );
}
