//! Swapped LBO and SBO.

use super::*;
use crate::matrix::candidate::{self, Amount, STRIDES};
use swizzle_text::stride_meaning_of;

lint!(Spec, "swapped", Likely, "PTX ISA, “Canonical Layouts”, measured on H200; that they were swapped is a guess",
    rests_on: RestsOn::Read,
    silenced_by: &[GUESSES_FIRST],
);

fn find(spec: &Spec, report: &mut Report) {
    let Some((Cause::Exchanged, _)) = candidate::cause(spec, report) else {
        return;
    };
    let read = own_read(spec);
    let meaning = |stride| stride_meaning_of(spec, stride).span;
    let why = match (read.major(), read.swizzle()) {
        (Major::Mn, Swizzle::None) => {
            " Only MN-major without swizzle has the roles this way round; every other mode swaps them."
        }
        (Major::K, Swizzle::None)
        | (_, Swizzle::B32 | Swizzle::B64 | Swizzle::B128 | Swizzle::B128Atom32) => "",
    };
    // A square of atoms has the same packed strides, with the roles swapped, in the other order.
    let order = if candidate::is_right(&candidate::in_other_order(spec)) {
        " The other atom order also explains these strides."
    } else {
        ""
    };
    let title = "LBO and SBO are swapped";
    let text = format!(
        "LBO is the offset {}, SBO the offset {}. They are {} and {}; with the two swapped, the read is correct.{why}{order}",
        meaning(Stride::Lbo),
        meaning(Stride::Sbo),
        Amount(read.stride_bytes(Stride::Lbo)),
        Amount(read.stride_bytes(Stride::Sbo)),
    );
    possible::blame(spec, report, STRIDES, (title, text));
}
