//! The verdict on a copy of TMA: whether the driver takes its map, whether it stays in its buffer, and whether a descriptor
//! reads what it writes.

use alloc::format;
use alloc::string::{String, ToString as _};

use crate::reader::VerdictKind;
use crate::tma::{MapChange, MapVerdict, Meeting};
use crate::words::{Mend, VerdictLine, grouped};

/// Repairs that a line has room for.
const REPAIRS: usize = 1;

/// The verdict on a copy, and on how a descriptor meets what it writes, if one was typed.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_core::rules::verdict_of_tma;
/// use swizzle_core::tma::{Target, TypedCopy, TypedMap, copy_verdict};
/// let line = |swizzle: &str| {
///     let map = TypedMap { swizzle: swizzle.into(), ..TypedMap::default() };
///     let copy = TypedCopy { map, target: Target::Sm90, destination_bytes: 0x400, buffer_bytes: None };
///     verdict_of_tma(&copy_verdict(&copy), None)
/// };
/// let refused = line("64B");
/// assert_eq!((refused.kind, refused.repairs[0].label.as_str()), (VerdictKind::Wrong, "Set the box to 32, 128"));
/// assert_eq!(refused.headline, "Refused by cuTensorMapEncodeTiled on sm_90: boxDim");
/// let taken = line("128B");
/// assert_eq!((taken.kind, &*taken.headline), (VerdictKind::Right, "Accepted by cuTensorMapEncodeTiled on sm_90"));
/// ```
#[must_use]
pub fn verdict_of_tma(copy: &MapVerdict, meeting: Option<&Meeting>) -> VerdictLine<MapChange> {
    let (headline, rest) = parts(copy);
    let missed = meeting.filter(|meeting| meeting.meets.0 < meeting.meets.1);
    if let (
        VerdictKind::Right | VerdictKind::Warning,
        Some(Meeting {
            meets: (met, of), ..
        }),
    ) = (copy.kind, missed)
    {
        let text = format!(
            "{} of {} cells are read where the box does not write them",
            grouped(of - met),
            grouped(*of)
        );
        return VerdictLine::new(VerdictKind::Wrong, text);
    }
    let repairs = copy.repairs.iter().take(REPAIRS).map(|repair| Mend {
        label: repair.label.clone(),
        change: repair.change.clone(),
    });
    VerdictLine::new(copy.kind, headline)
        .with_reservation((!rest.is_empty()).then_some(rest))
        .with_repairs(repairs.collect())
}

/// What is said first, and the rest of it.
fn parts(copy: &MapVerdict) -> (String, String) {
    let sentence = copy.sentence.trim_end_matches('.');
    let split = match copy.refusals.first() {
        // The argument; why stands in the list.
        Some(refusal) => {
            let end = sentence
                .find(refusal.argument)
                .map(|at| at + refusal.argument.len());
            end.map(|end| {
                (
                    &sentence[..end],
                    sentence[end..].trim_start_matches([':', ' ']),
                )
            })
        }
        None => sentence.split_once(". "),
    };
    let (headline, rest) = split.unwrap_or((sentence, ""));
    (headline.to_string(), rest.to_string())
}
