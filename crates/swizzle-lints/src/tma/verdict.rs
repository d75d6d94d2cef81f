//! The verdict on a tensor map, its copy and its buffer, with the field at fault and its repairs.

use crate::tma::covered::Covered;
use crate::tma::repair::{MapRepair, repairs_of_map};
use crate::tma::typed::TypedCopy;
use swizzle_core::hardware::{Chip, Named as _, SHARED_END};
use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::TensorMap;
use swizzle_core::tma::{Landing, demands, landing_from_map};
use swizzle_core::tma::{Refusal, refusals_of_map};

/// The verdict on a copy.
#[derive(Debug, Clone, PartialEq)]
pub struct MapVerdict {
    /// Right, wrong, warning or incomplete.
    pub kind: VerdictKind,
    /// The verdict in a sentence or two, the refusal first.
    pub sentence: String,
    /// The field at fault: a name that [`TypedFault`](crate::tma::TypedFault) has, `destination` or `buffer`.
    pub field: Option<&'static str>,
    /// All reasons for which the driver refuses the map.
    pub refusals: Vec<Refusal>,
    /// Repairs of the first fault; each removes it and adds none.
    pub repairs: Vec<MapRepair>,
    /// The shared memory that the box covers; `None` if the map is refused or the landing is unknown.
    pub covered: Option<Covered>,
    /// Where the box lands; `None` if the driver refuses the map or the copy faults.
    pub landing: Option<Landing>,
}

/// The driver function that encodes a map.
pub(super) const fn function_of(map: &TensorMap) -> &'static str {
    if map.im2col.is_some() {
        "cuTensorMapEncodeIm2col"
    } else {
        "cuTensorMapEncodeTiled"
    }
}

/// The verdict on a copy.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_core::hardware::Chip;
/// use swizzle_lints::tma::{TypedCopy, TypedMap, copy_verdict};
/// let map = TypedMap { swizzle: "64B".into(), ..TypedMap::default() };
/// let copy = TypedCopy { map, target: Chip::Sm90, destination_bytes: 0x400, buffer_bytes: None };
/// let verdict = copy_verdict(&copy);
/// assert_eq!((verdict.kind, verdict.field, verdict.landing), (VerdictKind::Wrong, Some("box"), None));
/// assert!(verdict.sentence.contains("128 bytes wide, but the span of the 64B swizzle is 64 bytes"));
/// assert_eq!(verdict.repairs[0].label, "Set the box to 32, 128");
/// // 64 bytes wide under 128B: the rows are 128 bytes apart.
/// let map = TypedMap { box_elements: "32, 128".into(), ..TypedMap::default() };
/// let verdict = copy_verdict(&TypedCopy { map, buffer_bytes: Some(8192), ..copy });
/// assert_eq!((verdict.kind, verdict.field), (VerdictKind::Wrong, Some("buffer")));
/// assert_eq!(verdict.covered.unwrap().span_bytes, 16384);
/// ```
#[must_use]
pub fn copy_verdict(copy: &TypedCopy) -> MapVerdict {
    let nothing = |kind, sentence, field| MapVerdict {
        kind,
        sentence,
        field: Some(field),
        refusals: Vec::new(),
        repairs: Vec::new(),
        covered: None,
        landing: None,
    };
    let map = match copy.map.map() {
        Ok(map) => map,
        Err((field, why)) => {
            let sentence = format!("The map is incomplete: {field}: {why}.");
            return nothing(VerdictKind::Incomplete, sentence, field);
        }
    };
    let refusals = refusals_of_map(&map, copy.target);
    if let Some(first) = refusals.first() {
        let sentence = refused_text(&map, copy.target, &refusals);
        return MapVerdict {
            repairs: repairs_of_map(copy, &map, first),
            refusals: refusals.clone(),
            ..nothing(VerdictKind::Wrong, sentence, first.field())
        };
    }
    let demands = demands(&map, copy.destination_bytes);
    if let Some(demand) = demands.iter().find(|one| one.is_fatal && !one.is_met) {
        let sentence = format!(
            "The copy faults: {:#x} is not a multiple of {} bytes.",
            copy.destination_bytes, demand.multiple
        );
        return MapVerdict {
            repairs: MapRepair::destination(copy.destination_bytes, demand.multiple),
            ..nothing(VerdictKind::Wrong, sentence, "destination")
        };
    }
    match landing_from_map(&map, copy.destination_bytes) {
        Ok(landing) => of_landing(copy, &map, landing),
        Err(why) => MapVerdict {
            field: None,
            ..nothing(
                VerdictKind::Incomplete,
                format!("{} Not shown: {why}.", accepted_text(&map, copy.target)),
                "interleave",
            )
        },
    }
}

