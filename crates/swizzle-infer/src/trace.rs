//! The computation of one address: the law's terms with the reader's own numbers.

use super::*;
use swizzle_core::{
    hardware::{BANK_BYTES, LINE_UNITS},
    law::{self, Part, Source},
};

/// A term of the sum that gives the absolute address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// `count × bytes`, written out; empty if there is nothing to multiply.
    pub formula: String,
    /// Bytes that it adds.
    pub bytes: u32,
    /// The descriptor's field that it comes from, if there is one.
    pub field: Option<FieldId>,
}

/// The way from an element to its byte.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace {
    /// The element.
    pub coord: Coord,
    /// The terms, in the law's order; they add up to [`absolute_bytes`](Self::absolute_bytes), modulo 2^18.
    pub terms: Vec<Term>,
    /// Absolute address of the element's unit, and the element's own bits above it, before the XOR.
    pub absolute_bytes: u32,
    /// The phase: the value that is XORed.
    pub phase: u32,
    /// Bits that are read for the phase: lowest, count.
    pub phase_bits: (u32, u32),
    /// Bits that are changed: lowest, count.
    pub changed_bits: (u32, u32),
    /// Address of the element.
    pub address: BitAddress,
    /// Address of its 128-byte line.
    pub line_bytes: u32,
    /// Unit in that line, 0 to 7.
    pub unit_in_line: u32,
    /// First and last bank that hold its unit.
    pub banks: (u32, u32),
    /// First and last bank that hold the element itself.
    pub element_banks: (u32, u32),
    /// `(address − start) / 16`: the ISA figures' number; negative if the XOR leads before the start.
    pub memory_unit: i32,
}

/// The trace of an element.
///
/// ```
/// use swizzle_core::{Coord, Said};
/// use swizzle_infer::trace::trace_from_element;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let trace = trace_from_element(spec.layout(), Coord { mn: 3, k: 40 });
/// assert_eq!((trace.absolute_bytes, trace.phase, trace.address.byte), (1488, 3, 1504));
/// assert_eq!(trace.memory_unit, 30);
/// let rows = swizzle_core::Layout::plain_rows(swizzle_core::Element::Bf16, swizzle_core::Major::K, 0, 160, None);
/// let sum = |mn| trace_from_element(&rows, Coord { mn, k: 0 }).terms.iter().map(|term| term.bytes).sum::<u32>();
/// assert_eq!((sum(1), sum(9)), (160, 9 * 160));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn trace_from_element(layout: &Layout, coord: Coord) -> Trace {
    let place = layout.digits_from_element(coord);
    let xor = xor(layout);
    let unit_absolute = layout.absolute_from_element(coord);
    let address = layout.byte_from_element(coord);
    let in_unit = place.slot * layout.element().pitch_bits() / 8;
    Trace {
        coord,
        terms: terms(layout, coord),
        absolute_bytes: unit_absolute + in_unit,
        phase: layout.terms().phase(coord),
        phase_bits: (xor.base + xor.shift, xor.bits),
        changed_bits: (xor.base, xor.bits),
        address,
        line_bytes: address.byte / LINE_BYTES * LINE_BYTES,
        unit_in_line: address.byte / UNIT_BYTES % LINE_UNITS,
        banks: banks(
            address.byte % LINE_BYTES / layout.unit_bytes() * layout.unit_bytes() * 8,
            layout.unit_bytes() * 8,
        ),
        element_banks: banks(address.byte % LINE_BYTES * 8 + address.bit, layout.element().pitch_bits()),
        memory_unit: memory_unit(layout, address.byte),
    }
}

/// The XOR as one of addresses: of rows by their number, that of their pitch where it is one, otherwise that of lines.
const fn xor(layout: &Layout) -> Xor {
    let Some(row_xor) = layout.row_xor() else {
        return layout.swizzle().xor();
    };
    match (row_xor.on_bytes(layout.element(), layout.pitch_bytes()), row_xor.unit_bytes(layout.element())) {
        (Some(xor), _) => xor,
        (None, Some(unit_bytes)) => {
            let (unit, line) = (unit_bytes.trailing_zeros(), LINE_BYTES.trailing_zeros());
            Xor { bits: row_xor.xor().bits, base: unit, shift: line.saturating_sub(unit) }
        }
        (None, None) => Xor { bits: 0, ..layout.swizzle().xor() },
    }
}

/// The first and the last bank of so many bits of a line.
const fn banks(first: u32, bits: u32) -> (u32, u32) {
    (first / (BANK_BYTES * 8), (first + bits - 1) / (BANK_BYTES * 8))
}

/// `(address − start) / 16`, in smaller units where the layout has these, modulo the address space: from 0 on, or up to seven
/// less if the start is inside a range that the XOR exchanges, so that units can move before it.
pub const fn memory_unit(layout: &Layout, byte: u32) -> i32 {
    let unit_bytes = layout.unit_bytes();
    let units = (layout.space().bytes() / unit_bytes) as i32;
    let start = layout.start_bytes() / unit_bytes;
    let xor = xor(layout);
    let exchanged = match 1 << (xor.base + xor.bits) {
        0..LINE_BYTES if layout.row_xor().is_some() => LINE_BYTES,
        exchanged => exchanged,
    };
    let before = (start % (exchanged / unit_bytes)) as i32;
    let distance = (byte / unit_bytes) as i32 - start as i32;
    (distance + before).rem_euclid(units) - before
}

/// The base and the law's terms in the order in which they are shown: along the contiguous dimension, across it, in the unit.
fn terms(layout: &Layout, coord: Coord) -> Vec<Term> {
    let law = layout.terms();
    let second = law.term(Part::Chunk).filter(|chunk| chunk.digit(coord.on(chunk.axis)) > 0);
    // In absolute mode each of two chunks has an address of its own.
    let (bytes, field) = match second {
        Some(_) => (layout.params().lbo_bytes, FieldId::Lbo),
        None => (law.base_bytes, FieldId::Start),
    };
    let shown = [Part::Unit, Part::Column, Part::Row, Part::Group, Part::Slot];
    let of_law = shown.into_iter().filter_map(|part| {
        let term = law.term(part)?;
        let before = second.filter(|_| part == Part::Unit).map_or(0, |chunk| chunk.per);
        Some(told(term, coord.on(term.axis) - before))
    });
    let base = Term { formula: String::new(), bytes, field: Some(field) };
    [base].into_iter().chain(of_law).collect()
}

/// A term of the law with its digit in numbers.
fn told(term: &law::Term, index: u32) -> Term {
    let (digit, bytes) = (term.digit(index), term.stride_bits / 8);
    Term {
        formula: match term.part {
            Part::Slot => format!("{digit} × {} bits", term.stride_bits),
            _ => format!("{digit} × {bytes}"),
        },
        bytes: term.adds_bits(index) / 8,
        field: match term.source {
            Source::Field(stride) => Some(FieldId::of_stride(stride)),
            Source::Fixed | Source::Pitch => None,
        },
    }
}
