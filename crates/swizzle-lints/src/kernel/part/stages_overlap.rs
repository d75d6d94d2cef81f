//! Stages that are nearer to each other than they are long.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn, Silencer};

pub(super) const LINT: Lint<Part> = Lint {
    id: "stages-overlap",
    source: "arithmetic of the addresses",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    // The distance at which they are filled says which of the two is wrong.
    silenced_by: &[Silencer::by(&["box-stage", "fill-stage"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Buffer { extents, .. } = &part.about else {
        return;
    };
    if extents.stages < 2 || extents.stride >= extents.bytes {
        return;
    }
    let (name, bytes, stride) = (extents.name, extents.bytes, extents.stride);
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!("{name}: stages are {stride} bytes apart and {bytes} bytes long"),
        format_args!(
            "Each of the {} stages overwrites a part of the next one.",
            extents.stages
        ),
    );
    finding
        .repairs
        .push(format!("Place stages {bytes} bytes apart"));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::{extents, part};
    use crate::tests::{silent, speaks};
    let of = |extents| {
        part(About::Buffer {
            extents,
            variable: None,
        })
    };
    vec![
        speaks(
            Severity::Error,
            "stages are 8192 bytes apart and 16384 bytes long",
            of(extents("A", 0, 3, 8192)),
        ),
        silent(of(extents("A", 0, 3, 16384))),
        silent(of(extents("A", 0, 1, 0))),
    ]
}
