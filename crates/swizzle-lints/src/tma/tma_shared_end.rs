//! A box that ends past the end of shared memory.

use super::*;

lint!(@cases; CopyOfBox, "tma-shared-end", Derived, "CUDA Programming Guide, compute capabilities: 227 KiB a block on 9.0 and 10.0, 99 KiB on 12.0, and 1 KiB reserved";
    by ["tma-refused", "tma-destination"],
);

fn find(copy: &CopyOfBox, report: &mut Report) {
    let target = copy.typed.target;
    // For a chip whose memory size no source gives, there is nothing to report.
    let Some(((landing, covered), end)) = report.facts.ok().zip(target.shared_end()) else {
        return;
    };
    if covered.end > u64::from(end) {
        report.error(
            &["destination"],
            format!(
                "The box ends at {:#x}, but a block's shared memory ends at {end:#x} on {target}",
                covered.end
            ),
            covered.text(&landing),
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<CopyOfBox>> {
    use crate::finding::Severity;
    use crate::tests::{silent, speaks};
    use crate::tma::subject::copy;
    use swizzle_core::hardware::Chip;
    vec![
        speaks(
            Severity::Error,
            "a block's shared memory ends at",
            copy(|copy| copy.destination_bytes = 0x38000),
        ),
        silent(copy(|_| ())),
        speaks(
            Severity::Error,
            "ends at 0x19000 on sm_120",
            copy(|copy| (copy.target, copy.destination_bytes) = (Chip::Sm120, 0x18000)),
        ),
        silent(copy(|copy| copy.destination_bytes = 0x18000)),
    ]
}
