//! Loads and stores of tensor memory that reach into the lanes of the next warp.

use swizzle_tmem::tensor_memory::WARP_LANES;

use crate::finding::{Confidence, Severity};
use crate::kernel::part::{About, Part};
use crate::lint::{Lint, Report, RestsOn};

pub(super) const LINT: Lint<Part> = Lint {
    id: "tensor-lanes",
    source: "PTX ISA, “Access restrictions” of `tcgen05.ld` and `tcgen05.st`",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
};

fn find(part: &Part, report: &mut Report<Part>) {
    let About::Tensor(tensor) = &part.about else {
        return;
    };
    let is_beyond = |(first, lanes): &(u32, u32)| first + lanes > WARP_LANES;
    let Some((first, lanes)) = tensor.lanes.filter(is_beyond) else {
        return;
    };
    let wanted = match lanes {
        WARP_LANES => "32w",
        _ => "32w or 32w + 16",
    };
    report.add(
        Severity::Error,
        &[],
        format_args!(
            "{} takes {lanes} lanes from lane {first} of a warp’s {WARP_LANES}",
            tensor.opcode
        ),
        format_args!(
            "Warp w of a warpgroup reaches lanes 32w to 32w + 31 only. The lane of its address, bits 16 to 22, must be {wanted}."
        ),
    );
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Part>> {
    use crate::kernel::part::tensor_part;
    use crate::tests::{silent, speaks};
    vec![
        speaks(
            Severity::Error,
            "takes 32 lanes from lane 16 of a warp’s 32",
            tensor_part(|tensor| tensor.lanes = Some((16, 32))),
        ),
        speaks(
            Severity::Error,
            "takes 16 lanes from lane 20 of a warp’s 32",
            tensor_part(|tensor| tensor.lanes = Some((20, 16))),
        ),
        silent(tensor_part(|tensor| tensor.lanes = Some((16, 16)))),
        silent(tensor_part(|_| {})),
    ]
}
