//! The verdict on a tensor map, its copy and its buffer, with the field at fault and its repairs.

use super::*;

/// The verdict on a copy.
#[derive(Debug, Clone, PartialEq)]
pub struct MapVerdict {
    /// Right, wrong, warning or incomplete.
    pub kind: VerdictKind,
    /// The verdict in a sentence or two, the refusal first.
    pub sentence: String,
    /// The field at fault: a name that [`TypedFault`](crate::tma::TypedFault) has, `destination` or `buffer`.
    pub field: Option<&'static str>,
    /// All that is wrong, the most serious first.
    pub findings: Vec<Finding<MapChange>>,
    /// The shared memory that the box covers; `None` if the map is refused or the landing is unknown.
    pub covered: Option<Covered>,
    /// The landing of the box; `None` if the driver refuses the map or the copy faults.
    pub landing: Option<Landing>,
}

impl MapVerdict {
    /// Creates a verdict without findings and landing.
    const fn new(kind: VerdictKind, sentence: String, field: Option<&'static str>) -> Self {
        Self { kind, sentence, field, findings: Vec::new(), covered: None, landing: None }
    }

    /// Returns the driver's refusals, each with the argument in its `brief`.
    pub fn refusals(&self) -> impl Iterator<Item = &Finding<MapChange>> {
        let is_refusal = |finding: &&Finding<MapChange>| finding.is(Tag::Refusal);
        self.findings.iter().filter(is_refusal)
    }

    /// Whether the driver refuses the map.
    pub fn is_refused(&self) -> bool {
        self.refusals().next().is_some()
    }

    /// Repairs of the first finding; each removes it and adds none.
    pub fn repairs(&self) -> &[MapRepair] {
        self.findings.first().map_or(&[], |first| &first.repairs)
    }

    /// The same for a text that does not show the map: nothing is known of it.
    pub fn unknown(self, sentence: String, field: &'static str) -> Self {
        Self::new(VerdictKind::Incomplete, sentence, Some(field))
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
/// assert!(verdict.sentence.contains("The box is twice as wide as the swizzle"));
/// assert_eq!(verdict.repairs()[0].label, "Set the box to 32 × 128");
/// // 64 bytes wide under 128B: the rows are 128 bytes apart.
/// let map = TypedMap { box_elements: "32, 128".into(), ..TypedMap::default() };
/// let verdict = copy_verdict(&TypedCopy { map, buffer_bytes: Some(8192), ..copy });
/// assert_eq!((verdict.kind, verdict.field), (VerdictKind::Wrong, Some("buffer")));
/// assert_eq!(verdict.covered.unwrap().span_bytes, 16384);
/// ```
pub fn copy_verdict(copy: &TypedCopy) -> MapVerdict {
    let map = match copy.map.map() {
        Ok(map) => map,
        Err((field, why)) => {
            let sentence = format!("The map is incomplete: {field}: {why}.");
            return MapVerdict::new(VerdictKind::Incomplete, sentence, Some(field));
        }
    };
    let copy = CopyOfBox { typed: copy.clone(), map };
    let (findings, landed) = findings_of(TMA_LINTS, &copy, copy.landed());
    let first = findings.first();
    let fields = first.and_then(|first| first.fields.named().first().copied());
    let accepted = accepted_text(&copy);
    let is_made = first.is_none_or(|first| !first.is(Tag::NoCopy));
    let landed = match landed {
        Ok(landed) => Some(landed).filter(|_| is_made),
        Err(why) if is_made => {
            let sentence = format!("{accepted} Not shown: {why}.");
            return MapVerdict::new(VerdictKind::Incomplete, sentence, None);
        }
        Err(_) => None,
    };
    let (landing, covered) = landed.unzip();
    let size = landed.map_or_else(String::new, |(landing, covered)| covered.text(&landing));
    let (kind, sentence) = match first {
        None => (VerdictKind::Right, format!("{accepted} {size}")),
        Some(one) if one.severity == Severity::Error => {
            let more = match findings.len() - 1 {
                0 => String::new(),
                1 => " 1 more fault.".into(),
                more => format!(" {more} more faults."),
            };
            let colon = if is_made { "." } else { ":" };
            let sentence = format!("{}{colon} {}{more}", one.title, one.text);
            (VerdictKind::Wrong, sentence)
        }
        Some(one) => (VerdictKind::Warning, format!("{accepted} {} {}.", one.text, one.title)),
    };
    MapVerdict { kind, sentence, field: fields, covered, landing, findings }
}

fn accepted_text(copy: &CopyOfBox) -> String {
    let (function, target) = (copy.function(), copy.typed.target);
    match target.is_measured() {
        true => format!("Accepted by {function} on {target}."),
        false => format!("Accepted by {function} on {target}, according to its documentation."),
    }
}
