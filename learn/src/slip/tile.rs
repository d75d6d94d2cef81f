//! Slips where a number or a cell of a tile is asked for.

use super::*;
use swizzle_core::{FieldId, Layout, LayoutParams};
use swizzle_infer::on_other_arch;

/// Slips on the way to an answer about a tile.
pub(crate) const TILE_SLIPS: &str = include_str!("../../slips/tile.txt");

/// A number that only slips lead to. Of the tile: `tile_start`, `data_bits` of an element, `code_MODE`, and `elsewhere_swizzle_code`
/// on the other architecture. Of an element: how far it is `along` the contiguous side and `across` it, and the unit of `memory`
/// that it is in, which is `matrix`, too. The number of another element: of the `first` one of its unit, of the same unit in the
/// row `below` or `above`, of the `next` or `last` unit, of the first one of its `row`, and where a cell is clicked, of the one with row and K
/// `swapped`. The
/// number of the element elsewhere: in a `packed` tile, with LBO and SBO `exchanged`, or with `unpaired` units.
pub(crate) fn number(spec: &Spec, name: &str) -> Option<Quantity> {
    let (what, numbers) = asked(name)?;
    let (tile, layout) = (spec.tile(), spec.layout());
    let [mn, k] = numbers[..] else {
        return Some(count(match what {
            "tile_start" => tile.start_bytes,
            "data_bits" => tile.element.pitch_bits(),
            "elsewhere_swizzle_code" => {
                let there = on_other_arch(spec, spec.reader().arch.others().next()?).ok()?;
                there.get(FieldId::Swizzle) as u32
            }
            _ => {
                let mut said = spec.said().without_given();
                let mode = what.strip_prefix("code_")?.replace('_', "-");
                said.tile.swizzle = Some(Swizzle::from_name(&mode).ok()?);
                return quantity(&spec_from_said(&said).ok()?, "swizzle_code");
            }
        }));
    };
    let (at, t) = (Coord { mn, k }, tile.element.per_unit());
    let (along, across) = at.along_and_across(tile.major);
    let value = match what {
        "along" => along,
        "across" => across,
        _ if is_clicked(what) => layout.byte_from_element(at).byte / UNIT_BYTES,
        "unpaired_byte" if layout.swizzle() == Swizzle::B128Atom32 => {
            Swizzle::B128.xor().apply(layout.absolute_from_element(at), layout.params().base_offset)
        }
        "exchanged_byte" => exchanged(layout).byte_from_element(at).byte,
        "exchanged_absolute" => exchanged(layout).absolute_from_element(at),
        _ => {
            let (seen, what) = what.split_once('_')?;
            let (along, across) = match seen {
                "packed" => {
                    let mut said = *spec.said();
                    (said.tile.lbo_bytes, said.tile.sbo_bytes) = (None, None);
                    return quantity(&spec_from_said(&said).ok()?, &format!("{what} {mn} {k}"));
                }
                "first" => (along - along % t, across),
                "row" => (0, across),
                "below" => (along, across + 1),
                "above" => (along, across.checked_sub(1)?),
                "next" => (along + t, across),
                "last" => (along.checked_sub(t)?, across),
                "swapped" if is_clicked(what) && spec.extent().contains(Coord { mn: k, k: mn }) => {
                    (across, along)
                }
                _ => return None,
            };
            let Coord { mn, k } = Coord::at(tile.major, along, across);
            return Facts::number(spec, &format!("{what} {mn} {k}"));
        }
    };
    Some(count(value))
}

/// Whether a unit is asked for that is clicked.
fn is_clicked(what: &str) -> bool {
    matches!(what, "memory" | "matrix")
}

/// The layout with LBO and SBO exchanged.
fn exchanged(layout: &Layout) -> Layout {
    let params = layout.params();
    Layout::new(LayoutParams { lbo_bytes: params.sbo_bytes, sbo_bytes: params.lbo_bytes, ..params })
}

