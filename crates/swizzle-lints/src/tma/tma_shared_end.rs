//! A box that ends past the end of shared memory.

use super::*;

lint!(CopyOfBox, "tma-shared-end", Derived, "CUDA Programming Guide, compute capabilities: 227 KiB a block on 9.0 and 10.0, 99 KiB on 12.0, and 1 KiB reserved";
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
