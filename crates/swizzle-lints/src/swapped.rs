//! LBO and SBO in each other's place.

use crate::candidate::{self, Amount, STRIDES};
use crate::finding::Confidence;
use crate::possible;
use crate::report::{Report, RestsOn, Rule};
use swizzle_core::hardware::Major;
use swizzle_core::law::{Stride, Swizzle};
use swizzle_core::reader::Spec;
use swizzle_infer::Cause;
use swizzle_text::stride_meaning_of;

pub(super) const RULE: Rule = Rule {
    id: "swapped",
    source: "PTX ISA, “Canonical Layouts”, measured on H200; that they were exchanged is a guess",
    confidence: Confidence::Likely,
    rests_on: RestsOn::Read,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let Some((Cause::Exchanged, _)) = candidate::cause(spec, report) else {
        return;
    };
    let read = spec.read(spec.place());
    let meaning = |stride| stride_meaning_of(spec, stride).span;
    let why = match (read.major(), read.swizzle()) {
        (Major::Mn, Swizzle::None) => {
            " MN-major without swizzle alone has the roles this way round; every other mode exchanges them."
        }
        (Major::K, Swizzle::None)
        | (_, Swizzle::B32 | Swizzle::B64 | Swizzle::B128 | Swizzle::B128Atom32) => "",
    };
    // A square of atoms packs alike, with the roles exchanged, in the other order.
    let order = if candidate::is_right(&candidate::in_other_order(spec)) {
        " So it would be if the atoms followed each other in the other order."
    } else {
        ""
    };
    let title = format_args!("LBO and SBO are exchanged");
    let text = format_args!(
        "LBO leads {}, SBO {}. They are {} and {}; the other way round the read is right.{why}{order}",
        meaning(Stride::Lbo),
        meaning(Stride::Sbo),
        Amount(read.stride_bytes(Stride::Lbo)),
        Amount(read.stride_bytes(Stride::Sbo)),
    );
    possible::blame(spec, report, STRIDES, (title, text));
}

/// Where it speaks, and where not.
#[cfg(test)]
pub(super) fn cases() -> std::vec::Vec<crate::tests::Case> {
    use crate::finding::Severity::{Error, Warning};
    use crate::tests::{given, silent, speaks};
    use swizzle_core::hardware::Arch;
    std::vec![
        speaks(
            Error,
            "LBO leads K 0–63 → K 64–127, SBO rows 0–7 → rows 8–15",
            given(
                |_| (),
                |fields| (fields.lbo_field, fields.sbo_field) = (64, 1)
            ),
        ),
        speaks(
            Warning,
            "MN-major without swizzle alone",
            given(
                |s| {
                    s.reader.arch = Some(Arch::Tcgen05);
                    (s.tile.major, s.tile.mn) = (Some(Major::Mn), Some(128));
                },
                |fields| {
                    fields.swizzle = Ok(Swizzle::None);
                    (fields.lbo_field, fields.sbo_field) = (8, 128);
                },
            )
        ),
        // LBO is never taken: whatever it holds, nothing is exchanged.
        silent(given(|_| (), |fields| fields.lbo_field = 64)),
    ]
}
