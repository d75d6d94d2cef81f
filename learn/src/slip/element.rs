//! Slips on the way to an element's address.

use super::*;

/// Slips that no formula says: in another unit or row, or on the way inside of the unit.
pub(super) fn of_element(spec: &Spec, what: &str, at: Coord) -> Slips {
    let of = |at: Coord| number(spec, &format!("{what} {} {}", at.mn, at.k));
    let mut slips = Slips::new();
    if matches!(what, "byte" | "absolute") {
        let first = first_of_unit(spec, at);
        // Elements before it in its unit, each counted as one byte.
        let inside = u64::from((at.mn - first.mn) + (at.k - first.k));
        let one_byte_each = of(first).map(|first| first + inside);
        slips.push((of(first), FIRST_OF_UNIT));
        slips.push((one_byte_each, ONE_BYTE_EACH));
    }
    if what == "byte" {
        let swapped = exchanged(spec.layout()).byte_from_element(at).byte;
        slips.push((Some(swapped.into()), EXCHANGED));
        slips.push(straight_on(spec, at));
    }
    if what == "phase" {
        let row = u64::from(match spec.tile().major {
            Major::K => at.mn,
            Major::Mn => at.k,
        });
        let phases = number(spec, "phases");
        slips.push((Some(row), ROW_NUMBER));
        slips.push((phases.map(|phases| row % phases), ROW_MODULO));
    }
    slips.extend(neighbours(spec, at).map(|(near, sentence)| (near.and_then(of), sentence)));
    slips
}

fn first_of_unit(spec: &Spec, at: Coord) -> Coord {
    let t = spec.tile().element.per_unit();
    match spec.tile().major {
        Major::K => Coord { k: at.k / t * t, ..at },
        Major::Mn => Coord { mn: at.mn / t * t, ..at },
    }
}

/// The byte after the row's first element by as many bytes as are between the two elements in the matrix.
fn straight_on(spec: &Spec, at: Coord) -> (Option<u64>, &'static str) {
    let (first, between) = match spec.tile().major {
        Major::K => (Coord { k: 0, ..at }, at.k),
        Major::Mn => (Coord { mn: 0, ..at }, at.mn),
    };
    let begins = spec.layout().byte_from_element(first).byte;
    let there = begins + between * spec.tile().element.slot_bits() / 8;
    let is_in_row = between < spec.tile().element.per_unit() * spec.tile().swizzle.row_units();
    let sentence = if is_in_row { XOR_THEN_SUM } else { STRAIGHT_ON };
    (Some(there.into()), sentence)
}
