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
        (None, false) => {
            let text = sequence_found_text(spec, &Sequence::of(spec));
            VerdictLine::new(kind, text.trim_end_matches('.')).with_reservation(assumed_tile(spec))
        }
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
fn wrong_units_text(tally: Tally) -> String {
    let (wrong, all) = (tally.wrong, tally.right + tally.wrong);
    format!("{wrong} of {all} units are read from the wrong address")
}

/// The repairs of a fault. Unspecified gaps have two equal ones: marking the tile as padded, and closing the gaps.
fn repairs(spec: &Spec, fault: &Finding) -> Vec<Mend> {
    let is_padded = spec.verdict() == Verdict::Padded;
    let count = if is_padded { REPAIRS } else { 1 };
    let mend = |repair: &Repair| {
        if is_padded && repair.change.descriptor.is_none() {
            Mend::new("Mark as padded", repair.change.said)
        } else {
            repair.clone().map(|change| change.said)
        }
    };
    fault.repairs.iter().take(count).map(mend).collect()
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

// The kind of a verdict, given the findings.

/// The kind of a verdict, given the findings of the same descriptor.
///
/// An error makes the verdict wrong and a warning makes it a warning, for any read. A read that does not match the tile is as
/// serious as its findings: if they depend on inferred values, that is a warning.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_lints::verdict_kind;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile, Swizzle};
/// use swizzle_lints::findings_from_spec;
/// use swizzle_infer::spec_from_said;
/// let kind = |tile: SaidTile, raw: u64| {
///     let spec = spec_from_said(&Said { tile, ..Said::default() }.with_given(Descriptor::new(Arch::Wgmma, raw)))?;
///     Ok::<_, swizzle_params::SpecError>(verdict_kind(&spec, &findings_from_spec(&spec)))
/// };
/// let extents = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let all = SaidTile { start_bytes: Some(0x400), swizzle: Some(Swizzle::B128), ..extents };
/// let strides = SaidTile { sbo_bytes: Some(1024), ..all };
/// assert_eq!(kind(all, 0x4000_0040_0001_0040)?, VerdictKind::Right);
/// assert_eq!(kind(strides, 0x4000_0100_0001_0040)?, VerdictKind::Wrong);
/// assert_eq!(kind(all, 0x4000_0100_0001_0040)?, VerdictKind::Warning);
/// assert_eq!(kind(extents, 0x4000_0040_0001_0040)?, VerdictKind::Incomplete);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn verdict_kind(spec: &Spec, findings: &[Finding]) -> VerdictKind {
    let worst = findings.iter().map(|finding| finding.severity).min();
    match (spec.verdict(), worst.and_then(Severity::verdict)) {
        (_, Some(kind)) => kind,
        (Verdict::Padded, _) => VerdictKind::Warning,
        (Verdict::Differs, _) => VerdictKind::Wrong,
        (Verdict::Fits, _) if spec.takes_of_given() == (false, false) => VerdictKind::Right,
        (Verdict::Fits | Verdict::Unsaid, _) => VerdictKind::Incomplete,
    }
}

/// The word for a verdict, given the findings of the same descriptor: the verdict's own word, except that a matching read is
/// `wrong` beside an error and `warning` beside a warning.
///
/// ```
/// use swizzle_lints::verdict_word;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_lints::findings_from_spec;
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(64), k: Some(64), start_bytes: Some(0x400), ..SaidTile::default() };
/// let word = |raw: u64| {
///     let spec = spec_from_said(&Said { tile, ..Said::default() }.with_given(Descriptor::new(Arch::Wgmma, raw)))?;
///     Ok::<_, swizzle_params::SpecError>(verdict_word(&spec, &findings_from_spec(&spec)))
/// };
/// assert_eq!(word(0x4000_0040_0001_0040)?, "fits");
/// assert_eq!(word(0x4000_0020_0001_0040)?, "differs");
/// // A bit that must be 0.
/// assert_eq!(word(0x4001_0040_0001_0040)?, "wrong");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn verdict_word(spec: &Spec, findings: &[Finding]) -> &'static str {
    let verdict = spec.verdict();
    match (verdict, verdict_kind(spec, findings)) {
        (Verdict::Fits, kind @ (VerdictKind::Wrong | VerdictKind::Warning)) => kind.name(),
        (Verdict::Fits | Verdict::Padded | Verdict::Differs | Verdict::Unsaid, _) => verdict.name(),
    }
}

// The verdict line on two layouts side by side.

/// Names of the two layouts.
pub const PAIR_NAMES: [&str; 2] = ["A", "B"];

/// The specified values of one of the two after a repair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SideSaid {
    /// 0 or 1.
    pub side: usize,
    /// Its specified values.
    pub said: Said,
}

