//! The XOR: three bits of the address are exchanged on the way into memory, and units move to other slots.

use super::memory::{self, Place};
use super::{Scene, Stage, none, row_and_unit};
use crate::journey::canvas::Canvas;
use crate::journey::motion::{Square, mixed, span};
use crate::journey::read::{ELEMENT, ROW, UNIT, UNITS};
use swizzle_core::hardware::{LINE_UNITS, UNIT_BANKS};
use swizzle_infer::trace::Trace;
use swizzle_infer::trace::trace_from_element;
use swizzle_warp::{Access, wavefronts_from_lanes};

pub(super) const SCENE: Scene = Scene {
    square,
    label: |_| row_and_unit(),
    ground,
    draw,
    over: none,
};

/// Wires, from the highest bit down.
const WIRES: u32 = 3;

/// Returns the progress of a signal on the wire of a bit of the slot.
fn on_wire(past: f32, bit: u32) -> f32 {
    let later = (WIRES - 1 - bit) as f32 * 0.12;
    span(past, 0.16 + later, 0.26 + later)
}

/// Returns the slot of a unit while the wires close one after another.
fn slot(stage: &Stage<'_>, row: u32, unit: u32, past: f32) -> f32 {
    let end = stage.slot(row, unit);
    let (mut slot, mut at) = (unit, unit as f32);
    for bit in (0..WIRES).rev() {
        let next = slot & !(1 << bit) | end & 1 << bit;
        at += (next as f32 - slot as f32) * on_wire(past, bit);
        slot = next;
    }
    at
}

fn square(stage: &Stage<'_>, past: f32) -> Square {
    stage.square_in(slot(stage, ROW, UNIT, past))
}

fn ground(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    memory::draw(canvas, stage, |row, unit| Place {
        slot: slot(stage, row, unit, past),
        opacity: 1.0,
    });
}

fn draw(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    stage.apparatus(canvas, |canvas| {
        let trace = trace_from_element(stage.right.spec.layout(), ELEMENT);
        wires(canvas, &trace, past);
        let [from, to] = [trace.absolute_bytes, trace.address.byte];
        let exchanged = from ^ to;
        let (low, bits) = trace.phase_bits;
        let phase = format!("bits {}–{low} = {:03b}", low + bits - 1, trace.phase);
        if stage.is_narrow {
            canvas.text("xl ink", (0.0, 246.0), format_args!("{from:#x}"));
            let xor = format!("⊕ {exchanged:#x}");
            canvas.text("xl is-base", (88.0, 246.0), xor);
            canvas.text("xl ink", (192.0, 246.0), format_args!("= {to:#x}"));
            let words = format!("{phase}, slot {}", trace.unit_in_line);
            return canvas.text("s", (0.0, 278.0), words);
        }
        canvas.text("xl ink", (0.0, 244.0), format_args!("{from:#x}"));
        canvas.text("s", (72.0, 242.0), "address");
        canvas.text(
            "xl is-base",
            (128.0, 244.0),
            format_args!("⊕ {exchanged:#x}"),
        );
        canvas.text("s", (214.0, 242.0), phase);
        canvas.text("xl ink", (316.0, 244.0), format_args!("= {to:#x}"));
        canvas.text(
            "s",
            (412.0, 242.0),
            format_args!("slot {}", trace.unit_in_line),
        );
        banks(canvas, stage);
    });
}

/// Bits of the address that are drawn.
const BITS: u32 = 14;
/// Pixels from one to the next.
const PITCH: f32 = 35.0;

