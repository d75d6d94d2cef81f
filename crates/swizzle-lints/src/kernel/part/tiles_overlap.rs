//! Tiles of two warps or stages that share bytes.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn, Silencer};

pub(super) const LINT: Lint<Part> = Lint {
    id: "tiles-overlap",
    source: crate::kernel::MEASURED,
    confidence: Confidence::Measured,
    rests_on: RestsOn::Values(&[]),
    // How far a buffer reaches is then not known.
    silenced_by: &[Silencer::by(&["box-stage", "fill-stage", "stages-overlap"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Steps { name, by } = &part.about else {
        return;
    };
    report.add(
        Severity::Error,
        &[],
        format_args!("{name}: tiles {by} bytes apart share bytes"),
        format_args!("The tile of the next stage or warp begins between rows of this one, and some bytes are read as parts of both. The distance does not match the size and strides of the tile."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::part;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "A: tiles 4096 bytes apart share bytes",
            part(About::Steps {
                name: "A",
                by: 4096,
            }),
        ),
        silent(part(About::Constants(1))),
    ]
}
