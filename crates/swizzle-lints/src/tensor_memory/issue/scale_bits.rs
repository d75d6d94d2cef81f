//! Fixed bits in the descriptors of copies of scale factors.

use super::*;
use crate::words::fixed_bits;

lint!(
    Issue,
    "scale-bits",
    Stated,
    "PTX ISA, tcgen05, “Shared memory descriptor”";
    is [Required(RequiredBy::Hardware)],
);

fn find(issue: &Issue, report: &mut Report) {
    let Some(scales) = &issue.scales else { return };
    for (number, own) in scales.copies.iter().enumerate() {
        let stray = own.decode().stray_bits;
        if stray == 0 {
            continue;
        }
        let mended = own.with_raw(own.raw() ^ stray);
        let [held, required] = fixed_bits(own.chip(), stray, own.raw());
        let title = format!("Copy {number}: {held}");
        report.error(&["descriptor"], title, required).mend(
            format!("Set copy {number} to {mended}"),
            issue.with_scales(|scales| scales.copies[number] = mended),
        );
    }
}
