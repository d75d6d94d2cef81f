//! Boxes that write less of a stage than the operand is read from.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn, Silencer};
use swizzle_core::hardware::Named as _;

pub(super) const LINT: Lint<Part> = Lint {
    id: "box-cover",
    source: "CUDA driver API, `cuTensorMapEncodeTiled`; arithmetic of the boxes",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&[
        "box-swizzle",
        "box-row",
        "copy-place",
        "copy-stages",
        "box-type",
    ])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Load(load) = &part.about else {
        return;
    };
    if load.written_bytes >= load.read_bytes {
        return;
    }
    let letter = load.side.name();
    report.add(
        Severity::Error,
        &[],
        format_args!(
            "{letter}: the copies write {} of the {} bytes of a stage that are read",
            load.written_bytes, load.read_bytes
        ),
        format_args!(
            "The box has too few rows, or its destination is not where the operand begins."
        ),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::load;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "write 8192 of the 16384 bytes",
            load(|load| load.written_bytes = 8192),
        ),
        silent(load(|_| {})),
    ]
}
