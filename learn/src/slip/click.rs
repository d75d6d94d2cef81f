//! Slips where a cell is asked for.

use super::sentence::{BEFORE_XOR, IN_ONES, SAME_ROW, SAME_UNIT, SWAPPED, UNIT_BEFORE_XOR};
use super::*;

/// The slip, or else what was clicked.
pub(crate) fn hint(
    spec: &Spec,
    wanted: Coord,
    given: Coord,
    in_memory: bool,
    knows_strides: bool,
) -> Option<String> {
    let byte = |at: Coord| spec.layout().byte_from_element(at).byte;
    let found =
        slip(spec, wanted, given, in_memory).filter(|sentence| knows_strides || !names_stride(sentence));
    let is_wrong = byte(given) / UNIT_BYTES != byte(wanted) / UNIT_BYTES;
    let clicked = format!(
        "You clicked the unit of element ({}, {}), at byte 0x{:x}.",
        given.mn,
        given.k,
        byte(given) / UNIT_BYTES * UNIT_BYTES
    );
    match found {
        // The neighbour of a unit in memory is not its neighbour in the matrix.
        Some(of_element) if in_memory && !OF_PLACE.contains(&of_element) => {
            let of_element = of_element.replacen("That is", "In the matrix that is", 1);
            let of_element = of_element.replacen("but that is", "but in the matrix that is", 1);
            Some(format!("{clicked} {of_element}"))
        }
        Some(SAME_ROW) => {
            let (_, unit) = row_and_unit(spec, given);
            Some(format!("{SAME_ROW} You clicked unit {unit} of it, counted from zero."))
        }
        Some(of_place) => Some(of_place.into()),
        None => is_wrong.then_some(clicked),
    }
}

/// The sentences about the place that was clicked; all others are about the element there.
const OF_PLACE: [&str; 3] = [BEFORE_XOR, EXCHANGED, IN_ONES];

fn slip(spec: &Spec, wanted: Coord, given: Coord, in_memory: bool) -> Option<&'static str> {
    let layout = spec.layout();
    let unit = |byte: u32| byte / UNIT_BYTES;
    let of = |at: Coord| unit(layout.byte_from_element(at).byte);
    let clicked = of(given);
    if clicked == of(wanted) {
        return None;
    }
    let absolute = layout.absolute_from_element(wanted);
    if clicked == unit(absolute) {
        // In memory, the question asks for a place; in the matrix, for the unit at a place.
        return Some(match in_memory {
            true => BEFORE_XOR,
            false => UNIT_BEFORE_XOR,
        });
    }
    // The address to which the wrong stride would lead from the start.
    let offset = |layout: &Layout| layout.absolute_from_element(wanted);
    if in_memory && clicked == unit(offset(&exchanged(layout))) {
        return Some(EXCHANGED);
    }
    if in_memory && layout.swizzle() == Swizzle::B128Atom32 {
        let offset = layout.params().base_offset;
        if clicked == unit(Swizzle::B128.xor().apply(absolute, offset)) {
            return Some(IN_ONES);
        }
    }
    let near = neighbours(spec, wanted);
    let found = near.iter().find(|(near, _)| near.is_some_and(|near| of(near) == clicked));
    if let Some((_, sentence)) = found {
        return Some(sentence);
    }
    let swapped = Coord { mn: wanted.k, k: wanted.mn };
    if spec.extent().contains(swapped) && of(swapped) == clicked {
        return Some(SWAPPED);
    }
    let (given, wanted) = (row_and_unit(spec, given), row_and_unit(spec, wanted));
    if given.0 == wanted.0 {
        Some(SAME_ROW)
    } else if given.1 == wanted.1 {
        Some(SAME_UNIT)
    } else {
        None
    }
}

/// The row that an element is in, and which of its units.
fn row_and_unit(spec: &Spec, at: Coord) -> (u32, u32) {
    let per_unit = spec.tile().element.per_unit();
    match spec.tile().major {
        Major::K => (at.mn, at.k / per_unit),
        Major::Mn => (at.k, at.mn / per_unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::spec_of;
    use crate::slip::sentence::*;

    #[test]
    fn clicks() {
        let spec = spec_of("#/wgmma?operand=B&mn=8&k=64&start=0x0").unwrap();
        let wanted = Coord { mn: 5, k: 8 };
        let hint = |mn, k| slip(&spec, wanted, Coord { mn, k }, true);
        assert_eq!(hint(5, 15), None);
        // Unit one of line five holds what the XOR leads there: unit four of row five.
        assert_eq!(hint(5, 32), Some(BEFORE_XOR));
        assert_eq!(hint(6, 8), Some(ROW_ON));
        assert_eq!(hint(5, 16), Some(UNIT_ON));
        assert_eq!(hint(5, 56), Some(SAME_ROW));
        assert_eq!(hint(1, 8), Some(SAME_UNIT));
        assert_eq!(hint(1, 24), None);
        let of_three = |mn, k| slip(&spec, Coord { mn: 3, k: 7 }, Coord { mn, k }, true);
        assert_eq!(of_three(7, 3), Some(SWAPPED));
        assert_eq!(
            super::hint(&spec, wanted, Coord { mn: 1, k: 24 }, true, true).unwrap(),
            "You clicked the unit of element (1, 24), at byte 0xa0."
        );
        assert_eq!(super::hint(&spec, wanted, wanted, true, true), None);
        let before_xor =
            |in_memory| super::hint(&spec, wanted, Coord { mn: 5, k: 32 }, in_memory, true).unwrap();
        assert_eq!(before_xor(true), BEFORE_XOR);
        assert_eq!(before_xor(false), UNIT_BEFORE_XOR);
        assert_eq!(
            super::hint(&spec, wanted, Coord { mn: 5, k: 56 }, false, true).unwrap(),
            "The row is right, but the unit is not. You clicked unit 7 of it, counted from zero."
        );
        let one_on = |in_memory| super::hint(&spec, wanted, Coord { mn: 5, k: 16 }, in_memory, true).unwrap();
        assert_eq!(one_on(false), UNIT_ON);
        assert_eq!(
            one_on(true),
            "You clicked the unit of element (5, 16), at byte 0x2f0. The row is right, but in the matrix that is one unit too far."
        );

        let pairs = "#/tcgen05?operand=B&element=tf32&major=MN&swizzle=128B-32B-atom&mn=32&k=4&start=0x0";
        let spec = spec_of(pairs).unwrap();
        let hint = |mn, k| slip(&spec, Coord { mn: 8, k: 1 }, Coord { mn, k }, true);
        // Row one: unit two XOR one is three in mode 128B, where this mode has unit one of the row.
        assert_eq!(hint(4, 1), Some(IN_ONES));
        assert_eq!(hint(0, 1), Some(BEFORE_XOR));

        let link = "#/wgmma?operand=B&major=MN&swizzle=none&mn=32&k=16&start=0x0";
        let spec = spec_of(link).unwrap();
        let hint = |mn, k| slip(&spec, Coord { mn: 16, k: 8 }, Coord { mn, k }, false);
        // Twice LBO and once SBO would lead beyond the tile; the next units do not.
        assert_eq!(hint(24, 8), Some(UNIT_ON));
        assert_eq!(hint(16, 9), Some(ROW_ON));
    }
}
