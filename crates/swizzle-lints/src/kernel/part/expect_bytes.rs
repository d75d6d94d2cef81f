//! A barrier that waits for other bytes than its copies bring.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn, Silencer};

pub(super) const LINT: Lint<Part> = Lint {
    id: "expect-bytes",
    source: "PTX ISA, `mbarrier.expect_tx`: the phase ends when the bytes are there",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&["box-type"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Expect(expect) = &part.about else {
        return;
    };
    let Some(arriving) = expect.arriving.last() else {
        return;
    };
    if expect.arriving.contains(&expect.expected) {
        return;
    }
    let end = if expect.expected > *arriving {
        "The wait never ends."
    } else {
        "The wait ends before all bytes are there, or the count of the next phase is wrong."
    };
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!(
            "The barrier expects {} bytes, its copies bring {arriving}",
            expect.expected
        ),
        format_args!(
            "expect_tx must be the total size of the boxes that arrive on the barrier in one phase. {end}"
        ),
    );
    finding.repairs.push(format!("Expect {arriving} bytes"));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::{Expect, part};
    use crate::tests::{silent, speaks};
    let of = |expected, arriving: &[u64]| {
        part(About::Expect(Expect {
            expected,
            arriving: arriving.to_vec(),
        }))
    };
    vec![
        speaks(
            Severity::Error,
            "expects 16384 bytes, its copies bring 32768",
            of(16384, &[24576, 32768]),
        ),
        speaks(Severity::Error, "never ends", of(65536, &[32768])),
        silent(of(32768, &[24576, 32768])),
        silent(of(32768, &[])),
    ]
}
