//! Copies that go to stages at another distance than the reads.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::hardware::Named as _;

pub(super) const LINT: Lint<Part> = Lint {
    id: "box-stage",
    source: "arithmetic of the addresses",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Stages {
        side,
        written,
        read,
    } = &part.about
    else {
        return;
    };
    if written == read {
        return;
    }
    let letter = side.name();
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!(
            "{letter}: the copies go to stages {written} bytes apart, the reads are {read} bytes apart"
        ),
        format_args!("From stage 1 on, other bytes are read than were copied for it."),
    );
    finding
        .repairs
        .push(format!("Use {written} bytes from stage to stage"));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::part;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Operand;
    let of = |written, read| {
        part(About::Stages {
            side: Operand::B,
            written,
            read,
        })
    };
    vec![
        speaks(
            Severity::Error,
            "stages 16384 bytes apart, the reads are 16512 bytes apart",
            of(16384, 16512),
        ),
        silent(of(16384, 16384)),
    ]
}
