//! Numbers of a tile by name, for computed sentences.

use std::fmt;

use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{BANKS, LINE_BYTES, LINE_UNITS, LboMode, UNIT_BYTES};
use swizzle_core::law::{Atom, Coord, LayoutParams};
use swizzle_core::reader::{Spec, Tally};
use swizzle_infer::trace::{Trace, trace_from_element};

/// A number of a tile and its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quantity {
    /// The number.
    pub value: u64,
    /// The number as text: addresses and descriptors in hex, bits in binary, everything else in decimal.
    pub text: String,
}

/// Error of [`quantity`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QuantityError {
    /// The name is unknown.
    UnknownName,
    /// The name takes this number of whole-number arguments.
    Arguments(usize),
    /// An argument is outside the tile.
    Outside,
    /// The tile has no such number: its layout has no descriptor.
    None,
}

impl fmt::Display for QuantityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownName => f.write_str("unknown name"),
            Self::Arguments(0) => f.write_str("the name takes no arguments"),
            Self::Arguments(1) => f.write_str("the name takes 1 whole number"),
            Self::Arguments(count) => write!(f, "the name takes {count} whole numbers"),
            Self::Outside => f.write_str("an argument is outside the tile"),
            Self::None => f.write_str("this tile has no such number: its layout has no descriptor"),
        }
    }
}

impl std::error::Error for QuantityError {}

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
/// assert_eq!(quantity(&spec, "byte 3").unwrap_err().to_string(), "the name takes 2 whole numbers");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
///
/// # Errors
/// Returns a [`QuantityError`] if the name or its arguments are invalid.
pub fn quantity(spec: &Spec, text: &str) -> Result<Quantity, QuantityError> {
    let mut words = text.split_whitespace();
    let name = words.next().ok_or(QuantityError::UnknownName)?;
    let mut numbers = [0_u32; 2];
    let mut count = 0;
    for word in words {
        match (numbers.get_mut(count), word.parse()) {
            (Some(number), Ok(parsed)) => *number = parsed,
            _ => return Err(other_arguments(name)),
        }
        count += 1;
    }
    let found = match (count, numbers) {
        (0, _) => find(&TILE, name)?(spec),
        (1, [step, _]) => {
            let of_step = find(&STEP, name)?;
            if step >= spec.steps() {
                return Err(QuantityError::Outside);
            }
            of_step(spec, step)
        }
        (_, [mn, k]) => {
            let (of_element, coord) = (find(&ELEMENT, name)?, Coord { mn, k });
            if !spec.extent().contains(coord) {
                return Err(QuantityError::Outside);
            }
            of_element(spec, &trace_from_element(spec.layout(), coord))
        }
    };
    found.ok_or(QuantityError::None)
}

fn find<T: Copy>(table: &[(&str, T)], name: &str) -> Result<T, QuantityError> {
    let row = table.iter().find(|(known, _)| *known == name);
    row.map(|(_, of)| *of).ok_or_else(|| other_arguments(name))
}

type OfElement = fn(&Spec, &Trace) -> Option<Quantity>;

type OfTile = fn(&Spec) -> Option<Quantity>;
type OfStep = fn(&Spec, u32) -> Option<Quantity>;

fn written(value: impl Into<u64>, text: impl fmt::Display) -> Option<Quantity> {
    Some(Quantity { value: value.into(), text: text.to_string() })
}

fn count(value: impl Into<u64> + fmt::Display + Copy) -> Option<Quantity> {
    written(value, value)
}

fn address(value: u32) -> Option<Quantity> {
    written(value, format_args!("0x{value:x}"))
}

/// A unit of a line in binary: address bits 4 to 6.
fn unit_bits(value: u32) -> Option<Quantity> {
    written(value, format_args!("{value:03b}"))
}

fn read(spec: &Spec) -> LayoutParams {
    spec.read(spec.place()).params()
}

fn atom(spec: &Spec) -> Atom {
    spec.tile().swizzle.atom(spec.tile().major)
}

