//! A box that is written in another swizzle mode than the operand is read in.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use swizzle_core::hardware::Named as _;
use swizzle_core::tma::MapSwizzle;

pub(super) const LINT: Lint<Part> = Lint {
    id: "box-swizzle",
    source: "PTX ISA, “Swizzling Modes”; measured on an H200",
    confidence: Confidence::Measured,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Load(load) = &part.about else {
        return;
    };
    let wanted = MapSwizzle::from_swizzle(load.read);
    let Some(written) = load.written.filter(|written| *written != wanted) else {
        return;
    };
    let (letter, read) = (load.side.name(), load.read.name());
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!(
            "{letter}: the box is written in swizzle mode {}, the descriptor reads {read}",
            written.name()
        ),
        format_args!("The tensor map and the descriptor of the operand in the same buffer must have the same mode; otherwise 16-byte units are swapped."),
    );
    finding.repairs.push(format!(
        "Set the tensor map's swizzle mode to {}",
        wanted.name()
    ));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::load;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "written in swizzle mode 64B, the descriptor reads 128B",
            load(|load| load.written = Some(MapSwizzle::B64)),
        ),
        silent(load(|_| {})),
        silent(load(|load| load.written = None)),
    ]
}
