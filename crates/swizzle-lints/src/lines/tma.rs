//! The verdict line on a TMA copy: whether the driver accepts the map, whether the copy stays inside its buffer, and whether a
//! descriptor reads what the copy writes.

use super::*;
use crate::tma::{MapChange, MapVerdict, Meeting, descriptor_for};

/// Maximum number of repairs in a line.
const REPAIRS: usize = 1;

/// The descriptor that reads the box, and the chip that the map is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadOfBox<'a> {
    /// The descriptor.
    pub descriptor: Descriptor,
    /// The chip that the map is for.
    pub target: Chip,
    /// How the read compares with what the box writes.
    pub meeting: &'a Meeting,
}

impl ReadOfBox<'_> {
    /// Whether the chip has instructions that accept the descriptor.
    pub fn is_of_chip(&self) -> bool {
        self.target.arch() == Some(self.descriptor.arch())
    }

    /// Whether every cell is read from the address that the box writes, on a chip that has the instruction.
    pub fn is_right(&self) -> bool {
        let (met, of) = self.meeting.meets;
        self.is_of_chip() && met == of && self.meeting.other_width.is_none()
    }
}

/// The verdict on a copy, and on the descriptor that reads its box, if one is given.
///
/// ```
/// use swizzle_core::reader::VerdictKind;
/// use swizzle_lints::verdict_of_tma;
/// use swizzle_core::hardware::Chip;
/// use swizzle_lints::tma::{TypedCopy, TypedMap, copy_verdict};
/// let line = |swizzle: &str| {
///     let map = TypedMap { swizzle: swizzle.into(), ..TypedMap::default() };
///     let copy = TypedCopy { map, target: Chip::Sm90, destination_bytes: 0x400, buffer_bytes: None };
///     verdict_of_tma(&copy_verdict(&copy), None)
/// };
/// let refused = line("64B");
/// assert_eq!((refused.kind, refused.repairs[0].label.as_str()), (VerdictKind::Wrong, "Set the box to 32 × 128"));
/// assert_eq!((&*refused.headline, refused.reservation), ("The box is twice as wide as the swizzle", None));
/// let taken = line("128B");
/// assert_eq!((taken.kind, &*taken.headline), (VerdictKind::Right, "Accepted by cuTensorMapEncodeTiled on sm_90"));
/// let narrow = TypedMap { box_elements: "32, 128".into(), ..TypedMap::default() };
/// let copy = TypedCopy { map: narrow, target: Chip::Sm90, destination_bytes: 0x400, buffer_bytes: None };
/// assert_eq!(verdict_of_tma(&copy_verdict(&copy), None).headline, "The box overruns a buffer of 8192 bytes");
/// ```
pub fn verdict_of_tma(copy: &MapVerdict, read: Option<ReadOfBox<'_>>) -> VerdictLine<MapChange> {
    let (headline, rest) = parts(copy);
    let is_made = matches!(copy.kind, VerdictKind::Right | VerdictKind::Warning);
    if let Some(read) = read.filter(|read| is_made && !read.is_right()) {
        return of_read(read, headline);
    }
    let repairs = copy.repairs().iter().take(REPAIRS).cloned();
    let agreed = read.filter(|_| copy.kind == VerdictKind::Right);
    let (headline, rest) = match agreed {
        // What was measured needs no words.
        Some(read) => {
            let rest = Some(headline).filter(|_| !read.target.is_measured());
            let agrees = "The descriptor reads what the box writes".into();
            (agrees, rest.unwrap_or_default())
        }
        None => (headline, rest),
    };
    VerdictLine::new(copy.kind, headline)
        .with_reservation((!rest.is_empty()).then_some(rest))
        .with_repairs(repairs.collect())
}

/// The verdict on an incorrect read of an accepted copy.
fn of_read(read: ReadOfBox<'_>, copied: String) -> VerdictLine<MapChange> {
    let (met, of) = read.meeting.units;
    if let Some((data_type, element)) = read.meeting.other_width {
        let headline = format!(
            "The map copies {} of {} bits, the instruction reads {} of {}",
            data_type.name(),
            data_type.shared_bits(),
            element.name(),
            element.slot_bits()
        );
        return VerdictLine::new(VerdictKind::Wrong, headline);
    }
    let other_chip = (!read.is_of_chip()).then(|| {
        format!(
            "No {} instruction accepts this {} descriptor",
            read.target.name(),
            read.descriptor.arch().name()
        )
    });
    match other_chip {
        Some(other_chip) if met == of => VerdictLine::new(VerdictKind::Warning, other_chip)
            .with_reservation(Some(copied))
            .with_repairs([for_chip(read)].into()),
        other_chip => {
            let missed = format!("{} of {} units", grouped(of - met), grouped(of));
            let swizzle = read.meeting.layout.params().swizzle;
            let headline = match (read.meeting.written, MapSwizzle::from_swizzle(swizzle)) {
                (written, read) if written != read => format!(
                    "The box has swizzle {}, the descriptor {}: {missed} differ in address",
                    written.name(),
                    read.name()
                ),
                _ => format!("The box writes {missed} to a different address than the descriptor reads"),
            };
            let repair = read.meeting.repair.iter().cloned();
            VerdictLine::new(VerdictKind::Wrong, headline)
                .with_reservation(other_chip)
                .with_repairs(repair.collect())
        }
    }
}