/// The verdict on an accepted copy: whether it stays in its buffer.
fn of_landing(copy: &TypedCopy, map: &TensorMap, landing: Landing) -> MapVerdict {
    let covered = Covered::of(&landing);
    let size = covered_text(&landing, &covered);
    let accepted = accepted_text(map, copy.target);
    let whole = |kind, sentence, field, repairs| MapVerdict {
        kind,
        sentence,
        field,
        refusals: Vec::new(),
        repairs,
        covered: Some(covered),
        landing: Some(landing),
    };
    if covered.end > u64::from(SHARED_END) {
        let end = covered.end;
        let sentence = format!(
            "The box ends at {end:#x}, but a block's shared memory ends at {SHARED_END:#x}. {size}"
        );
        return whole(
            VerdictKind::Wrong,
            sentence,
            Some("destination"),
            Vec::new(),
        );
    }
    match copy.buffer_bytes {
        Some(buffer) if covered.span_bytes > buffer.into() => {
            let over = covered.span_bytes - u64::from(buffer);
            let sentence =
                format!("The box overruns its buffer of {buffer} bytes by {over}. {size}");
            let repairs = MapRepair::buffer(covered.span_bytes);
            whole(VerdictKind::Wrong, sentence, Some("buffer"), repairs)
        }
        None if covered.has_gaps() => {
            let written = covered.written_bytes;
            let sentence = format!("{accepted} {size} It overruns a buffer of {written} bytes.");
            let repairs = MapRepair::buffer(covered.span_bytes);
            whole(VerdictKind::Warning, sentence, Some("box"), repairs)
        }
        _ => whole(
            VerdictKind::Right,
            format!("{accepted} {size}"),
            None,
            Vec::new(),
        ),
    }
}

/// Text on the first refusal with its argument, and the number of others.
pub(super) fn refused_text(map: &TensorMap, target: Chip, refusals: &[Refusal]) -> String {
    let Some(first) = refusals.first() else {
        return String::new();
    };
    let mut text = format!(
        "Refused by {} on {}: {}: {}",
        function_of(map),
        target.name(),
        first.argument,
        first.text
    );
    let more = refusals.len() - 1;
    if more > 0 {
        text += &format!(
            " {more} more {}.",
            if more == 1 { "fault" } else { "faults" }
        );
    }
    text
}

fn accepted_text(map: &TensorMap, target: Chip) -> String {
    let source = if target.is_measured() {
        ""
    } else {
        ", according to its documentation"
    };
    format!(
        "Accepted by {} on {}{source}.",
        function_of(map),
        target.name()
    )
}

/// Text on the shared memory that a box covers.
pub(super) fn covered_text(landing: &Landing, covered: &Covered) -> String {
    let (rows, inner, pitch) = (landing.rows, landing.inner_bytes, landing.pitch_bytes);
    let noun = if rows == 1 { "row" } else { "rows" };
    let covers = covered.span_bytes;
    if covered.has_gaps() {
        format!(
            "{rows} {noun} of {inner} bytes, {pitch} bytes apart (the span of the swizzle), cover {covers} bytes of shared memory."
        )
    } else {
        format!("{rows} {noun} of {inner} bytes cover {covers} bytes of shared memory.")
    }
}
