//! A box that ends past the end of shared memory.

use crate::finding::{Confidence, Severity};
use crate::lint::{Lint, Report, RestsOn, Silencer};
use crate::tma::subject::CopyOfBox;
use crate::tma::verdict::covered_text;
use swizzle_core::hardware::SHARED_END;

pub(super) const LINT: Lint<CopyOfBox> = Lint {
    id: "tma-shared-end",
    source: "CUDA Programming Guide, compute capabilities 9.0 and 10.0: 227 KiB a block, 1 KiB reserved",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[Silencer::by(&["tma-refused", "tma-destination"])],
    find,
    #[cfg(test)]
    cases,
};

fn find(_: &CopyOfBox, report: &mut Report<CopyOfBox>) {
    let Some((landing, covered)) = report.facts else {
        return;
    };
    if covered.end > u64::from(SHARED_END) {
        report.add(
            Severity::Error,
            &["destination"],
            format_args!(
                "The box ends at {:#x}, but a block's shared memory ends at {SHARED_END:#x}",
                covered.end
            ),
            format_args!("{}", covered_text(&landing, &covered)),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<CopyOfBox>> {
    use crate::tests::{silent, speaks};
    use crate::tma::subject::copy;
    vec![
        speaks(
            Severity::Error,
            "a block's shared memory ends at",
            copy(|copy| copy.destination_bytes = 0x38000),
        ),
        silent(copy(|_| ())),
    ]
}
