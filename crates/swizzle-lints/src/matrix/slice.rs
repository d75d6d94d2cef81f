//! Strides that are packed for part of the tile: one instruction's rows, one step of K, a window of the buffer.

use super::*;
use crate::matrix::candidate::{self, STRIDES};

lint!(Spec, "slice", Likely, "PTX ISA, “Canonical Layouts”; that the strides are a slice's is a guess",
    rests_on: RestsOn::Read,
    silenced_by: &[GUESSES_FIRST],
);

fn find(spec: &Spec, report: &mut Report) {
    let Some((Cause::Slice(mn, k), _)) = candidate::cause(spec, report) else {
        return;
    };
    let buffer = spec.tile().buffer;
    let title = "The strides are packed for a slice";
    let text = format!(
        "They are packed for {mn} × {k} elements, part of a {} × {} buffer; the atoms of a slice are as far apart as those of the whole buffer.",
        buffer.mn, buffer.k
    );
    possible::blame(spec, report, STRIDES, (title, text));
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Spec>> {
    use crate::finding::Severity::Error;
    use crate::tests::{given, silent, speaks};
    use swizzle_core::hardware::{Major, Operand};
    use swizzle_core::law::Swizzle;
    std::vec![
        speaks(
            Error,
            "packed for 128 × 16 elements, part of a 128 × 64",
            given(
                |s| {
                    (s.tile.major, s.tile.mn) = (Some(Major::Mn), Some(128));
                    s.reader.operand = Some(Operand::B);
                    s.tile.order = Some(swizzle_core::tile::Order::K);
                },
                |fields| fields.lbo_field = 128,
            ),
        ),
        speaks(
            Error,
            "packed for 64 × 64 elements, part of a 128 × 64",
            given(
                |s| {
                    (s.tile.swizzle, s.tile.mn) = (Some(Swizzle::None), Some(128));
                    s.tile.order = Some(swizzle_core::tile::Order::Mn);
                },
                |fields| fields.lbo_field = 64,
            ),
        ),
        silent(given(|s| s.tile.mn = Some(128), |_| ())),
    ]
}