fn columns_and_groups(spec: &Spec) -> (u32, u32) {
    spec.layout().columns_and_groups(spec.extent())
}

fn tally(spec: &Spec) -> Tally {
    Tally::of_read(spec, spec.place())
}

/// Units of the matrix, which can exceed 32 bits.
pub(crate) fn units(spec: &Spec) -> u64 {
    let (extent, t) = (spec.extent(), spec.tile().element.per_unit());
    u64::from(extent.mn) * u64::from(extent.k) / u64::from(t)
}

/// Numbers of a tile by name.
const TILE: [(&str, OfTile); 37] = [
    ("T", |spec| count(spec.tile().element.per_unit())),
    ("unit_bytes", |_| count(UNIT_BYTES)),
    ("banks", |_| count(BANKS)),
    ("element_bits", |spec| count(spec.tile().element.slot_bits())),
    ("mn", |spec| count(spec.extent().mn)),
    ("k", |spec| count(spec.extent().k)),
    ("columns", |spec| count(columns_and_groups(spec).0)),
    ("groups", |spec| count(columns_and_groups(spec).1)),
    ("column_bytes", |spec| count(spec.layout().column_bytes())),
    ("row_units", |spec| count(spec.tile().swizzle.row_units())),
    ("row_bytes", |spec| count(spec.tile().swizzle.row_bytes())),
    ("row_elements", |spec| count(spec.tile().swizzle.row_units() * spec.tile().element.per_unit())),
    ("line_rows", |spec| count(LINE_BYTES / spec.tile().swizzle.row_bytes())),
    ("atom_rows", |spec| count(atom(spec).rows)),
    ("atom_bytes", |spec| count(atom(spec).bytes())),
    ("pattern_bytes", |spec| count(spec.tile().swizzle.pattern_bytes())),
    ("phases", |spec| count(1_u32 << spec.tile().swizzle.xor().bits)),
    ("start_bytes", |spec| address(read(spec).start_bytes)),
    ("lbo_bytes", |spec| count(read(spec).lbo_bytes)),
    ("sbo_bytes", |spec| count(read(spec).sbo_bytes)),
    ("start_field", |spec| count(read(spec).start_bytes / UNIT_BYTES)),
    ("lbo_field", |spec| count(read(spec).lbo_bytes / UNIT_BYTES)),
    ("sbo_field", |spec| count(read(spec).sbo_bytes / UNIT_BYTES)),
    ("base_offset", |spec| count(read(spec).base_offset)),
    ("swizzle_code", |spec| {
        let descriptor = spec.descriptor(spec.place()).ok()?;
        count(descriptor.get(FieldId::Swizzle) as u32)
    }),
    ("read_mn", |spec| count(spec.read_extent().mn)),
    ("read_k", |spec| count(spec.read_k())),
    ("read_k_bytes", |spec| count(spec.read_k() * spec.tile().element.slot_bits() / 8)),
    ("steps", |spec| count(spec.steps())),
    ("step_bytes", |spec| count(spec.space().wrapped(spec.start_bytes(1).wrapping_sub(spec.start_bytes(0))))),
    ("units", |spec| count(units(spec))),
    ("tile_bytes", |spec| count(units(spec) * u64::from(UNIT_BYTES))),
    ("lbo_address", |spec| match read(spec).lbo_mode {
        LboMode::Absolute => address(read(spec).lbo_bytes),
        LboMode::Relative => None,
    }),
    ("read_units", |spec| count(tally(spec).right + tally(spec).wrong)),
    ("right", |spec| count(tally(spec).right)),
    ("wrong", |spec| count(tally(spec).wrong)),
    ("missing", |spec| count(tally(spec).missing)),
];

/// Numbers of a step by name.
const STEP: [(&str, OfStep); 2] = [
    ("start", |spec, step| address(spec.read(step).start_bytes())),
    ("descriptor", |spec, step| {
        let descriptor = spec.descriptor(step).ok()?;
        written(descriptor.raw(), descriptor)
    }),
];

