//! The parts of a coordinate that have strides of their own: the law's terms, from the smallest stride of a regular layout up.

use super::bundle::{Bundle, CoordBit, Strand};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::UNIT_BYTES;
use swizzle_core::law::{Coord, Layout, Part, Source, Stride, Term};
use swizzle_core::reader::Spec;

/// Bits of an address.
pub(super) const fn address_bits(layout: &Layout) -> u32 {
    layout.space().bytes().trailing_zeros()
}

/// Returns the address that the law adds everything to, and its field: in absolute mode each chunk has an address of its own.
pub(super) fn base(layout: &Layout, coord: Coord) -> (u32, FieldId) {
    match second_chunk(layout, coord) {
        Some(_) => (layout.params().lbo_bytes, FieldId::Lbo),
        None => (layout.terms().base_bytes, FieldId::Start),
    }
}

/// The term of the second chunk, if the element is in it.
fn second_chunk(layout: &Layout, coord: Coord) -> Option<&Term> {
    let chunk = layout.terms().term(Part::Chunk)?;
    (chunk.digit(coord.on(chunk.axis)) > 0).then_some(chunk)
}

/// The law's term of a strand; none of bytes, and of columns where chunks take their place.
fn term(layout: &Layout, strand: Strand) -> Option<&Term> {
    let part = match strand {
        Strand::Byte => return None,
        Strand::Slot => Part::Slot,
        Strand::Unit => Part::Unit,
        Strand::Row => Part::Row,
        Strand::Column => Part::Column,
        Strand::Group => Part::Group,
    };
    layout.terms().term(part)
}

/// The index that a term counts, from its chunk's first.
fn index(layout: &Layout, coord: Coord, term: &Term) -> u32 {
    let index = coord.on(term.axis);
    match second_chunk(layout, coord) {
        Some(chunk) if term.part == Part::Unit => index - chunk.per,
        Some(_) | None => index,
    }
}

/// The parts that have strides of their own, from the smallest stride of a regular layout up.
pub(super) fn strands(layout: &Layout, has_slots: bool) -> [Strand; 5] {
    let lowest = if has_slots {
        Strand::Slot
    } else {
        Strand::Byte
    };
    let columns_last = layout.column_bytes() > layout.group_bytes();
    let [fourth, fifth] = if columns_last {
        [Strand::Group, Strand::Column]
    } else {
        [Strand::Column, Strand::Group]
    };
    [lowest, Strand::Unit, Strand::Row, fourth, fifth]
}

/// Bits that count so many.
pub(super) const fn bits_of(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

/// How many values a part has in the tile.
pub(super) fn count(spec: &Spec, strand: Strand) -> u32 {
    let Some(term) = term(spec.layout(), strand) else {
        return match strand {
            Strand::Byte => UNIT_BYTES,
            _ => 1,
        };
    };
    let reach = term.reach(spec.extent().on(term.axis));
    match (strand, spec.layout().row_xor()) {
        (Strand::Slot, _) => spec.layout().element().per_unit(),
        // An exchange may lead past the last unit of a narrow row.
        (Strand::Column, Some(row_xor)) => reach.next_multiple_of(1 << row_xor.xor_of_lines().bits),
        _ => reach,
    }
}

pub(super) fn bundle(spec: &Spec, coord: Coord, strand: Strand) -> Bundle {
    let layout = spec.layout();
    let term = term(layout, strand);
    let value = term.map_or(0, |term| term.digit(index(layout, coord, term)));
    // A byte has eight bits.
    let stride_bits = term.map_or(8, |term| u64::from(term.stride_bits));
    let stride = term.and_then(|term| match term.source {
        Source::Field(stride) => Some(stride),
        Source::Fixed | Source::Pitch => None,
    });
    let is_of_field = |stride: &Stride| {
        let lacks_columns = spec.has_column_stride() && !spec.is_read_by_instruction(Stride::Lbo);
        layout.is_canonical() && !(*stride == Stride::Lbo && lacks_columns)
    };
    let (letter, first_number) = letter(layout, strand);
    let bit = |index: u32| CoordBit {
        letter,
        number: first_number + index,
        is_set: value >> index & 1 == 1,
        weight_bits: stride_bits << index,
        place: 0,
        wire: wire(layout, stride_bits << index),
        turned: turned(spec, coord, strand, value ^ 1 << index),
    };
    Bundle {
        strand,
        value,
        stride_bits,
        stride,
        field: stride.filter(is_of_field).map(|stride| match stride {
            Stride::Lbo => FieldId::Lbo,
            Stride::Sbo => FieldId::Sbo,
        }),
        adds_bits: u64::from(value) * stride_bits,
        bits: (0..bits_of(count(spec, strand))).rev().map(bit).collect(),
    }
}

/// The address bit that a weight is.
pub(super) fn wire(layout: &Layout, weight_bits: u64) -> Option<i32> {
    let place = weight_bits.trailing_zeros() as i32 - 3;
    (weight_bits.is_power_of_two() && place < address_bits(layout) as i32).then_some(place)
}

/// Returns the letter of a strand's bits, and the number of the lowest one.
pub(super) const fn letter(layout: &Layout, strand: Strand) -> (char, u32) {
    let atom = layout.swizzle().atom(layout.major());
    match strand {
        Strand::Byte => ('b', 0),
        Strand::Slot => ('e', 0),
        Strand::Unit => ('u', 0),
        Strand::Row => ('r', 0),
        Strand::Column => ('u', bits_of(atom.row_units)),
        Strand::Group => ('r', bits_of(atom.rows)),
    }
}

/// The element whose part has this value, all others as they are; in absolute mode of the same chunk.
fn turned(spec: &Spec, coord: Coord, strand: Strand, value: u32) -> Option<Coord> {
    let layout = spec.layout();
    let term = term(layout, strand)?;
    let before = term.digit(index(layout, coord, term)) * term.per;
    let there = coord.with(term.axis, coord.on(term.axis) - before + value * term.per);
    let is_in_chunk =
        second_chunk(layout, coord).is_some() == second_chunk(layout, there).is_some();
    (is_in_chunk && spec.extent().contains(there)).then_some(there)
}
