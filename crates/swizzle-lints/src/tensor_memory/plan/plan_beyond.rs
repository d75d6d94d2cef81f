//! Rows of scale factors that a CTA holds and does not have.

use super::*;

lint!(Plan, "plan-beyond", InCode, "CuTe's fragment of SFA for two CTAs and M = 128");

fn find(_plan: &Plan, report: &mut Report) {
    let laid = report.facts.clone();
    for region in laid.regions() {
        let Some(own) = region.own_rows() else {
            continue;
        };
        report.warning(
            &["regions"],
            format!(
                "Whether rows {own} to 127 of each CTA’s {} matter is not known",
                region.name
            ),
            format!("Each CTA has {own} rows of A. CuTe’s fragment has 128 rows in each, which begin at row {own} in CTA 1."),
        );
    }
}
