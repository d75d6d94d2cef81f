//! The fields that each known mistake produces from the correct ones.

use super::*;
use swizzle_core::{hardware::field_from_bytes, law::isa_ignores_lbo, tma::MapSwizzle};

/// The strides that a mistake can affect, the most likely first.
const TOUCHED: [&[Stride]; 3] = [&[Stride::Sbo], &[Stride::Lbo], &[Stride::Lbo, Stride::Sbo]];

/// An element type of each width.
const WIDTHS: [Element; 4] = [Element::Tf32, Element::Bf16, Element::E4m3, Element::E2m1Packed];

/// Mistakes of the strides, with the correct mode.
pub(super) fn of_strides(frame: &Frame<'_>) -> Vec<(Cause, Descriptor)> {
    let (spec, right, tile) = (frame.spec, frame.right, frame.spec.tile());
    // Strides that are changed; `None` if a result is 0 or does not fit its field.
    let changed = |strides: &[Stride], change: fn(u64) -> u64| {
        strides.iter().try_fold(right, |descriptor, stride| {
            let is = change(right.get(FieldId::of_stride(*stride)));
            (is > 0).then(|| descriptor.with(FieldId::of_stride(*stride), is))
        })
    };
    // Strides that are packed for another tile.
    let packed_for = |strides: &[Stride], other: Tile| {
        let other = other.packed_strides();
        strides.iter().fold(right, |descriptor, stride| {
            descriptor.with_bytes(FieldId::of_stride(*stride), other.bytes(*stride))
        })
    };
    let mut found = Vec::new();
    let touched = TOUCHED.into_iter().filter(|strides| strides.iter().all(|stride| frame.takes(*stride)));
    for strides in touched.clone() {
        let bytes = changed(strides, |field| field * u64::from(UNIT_BYTES));
        found.extend(bytes.map(|slipped| (Cause::Bytes(strides), slipped)));
        let twice = changed(strides, |field| field / u64::from(UNIT_BYTES));
        found.extend(twice.map(|slipped| (Cause::DividedTwice(strides), slipped)));
    }
    found.extend(exchanged(frame).map(|slipped| (Cause::Exchanged, slipped)));
    if spec.said().tile.order.is_some() {
        let other = Tile { order: tile.order.other(), ..*tile };
        found.push((Cause::OtherOrder, packed_for(TOUCHED[2], other)));
    }
    for buffer in slices(frame) {
        let slipped = packed_for(TOUCHED[2], Tile { buffer, ..*tile });
        found.push((Cause::Slice(buffer.mn, buffer.k), slipped));
    }
    let arch = spec.reader().arch;
    // A swizzled K-major group is 8 rows of the mode's width for every type.
    let has_rows_of_bytes = tile.has_column_stride();
    for strides in touched {
        for element in WIDTHS {
            let is_same = element.slot_bits() == tile.element.slot_bits();
            if !is_same && !has_rows_of_bytes && arch.has_element(element) {
                let slipped = packed_for(strides, Tile { element, ..*tile });
                found.push((Cause::OtherElement(strides, element), slipped));
            }
        }
        for &swizzle in Swizzle::ALL {
            // A descriptor of that mode has no LBO that follows from its tile.
            let is_open = strides.contains(&Stride::Lbo) && isa_ignores_lbo(tile.major, swizzle);
            let is_legal = is_legal_form(arch, tile.element, tile.major, swizzle);
            if swizzle != tile.swizzle && is_legal && !is_open {
                let slipped = packed_for(strides, Tile { swizzle, ..*tile });
                found.push((Cause::OtherMode(strides, swizzle), slipped));
            }
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
    let is_open = |stride: &Stride| frame.takes(*stride) && said.stride_bytes(*stride).is_none();
    let is_told = said.swizzle.is_some() || TOUCHED[2].iter().any(is_open);
    if held == right.get(FieldId::Swizzle) || !is_told {
        return Vec::new();
    }
    // LBO 1 without a code is also that of plain rows.
    let is_plain = said.swizzle.is_none() && frame.given.get(FieldId::Lbo) == 1;
    if held == 0 && is_plain {
        return Vec::new();
    }
    let mut codes = Vec::new();
    if held == 0 {
        codes.push((Cause::NoCode, 0));
    }
    let of_other = |other: Arch| {
        code_from_swizzle(other, mode).map(|code| (Cause::Code(Numbering::Of(other)), code.into()))
    };
    codes.extend(arch.others().filter_map(of_other));
    let number = MapSwizzle::from_swizzle(mode) as u64;
    codes.push((Cause::Code(Numbering::TensorMap), number));
    // Written to a field of two bits.
    let field = Descriptor::field(right.chip(), FieldId::Swizzle);
    if field.is_some_and(|field| field.width > 2) && number < 4 {
        codes.push((Cause::Code(Numbering::TensorMap), number << 1));
    }
    codes.push((Cause::OtherCode, held));
    codes.into_iter().map(|(cause, code)| (cause, right.with(FieldId::Swizzle, code))).collect()
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
    let (spec, right, place) = (frame.spec, frame.right, frame.spec.place());
    let [start, first, second] = [place.step, 0, 1].map(|step| spec.start_bytes(Place { step, ..place }));
    let at = |bytes: u32| right.with_bytes(FieldId::Start, bytes);
    // The low 14 bits of an address that was not shifted, with or without the bits above them.
    let unshifted = (Cause::Unshifted, right.with(FieldId::Start, start.into()));
    let (step_bytes, elements) = (second.wrapping_sub(first), spec.read_k());
    let mut advances =
        vec![(Advance::PastColumn, step_bytes), (Advance::BytesAsUnits, step_bytes.wrapping_mul(UNIT_BYTES))];
    if spec.tile().major == Major::K {
        advances.push((Advance::ElementsAsUnits, elements.wrapping_mul(UNIT_BYTES)));
        // For one-byte elements, elements are bytes.
        if spec.tile().element.slot_bits() != 8 {
            advances.push((Advance::ElementsAsBytes, elements));
        }
    }
    let advanced = advances.into_iter().filter_map(|(advance, bytes)| {
        let bytes = first.wrapping_add(bytes.wrapping_mul(place.step));
        let is_moved = bytes.is_multiple_of(UNIT_BYTES) && at(bytes) != at(start);
        is_moved.then(|| (Cause::Advance(advance), at(bytes)))
    });
    [unshifted].into_iter().chain(advanced).collect()
}
