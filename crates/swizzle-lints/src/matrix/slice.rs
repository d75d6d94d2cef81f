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
