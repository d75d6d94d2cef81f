//! Text on the verdict on a descriptor and its place in the sequence.

use super::*;

use swizzle_core::{
    law::{Clash, Extent},
    reader::ReadAgainstTile,
};
use swizzle_infer::{Cause, Explanation, as_other_operand, causes, sequence::at_nearest_place};

/// The verdict on the descriptor. Where no tile is specified it names an inferred tile that the read matches, and claims no
/// more.
///
/// ```
/// use swizzle_text::verdict_text;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0846);
/// assert_eq!(
///     verdict_text(&spec_from_said(&Said::default().with_given(given))?),
///     "No tile is specified; the read matches a 64 × 64 bf16 K-major tile with 128B swizzle at 0x8460, packed, atoms along MN first.",
/// );
/// let tile = SaidTile { start_bytes: Some(0x8400), mn: Some(64), k: Some(64), ..SaidTile::default() };
/// assert_eq!(
///     verdict_text(&spec_from_said(&Said { tile, ..Said::default() }.with_given(given))?),
///     "Step 3 of 4: all 128 units correct.",
/// );
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0640);
/// let text = verdict_text(&spec_from_said(&Said { tile, ..Said::default() }.with_given(given))?);
/// assert!(text.starts_with("Matches no step of the tile; closest is step 0 of 4, start 0x2000 too low: 0 of 128 units correct"), "{text}");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
///
/// If the operand is not specified and the verdict depends on it, both verdicts are returned.
pub fn verdict_text(spec: &Spec) -> String {
    let of = |spec: &Spec| {
        let operand = spec.reader().operand.name();
        format!("As operand {operand}: {}", small(&one_verdict_text(spec)))
    };
    match as_other_operand(spec) {
        Some(other) => format!("{} {}", of(spec), of(&other)),
        None => one_verdict_text(spec),
    }
}

/// The verdict on the descriptor as its operand only.
pub fn one_verdict_text(spec: &Spec) -> String {
    let nearest = match spec.verdict() {
        // A known mistake of the start determines the intended step.
        Verdict::Differs if causes(spec).first().is_some_and(is_of_start) => Some(spec.clone()),
        Verdict::Differs => at_nearest_place(spec),
        Verdict::Fits | Verdict::Padded | Verdict::Unsaid => None,
    };
    let spec = nearest.as_ref().unwrap_or(spec);
    let found = ReadAgainstTile::of(spec, spec.place());
    let differs = found.first().map(|first| {
        let tally = tally_text(found.tally());
        format!("{tally}. {}", difference_text(&first))
    });
    match (spec.verdict(), differs) {
        (Verdict::Unsaid, None) => format!(
            "No tile is specified; the read matches a {}.",
            tile_text(spec)
        ),
        (Verdict::Unsaid, Some(differs)) => format!(
            "No tile is specified, and no plausible tile matches this read. Compared with a {}: {differs}",
            tile_text(spec)
        ),
        (verdict, differs) => format!(
            "{}: {}",
            match nearest {
                Some(_) => nearest_text(spec),
                None => place_text(spec, spec.place()),
            },
            differs.unwrap_or_else(|| {
                let tally = right_text(spec, found.tally());
                match (verdict, gap_text(spec), spec.shared_byte()) {
                    (Verdict::Padded, Some(gap), _) => {
                        format!("{tally}, if the gaps are intended. {gap}: {}.", gap_reasons_text(spec))
                    }
                    (Verdict::Differs, _, Some(Clash { first, second, byte })) => format!(
                        "{tally}, but elements ({}, {}) and ({}, {}) of the tile are both at byte 0x{byte:x}.",
                        first.mn, first.k, second.mn, second.k
                    ),
                    (Verdict::Differs, ..) if spec.stages_overlap() => {
                        format!("{tally}, but the stages overlap.")
                    }
                    _ => format!("{tally}."),
                }
            })
        ),
    }
}

/// Names the values of the tile that are inferred from the explicit descriptor itself, so that the two cannot differ in them.
///
/// ```
/// use swizzle_text::own_text;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0846);
/// let tile = SaidTile { start_bytes: Some(0x8400), ..SaidTile::default() };
/// let said = Said { tile, ..Said::default() };
/// assert_eq!(own_text(&spec_from_said(&said.with_given(given))?), Some("swizzle inferred from the descriptor"));
/// assert_eq!(own_text(&spec_from_said(&said)?), None);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn own_text(spec: &Spec) -> Option<&'static str> {
    match spec.takes_of_given() {
        (true, true) => Some("swizzle and start inferred from the descriptor"),
        (true, false) => Some("swizzle inferred from the descriptor"),
        (false, true) => Some("start inferred from the descriptor"),
        (false, false) => None,
    }
}

/// The counts of a read that is correct inside the tile.
fn right_text(spec: &Spec, tally: Tally) -> String {
    match spec.units_outside() {
        (0, _) => tally_text(tally),
        (outside, all) => format!("{} of {all} units correct; {outside} are outside the tile", all - outside),
    }
}

fn is_of_start(found: &Explanation) -> bool {
    matches!(found.cause, Cause::Advance(_) | Cause::Unshifted)
}

/// Describes what the instruction reads, and how much of it is correct if the tile is specified.
pub fn read_text(spec: &Spec) -> String {
    let (Extent { mn, k }, start) = (spec.read_extent(), spec.read(spec.place()).start_bytes());
    let counts = match spec.verdict() {
        Verdict::Unsaid => String::new(),
        _ => format!(": {}", tally_text(Tally::of_read(spec, spec.place()))),
    };
    format!("{mn} × {k} elements from 0x{start:x}{counts}")
}

/// The place closest to a descriptor that matches none, and how far from it the descriptor starts.
fn nearest_text(spec: &Spec) -> String {
    let (far, place) = (spec.bytes_beside_place(), place_text(spec, spec.place()));
    // The start matches, but the read differs.
    if far == 0 {
        return place;
    }
    let (side, bytes, place) = (if far > 0 { "high" } else { "low" }, far.unsigned_abs(), small(&place));
    format!("Matches no step of the tile; closest is {place}, start 0x{bytes:x} too {side}")
}

/// A place of the sequence: `Step 3 of 4`, with block and stage where there are several.
pub fn place_text(spec: &Spec, place: Place) -> String {
    let mut text = format!("Step {} of {}", place.step, spec.steps());
    if spec.blocks() > 1 {
        let rows = spec.read_extent().mn;
        let first = place.block * rows;
        let letter = spec.reader().operand.mn_letter();
        text.push_str(&format!(", {letter} {first}–{}", first + rows - 1));
    }
    if spec.tile().stages > 1 {
        text.push_str(&format!(", stage {}", place.stage));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::descriptor::Descriptor;
    use swizzle_core::hardware::Arch;
    use swizzle_core::reader::Said;
    use swizzle_infer::spec_from_said;

    #[test]
    fn a_read_of_a_placed_tile_is_counted() {
        let mut said = Said::default();
        said.tile.start_bytes = Some(0x8400);
        (said.tile.mn, said.tile.k) = (Some(64), Some(64));
        let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0846);
        assert_eq!(
            read_text(&spec_from_said(&said.with_given(given)).unwrap()),
            "64 × 16 elements from 0x8460: all 128 units correct",
        );
    }
}