/// Numbers of an element by name.
const ELEMENT: [(&str, OfElement); 13] = [
    ("byte", |_, trace| address(trace.address.byte)),
    ("absolute", |_, trace| address(trace.absolute_bytes)),
    ("offset", |spec, trace| {
        let start = spec.layout().start_bytes();
        count(spec.space().wrapped(trace.absolute_bytes.wrapping_sub(start)))
    }),
    ("unit", |_, trace| {
        // Before the start only where the XOR leads there.
        written(trace.memory_unit.unsigned_abs(), trace.memory_unit)
    }),
    ("line", |_, trace| address(trace.line_bytes)),
    ("unit_in_line", |_, trace| count(trace.unit_in_line)),
    ("unit_before", |_, trace| count(unit_before(trace))),
    ("unit_before_bits", |_, trace| unit_bits(unit_before(trace))),
    ("xor_bits", |_, trace| unit_bits(trace.unit_in_line ^ unit_before(trace))),
    ("unit_bits", |_, trace| unit_bits(trace.unit_in_line)),
    ("bank", |_, trace| count(trace.element_banks.0)),
    ("phase", |_, trace| count(trace.phase)),
    ("row_in_atom", |spec, trace| count(spec.layout().digits_from_element(trace.coord).row)),
];

/// An element's unit in its line, before the XOR.
const fn unit_before(trace: &Trace) -> u32 {
    trace.absolute_bytes / UNIT_BYTES % LINE_UNITS
}

/// The error for a name with the wrong number of arguments.
fn other_arguments(name: &str) -> QuantityError {
    fn has<T>(table: &[(&str, T)], name: &str) -> bool {
        table.iter().any(|(known, _)| *known == name)
    }
    let tables = [has(&TILE, name), has(&STEP, name), has(&ELEMENT, name)];
    let count = tables.iter().position(|has| *has);
    count.map_or(QuantityError::UnknownName, QuantityError::Arguments)
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::hardware::{Arch, Element};
    use swizzle_core::reader::{Said, SaidPlace, SaidReader};
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn text(name: &str) -> Result<String, QuantityError> {
        let spec = spec_from_said(&Said::default()).unwrap();
        quantity(&spec, name).map(|quantity| quantity.text)
    }

    #[test]
    fn numbers_of_the_default_tile() {
        for row in include_str!("quantity.tsv").lines() {
            let (name, wanted) = row.split_once('\t').unwrap();
            assert_eq!(text(name).as_deref(), Ok(wanted), "{name}");
        }
        for (name, _) in TILE {
            // There is a second chunk in absolute mode only.
            let has_it = name != "lbo_address";
            assert_eq!(text(name).is_ok(), has_it, "{name}");
        }
    }

    #[test]
    fn the_names_are_documented() {
        let source = include_str!("quantity.rs");
        let documented: Vec<&str> = source
            .lines()
            .filter(|line| line.starts_with("/// | `"))
            .flat_map(|line| line.split('`').skip(1).step_by(2))
            .filter_map(|name| name.split(' ').next())
            .collect();
        let names = TILE.iter().map(|row| row.0);
        let names = names.chain(STEP.iter().map(|row| row.0));
        let mut names: Vec<&str> = names.chain(ELEMENT.iter().map(|row| row.0)).collect();
        let mut documented = documented;
        names.sort_unstable();
        documented.sort_unstable();
        assert_eq!(documented, names);
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
    fn what_has_no_number_says_why() {
        for (name, why) in [
            ("", QuantityError::UnknownName),
            ("lbo", QuantityError::UnknownName),
            ("byte", QuantityError::Arguments(2)),
            ("byte 3", QuantityError::Arguments(2)),
            ("byte 3 x", QuantityError::Arguments(2)),
            ("byte 3 4 5", QuantityError::Arguments(2)),
            ("start", QuantityError::Arguments(1)),
            ("T 1", QuantityError::Arguments(0)),
            ("byte 64 0", QuantityError::Outside),
            ("start 4", QuantityError::Outside),
        ] {
            assert_eq!(text(name), Err(why), "{name}");
        }
    }
}
