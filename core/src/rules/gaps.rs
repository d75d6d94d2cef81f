//! Strides that leave gaps between the atoms: legal, and worth knowing where nobody said so.

use crate::law::Stride;
use crate::reader::Spec;
use crate::rules::candidate::{Amount, field};
use crate::rules::finding::{Confidence, Severity};
use crate::rules::report::{Report, RestsOn, Rule};

pub(super) const RULE: Rule = Rule {
    id: "gaps",
    source: "arithmetic on the canonical layout, as measured on H200",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&["order"]),
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    if spec.given().is_none() || report.tally.wrong > 0 || spec.tile().row_bytes.is_some() {
        return;
    }
    let tile = spec.tile();
    for (stride, packed, said) in [
        (
            Stride::Lbo,
            spec.packed().lbo_bytes,
            spec.said().tile.lbo_bytes,
        ),
        (
            Stride::Sbo,
            spec.packed().sbo_bytes,
            spec.said().tile.sbo_bytes,
        ),
    ] {
        let held = tile.stride_bytes(stride);
        let is_assumed = said.is_none() && spec.said().tile.has_extents();
        if held == packed || !is_assumed || report.blames(field(stride)) {
            continue;
        }
        let name = stride.name();
        report.add(
            Severity::Note,
            field(stride),
            format_args!("{name} is not that of a packed tile"),
            format_args!(
                "It is {}; a packed {} × {} tile has {}. Nothing overlaps, so this can be padding: say the tile’s {name} to have it checked.",
                Amount(held),
                tile.buffer.mn,
                tile.buffer.k,
                Amount(packed),
            ),
        );
    }
}

/// Where it speaks, and where not.
#[cfg(test)]
pub(super) fn cases() -> alloc::vec::Vec<crate::rules::tests::Case> {
    use crate::rules::tests::{given, said, silent, speaks};
    use Severity::Note;
    alloc::vec![
        speaks(
            Note,
            "It is 3072 bytes (field 192); a packed 64 × 64 tile has 1024 bytes (field 64)",
            given(|_| (), |fields| fields.sbo_field = 192),
        ),
        silent(given(|_| (), |fields| fields.sbo_field = 64)),
        // What was said is known, and what nobody's extents contradict is packed.
        silent(given(
            |s| s.tile.sbo_bytes = Some(2048),
            |fields| fields.sbo_field = 128
        )),
        silent(given(
            |s| (s.tile.mn, s.tile.k) = (None, None),
            |fields| fields.sbo_field = 128,
        )),
        silent(said(|s| s.tile.sbo_bytes = Some(2048))),
    ]
}
