//! A box whose rows are longer than the span of its swizzle mode.

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};
use crate::silencer::Silencer;
use swizzle_core::hardware::Named as _;

pub(super) const LINT: Lint<Part> = Lint {
    id: "box-span",
    source: "CUDA driver API, `cuTensorMapEncodeTiled`: the inner dimension is at most the swizzle's span",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&["box-swizzle", "box-type"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Load(load) = &part.about else {
        return;
    };
    let Some(mode) = load.written else { return };
    let Some(span) = mode.span_bytes() else {
        return;
    };
    if load.row_written <= u64::from(span) {
        return;
    }
    let (letter, mode) = (load.side.name(), mode.name());
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!(
            "{letter}: a row of the box has {} bytes, the span of the {mode} swizzle is {span}",
            load.row_written
        ),
        format_args!(
            "The driver refuses such a map. One that the kernel makes itself is not checked."
        ),
    );
    finding
        .repairs
        .push(format!("Give the box rows of {span} bytes"));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::load;
    use crate::tests::{silent, speaks};
    use swizzle_core::law::Swizzle;
    use swizzle_core::tma::MapSwizzle;
    vec![
        speaks(
            Severity::Error,
            "a row of the box has 128 bytes, the span of the 64B swizzle is 64",
            load(|load| {
                load.written = Some(MapSwizzle::B64);
                load.read = Swizzle::B64;
                load.row_read = 64;
            }),
        ),
        silent(load(|_| {})),
        silent(load(|load| load.written = None)),
        silent(load(|load| load.written = Some(MapSwizzle::None))),
    ]
}
