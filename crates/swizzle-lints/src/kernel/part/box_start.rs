//! Reads of a ring that begin behind the copies of their stage and end in those of the next, or before them.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::hardware::Named as _;

pub(super) const LINT: Lint<Part> = Lint {
    id: "box-start",
    source: "arithmetic of the addresses",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Start {
        side,
        behind,
        foreign,
    } = &part.about
    else {
        return;
    };
    let (letter, bytes) = (side.name(), behind.unsigned_abs());
    let (where_to, text, fix) = match behind {
        0 => return,
        1.. => (
            "behind",
            format!("They end {foreign} bytes within what is copied for the next stage."),
            "earlier",
        ),
        ..0 => (
            "before",
            format!("No copy of the stage writes the first {foreign} bytes."),
            "later",
        ),
    };
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!("{letter}: the reads of a stage begin {bytes} bytes {where_to} its copies"),
        format_args!("{text}"),
    );
    finding
        .repairs
        .push(format!("Begin the reads {bytes} bytes {fix}"));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::part;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Operand;
    let of = |behind: i64| {
        part(About::Start {
            side: Operand::B,
            behind,
            foreign: behind.unsigned_abs(),
        })
    };
    vec![
        speaks(
            Severity::Error,
            "the reads of a stage begin 128 bytes behind its copies",
            of(128),
        ),
        speaks(
            Severity::Error,
            "the reads of a stage begin 128 bytes before its copies",
            of(-128),
        ),
        silent(of(0)),
    ]
}
