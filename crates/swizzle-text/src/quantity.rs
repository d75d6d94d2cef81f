//! Numbers of a tile by name, for computed sentences.

use super::*;
use swizzle_core::hardware::LINE_UNITS;
use swizzle_infer::trace::trace_from_element;

/// A number of a tile and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// The number.
    pub value: u64,
    /// The number as text: addresses and descriptors in hex, bits in binary, everything else in decimal.
    pub text: String,
}

/// Computes a number from a name and its arguments: `sbo_bytes`, `byte 3 40` (the address of element (mn 3, k 40)),
/// `start 2` (where step 2 starts).
///
/// | names | |
/// | --- | --- |
/// | `T`, `unit_bytes`, `banks`, `element_bits`, `mn`, `k` | of the matrix and of the memory |
/// | `columns`, `groups`, `column_bytes` | of the tile: columns of the contiguous dimension, groups of rows, and from one column to the next |
/// | `row_units`, `row_bytes`, `row_elements`, `line_rows`, `atom_rows`, `atom_bytes`, `pattern_bytes`, `phases` | of the swizzle mode |
/// | `start_bytes`, `lbo_bytes`, `sbo_bytes`, `start_field`, `lbo_field`, `sbo_field`, `base_offset`, `swizzle_code` | of the read |
/// | `read_mn`, `read_k`, `read_k_bytes`, `steps`, `step_bytes`, `tile_bytes`, `units` | of the instruction and the tile; from step 0 to step 1 |
/// | `lbo_address` | where the second chunk of absolute mode starts |
/// | `read_units`, `right`, `wrong`, `missing` | of the read compared with the tile |
/// | `start S`, `descriptor S` | of step S |
/// | `unit_before MN K`, `unit_before_bits MN K`, `xor_bits MN K`, `unit_bits MN K` | of an element's unit in its line: before the XOR, what is XORed in, after it; in binary |
/// | `byte MN K`, `absolute MN K`, `offset MN K`, `unit MN K`, `line MN K`, `unit_in_line MN K`, `bank MN K`, `phase MN K`, `row_in_atom MN K` | of an element |
///
/// ```
/// use swizzle_core::Said;
/// use swizzle_text::quantity;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// assert_eq!(quantity(&spec, "sbo_bytes").unwrap().value, 1024);
/// assert_eq!(quantity(&spec, "byte 3 40").unwrap().text, "0x5e0");
/// assert_eq!(quantity(&spec, "byte 3"), None);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
///
/// None for another name or other arguments, for an element or a step outside of the tile, and for what the tile has not.
pub fn quantity(spec: &Spec, text: &str) -> Option<Quantity> {
    let mut words = text.split_whitespace();
    let name = words.next()?;
    let numbers: Vec<u32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    match numbers[..] {
        [] => of_tile(spec, name),
        [step] if step < spec.steps() => of_step(spec, step, name),
        [mn, k] if spec.extent().contains(Coord { mn, k }) => of_element(spec, Coord { mn, k }, name),
        _ => None,
    }
}

fn written(value: impl Into<u64>, text: impl ToString) -> Option<Quantity> {
    Some(Quantity { value: value.into(), text: text.to_string() })
}

fn count(value: impl Into<u64> + ToString + Copy) -> Option<Quantity> {
    written(value, value)
}

fn address(value: u32) -> Option<Quantity> {
    written(value, format!("0x{value:x}"))
}

/// A unit of a line in binary: address bits 4 to 6.
fn unit_bits(value: u32) -> Option<Quantity> {
    written(value, format!("{value:03b}"))
}

/// Units of the matrix, which can exceed 32 bits.
pub(crate) fn units(spec: &Spec) -> u64 {
    let (extent, t) = (spec.extent(), spec.tile().element.per_unit());
    u64::from(extent.mn) * u64::from(extent.k) / u64::from(t)
}

fn of_tile(spec: &Spec, name: &str) -> Option<Quantity> {
    let (tile, layout, extent) = (spec.tile(), spec.layout(), spec.extent());
    let (swizzle, element) = (tile.swizzle, tile.element);
    let (atom, read) = (swizzle.atom(tile.major), spec.read(spec.place()).params());
    let tally = || Tally::of_read(spec, spec.place());
    count(match name {
        "T" => element.per_unit(),
        "unit_bytes" => UNIT_BYTES,
        "banks" => BANKS,
        "element_bits" => element.slot_bits(),
        "mn" => extent.mn,
        "k" => extent.k,
        "columns" => layout.columns_and_groups(extent).0,
        "groups" => layout.columns_and_groups(extent).1,
        "column_bytes" => layout.column_bytes(),
        "row_units" => swizzle.row_units(),
        "row_bytes" => swizzle.row_bytes(),
        "row_elements" => swizzle.row_units() * element.per_unit(),
        "line_rows" => LINE_BYTES / swizzle.row_bytes(),
        "atom_rows" => atom.rows,
        "atom_bytes" => atom.bytes(),
        "pattern_bytes" => swizzle.pattern_bytes(),
        "phases" => 1 << swizzle.xor().bits,
        "start_bytes" => return address(read.start_bytes),
        "lbo_bytes" => read.lbo_bytes,
        "sbo_bytes" => read.sbo_bytes,
        "start_field" => read.start_bytes / UNIT_BYTES,
        "lbo_field" => read.lbo_bytes / UNIT_BYTES,
        "sbo_field" => read.sbo_bytes / UNIT_BYTES,
        "base_offset" => read.base_offset.into(),
        "swizzle_code" => spec.descriptor(spec.place()).ok()?.get(FieldId::Swizzle) as u32,
        "read_mn" => spec.read_extent().mn,
        "read_k" => spec.read_k(),
        "read_k_bytes" => spec.read_k() * element.slot_bits() / 8,
        "steps" => spec.steps(),
        "step_bytes" => spec.space().wrapped(spec.start_bytes(1).wrapping_sub(spec.start_bytes(0))),
        "units" => return count(units(spec)),
        "tile_bytes" => return count(units(spec) * u64::from(UNIT_BYTES)),
        "lbo_address" if read.lbo_mode == LboMode::Absolute => return address(read.lbo_bytes),
        "read_units" => tally().right + tally().wrong,
        "right" => tally().right,
        "wrong" => tally().wrong,
        "missing" => tally().missing,
        _ => return None,
    })
}

