//! Fixed bits in the descriptors of copies of scale factors.

use super::*;
use crate::words::fixed_bits;

lint!(
    @cases; Issue,
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

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Issue>> {
    use crate::finding::Severity;
    use crate::tensor_memory::issue::scaled;
    use crate::tests::{silent, speaks};
    use swizzle_core::descriptor::Descriptor;
    use swizzle_core::hardware::{Arch, Kind};
    let of = |words: &[u64]| {
        scaled(Kind::Mxf8f6f4, 128, 8, |_, scales| {
            let all = words.iter().map(|word| Descriptor::new(Arch::Tcgen05, *word));
            scales.copies = all.collect();
        })
    };
    vec![
        speaks(Severity::Error, "Copy 0: fixed bits 0x400000000000 are 0x0", of(&[0x0000_0008_0001_0800])),
        speaks(
            Severity::Error,
            "Copy 1: fixed bits 0x400000000000 are 0x0",
            of(&[0x0000_4008_0001_0800, 0x0010_0008_0001_0820]),
        ),
        silent(of(&[0x0000_4008_0001_0800, 0x0000_4008_0001_0820])),
        silent(of(&[])),
    ]
}
