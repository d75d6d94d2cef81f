//! LBO and SBO in each other's place.

use super::candidate::{self, Amount, STRIDES, set};
use crate::hardware::Major;
use crate::law::{Stride, Swizzle};
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Report, Rule};

pub(super) const RULE: Rule = Rule {
    id: "swapped",
    source: "PTX ISA, “Canonical Layouts”, measured on H200; that they were exchanged is a guess",
    confidence: Confidence::Likely,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    if !candidate::is_open(spec, report) || params.lbo_bytes.or(params.sbo_bytes).is_none() {
        return;
    }
    let read = spec.read(params.step);
    let (lbo, sbo) = (
        read.stride_bytes(Stride::Lbo),
        read.stride_bytes(Stride::Sbo),
    );
    let mut exchanged = params.clone();
    set(&mut exchanged, Stride::Lbo, Some(sbo));
    set(&mut exchanged, Stride::Sbo, Some(lbo));
    if lbo == sbo || !candidate::is_right(&exchanged) {
        return;
    }
    let meaning = |stride| spec.stride_meaning(stride).span;
    let why = match (params.major, params.swizzle) {
        (Major::Mn, Swizzle::None) => {
            " MN-major without swizzle alone has the roles this way round; every other mode exchanges them."
        }
        _ => "",
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
        Amount(lbo),
        Amount(sbo),
    );
    candidate::guess(spec, report, STRIDES, (title, text), &exchanged);
}
