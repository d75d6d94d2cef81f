//! The verdict line on a tile and its descriptor, for the atlas, embedded figures and exported files.

use super::*;
use swizzle_infer::sequence::Sequence;

/// Maximum number of repairs in a line.
const REPAIRS: usize = 2;

/// The verdict on the descriptor at its own place, given the findings. Without a fault it says how many units are read from the
/// right address, and under which inferred values; without a given descriptor, how the reads cover the tile.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_lints::verdict_of_spec;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_lints::findings_from_spec;
/// use swizzle_infer::spec_from_said;
/// let line_of = |said: Said| {
///     let spec = spec_from_said(&said)?;
///     Ok::<_, swizzle_params::SpecError>(verdict_of_spec(&spec, &findings_from_spec(&spec)))
/// };
/// assert_eq!(line_of(Said::default())?.headline, "Every element is read exactly once (4 reads)");
/// let alone = line_of(Said::default().with_given(Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040)))?;
/// assert_eq!(alone.headline, "All 128 units are read from the right address");
/// assert_eq!(alone.reservation.as_deref(), Some("if the tile is 64 × 64 bf16"));
/// assert!(alone.is_good() && alone.kind == VerdictKind::Incomplete);
/// let tile = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let wrong = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040);
/// let line = line_of(Said { tile, ..Said::default() }.with_given(wrong))?;
/// assert_eq!(line.headline, "SBO is too small: 112 of 128 units are wrong");
/// assert_eq!(line.repairs[0].label, "Set SBO to 1024 B");
/// let padded = Descriptor::new(Arch::Wgmma, 0x4000_0100_0001_0040);
/// let line = line_of(Said { tile, ..Said::default() }.with_given(padded))?;
/// assert_eq!((line.kind, &*line.headline), (VerdictKind::Warning, "SBO 4096 leaves 3072 bytes between groups of rows"));
/// let labels: Vec<&str> = line.repairs.iter().map(|repair| &*repair.label).collect();
/// assert_eq!(labels, ["Mark as padded", "Set SBO to 1024 B"]);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn verdict_of_spec(spec: &Spec, findings: &[Finding]) -> VerdictLine {
    let kind = verdict_kind(spec, findings);
    let fault = fault(findings);
    let tally = Tally::of_read(spec, spec.place());
    match (fault, spec.said().beside.is_empty()) {
        (Some(fault), _) => {
            VerdictLine::new(kind, fault_text(fault, tally)).with_repairs(repairs(spec, fault))
        }
        // With several descriptors, the verdict is on all of them.
        (None, false) => VerdictLine::new(kind, sequence_line(spec)).with_reservation(assumed_tile(spec)),
        (None, true) if tally.wrong > 0 => VerdictLine::new(kind, wrong_units_text(tally)),
        (None, true) => VerdictLine::new(kind, right_text(spec, tally)).with_reservation(reservation(spec)),
    }
}

/// Describes the fault, and the number of wrong units where it is a read.
fn fault_text(fault: &Finding, tally: Tally) -> String {
    match tally.wrong {
        0 => fault.title.clone(),
        wrong => {
            let all = tally.right + wrong;
            format!("{}: {wrong} of {all} units are wrong", fault.brief)
        }
    }
}

/// How many units are read from an address other than the tile's.
pub(super) fn wrong_units_text(tally: Tally) -> String {
    let (wrong, all) = (tally.wrong, tally.right + tally.wrong);
    format!("{wrong} of {all} units are read from the wrong address")
}

/// The repairs of a fault. Unspecified gaps have two equal ones: marking the tile as padded, and closing the gaps.
fn repairs(spec: &Spec, fault: &Finding) -> Vec<Mend> {
    let is_padded = spec.verdict() == Verdict::Padded;
    let count = if is_padded { REPAIRS } else { 1 };
    let mend = |repair: &Repair| match is_padded && repair.change.descriptor.is_none() {
        true => Mend::new("Mark as padded", repair.change.said),
        false => repair.clone().map(|change| change.said),
    };
    fault.repairs.iter().take(count).map(mend).collect()
}

/// Describes the findings on a sequence of explicit descriptors.
fn sequence_line(spec: &Spec) -> String {
    let text = sequence_found_text(spec, &Sequence::of(spec));
    text.trim_end_matches('.').into()
}

fn right_text(spec: &Spec, tally: Tally) -> String {
    let (read, tile) = (spec.read_extent(), spec.window());
    let is_whole = tile.mn.is_multiple_of(read.mn) && tile.k.is_multiple_of(read.k);
    if spec.given().is_none() && is_whole {
        let reads = tile.mn / read.mn * (tile.k / read.k);
        let reads = counted(reads as usize, "read");
        if tile.mn > read.mn {
            return format!("All {reads} are right, each element once");
        }
        let stored = if SparseK::per_stored(spec) > 1 { "stored " } else { "" };
        return format!("Every {stored}element is read exactly once ({reads})");
    }
    format!("All {} units are read from the right address", tally.right)
}

/// The inferred values that a correct read depends on, or which step of the tile it is.
fn reservation(spec: &Spec) -> Option<String> {
    spec.given()?;
    if let Some(assumed) = assumed_tile(spec) {
        return Some(assumed);
    }
    let place = (spec.steps() > 1 || spec.blocks() > 1 || spec.tile().stages > 1)
        .then(|| small(&place_text(spec, spec.place())));
    let parts = joined([place, own_text(spec).map(String::from)].into_iter().flatten(), ", ");
    Some(parts).filter(|parts| !parts.is_empty())
}

/// The tile where all of it is inferred.
fn assumed_tile(spec: &Spec) -> Option<String> {
    let tile = spec.tile();
    let (mn, k, element) = (tile.mn, tile.k, tile.element.name());
    let is_assumed = spec.verdict() == Verdict::Unsaid;
    is_assumed.then(|| format!("if the tile is {mn} × {k} {element}"))
}

/// `Step 3 of 4` within a sentence.
fn small(text: &str) -> String {
    text.replacen('S', "s", 1)
}
