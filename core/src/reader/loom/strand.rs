//! The parts of a coordinate that have strides of their own.

use super::bundle::{Bundle, CoordBit, Strand};
use crate::descriptor::FieldId;
use crate::hardware::{ADDRESS_BYTES, LboMode, UNIT_BYTES};
use crate::law::{Coord, Digits, Layout, Stride};
use crate::reader::Spec;

/// Bits of an address.
pub(super) const ADDRESS_BITS: u32 = ADDRESS_BYTES.trailing_zeros();

/// What the law adds everything to: in absolute mode each chunk has an address of its own.
pub(super) const fn base(layout: &Layout, digits: Digits) -> (u32, FieldId) {
    if is_in_second_chunk(layout, digits) {
        (layout.params().lbo_bytes, FieldId::Lbo)
    } else {
        (layout.start_bytes(), FieldId::Start)
    }
}

pub(super) const fn is_in_second_chunk(layout: &Layout, digits: Digits) -> bool {
    matches!(layout.params().lbo_mode, LboMode::Absolute)
        && unit_in_row(layout, digits) >= layout.first_chunk_units()
}

pub(super) const fn unit_in_row(layout: &Layout, digits: Digits) -> u32 {
    digits.column * layout.swizzle().row_units() + digits.unit
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
    let layout = spec.layout();
    let (along, across) = spec.extent().along_and_across(layout.major());
    let atom = layout.swizzle().atom(layout.major());
    let units = along.div_ceil(layout.element().per_unit());
    let is_absolute = layout.params().lbo_mode == LboMode::Absolute;
    match strand {
        Strand::Byte => UNIT_BYTES,
        Strand::Slot => layout.element().per_unit(),
        Strand::Unit if is_absolute => units,
        Strand::Unit => units.min(atom.row_units),
        Strand::Column if is_absolute => 1,
        // An exchange may lead past the last unit of a narrow row.
        Strand::Column => match layout.row_xor() {
            Some(row_xor) => units.next_multiple_of(1 << row_xor.xor_of_lines().bits),
            None => units.div_ceil(atom.row_units),
        },
        Strand::Row => across.min(atom.rows),
        Strand::Group => across.div_ceil(atom.rows),
    }
}

pub(super) fn bundle(spec: &Spec, digits: Digits, strand: Strand) -> Bundle {
    let layout = spec.layout();
    let value = value(layout, digits, strand);
    let stride_bits = stride_bits(layout, strand);
    let stride = match strand {
        Strand::Column => Some(Stride::of_columns(layout.major(), layout.swizzle())),
        Strand::Group => Some(Stride::of_groups(layout.major(), layout.swizzle())),
        Strand::Byte | Strand::Slot | Strand::Unit | Strand::Row => None,
    };
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
        wire: wire(stride_bits << index),
        turned: turned(spec, digits, strand, value ^ 1 << index),
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

pub(super) const fn value(layout: &Layout, digits: Digits, strand: Strand) -> u32 {
    match strand {
        Strand::Byte => 0,
        Strand::Slot => digits.slot,
        Strand::Unit => match layout.params().lbo_mode {
            LboMode::Relative => digits.unit,
            LboMode::Absolute if is_in_second_chunk(layout, digits) => {
                unit_in_row(layout, digits) - layout.first_chunk_units()
            }
            LboMode::Absolute => unit_in_row(layout, digits),
        },
        Strand::Row => digits.row,
        Strand::Column => match layout.params().lbo_mode {
            LboMode::Relative => digits.column,
            LboMode::Absolute => 0,
        },
        Strand::Group => digits.group,
    }
}

pub(super) fn stride_bits(layout: &Layout, strand: Strand) -> u64 {
    let bytes = match strand {
        Strand::Byte => 1,
        Strand::Slot => return layout.element().pitch_bits().into(),
        Strand::Unit => UNIT_BYTES,
        Strand::Row => layout.pitch_bytes(),
        Strand::Column => layout.column_bytes(),
        Strand::Group => layout.group_bytes(),
    };
    u64::from(bytes) * 8
}

/// The address bit that a weight is.
pub(super) fn wire(weight_bits: u64) -> Option<i32> {
    let place = weight_bits.trailing_zeros() as i32 - 3;
    (weight_bits.is_power_of_two() && place < ADDRESS_BITS as i32).then_some(place)
}

/// What a bit is called by, and the number of the lowest one.
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

/// The element whose part has this value, all others as they are.
pub(super) fn turned(spec: &Spec, digits: Digits, strand: Strand, value: u32) -> Option<Coord> {
    let layout = spec.layout();
    let digits = match strand {
        Strand::Byte => return None,
        Strand::Slot => Digits {
            slot: value,
            ..digits
        },
        Strand::Unit => match layout.params().lbo_mode {
            LboMode::Relative => Digits {
                unit: value,
                ..digits
            },
            LboMode::Absolute => in_same_chunk(layout, digits, value)?,
        },
        Strand::Row => Digits {
            row: value,
            ..digits
        },
        Strand::Column => Digits {
            column: value,
            ..digits
        },
        Strand::Group => Digits {
            group: value,
            ..digits
        },
    };
    let coord = layout.element_from_digits(digits);
    spec.extent().contains(coord).then_some(coord)
}

pub(super) fn in_same_chunk(layout: &Layout, digits: Digits, rest: u32) -> Option<Digits> {
    let is_second = is_in_second_chunk(layout, digits);
    let unit = rest
        + match is_second {
            true => layout.first_chunk_units(),
            false => 0,
        };
    let row_units = layout.swizzle().row_units();
    let there = Digits {
        column: unit / row_units,
        unit: unit % row_units,
        ..digits
    };
    (is_in_second_chunk(layout, there) == is_second).then_some(there)
}
