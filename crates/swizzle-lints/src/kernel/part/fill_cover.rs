//! Reads of a stage that begin or end where no thread writes for it.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Foreign, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "fill-cover",
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
    let Some(foreign) = filled.foreign else {
        return;
    };
    let where_to = match foreign {
        Foreign::Before(bytes) => {
            format!("begin {bytes} bytes before what the threads write for it")
        }
        Foreign::Behind(bytes) => format!("end {bytes} bytes behind what the threads write for it"),
        Foreign::Whole => "are where the threads write nothing for it".to_owned(),
    };
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!("{name}: the reads of a stage {where_to}"),
        format_args!("Those bytes belong to another stage or buffer, or were never written."),
    );
    let fix = match foreign {
        Foreign::Before(bytes) => format!("Begin the reads {bytes} bytes later"),
        Foreign::Behind(bytes) => format!("Begin the reads {bytes} bytes earlier"),
        Foreign::Whole => return,
    };
    finding.repairs.push(fix);
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::filled;
    use crate::tests::{silent, speaks};
    let of = |foreign| filled(|filled| filled.foreign = Some(foreign));
    vec![
        speaks(
            Severity::Error,
            "the reads of a stage end 1024 bytes behind what the threads write for it",
            of(Foreign::Behind(1024)),
        ),
        speaks(
            Severity::Error,
            "the reads of a stage begin 1024 bytes before what the threads write for it",
            of(Foreign::Before(1024)),
        ),
        speaks(
            Severity::Error,
            "the reads of a stage are where the threads write nothing for it",
            of(Foreign::Whole),
        ),
        silent(filled(|_| {})),
    ]
}
