//! A box whose rows are shorter than the reads of the operand.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn, Silencer};
use swizzle_core::hardware::Named as _;

pub(super) const LINT: Lint<Part> = Lint {
    id: "box-row",
    source: "CUDA driver API, `cuTensorMapEncodeTiled`; measured on an H200",
    confidence: Confidence::Measured,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&["box-swizzle", "box-type"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Load(load) = &part.about else {
        return;
    };
    if load.row_written >= load.row_read {
        return;
    }
    let letter = load.side.name();
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!(
            "{letter}: a row of the box has {} bytes, {} of each row are read",
            load.row_written, load.row_read
        ),
        format_args!("The first dimension of the box and the size of its elements make a row. Bytes that no box writes keep their old contents."),
    );
    finding
        .repairs
        .push(format!("Give the box rows of {} bytes", load.row_read));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::load;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "a row of the box has 64 bytes, 128 of each row are read",
            load(|load| load.row_written = 64),
        ),
        silent(load(|_| {})),
        silent(load(|load| load.row_read = 64)),
    ]
}
