//! The fields that each known mistake produces from the correct ones.

use super::*;
use swizzle_core::{
    hardware::field_from_bytes,
    law::isa_ignores_lbo,
    tile::{Strides, packed_strides},
};

/// The strides that a mistake can affect, the most likely first.
const TOUCHED: [&[Stride]; 3] = [&[Stride::Sbo], &[Stride::Lbo], &[Stride::Lbo, Stride::Sbo]];

/// An element type of each width.
const WIDTHS: [Element; 4] = [Element::Tf32, Element::Bf16, Element::E4m3, Element::E2m1Packed];

/// Modes of tensor maps in the driver's order.
///
/// Source: CUDA driver API, `CUtensorMapSwizzle`.
const TENSOR_MAP: [Swizzle; 5] =
    [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128, Swizzle::B128Atom32];

/// A descriptor with some strides changed; `None` if a result is 0 or does not fit its field.
fn changed(right: Descriptor, strides: &[Stride], change: impl Fn(u64) -> u64) -> Option<Descriptor> {
    strides.iter().try_fold(right, |descriptor, stride| {
        let is = change(right.get(FieldId::of_stride(*stride)));
        (is > 0).then(|| descriptor.with(FieldId::of_stride(*stride), is))
    })
}

/// Strides of another layout: both, or one of them.
fn replaced(right: Descriptor, strides: &[Stride], other: Strides) -> Descriptor {
    strides.iter().fold(right, |descriptor, stride| {
        descriptor.with_bytes(FieldId::of_stride(*stride), other.bytes(*stride))
    })
}

/// Mistakes of the strides, with the correct mode.
pub(super) fn of_strides(frame: &Frame<'_>) -> Vec<(Cause, Descriptor)> {
    let (spec, right) = (frame.spec, frame.right);
    let mut found = Vec::new();
    let each = TOUCHED.iter().copied();
    let touched = each.filter(|strides| strides.iter().all(|stride| frame.takes(*stride)));
    for strides in touched.clone() {
        let bytes = changed(right, strides, |field| field * u64::from(UNIT_BYTES));
        found.extend(bytes.map(|slipped| (Cause::Bytes(strides), slipped)));
        let twice = changed(right, strides, |field| field / u64::from(UNIT_BYTES));
        found.extend(twice.map(|slipped| (Cause::DividedTwice(strides), slipped)));
    }
    found.extend(exchanged(frame).map(|slipped| (Cause::Exchanged, slipped)));
    let tile = spec.tile();
    let (element, buffer) = (tile.element, tile.buffer);
    let packed =
        |swizzle: Swizzle, extent: Extent| packed_strides(element, tile.major, swizzle, extent, tile.order);
    if spec.said().tile.order.is_some() {
        let strides = packed_strides(element, tile.major, tile.swizzle, buffer, tile.order.other());
        found.push((Cause::OtherOrder, replaced(right, TOUCHED[2], strides)));
    }
    for extent in slices(frame) {
        let slipped = replaced(right, TOUCHED[2], packed(tile.swizzle, extent));
        found.push((Cause::Slice(extent.mn, extent.k), slipped));
    }
    // A swizzled K-major group is 8 rows of the mode's width for every type.
    let has_rows_of_bytes = tile.major == Major::K && tile.swizzle != Swizzle::None;
    for strides in touched {
        for other in WIDTHS {
            let is_same = other.slot_bits() == element.slot_bits();
            if is_same || has_rows_of_bytes || !spec.reader().arch.has_element(other) {
                continue;
            }
            let of_other = packed_strides(other, tile.major, tile.swizzle, buffer, tile.order);
            let slipped = replaced(right, strides, of_other);
            found.push((Cause::OtherElement(strides, other), slipped));
        }
        let is_other = |mode: &&Swizzle| {
            **mode != tile.swizzle && is_legal_form(spec.reader().arch, element, tile.major, **mode)
        };
        for &mode in Swizzle::ALL.iter().filter(is_other) {
            // A descriptor of that mode has no LBO that follows from its tile.
            if strides.contains(&Stride::Lbo) && isa_ignores_lbo(tile.major, mode) {
                continue;
            }
            let slipped = replaced(right, strides, packed(mode, buffer));
            found.push((Cause::OtherMode(strides, mode), slipped));
        }
    }
    found
}

