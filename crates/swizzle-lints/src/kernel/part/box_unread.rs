//! A box of which the instructions read a part.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use crate::silencer::Silencer;
use swizzle_core::hardware::Named as _;

pub(super) const LINT: Lint<Part> = Lint {
    id: "box-unread",
    source: "arithmetic of the addresses",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&[
        "copy-place",
        "copy-stages",
        "box-type",
        "box-swizzle",
        "box-span",
        "box-row",
        "box-cover",
        "box-reach",
    ])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Load(load) = &part.about else {
        return;
    };
    let (written, most) = load.reach;
    if written <= load.read_bytes || written > most {
        return;
    }
    report.add(
        Severity::Warning,
        &[],
        format_args!(
            "{}: the copies write {written} bytes of a stage, the instructions read {}",
            load.side.name(),
            load.read_bytes
        ),
        format_args!("What is copied and not read is missing in the product: M, N or the number of steps along K is smaller than the tile, or the box is larger."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::load;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Warning,
            "write 16384 bytes of a stage, the instructions read 8192",
            load(|load| {
                (load.read_bytes, load.written_bytes) = (8192, 8192);
            }),
        ),
        silent(load(|_| {})),
        // Into the next stage: another lint says so.
        silent(load(|load| load.reach = (24576, 16384))),
    ]
}