/// The fix: the descriptor converted to the chip's family, or a chip that accepts the descriptor.
fn for_chip(read: ReadOfBox<'_>) -> Mend<MapChange> {
    if let Some(descriptor) = descriptor_for(read.target, read.descriptor) {
        let family = descriptor.arch().name();
        let label = format!("Convert the descriptor to {family}: {descriptor}");
        return Mend::new(label, MapChange::Descriptor(descriptor));
    }
    let target = read.descriptor.arch().first_chip();
    let label = format!("Set the target to {}", target.name());
    Mend::new(label, MapChange::Target(target))
}

/// The headline, and the rest of the sentence: a warning comes first; of a refusal what is in front of its colon, then how many
/// more there are.
fn parts(copy: &MapVerdict) -> (String, String) {
    let sentence = copy.sentence.trim_end_matches('.');
    let mut refusals = copy.refusals();
    if let Some(first) = refusals.next() {
        let more = match refusals.count() {
            0 => String::new(),
            1 => "1 more rule is broken".into(),
            more => format!("{more} more rules are broken"),
        };
        return (first.text.split(": ").next().unwrap_or_default().trim_end_matches('.').into(), more);
    }
    let (headline, rest) = sentence.split_once(". ").unwrap_or((sentence, ""));
    match copy.findings.first() {
        Some(first) if copy.kind == VerdictKind::Warning => (first.title.clone(), headline.into()),
        _ => (headline.into(), rest.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::subjects::FromCase as _;
    use crate::tma::{BoxAt, Boxes, CopyOfBox, boxes_against_descriptor, copy_verdict};
    use swizzle_core::law::Coord;

    /// The line of a copy that a descriptor reads as a type, and whether that is right.
    fn line(copy: &CopyOfBox, read: Option<(Descriptor, Element)>) -> (VerdictLine<MapChange>, bool) {
        let verdict = copy_verdict(&copy.typed);
        let Some((descriptor, element)) = read else {
            return (verdict_of_tma(&verdict, None), false);
        };
        let boxes = Boxes {
            map: copy.typed.map.map().expect("a map"),
            major: Major::K,
            boxes: vec![BoxAt { origin: Coord { mn: 0, k: 0 }, destination_bytes: 0x400 }],
        };
        let meeting = boxes_against_descriptor(&boxes, element, descriptor);
        let read = ReadOfBox { descriptor, target: copy.typed.target, meeting: &meeting };
        (verdict_of_tma(&verdict, Some(read)), read.is_right())
    }

    /// A row of `tma.tsv`: a copy as `cases.tsv` has it, descriptor and type that read it, the kind, words of the headline and of
    /// the reservation, `-` for none, and the change that one press makes; the line of what is changed is right.
    #[test]
    fn each_box_has_its_line_and_its_repair() {
        for row in include_str!("tma.tsv").lines().filter(|row| !row.starts_with('#')) {
            let [words, descriptor, element, kind, headline, reservation, change] =
                row.split('\t').collect::<Vec<_>>()[..]
            else {
                panic!("{row}")
            };
            let mut copy = CopyOfBox::from_case(words).expect(row);
            let read = descriptor.parse().ok().zip(element.parse().ok());
            let (line, is_right) = line(&copy, read);
            assert!(line.kind.name() == kind && line.headline.contains(headline), "{row}: {line:?}");
            let reserved = line.reservation.as_deref().unwrap_or_default();
            let is_reserved =
                if reservation == "-" { reserved.is_empty() } else { reserved.contains(reservation) };
            assert!(is_reserved && is_right == (kind == "right"), "{row}: {line:?}");
            if change.is_empty() {
                continue;
            }
            let (told, read) = match &line.repairs.first().expect(row).change {
                MapChange::Descriptor(to) => (to.to_string(), read.map(|(_, element)| (*to, element))),
                MapChange::Target(target) => {
                    copy.typed.target = *target;
                    (target.to_string(), read)
                }
                MapChange::Swizzle(swizzle) => {
                    copy.typed.map.swizzle = swizzle.to_string();
                    (swizzle.to_string(), read)
                }
                other => panic!("{row}: {other:?}"),
            };
            let (mended, is_right) = self::line(&copy, read);
            assert!(
                told == change && is_right && mended.kind == VerdictKind::Right,
                "{row}: {told} {mended:?}"
            );
        }
    }
}
