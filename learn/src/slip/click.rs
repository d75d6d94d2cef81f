//! Slips where a cell is asked for.

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

pub(super) fn slip(spec: &Spec, wanted: Coord, given: Coord, in_memory: bool) -> Option<&'static str> {
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
        return Some(if in_memory { BEFORE_XOR } else { UNIT_BEFORE_XOR });
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
