//! Descriptors that take many 64-bit constants.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

/// Fewer constants are of no account.
const FEW: usize = 16;

pub(super) const LINT: Lint<Part> = Lint {
    id: "many-constants",
    source: "CUTLASS, `DescriptorIterator`: one constant, and units added to it",
    confidence: Confidence::InCode,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Constants(count) = part.about else {
        return;
    };
    if count <= FEW {
        return;
    }
    report.add(
        Severity::Note,
        &[],
        format_args!("The descriptors have {count} different upper halves"),
        format_args!("Each takes registers of its own. Operands with one mode and one pair of strides share it, and only the start is added."),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::part;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Note,
            "40 different upper halves",
            part(About::Constants(40)),
        ),
        silent(part(About::Constants(4))),
    ]
}
