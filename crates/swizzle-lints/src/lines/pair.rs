//! The verdict line on two layouts side by side.

use super::*;
use crate::lines::spec::wrong_units_text;

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
    let kind = match kinds[0].rank() <= kinds[1].rank() {
        true => kinds[0],
        false => kinds[1],
    };
    let not_read = (0..2).filter(|side| unread[*side] == Unread::All);
    let not_read = not_read.map(|side| format!("{} could not be read", PAIR_NAMES[side]));
    if kinds.iter().any(|kind| is_bad(*kind)) {
        let bad = (0..2).filter(|side| is_bad(kinds[*side]));
        let parts = bad.clone().map(|side| fault_text(specs[side], &lines[side], side)).chain(not_read);
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
fn fault_text(spec: &Spec, line: &VerdictLine, side: usize) -> String {
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
    let (found, what) = match is_read {
        false => (TwoLayouts::of(specs[0], specs[1]), "layouts"),
        true => {
            let [first, second] = reads();
            (TwoLayouts::of(&first, &second), "reads")
        }
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