/// Describes the likely mistake behind a number, in a sentence; none if no slip leads to it.
pub(crate) fn of_number(spec: &Spec, name: &str, given: u64) -> Option<&'static str> {
    let number = |spec: &Spec, name: &str| Some(Facts::number(spec, name)?.value);
    if let Some(name) = of_read(name) {
        let read = spec.spec_from_read(spec.place());
        let is_of_tile = number(spec, name) == Some(given) && number(&read, name) != Some(given);
        return if is_of_tile {
            Some("That is where the tile stores it. The question asks where the tensor core looks.")
        } else {
            of_number(&read, name, given)
        };
    }
    let is_bytes =
        ["byte", "start_bytes", "lbo", "sbo", "step_bytes", "column_bytes", "atom_bytes", "start "]
            .iter()
            .any(|known| name.starts_with(known))
            && !name.ends_with("field");
    let (wanted, unit) = (number(spec, name)?, u64::from(UNIT_BYTES));
    sentence(spec, TILE_SLIPS, name, given).or(match given {
        _ if !is_bytes || given == wanted => None,
        _ if given * unit == wanted => {
            Some("That counts units of sixteen bytes, as a field does. The question asks for bytes.")
        }
        _ if given == wanted * unit => {
            Some("That is sixteen times too large: bytes were taken for units of sixteen.")
        }
        _ => None,
    })
}

/// The slip behind a click, or else what was clicked.
pub(crate) fn click(
    spec: &Spec,
    wanted: Coord,
    given: Coord,
    in_memory: bool,
    may_say: impl Fn(&str) -> bool,
) -> Option<String> {
    let byte = |at: Coord| spec.layout().byte_from_element(at).byte / UNIT_BYTES * UNIT_BYTES;
    let Coord { mn, k } = given;
    let clicked = format!("You clicked the unit of element ({mn}, {k}), at byte 0x{:x}.", byte(given));
    let found = of_click(spec, wanted, given, in_memory);
    match found.filter(|(_, sentence)| may_say(sentence)) {
        // The neighbour of a unit in memory is not its neighbour in the matrix.
        Some((of, sentence)) if in_memory && of != PLACE => {
            let sentence = sentence.replacen("That is", "In the matrix that is", 1);
            let sentence = sentence.replacen("but that is", "but in the matrix that is", 1);
            Some(format!("{clicked} {sentence}"))
        }
        Some((ROW, sentence)) => {
            let (unit, _) = unit_and_row(spec, given);
            Some(format!("{sentence} You clicked unit {unit} of it, counted from zero."))
        }
        Some((_, sentence)) => Some(sentence.into()),
        None => (byte(given) != byte(wanted)).then_some(clicked),
    }
}

/// What a slip is about: the place in memory that was clicked, or the row of the element there.
const PLACE: &str = "memory";
const ROW: &str = "row";

/// The slip behind a click, by what it is about, and its sentence.
pub(super) fn of_click(
    spec: &Spec,
    wanted: Coord,
    given: Coord,
    in_memory: bool,
) -> Option<(&'static str, &'static str)> {
    let name = |at: Coord| format!("{} {} {}", if in_memory { PLACE } else { "matrix" }, at.mn, at.k);
    let clicked = Facts::number(spec, &name(given))?.value;
    if clicked == Facts::number(spec, &name(wanted))?.value {
        return None;
    }
    if let Some(slip) = slip(spec, TILE_SLIPS, &name(wanted), clicked) {
        return Some((slip.what, slip.sentence));
    }
    let (given, wanted) = (unit_and_row(spec, given), unit_and_row(spec, wanted));
    if given.1 == wanted.1 {
        Some((ROW, "The row is right, but the unit is not."))
    } else {
        (given.0 == wanted.0).then_some(("unit", "The unit of the row is right, the row is another."))
    }
}

/// Which unit of its row an element is in, and the row.
fn unit_and_row(spec: &Spec, at: Coord) -> (u32, u32) {
    let (along, across) = at.along_and_across(spec.tile().major);
    (along / spec.tile().element.per_unit(), across)
}
