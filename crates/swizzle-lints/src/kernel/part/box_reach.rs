//! A box that reaches into the next stage.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn, Silencer};
use swizzle_core::hardware::Named as _;

pub(super) const LINT: Lint<Part> = Lint {
    id: "box-reach",
    source: "CUDA driver API, `cuTensorMapEncodeTiled`; arithmetic of the boxes",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&[
        "box-swizzle",
        "box-row",
        "stages-overlap",
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
    let (end, most) = load.reach;
    if end <= most {
        return;
    }
    let letter = load.side.name();
    report.add(
        Severity::Error,
        &[],
        format_args!("{letter}: a box ends {end} bytes after the start of its stage, but the next stage starts after {most}"),
        format_args!("The copy of one stage overwrites the next one, which may still be read."),
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
            "ends 32768 bytes after the start of its stage",
            load(|load| load.reach = (32768, 16384)),
        ),
        silent(load(|_| {})),
    ]
}
