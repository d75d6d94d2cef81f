//! Rows of scale factors that whole blocks round up.

use super::*;

lint!(
    Issue,
    "scale-rows",
    InCode,
    "CuTe, Sm1xxBlockScaledConfig: blocks of 128 rows, to which SFB of N = 64 and N = 192 is rounded up";
    is [Required(RequiredBy::Library)],
);

fn find(issue: &Issue, report: &mut Report) {
    let (Some(scales), Some(stage)) = (&issue.scales, report.facts.clone()) else {
        return;
    };
    let (rows, padded) = (stage.shape.rows, stage.padded_rows());
    let needed = stage.written.bytes();
    let padding = match rows == padded {
        true => String::new(),
        false => format!(", with {rows} rows rounded up to {padded}"),
    };
    if let Some(bytes) = scales.stage_bytes.filter(|bytes| *bytes < needed) {
        report.error(
            &["stage-bytes", "mn"],
            format!("A stage of {bytes} bytes is too small for its scale factors: {needed}"),
            format!("Each block of 128 rows and 4 factors has 512 bytes{padding}. The next stage overwrites the last of them."),
        ).mend(format!("Use stages of {needed} bytes"), issue.with_scales(|scales| scales.stage_bytes = Some(needed)));
    } else if rows != padded {
        let columns = stage.readings.first().map_or(0, |one| one.columns.columns_of_word());
        report.note(
            &["mn"],
            format!("{rows} rows of scale factors are rounded up to {padded}"),
            format!("Every four factors of all rows take {columns} columns and {} bytes; the padding is not used.", 4 * padded),
        );
    }
}