/// The address before and after, with the wires between them.
fn wires(canvas: &mut Canvas, trace: &Trace, past: f32) {
    let (phase, changed) = (trace.phase_bits.0, trace.changed_bits.0);
    let x = |bit: u32| (BITS - 1 - bit) as f32 * PITCH + PITCH / 2.0;
    let name = |bit: u32| match bit {
        bit if bit >= phase + WIRES => "is-start",
        bit if bit >= phase => "is-base",
        bit if bit >= changed => "is-swizzle",
        _ => "is-unused",
    };
    let level = |bit: u32| 72.0 + (WIRES - 1 - bit) as f32 * 32.0;
    for bit in 0..BITS {
        let before = trace.absolute_bytes >> bit & 1;
        let wire = bit.checked_sub(changed).filter(|wire| *wire < WIRES);
        let is_done = wire.is_none_or(|wire| on_wire(past, wire) > 0.5);
        let after = match is_done {
            true => trace.address.byte >> bit & 1,
            false => before,
        };
        let set = |value: u32| if value == 1 { name(bit) } else { "is-zero" };
        let middle = wire.map_or(48.0, level);
        canvas.path(
            &format!("wire {}", set(before)),
            &format!("M{} 48V{middle}", x(bit)),
        );
        canvas.path(
            &format!("wire {}", set(after)),
            &format!("M{} {middle}V160", x(bit)),
        );
        for (value, y) in [(before, 24.0), (after, 160.0)] {
            canvas.rect(
                &format!("chip {}", set(value)),
                [x(bit) - 14.0, y, 28.0, 24.0],
            );
            let ink = if value == 1 { "m l on" } else { "m l" };
            canvas.text(ink, (x(bit), y + 16.5), value);
        }
        canvas.text("m", (x(bit), 200.0), bit);
    }
    for bit in (0..WIRES).rev() {
        let (from, to, y) = (x(phase + bit), x(changed + bit), level(bit));
        let value = trace.absolute_bytes >> (phase + bit) & 1;
        let class = if value == 1 { "is-base" } else { "is-zero" };
        let part = on_wire(past, bit);
        canvas.path("wire is-gap", &format!("M{} {y}H{}", from + 6.0, to - 10.0));
        canvas.path(
            &format!("wire thick {class}"),
            &format!("M{from} {y}H{:.1}", mixed(from, to - 10.0, part)),
        );
        canvas.rect(&format!("dot {class}"), [from - 4.0, y - 4.0, 8.0, 8.0]);
        canvas.rect("gate", [to - 10.0, y - 10.0, 20.0, 20.0]);
        canvas.path("plus", &format!("M{} {y}h12M{to} {}v12", to - 6.0, y - 6.0));
        canvas.faded(part, |canvas| {
            let [one, other] = [trace.absolute_bytes, trace.address.byte]
                .map(|address| address >> (changed + bit) & 1);
            canvas.rect("paper", [x(3) - 16.0, y - 9.0, 112.0, 18.0]);
            canvas.text(
                "ink",
                (x(3) - 12.0, y + 4.0),
                format_args!("{one} ⊕ {value} = {other}"),
            );
        });
    }
    canvas.text(
        "s is-base",
        (x(phase + WIRES - 1) - 14.0, 14.0),
        format_args!("line {ROW}"),
    );
    canvas.text(
        "s is-swizzle",
        (x(changed + WIRES - 1) - 14.0, 14.0),
        format_args!("unit {UNIT}"),
    );
}

/// The banks of one unit of eight rows.
fn banks(canvas: &mut Canvas, stage: &Stage<'_>) {
    canvas.text(
        "s head",
        (0.0, 322.0),
        format_args!("Unit {UNIT} of rows 0–{}", UNITS - 1),
    );
    canvas.text("s e", (490.0, 322.0), "one 16-byte access by eight lanes");
    let width = 490.0 / LINE_UNITS as f32;
    for row in 0..UNITS {
        let slot = stage.slot(row, UNIT);
        let x = slot as f32 * width;
        let path = crate::journey::canvas::cell([x, 348.0, width, 36.0]);
        canvas.cells(UNIT as usize, &path);
        let first = slot * UNIT_BANKS;
        let class = if row == ROW { "m ink b" } else { "m" };
        let banks = format!("{first}–{}", first + UNIT_BANKS - 1);
        canvas.text(class, (x + width / 2.0, 342.0), banks);
        canvas.text(
            "m cell",
            (x + width / 2.0, 370.0),
            format_args!("{row},{UNIT}"),
        );
        if row == ROW {
            canvas.rect("you-box", [x + 1.0, 349.0, width - 2.0, 34.0]);
        }
    }
    let lanes = |address: &dyn Fn(u32) -> u32| {
        let lanes = std::array::from_fn(|lane| (lane < 8).then(|| address(lane as u32)));
        wavefronts_from_lanes(Access::Load16, &lanes).count()
    };
    let with = lanes(&|row| stage.written(row, UNIT));
    let without = lanes(&|row| stage.right.spec.layout().absolute_from_element(coord(row)));
    let words = format!("Wavefronts for all eight: {with}. Without the XOR: {without}.");
    canvas.text("s l", (0.0, 408.0), words);
}

/// The first element of the unit in a row.
const fn coord(row: u32) -> swizzle_core::Coord {
    swizzle_core::Coord { mn: row, ..ELEMENT }
}