/// Swapped LBO and SBO. If the read does not use LBO, SBO has the value that is written for an LBO without effect.
fn exchanged(frame: &Frame<'_>) -> Option<Descriptor> {
    let (right, given) = (frame.right, frame.given);
    let [lbo, sbo] = [FieldId::Lbo, FieldId::Sbo].map(|field| right.get(field));
    if frame.takes(Stride::Lbo) {
        return Some(right.with(FieldId::Lbo, sbo).with(FieldId::Sbo, lbo));
    }
    let held = given.get(FieldId::Sbo);
    let tile = frame.spec.tile();
    let columns: u64 = right.with_bytes(FieldId::Lbo, tile.lbo_bytes).get(FieldId::Lbo);
    // Some code writes a block of 8 rows × 16 bytes there for every mode.
    let block: u64 = field_from_bytes(Swizzle::None.atom(tile.major).bytes()).into();
    let is_idle_lbo = held != sbo && (held <= 1 || held == columns || held == block);
    let is_exchanged = is_idle_lbo && given.get(FieldId::Lbo) == sbo;
    is_exchanged.then(|| right.with(FieldId::Lbo, sbo).with(FieldId::Sbo, held))
}

/// Parts of the buffer for which strides are computed by mistake: one instruction's rows, the window, one step of K.
fn slices(frame: &Frame<'_>) -> Vec<Extent> {
    let spec = frame.spec;
    let (buffer, window, read) = (spec.tile().buffer, spec.window(), spec.read_extent());
    let mut slices = Vec::new();
    for mn in [buffer.mn, window.mn, read.mn, spec.reader().arch.m_max()] {
        for k in [buffer.k, window.k, read.k] {
            let slice = Extent { mn, k };
            let is_part = mn <= buffer.mn && k <= buffer.k && slice != buffer;
            if is_part && !slices.contains(&slice) {
                slices.push(slice);
            }
        }
    }
    slices
}

