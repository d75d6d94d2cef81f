//! Copies whose tensor map the text makes, though not which of several it is.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::hardware::Named as _;

pub(super) const LINT: Lint<Part> = Lint {
    id: "map-unknown",
    source: "the PTX alone",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::UnknownMap { side, copy, stop } = part.about else {
        return;
    };
    let stop = stop.map_or(String::new(), |line| {
        format!(": its address is not followed beyond line {line}")
    });
    report.add(
        Severity::Note,
        &[],
        format_args!(
            "{}: the tensor map of the copy in line {copy} is not known{stop}",
            side.name()
        ),
        format_args!("The text makes tensor maps, but does not tell which of them the copy uses. Its box, swizzle mode and bytes cannot be compared with the reads, so no read is called right."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::{load, part};
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Operand;
    let of = |stop| {
        let (side, copy) = (Operand::A, 9);
        part(About::UnknownMap { side, copy, stop })
    };
    vec![
        speaks(
            Severity::Note,
            "A: the tensor map of the copy in line 9 is not known: its address is not followed beyond line 7",
            of(Some(7)),
        ),
        speaks(Severity::Note, "is not known", of(None)),
        silent(load(|_| {})),
    ]
}