fn of_step(spec: &Spec, step: u32, name: &str) -> Option<Quantity> {
    match name {
        "start" => address(spec.read(step).start_bytes()),
        "descriptor" => {
            let descriptor = spec.descriptor(step).ok()?;
            written(descriptor.raw(), descriptor)
        }
        _ => None,
    }
}

fn of_element(spec: &Spec, coord: Coord, name: &str) -> Option<Quantity> {
    let layout = spec.layout();
    let trace = trace_from_element(layout, coord);
    let moved = trace.absolute_bytes.wrapping_sub(layout.start_bytes());
    // An element's unit in its line, before the XOR and after it.
    let (before, after) = (trace.absolute_bytes / UNIT_BYTES % LINE_UNITS, trace.unit_in_line);
    match name {
        "byte" => address(trace.address.byte),
        "absolute" => address(trace.absolute_bytes),
        "offset" => count(spec.space().wrapped(moved)),
        // Before the start only where the XOR leads there.
        "unit" => written(trace.memory_unit.unsigned_abs(), trace.memory_unit),
        "line" => address(trace.line_bytes),
        "unit_in_line" => count(after),
        "unit_before" => count(before),
        "unit_before_bits" => unit_bits(before),
        "xor_bits" => unit_bits(after ^ before),
        "unit_bits" => unit_bits(after),
        "bank" => count(trace.element_banks.0),
        "phase" => count(trace.phase),
        "row_in_atom" => count(layout.digits_from_element(coord).row),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::hardware::{Arch, Element};
    use swizzle_core::reader::{Said, SaidPlace, SaidReader};
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn text(name: &str) -> Option<String> {
        let spec = spec_from_said(&Said::default()).unwrap();
        quantity(&spec, name).map(|quantity| quantity.text)
    }

    /// Pieces of the lines that begin so, every second one, up to the first space.
    fn names(start: &str, sign: char) -> Vec<&'static str> {
        let lines = include_str!("quantity.rs").lines().filter(|line| line.starts_with(start));
        let pieces = lines.flat_map(|line| line.split(sign).skip(1).step_by(2));
        let mut names: Vec<&str> = pieces.filter_map(|name| name.split(' ').next()).collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn numbers_of_the_default_tile() {
        for row in include_str!("quantity.tsv").lines() {
            let (name, wanted) = row.split_once('\t').unwrap();
            assert_eq!(text(name).as_deref(), Some(wanted), "{name}");
        }
    }

    #[test]
    fn the_names_are_documented_and_have_a_number() {
        let documented = names("/// | `", '`');
        assert_eq!(documented, names("        \"", '"'));
        assert_eq!(documented.len(), 52);
        for name in documented {
            let arguments = ["", " 0", " 0 0"];
            let found = arguments.iter().filter(|arguments| text(&format!("{name}{arguments}")).is_some());
            // There is a second chunk in absolute mode only.
            assert_eq!(found.count(), usize::from(name != "lbo_address"), "{name}");
        }
    }

    #[test]
    fn the_second_chunk_has_an_address() {
        let spec = spec_from_said(&Said {
            tile: SaidTile {
                element: Some(Element::E2m1Packed),
                mn: Some(8),
                k: Some(768),
                ..SaidTile::default()
            },
            reader: SaidReader {
                arch: Some(Arch::Tcgen05),
                lbo_mode: Some(LboMode::Absolute),
                ..SaidReader::default()
            },
            place: SaidPlace { step: Some(2), ..SaidPlace::default() },
            ..Said::default()
        })
        .unwrap();
        assert_eq!(quantity(&spec, "lbo_address").unwrap().text, "0x800");
    }

    #[test]
    fn other_names_and_arguments_have_no_number() {
        for name in
            ["", "lbo", "byte", "byte 3", "byte 3 x", "byte 3 4 5", "start", "T 1", "byte 64 0", "start 4"]
        {
            assert_eq!(text(name), None, "{name}");
        }
    }
}
