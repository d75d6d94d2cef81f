//! Two buffers that are used at once and share bytes.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn, Silencer};

pub(super) const LINT: Lint<Part> = Lint {
    id: "buffers-overlap",
    source: "arithmetic of the addresses",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    // How far a buffer reaches is then not known.
    silenced_by: &[Silencer::by(&[
        "box-stage",
        "fill-stage",
        "copy-place",
        "copy-stages",
    ])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Pair(first, second) = &part.about else {
        return;
    };
    if !first.overlaps(second) {
        return;
    }
    let range = |one: &crate::kernel::part::Extents| {
        format!("{} from 0x{:x} to 0x{:x}", one.name, one.offset, one.end())
    };
    report.add(
        Severity::Error,
        &[],
        format_args!("{} and {} overlap", range(first), range(second)),
        format_args!("Both are in use at the same time, so writing one overwrites the other. {} has {} stages of {} bytes, {} bytes apart.",
            first.name, first.stages, first.bytes, first.stride),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::{extents, part};
    use crate::tests::{silent, speaks};
    let of = |first, second| part(About::Pair(first, second));
    vec![
        speaks(
            Severity::Error,
            "A from 0x0 to 0xc000 and B from 0x8000 to 0xc000 overlap",
            of(extents("A", 0, 3, 16384), extents("B", 0x8000, 1, 16384)),
        ),
        silent(of(extents("A", 0, 3, 32768), extents("B", 16384, 3, 32768))),
    ]
}
