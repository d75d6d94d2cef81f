//! How one address comes about: the law's terms with the reader's own numbers.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::descriptor::FieldId;
use crate::hardware::{BANK_BYTES, LINE_BYTES, LINE_UNITS, LboMode, Major, UNIT_BANKS, UNIT_BYTES};
use crate::law::{BitAddress, Coord, Layout, PHASE_BIT, RowXor, Stride};

/// A term of the sum that gives the absolute address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// What is counted.
    pub what: &'static str,
    /// `count × bytes`, written out; empty where there is nothing to multiply.
    pub formula: String,
    /// What it adds.
    pub bytes: u32,
    /// The descriptor's field that it comes from, if it does.
    pub field: Option<FieldId>,
}

/// The way from an element to its byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The element.
    pub coord: Coord,
    /// The terms, in the law's order; they add up to [`absolute_bytes`](Self::absolute_bytes), modulo 2^18.
    pub terms: Vec<Term>,
    /// Absolute address of the element's unit, and the element's own bits above it, before the XOR.
    pub absolute_bytes: u32,
    /// How the writer exchanged the units of plain rows: then the phase comes from there.
    pub row_xor: Option<RowXor>,
    /// Unit along the contiguous dimension, from the first one.
    pub unit_in_row: u32,
    /// Base offset, which is subtracted.
    pub base_offset: u8,
    /// The phase: what is XORed.
    pub phase: u32,
    /// Bits that are read for the phase: lowest, count.
    pub phase_bits: (u32, u32),
    /// Bits that are changed: lowest, count.
    pub changed_bits: (u32, u32),
    /// Where the element begins.
    pub address: BitAddress,
    /// Address of its 128-byte line.
    pub line_bytes: u32,
    /// Unit in that line, 0 to 7.
    pub unit_in_line: u32,
    /// First and last bank that hold its unit.
    pub banks: (u32, u32),
    /// First and last bank that hold the element itself.
    pub element_banks: (u32, u32),
    /// `(address − start) / 16`: the ISA figures' number; negative where the XOR leads before the start.
    pub memory_unit: i32,
}

/// The trace of an element.
///
/// ```
/// use swizzle_core::{Coord, Said, Spec, trace_from_element};
/// let spec = Spec::new(&Said::default())?;
/// let trace = trace_from_element(spec.layout(), Coord { mn: 3, k: 40 });
/// assert_eq!((trace.absolute_bytes, trace.phase, trace.address.byte), (1488, 3, 1504));
/// assert_eq!(trace.memory_unit, 30);
/// let rows = swizzle_core::Layout::plain_rows(swizzle_core::Element::Bf16, swizzle_core::Major::K, 0, 160, None);
/// let sum = |mn| trace_from_element(&rows, Coord { mn, k: 0 }).terms.iter().map(|term| term.bytes).sum::<u32>();
/// assert_eq!((sum(1), sum(9)), (160, 9 * 160));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn trace_from_element(layout: &Layout, coord: Coord) -> Trace {
    let place = layout.digits_from_element(coord);
    let xor = layout
        .row_xor()
        .map_or(layout.swizzle().xor(), RowXor::xor_of_lines);
    let base_offset = layout.params().base_offset;
    let unit_absolute = layout.absolute_from_digits(place);
    let address = layout.byte_from_element(coord);
    let in_unit = place.slot * layout.element().pitch_bits() / 8;
    Trace {
        coord,
        terms: terms(layout, coord),
        absolute_bytes: unit_absolute + in_unit,
        row_xor: layout.row_xor(),
        unit_in_row: place.column * layout.swizzle().row_units() + place.unit,
        base_offset,
        phase: match layout.row_xor() {
            None => layout.swizzle().phase(unit_absolute, base_offset),
            Some(row_xor) => row_xor.phase(layout.row_from_digits(place), unit_absolute),
        },
        phase_bits: (PHASE_BIT, xor.bits),
        changed_bits: (xor.base, xor.bits),
        address,
        line_bytes: address.byte / LINE_BYTES * LINE_BYTES,
        unit_in_line: address.byte / UNIT_BYTES % LINE_UNITS,
        banks: (
            address.byte / UNIT_BYTES % LINE_UNITS * UNIT_BANKS,
            address.byte / UNIT_BYTES % LINE_UNITS * UNIT_BANKS + UNIT_BANKS - 1,
        ),
        element_banks: element_banks(layout, address),
        memory_unit: memory_unit(layout, address.byte),
    }
}

const fn element_banks(layout: &Layout, address: BitAddress) -> (u32, u32) {
    let first = address.byte % LINE_BYTES * 8 + address.bit;
    let last = first + layout.element().pitch_bits() - 1;
    (first / (BANK_BYTES * 8), last / (BANK_BYTES * 8))
}

