//! A buffer that reaches over the end of its variable.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn, Silencer};

pub(super) const LINT: Lint<Part> = Lint {
    id: "buffer-end",
    source: "arithmetic of the addresses",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&["stages-overlap"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Buffer { extents, variable } = &part.about else {
        return;
    };
    let Some(variable) = variable.filter(|bytes| extents.end() > *bytes) else {
        return;
    };
    report.add(
        Severity::Error,
        &[],
        format_args!(
            "{} ends 0x{:x} bytes behind the beginning of a variable of 0x{variable:x} bytes",
            extents.name,
            extents.end()
        ),
        format_args!(
            "{} stages of {} bytes from 0x{:x} on, {} bytes apart.",
            extents.stages, extents.bytes, extents.offset, extents.stride
        ),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::{extents, part};
    use crate::tests::{silent, speaks};
    let of = |variable| {
        part(About::Buffer {
            extents: extents("B", 16384, 2, 16384),
            variable,
        })
    };
    vec![
        speaks(
            Severity::Error,
            "B ends 0xc000 bytes behind the beginning of a variable of 0x8000 bytes",
            of(Some(32768)),
        ),
        silent(of(Some(49152))),
        silent(of(None)),
    ]
}