/// The verdict on two layouts, each at its own place: what is wrong in either, otherwise how many units of the tiles are at
/// different offsets, or of the reads where `is_read`. A layout that could not be parsed is neither correct nor equal to the other.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_lints::verdict_of_pair;
/// use swizzle_view::link::{Opened, Unread, unread_of};
/// use swizzle_lints::findings_from_spec;
/// use swizzle_view::shown_from_link;
/// let line = |links: [&str; 2], is_read| {
///     let unread = links.map(|link| {
///         let Opened { shown, notices } = shown_from_link(link);
///         unread_of(&shown.said, &notices)
///     });
///     let specs = links.map(|link| shown_from_link(link).shown.spec().unwrap());
///     let findings = specs.each_ref().map(findings_from_spec);
///     verdict_of_pair(specs.each_ref(), findings.each_ref().map(Vec::as_slice), unread, is_read)
/// };
/// let right = "#/wgmma/4000004000010040?mn=64&k=64";
/// let wrong = line([right, "#/wgmma/4000000800010040?mn=64&k=64"], true);
/// assert_eq!((wrong.kind, &*wrong.headline), (VerdictKind::Wrong, "112 of 128 units are read from the wrong address in B"));
/// assert_eq!(wrong.repairs[0].label, "Set SBO to 1024 B in B");
/// // Alone it is a warning, since its tile is inferred; wrong units of B are wrong here.
/// let inferred = line([right, "#/wgmma/4000000800010040"], true);
/// assert_eq!((inferred.kind, inferred.headline), (wrong.kind, wrong.headline));
/// assert_eq!(line([right, right], true).headline, "A and B read the same 128 units");
/// let other = line(["#/", "#/?swizzle=64B"], false);
/// assert_eq!(other.headline, "508 of 512 units differ in address; both layouts are correct");
/// let figures = line(["#/figure/157", "#/figure/158"], false);
/// assert_eq!(figures.headline, "8 of 8 shared units differ in address; both layouts are correct");
/// let longer = line(["#/?mn=128", "#/"], false);
/// assert_eq!(longer.headline, "All 512 shared units are at the same offset in A and B");
/// let unread = line(["#/4000004000010040", "#/4000004000010040"], false);
/// assert_eq!((unread.kind, &*unread.headline), (VerdictKind::Incomplete, "A could not be read; B could not be read"));
/// let part = line(["#/", "#/?foo=3&mn=64"], false);
/// assert_eq!(part.headline, "All 512 units are at the same offset in A and B, based on the part that was read");
/// assert!(part.kind == VerdictKind::Incomplete && !part.is_good());
/// ```
pub fn verdict_of_pair(
    specs: [&Spec; 2],
    findings: [&[Finding]; 2],
    unread: [Unread; 2],
    is_read: bool,
) -> VerdictLine<SideSaid> {
    let lines = [0, 1].map(|side| verdict_of_spec(specs[side], findings[side]));
    let is_bad = |kind: VerdictKind| matches!(kind, VerdictKind::Wrong | VerdictKind::Warning);
    // Alone, a fault that depends on an inferred tile is a warning. Here its units are told as wrong ones, and are wrong.
    let kinds = [0, 1].map(|side| match Tally::of_read(specs[side], specs[side].place()).wrong {
        0 => lines[side].kind,
        _ => VerdictKind::Wrong,
    });
    let kind = if kinds[0].rank() <= kinds[1].rank() { kinds[0] } else { kinds[1] };
    let not_read = (0..2).filter(|side| unread[*side] == Unread::All);
    let not_read = not_read.map(|side| format!("{} could not be read", PAIR_NAMES[side]));
    if kinds.iter().any(|kind| is_bad(*kind)) {
        let bad = (0..2).filter(|side| is_bad(kinds[*side]));
        let parts = bad.clone().map(|side| side_text(specs[side], &lines[side], side)).chain(not_read);
        let repairs = bad.filter_map(|side| repair(&lines[side], side)).collect();
        return VerdictLine::new(kind, joined(parts, "; ")).with_repairs(repairs);
    }
    if unread.contains(&Unread::All) {
        return VerdictLine::new(VerdictKind::Incomplete, joined(not_read, "; "));
    }
    if unread.contains(&Unread::Part) {
        let places = places_text(specs, is_read);
        let words = format!("{places}, based on the part that was read");
        return VerdictLine::new(VerdictKind::Incomplete, words);
    }
    let reserved = lines.iter().find_map(|line| line.reservation.as_ref());
    let is_assumed = kind == VerdictKind::Incomplete;
    VerdictLine::new(kind, places_text(specs, is_read)).with_reservation(
        reserved.filter(|_| is_assumed).map(|_| "each compared with its inferred tile".to_string()),
    )
}

/// How many units of one of the two are wrong, or what else is wrong with it.
fn side_text(spec: &Spec, line: &VerdictLine, side: usize) -> String {
    let name = PAIR_NAMES[side];
    let tally = Tally::of_read(spec, spec.place());
    match tally.wrong {
        0 => format!("{name}: {}", line.headline),
        _ => format!("{} in {name}", wrong_units_text(tally)),
    }
}

fn repair(line: &VerdictLine, side: usize) -> Option<Mend<SideSaid>> {
    let repair = line.repairs.first()?;
    let label = format!("{} in {}", repair.label, PAIR_NAMES[side]);
    let said = repair.change;
    Some(Mend::new(label, SideSaid { side, said }))
}

/// How many units differ in address, where both are correct.
fn places_text(specs: [&Spec; 2], is_read: bool) -> String {
    let reads = || specs.map(|spec| spec.spec_from_read(spec.place()));
    let (found, what) = if is_read {
        let [first, second] = reads();
        (TwoLayouts::of(&first, &second), "reads")
    } else {
        (TwoLayouts::of(specs[0], specs[1]), "layouts")
    };
    let Some(found) = found else {
        return format!("Both {what} are correct");
    };
    let differ = found.elsewhere - found.absent;
    let units = grouped(found.units - found.absent);
    let units = match found.absent {
        0 => format!("{units} units"),
        _ => format!("{units} shared units"),
    };
    match (differ, is_read && found.absent == 0) {
        (0, true) => format!("A and B read the same {units}"),
        (0, false) => format!("All {units} are at the same offset in A and B"),
        _ => format!("{} of {units} differ in address; both {what} are correct", grouped(differ)),
    }
}