/// Mistakes of the swizzle code, with the correct strides.
pub(super) fn of_code(frame: &Frame<'_>) -> Vec<(Cause, Descriptor)> {
    let (right, mode) = (frame.right, frame.spec.tile().swizzle);
    let (arch, held) = (right.arch(), frame.given.get(FieldId::Swizzle));
    // If the mode is unspecified, the strides must determine it: specified strides are the same in every mode.
    let said = &frame.spec.said().tile;
    let is_told = said.swizzle.is_some()
        || (frame.takes(Stride::Lbo) && said.lbo_bytes.is_none())
        || (frame.takes(Stride::Sbo) && said.sbo_bytes.is_none());
    if held == right.get(FieldId::Swizzle) || !is_told {
        return Vec::new();
    }
    // LBO 1 without a code is also that of plain rows.
    let is_plain = frame.spec.said().tile.swizzle.is_none() && frame.given.get(FieldId::Lbo) == 1;
    if held == 0 && is_plain {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut add = |cause: Cause, code: u64| {
        found.push((cause, right.with(FieldId::Swizzle, code)));
    };
    if held == 0 {
        add(Cause::NoCode, 0);
    }
    for other in arch.others() {
        if let Some(code) = code_from_swizzle(other, mode) {
            add(Cause::Code(Numbering::Of(other)), code.into());
        }
    }
    if let Some(number) = TENSOR_MAP.iter().position(|known| *known == mode) {
        let number = number as u64;
        add(Cause::Code(Numbering::TensorMap), number);
        // Written to a field of two bits.
        let field = Descriptor::field(right.chip(), FieldId::Swizzle);
        if field.is_some_and(|field| field.width > 2) && number < 4 {
            add(Cause::Code(Numbering::TensorMap), number << 1);
        }
    }
    add(Cause::OtherCode, held);
    found
}

/// Mistakes of whole words, and the corrected descriptors.
pub(super) fn of_words(frame: &Frame<'_>) -> Vec<(Cause, Descriptor)> {
    let mut found = Vec::new();
    let turned = frame.given.with_raw(frame.given.raw().rotate_left(32));
    if turned.decode().stray_bits == 0 && frame.is_same(turned, frame.right) {
        found.push((Cause::Halves, turned));
    }
    found.extend(without_pointer(frame).map(|mended| (Cause::Pointer, mended)));
    found
}

/// Bits 20 to 44 contain bits 24 to 48 of a generic address: its window is at a multiple of 16 MiB.
const POINTER_BITS: u64 = (1 << 45) - (1 << 20);

/// Bits 44 to 46 of a generic address, which are set in user space.
const POINTER_TOP: u64 = 7 << 40;
/// An LBO of 32 KiB, as a field.
const FAR: u64 = 0x800;

/// The descriptor without generic-pointer bits, if there are any: all correct bits are set, and others in between.
fn without_pointer(frame: &Frame<'_>) -> Option<Descriptor> {
    let (given, right) = (frame.given, frame.right);
    let lbo_mask = Descriptor::field(right.chip(), FieldId::Lbo)?.mask();
    // An LBO that is not used may be 0 or 1.
    let wanted = if frame.takes(Stride::Lbo) {
        right.raw()
    } else {
        right.raw() & !lbo_mask | given.raw() & lbo_mask & !POINTER_BITS
    };
    let more = given.raw() ^ wanted;
    // The whole user-space pointer, or only the low word, whose upper half is not a distance within a tile.
    let is_whole = given.raw() & POINTER_TOP == POINTER_TOP;
    let is_low = more >> 32 == 0
        && (given.get(FieldId::Reserved30) != 0
            || frame.takes(Stride::Lbo) && given.get(FieldId::Lbo) >= FAR);
    let is_pointer = more & !POINTER_BITS == 0
        && given.raw() & wanted == wanted
        && more & lbo_mask != 0
        && (is_whole || is_low);
    is_pointer.then(|| right.with_raw(wanted))
}

/// Mistakes of the start.
pub(super) fn of_start(frame: &Frame<'_>) -> Vec<(Cause, Descriptor)> {
    let (spec, right) = (frame.spec, frame.right);
    let (start, first) = start_and_first(spec);
    let at = |bytes: u32| right.with_bytes(FieldId::Start, bytes);
    let mut found = Vec::new();
    // The low 14 bits of an address that was not shifted, with or without the bits above them.
    found.push((Cause::Unshifted, right.with(FieldId::Start, start.into())));
    let (step, element) = (spec.place().step, spec.tile().element);
    if step == 0 {
        return found;
    }
    let one = spec.looking_at(swizzle_core::reader::Place { step: 1, ..spec.place() });
    let step_bytes = start_and_first(&one).0.wrapping_sub(first);
    let elements = spec.read_k();
    let mut add = |advance: Advance, bytes: u32| {
        let bytes = first.wrapping_add(bytes.wrapping_mul(step));
        if bytes.is_multiple_of(UNIT_BYTES) && at(bytes) != at(start) {
            found.push((Cause::Advance(advance), at(bytes)));
        }
    };
    add(Advance::PastColumn, step_bytes);
    add(Advance::BytesAsUnits, step_bytes.wrapping_mul(UNIT_BYTES));
    if spec.tile().major == Major::K {
        add(Advance::ElementsAsUnits, elements.wrapping_mul(UNIT_BYTES));
        // For one-byte elements, elements are bytes.
        if element.slot_bits() != 8 {
            add(Advance::ElementsAsBytes, elements);
        }
    }
    found
}
