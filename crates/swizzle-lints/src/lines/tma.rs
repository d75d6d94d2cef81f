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
        let what = first.text.split(": ").next().unwrap_or_default();
        return (what.trim_end_matches('.').into(), more);
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
    use crate::tma::{BoxAt, Boxes};
    use crate::tma::{TypedCopy, TypedMap, boxes_against_descriptor, boxes_from_tile, copy_verdict};
    use swizzle_core::hardware::{Element, Major};
    use swizzle_core::law::{Coord, Extent};
    use swizzle_core::tile::Tile;

    /// A box of 64 × 64 bf16 on a chip, read by a descriptor.
    fn line(target: Chip, descriptor: u64) -> (VerdictLine<MapChange>, bool) {
        line_as(Element::Bf16, target, descriptor)
    }

    /// The same, read as another type.
    fn line_as(element: Element, target: Chip, descriptor: u64) -> (VerdictLine<MapChange>, bool) {
        let tile = Tile::packed(Tile {
            mn: 64,
            k: 64,
            buffer: Extent { mn: 64, k: 64 },
            start_bytes: 0x400,
            ..Tile::default()
        });
        let descriptor = Descriptor::guessed(descriptor);
        let boxes = boxes_from_tile(&tile).expect("boxes");
        let meeting = boxes_against_descriptor(&boxes, element, descriptor);
        let copy =
            TypedCopy { map: TypedMap::default(), target, destination_bytes: 0x400, buffer_bytes: None };
        let read = ReadOfBox { descriptor, target, meeting: &meeting };
        let line = verdict_of_tma(&copy_verdict(&copy), Some(read));
        (line, read.is_right())
    }

    #[test]
    fn no_green_where_the_chip_does_not_take_the_descriptor() {
        const WGMMA: u64 = 0x4000_0040_0001_0040;
        const TCGEN05: u64 = 0x4000_4040_0001_0040;
        for (target, raw, wanted) in [
            (Chip::Sm90a, WGMMA, None),
            (Chip::Sm90, WGMMA, None),
            (Chip::Sm100a, TCGEN05, None),
            (Chip::Sm103a, TCGEN05, None),
            (Chip::Sm100a, WGMMA, Some("No sm_100a instruction accepts this wgmma descriptor")),
            (Chip::Sm120, WGMMA, Some("No sm_120 instruction accepts this wgmma descriptor")),
            (Chip::Sm90a, TCGEN05, Some("No sm_90a instruction accepts this tcgen05 descriptor")),
        ] {
            let (line, is_right) = line(target, raw);
            assert_eq!(is_right, wanted.is_none(), "{line:?}");
            match wanted {
                None => assert_eq!(line.kind, VerdictKind::Right, "{line:?}"),
                Some(wanted) => {
                    assert_eq!((line.kind, &*line.headline), (VerdictKind::Warning, wanted));
                    // One click makes it right.
                    let (target, raw) = match line.repairs[0].change {
                        MapChange::Descriptor(descriptor) => (target, descriptor.raw()),
                        MapChange::Target(target) => (target, raw),
                        ref other => panic!("{other:?}"),
                    };
                    let (mended, is_right) = self::line(target, raw);
                    assert!(is_right, "{mended:?}");
                    assert_eq!(mended.kind, VerdictKind::Right);
                }
            }
        }
        // 64B where the box has 128B: the cells first, the chip behind them.
        let (line, _) = line(Chip::Sm100a, 0x8000_0020_0001_0040);
        assert_eq!(line.kind, VerdictKind::Wrong);
        let modes = "The box has swizzle 128B, the descriptor 64B: ";
        assert!(line.headline.starts_with(modes), "{line:?}");
        assert!(line.reservation.expect("the chip").contains("sm_100a"));
    }

    #[test]
    fn types_that_are_not_equally_wide_are_wrong() {
        const RIGHT: u64 = 0x4000_0040_0001_0040;
        assert!(line_as(Element::F16, Chip::Sm90a, RIGHT).1);
        let (line, is_right) = line_as(Element::E4m3, Chip::Sm90a, RIGHT);
        assert_eq!(
            (line.kind, &*line.headline, is_right),
            (
                VerdictKind::Wrong,
                "The map copies BFLOAT16 of 16 bits, the instruction reads e4m3 of 8",
                false
            )
        );
    }

    /// The line says which dimension is too large, how large it is and what the limit is; then how many more rules are broken.
    #[test]
    fn a_refused_box_says_why() {
        let line = |of_box: &str| {
            let map = TypedMap { box_elements: of_box.into(), ..TypedMap::default() };
            let copy = TypedCopy { map, target: Chip::Sm90, destination_bytes: 0x400, buffer_bytes: None };
            verdict_of_tma(&copy_verdict(&copy), None)
        };
        let tall = line("64, 300");
        assert_eq!(tall.kind, VerdictKind::Wrong);
        assert_eq!(tall.headline, "The box has 300 elements along dimension 1; it must have 1 to 256");
        assert_eq!(tall.reservation, None);
        let both = line("80, 300");
        assert_eq!(both.reservation.as_deref(), Some("1 more rule is broken"));
        assert_eq!(line("128, 8").headline, "The box is twice as wide as the swizzle");
        assert_eq!(line("80, 8").headline, "The box is wider than the swizzle");
    }

    /// One press mends the mode of the box where that alone is wrong, and otherwise the descriptor.
    #[test]
    fn a_read_at_other_addresses_has_a_repair() {
        let verdict = |swizzle: &str, raw| {
            let typed = TypedMap { swizzle: swizzle.into(), ..TypedMap::default() };
            let boxes = Boxes {
                map: typed.map().expect("a map"),
                major: Major::K,
                boxes: vec![BoxAt { origin: Coord { mn: 0, k: 0 }, destination_bytes: 0x400 }],
            };
            let descriptor = Descriptor::guessed(raw);
            let meeting = boxes_against_descriptor(&boxes, Element::Bf16, descriptor);
            let copy =
                TypedCopy { map: typed, target: Chip::Sm90, destination_bytes: 0x400, buffer_bytes: None };
            let read = ReadOfBox { descriptor, target: Chip::Sm90, meeting: &meeting };
            verdict_of_tma(&copy_verdict(&copy), Some(read))
        };
        const RIGHT: u64 = 0x4000_0040_0001_0040;
        let change = |line: &VerdictLine<MapChange>| line.repairs[0].change.clone();
        let line = verdict("none", RIGHT);
        assert_eq!(
            (line.kind, &*line.headline),
            (
                VerdictKind::Wrong,
                "The box has swizzle none, the descriptor 128B: 112 of 128 units differ in address"
            )
        );
        assert_eq!(change(&line), MapChange::Swizzle(MapSwizzle::B128));
        // 64B takes no box of 128 bytes; another SBO or another start is the descriptor's.
        for (raw, mended, says) in [
            (0x8000_0020_0001_0040, RIGHT, "the descriptor 64B"),
            (0x4000_0080_0001_0040, RIGHT, "to a different address"),
            (0x4000_0040_0001_0080, RIGHT, "to a different address"),
        ] {
            let line = verdict("128B", raw);
            assert!(line.headline.contains(says), "{line:?}");
            let MapChange::Descriptor(repaired) = change(&line) else {
                panic!("{line:?}");
            };
            assert_eq!(repaired.raw(), mended);
            assert_eq!(verdict("128B", repaired.raw()).kind, VerdictKind::Right);
        }
        assert_eq!(verdict("128B", RIGHT).repairs, []);
    }
}
