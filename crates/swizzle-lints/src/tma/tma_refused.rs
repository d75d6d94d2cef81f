//! The driver's refusals: each limit of the core that a map breaks.

use super::*;
use crate::finding::Confidence;
use crate::tma::repair::repairs_of_map;

lint!(
    CopyOfBox,
    "tma-refused",
    Stated,
    "CUDA driver API, cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col; for sm_90 tested on an H200";
    is [Refusal, NoCopy],
);

fn find(copy: &CopyOfBox, report: &mut Report) {
    let (map, target) = (&copy.map, copy.typed.target);
    let refusals = refusals_of_map(map, target);
    for refusal in &refusals {
        let argument = refusal.argument;
        let finding = report.error(
            field(refusal),
            format!("Refused by {} on {target}: {argument}", copy.function()),
            &*refusal.text,
        );
        finding.brief = argument.into();
        if target.is_measured() {
            finding.confidence = Confidence::Measured;
        }
        finding.repairs = repairs_of_map(&copy.typed, map, refusal, &refusals);
    }
}

/// The fields of a typed map for an argument of the driver's functions.
fn field(refusal: &Refusal) -> &'static [&'static str] {
    let is_of = |one: &&TypedField| one.key == refusal.argument || one.aliases.contains(&refusal.argument);
    match (refusal.argument, TYPED_FIELDS.iter().find(is_of)) {
        ("boxDim", _) if refusal.text.contains("swizzle") => &["box", "swizzle"],
        // The rank follows from the extents, unless it is typed too.
        ("tensorRank", _) => &["extents"],
        (_, Some(one)) => std::slice::from_ref(&one.name),
        (_, None) => &["box"],
    }
}
