//! Stages that are filled at another distance than they are read at.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part, Writer};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "fill-stage",
    source: "arithmetic of the addresses",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Filled(filled) = &part.about else {
        return;
    };
    let name = filled.name;
    let (Some((writer, written)), Some(read)) = (filled.written, filled.read) else {
        return;
    };
    let who = match writer {
        Writer::Copies => "the copies go to stages",
        Writer::Threads | Writer::Unknown => "the threads write stages",
    };
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!("{name}: {who} {written} bytes apart, the reads are {read} bytes apart"),
        format_args!("From stage 1 on, other bytes are read than were written for it."),
    );
    finding
        .repairs
        .push(format!("Use {written} bytes from stage to stage"));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::filled;
    use crate::tests::{silent, speaks};
    let of = |writer| filled(|filled| filled.written = Some((writer, 8192)));
    vec![
        speaks(
            Severity::Error,
            "write stages 8192 bytes apart, the reads are 16384 bytes apart",
            of(Writer::Threads),
        ),
        speaks(
            Severity::Error,
            "the copies go to stages 8192 bytes apart, the reads are 16384 bytes apart",
            of(Writer::Copies),
        ),
        silent(filled(|_| {})),
    ]
}
