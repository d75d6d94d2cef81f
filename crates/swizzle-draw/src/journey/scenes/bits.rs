//! The descriptor: what each of its fields adds to the address of the element.

use super::memory;
use super::{Scene, Stage, none, row_and_unit};
use crate::journey::canvas::Canvas;
use crate::journey::motion::span;
use crate::journey::read::{ELEMENT, K, ROW, UNIT};
use crate::journey::words::lbo_notes;
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::Named as _;
use swizzle_core::{Arch, Descriptor};
use swizzle_infer::trace::trace_from_element;
use swizzle_text::loom::Loom;
use swizzle_text::trace_rows;

pub(super) const SCENE: Scene = Scene {
    square: |stage, _| stage.square(),
    label: |_| row_and_unit(),
    ground: |canvas, stage, past| {
        let dim = 1.0 - 0.4 * span(past, 0.06, 0.14);
        memory::draw(canvas, stage, |row, unit| {
            let is_own = (row, unit) == (ROW, UNIT);
            memory::written(stage, row, unit, if is_own { 1.0 } else { dim })
        });
    },
    draw,
    over: none,
};

/// The class of a field's colour; none carries no value.
const fn class(id: FieldId) -> Option<&'static str> {
    Some(match id {
        FieldId::Start => "is-start",
        FieldId::Lbo => "is-lbo",
        FieldId::Sbo => "is-sbo",
        FieldId::BaseOffset => "is-base",
        FieldId::Swizzle => "is-swizzle",
        FieldId::Reserved14
        | FieldId::Reserved30
        | FieldId::Fixed46
        | FieldId::LboMode
        | FieldId::LutHalf
        | FieldId::Reserved => return None,
    })
}

fn draw(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    way(canvas, stage, past);
    stage.apparatus(canvas, |canvas| {
        let descriptor = stage.right.descriptor(0);
        let y = if stage.is_narrow { -40.0 } else { 0.0 };
        if !stage.is_narrow {
            canvas.text("s head", (0.0, 12.0), "Descriptor");
        }
        canvas.text("xl ink", (0.0, 46.0 + y), descriptor);
        bits(canvas, stage, descriptor, y);
        let foot = terms(canvas, stage, past);
        if !stage.right.has_lbo() && !stage.is_narrow {
            canvas.faded(span(past, 0.5, 0.56), |canvas| {
                for (at, line) in (0_u8..).zip(lbo_notes(stage.right)) {
                    canvas.text("s", (0.0, foot + f32::from(at) * 18.0), line);
                }
            });
        }
    });
}

/// Draws the way from the first cell of memory to that of the element.
fn way(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let (x, y) = stage.first;
    let [left, top, width, height] = stage.cell_at(ROW, stage.slot(ROW, UNIT) as f32);
    canvas.faded(span(past, 0.16, 0.22), |canvas| {
        canvas.rect("dot is-start", [x - 4.0, y - 4.0, 8.0, 8.0]);
    });
    canvas.faded(span(past, 0.3, 0.36), |canvas| {
        canvas.path("lead is-start", &format!("M{x} {y}V{top}"));
    });
    canvas.faded(span(past, 0.4, 0.46), |canvas| {
        canvas.path("lead is-start", &format!("M{x} {top}H{left}"));
        canvas.rect("target is-start", [left, top, width, height]);
    });
}

/// The 64 bits in two lines, with the fields under them.
fn bits(canvas: &mut Canvas, stage: &Stage<'_>, descriptor: Descriptor, top: f32) {
    let at = |bit: u8| {
        let from_left = f32::from(31 - bit % 32);
        let gap = if bit % 32 < 16 { 12.0 } else { 0.0 };
        (
            from_left * 15.25 + gap,
            if bit > 31 { 88.0 } else { 164.0 } + top,
        )
    };
    let fields = Descriptor::fields(Arch::Wgmma);
    for field in fields {
        let class = class(field.id);
        let is_idle = field.id == FieldId::Lbo && !stage.right.has_lbo();
        canvas.faded(if is_idle { 0.4 } else { 1.0 }, |canvas| {
            for bit in field.low..=field.high() {
                let (x, y) = at(bit);
                let is_set = descriptor.raw() >> bit & 1 == 1;
                if let (true, Some(class)) = (is_set, class) {
                    canvas.rect(&format!("chip {class}"), [x, y - 16.0, 15.0, 24.0]);
                }
                let ink = if is_set { "m l on" } else { "m l" };
                canvas.text(ink, (x + 7.5, y), u8::from(is_set));
            }
            if let Some(class) = class {
                let ((left, y), (right, _)) = (at(field.high()), at(field.low));
                canvas.rect(
                    &format!("bar {class}"),
                    [left, y + 11.0, right + 15.0 - left, 3.0],
                );
                canvas.text(&format!("s {class}"), (left, y + 28.0), field.name);
                canvas.text("m", (left + 7.5, y - 20.0), field.high());
                if field.width > 2 {
                    canvas.text("m", (right + 7.5, y - 20.0), field.low);
                }
            }
        });
    }
}

/// Draws the terms of the sum and the result of the swizzle; returns the y coordinate at which more can follow.
fn terms(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) -> f32 {
    let trace = trace_from_element(stage.right.spec.layout(), ELEMENT);
    let mut y = if stage.is_narrow { 178.0 } else { 252.0 };
    let step = if stage.is_narrow { 24.0 } else { 30.0 };
    let terms = trace.terms.iter().filter(|term| {
        // The element is the first of its unit, and a row of 64 bf16 is one column.
        term.bytes > 0 || term.field == Some(FieldId::Sbo)
    });
    for (at, term) in (0_u8..).zip(terms) {
        let shown = span(
            past,
            0.14 + f32::from(at) * 0.08,
            0.2 + f32::from(at) * 0.08,
        );
        let class = term.field.and_then(class).unwrap_or("ink");
        let sign = if at > 0 { "+ " } else { "" };
        canvas.faded(shown, |canvas| {
            canvas.path("rule", &format!("M0 {}h500", y - step * 0.64));
            canvas.text(&format!("s l {class}"), (0.0, y), capital(term.what));
            canvas.text("s l", (150.0, y), &term.formula);
            canvas.text(
                &format!("e l b {class}"),
                (500.0, y),
                format_args!("{sign}{:#x}", term.bytes),
            );
        });
        y += step;
    }
    canvas.faded(span(past, 0.5, 0.56), |canvas| {
        let exchanged = trace.absolute_bytes ^ trace.address.byte;
        canvas.path("rule", &format!("M0 {}h500", y - step * 0.64));
        canvas.text("s l is-swizzle", (0.0, y), "Swizzle");
        let mode = stage.right.spec.tile().swizzle.name();
        let loom = Loom::of(&stage.right.spec, ELEMENT, false);
        let [_, phase, _] = trace_rows(&trace, &loom, false);
        let words = match stage.is_narrow {
            false => format!("{mode}, phase {} = {}", phase.way, phase.value),
            true => format!("{mode}, phase {}", phase.value),
        };
        canvas.text("s l", (150.0, y), words);
        canvas.text(
            "e l b is-swizzle",
            (500.0, y),
            format_args!("⊕ {exchanged:#x}"),
        );
        canvas.path("rule", &format!("M0 {}h500", y + 12.0));
        canvas.text(
            "s l ink",
            (0.0, y + 34.0),
            format_args!("byte read for row {ROW}, K {K}"),
        );
        canvas.text(
            "e xl ink",
            (500.0, y + 36.0),
            format_args!("{:#x}", trace.address.byte),
        );
    });
    y + 66.0
}

/// A name at the start of a line.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