/// `(address − start) / 16`, modulo 2^14: from 0 to 16,383, or up to seven less where the start stands inside of what the XOR
/// exchanges and may lead before it.
#[must_use]
pub(crate) const fn memory_unit(layout: &Layout, byte: u32) -> i32 {
    let units = (crate::hardware::ADDRESS_BYTES / UNIT_BYTES) as i32;
    let start = layout.start_bytes() / UNIT_BYTES;
    let xor = layout.swizzle().xor();
    let exchanged = match layout.row_xor() {
        Some(_) => LINE_BYTES,
        None => 1 << (xor.base + xor.bits),
    };
    let before = (start % (exchanged / UNIT_BYTES)) as i32;
    let distance = (byte / UNIT_BYTES) as i32 - start as i32;
    (distance + before).rem_euclid(units) - before
}

fn terms(layout: &Layout, coord: Coord) -> Vec<Term> {
    let place = layout.digits_from_element(coord);
    let (along, across) = match layout.major() {
        Major::K => ("K", "row"),
        Major::Mn => ("MN", "K row"),
    };
    let product = |count: u32, bytes: u32| format!("{count} × {bytes}");
    let start = Term {
        what: "start",
        formula: String::new(),
        bytes: layout.start_bytes(),
        field: Some(FieldId::Start),
    };
    let row_bytes = layout.pitch_bytes();
    let row = Term {
        what: if across == "row" {
            "row in group"
        } else {
            "K row in group"
        },
        formula: product(place.row, row_bytes),
        bytes: place.row * row_bytes,
        field: None,
    };
    let group = Term {
        what: if across == "row" {
            "group of rows"
        } else {
            "group of K rows"
        },
        formula: product(place.group, layout.group_bytes()),
        bytes: place.group.wrapping_mul(layout.group_bytes()),
        field: Some(field_of(Stride::of_groups(
            layout.major(),
            layout.swizzle(),
        ))),
    };
    let bits = place.slot * layout.element().pitch_bits();
    let slot = Term {
        what: "element in unit",
        formula: format!("{} × {} bits", place.slot, layout.element().pitch_bits()),
        bytes: bits / 8,
        field: None,
    };
    let mut terms = alloc::vec![start];
    if layout.params().lbo_mode == LboMode::Absolute {
        terms = chunk_terms(
            layout,
            place.column * layout.swizzle().row_units() + place.unit,
        );
        terms.extend([row, group, slot]);
        return terms;
    }
    terms.push(Term {
        what: if along == "K" {
            "unit of K"
        } else {
            "unit of MN"
        },
        formula: product(place.unit, UNIT_BYTES),
        bytes: place.unit * UNIT_BYTES,
        field: None,
    });
    terms.push(Term {
        what: if along == "K" {
            "column of K"
        } else {
            "column of MN"
        },
        formula: product(place.column, layout.column_bytes()),
        bytes: place.column.wrapping_mul(layout.column_bytes()),
        field: Some(field_of(Stride::of_columns(
            layout.major(),
            layout.swizzle(),
        ))),
    });
    terms.extend([row, group, slot]);
    terms
}

/// In absolute mode a unit belongs to one of two chunks, each with an address of its own.
fn chunk_terms(layout: &Layout, unit: u32) -> Vec<Term> {
    let first = layout.first_chunk_units();
    let (what, bytes, field, rest) = if unit < first {
        ("start", layout.start_bytes(), FieldId::Start, unit)
    } else {
        (
            "second chunk",
            layout.params().lbo_bytes,
            FieldId::Lbo,
            unit - first,
        )
    };
    alloc::vec![
        Term {
            what,
            formula: String::new(),
            bytes,
            field: Some(field),
        },
        Term {
            what: "unit of K in chunk",
            formula: format!("{rest} × {UNIT_BYTES}"),
            bytes: rest * UNIT_BYTES,
            field: None,
        },
    ]
}

const fn field_of(stride: Stride) -> FieldId {
    match stride {
        Stride::Lbo => FieldId::Lbo,
        Stride::Sbo => FieldId::Sbo,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::Swizzle;
    use crate::reader::{Said, Spec};

    /// Every unit of a tile that fills all addresses has a number of its own.
    #[test]
    fn a_tile_of_256_kib_is_numbered_from_0_to_16383() {
        for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B128] {
            for start_bytes in [0, 0x400, 0x3fc00] {
                let mut said = Said::default();
                (said.tile.swizzle, said.tile.start_bytes) = (Some(swizzle), Some(start_bytes));
                (said.tile.mn, said.tile.k) = (Some(2048), Some(64));
                let spec = Spec::new(&said).unwrap();
                let mut seen = alloc::vec![0_u32; 1 << 14];
                for mn in 0..2048 {
                    for k in (0..64).step_by(8) {
                        let address = spec.layout().byte_from_element(Coord { mn, k });
                        let unit = memory_unit(spec.layout(), address.byte);
                        seen[usize::try_from(unit).unwrap()] += 1;
                    }
                }
                assert!(
                    seen.iter().all(|count| *count == 1),
                    "{swizzle:?} {start_bytes:#x}"
                );
            }
        }
    }

    #[test]
    fn units_that_the_xor_leads_before_the_start_are_negative() {
        let mut said = Said::default();
        said.tile.start_bytes = Some(0x4f0);
        let spec = Spec::new(&said).unwrap();
        assert_eq!(memory_unit(spec.layout(), 0x480), -7);
        assert_eq!(memory_unit(spec.layout(), 0x470), (1 << 14) - 8);
    }
}
