//! The matrix in global memory, down to the box of 64 × 64 elements that is copied.

use super::{Scene, Stage};
use crate::journey::canvas::{Canvas, cell, signed};
use crate::journey::motion::{Square, mixed, span};
use crate::journey::read::{BOX, K, PER_UNIT, ROW, UNIT, UNITS, WIDTH, a, matrix_byte};
use swizzle_core::Element;
use swizzle_text::grouped;

pub(super) const SCENE: Scene = Scene {
    square,
    label: |_| String::new(),
    ground,
    draw,
    over,
};

/// Returns the progress of the zoom.
fn zoom(past: f32) -> f32 {
    span(past, 0.08, 0.5)
}

/// Returns the opacity of what is shown only before the picture zooms in.
fn far(past: f32) -> f32 {
    1.0 - span(past, 0.06, 0.16)
}

/// The box under a lens, which grows until the box is all that is seen: left, top and side.
fn lens(stage: &Stage<'_>, past: f32) -> [f32; 3] {
    let ((x, side), y) = (stage.tile, stage.first.1);
    let from = [x + side * 0.36, y + side * 0.28, side * 0.56];
    let (to, part) = ([x, y, side], zoom(past));
    std::array::from_fn(|at| mixed(from[at], to[at], part))
}

fn square(stage: &Stage<'_>, past: f32) -> Square {
    let [x, y, side] = lens(stage, past);
    let element = side / BOX as f32;
    Square {
        at: (
            x + (K as f32 + 0.5) * element,
            y + (ROW as f32 + 0.5) * element,
        ),
        // An element that is seen from the beginning.
        side: if stage.is_narrow { 14.0 } else { 20.0 },
    }
}

/// The matrix as boxes, and one of them as units under the lens.
fn ground(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let ((x, side), y) = (stage.tile, stage.first.1);
    canvas.rect("ground", [x, y, side, side]);
    let one_box = side / (WIDTH / BOX) as f32;
    let lines = (1..WIDTH / BOX).map(|line| line as f32 * one_box);
    let grid: String = lines
        .map(|at| format!("M{:.1} {y}v{side}M{x} {:.1}h{side}", x + at, y + at))
        .collect();
    canvas.path("grid", &grid);
    let [left, top, width] = lens(stage, past);
    canvas.path(
        "rim",
        &format!(
            "M{:.1} {y}L{:.1} {top:.1}M{x} {:.1}L{left:.1} {:.1}",
            x + one_box,
            left + width,
            y + one_box,
            top + width
        ),
    );
    canvas.rect("solid", [x, y, one_box, one_box]);
    canvas.rect("paper", [left, top, width, width]);
    units(
        canvas,
        [left, top, width],
        0.8 + span(past, 0.42, 0.56) / 5.0,
    );
    canvas.rect("frame", [left, top, width, width]);
}

fn units(canvas: &mut Canvas, [x, y, side]: [f32; 3], opacity: f32) {
    let (width, height) = (side / UNITS as f32, side / BOX as f32);
    let column = |unit: u32, row: u32| {
        let (left, top) = (x + unit as f32 * width, y + row as f32 * height);
        cell([left, top, width, height])
    };
    for (rows, opacity) in [(0..BOX, opacity * 0.55), (ROW..ROW + 1, opacity)] {
        canvas.faded(opacity, |canvas| {
            for unit in 0..UNITS {
                let path: String = rows.clone().map(|row| column(unit, row)).collect();
                canvas.cells(unit as usize, &path);
            }
        });
    }
}

/// Draws the labels of the lens and the element, while the matrix around the lens is visible.
fn over(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let [left, top, width] = lens(stage, past);
    let Square { at: (x, y), side } = square(stage, past);
    canvas.faded(far(past), |canvas| {
        canvas.text(
            "s e ink",
            (left + width, top + width + 16.0),
            format_args!("the first box, {BOX} × {BOX}, enlarged"),
        );
        canvas.text("e ink b", (x - side, y + 5.0), format_args!("({ROW}, {K})"));
    });
}

fn draw(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let ((x, side), y) = (stage.tile, stage.first.1);
    let opacity = span(past, 0.42, 0.56);
    let words = match zoom(past) < 0.7 {
        true => ["Matrix A", "4096 × 4096 bf16, row-major"],
        false => ["Box at row 0, K 0", "64 × 64 elements"],
    };
    stage.heading(canvas, [x, side], words);
    canvas.faded(opacity, |canvas| {
        for unit in 0..UNITS {
            let at = (x + (unit as f32 + 0.5) * side / UNITS as f32, y - 8.0);
            let class = if unit == UNIT { "m ink b" } else { "m" };
            let first = unit * PER_UNIT;
            match stage.is_narrow && unit != UNIT {
                false => canvas.text(class, at, format_args!("{first}–{}", first + PER_UNIT - 1)),
                true => canvas.text(class, at, first),
            }
        }
    });
    if !stage.is_narrow {
        canvas.faded(opacity, |canvas| unit_beside(canvas, stage, past));
        facts(canvas, y + 152.0);
        canvas.faded(opacity, |canvas| map(canvas, y + 340.0));
    }
}

/// Left edge and width of what is beside the box.
const BESIDE: [f32; 2] = [696.0, 240.0];

/// The elements of the unit, with their values.
fn unit_beside(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let ([x, width], y) = (BESIDE, stage.first.1);
    let one = width / PER_UNIT as f32;
    let from = square(stage, past);
    canvas.path(
        "way",
        &format!("M{:.1} {:.1}H{}", from.at.0 + 11.0, from.at.1, x - 8.0),
    );
    let words = format!("Unit {UNIT} of row {ROW}");
    stage.heading(canvas, [x, width], [&words, ""]);
    let left = |at: u32| x + at as f32 * one;
    let cells: String = (0..PER_UNIT)
        .map(|at| cell([left(at), y + 24.0, one, 36.0]))
        .collect();
    canvas.cells(UNIT as usize, &cells);
    canvas.rect("you-box", [x + 1.0, y + 25.0, one - 2.0, 34.0]);
    for at in 0..PER_UNIT {
        let middle = left(at) + one / 2.0;
        let class = if at == 0 { "m ink b" } else { "m" };
        canvas.text(class, (middle, y + 18.0), K + at);
        canvas.text("m cell", (middle, y + 46.0), signed(Some(a(ROW, K + at))));
    }
    canvas.text(
        "s ink",
        (x, y + 80.0),
        format_args!(
            "row {ROW}, unit {UNIT}: K {K}–{}, 16 bytes",
            K + PER_UNIT - 1
        ),
    );
    canvas.text(
        "s",
        (x, y + 96.0),
        format_args!(
            "A[{ROW}][{K}] = {}; 8 elements are one unit",
            signed(Some(a(ROW, K)))
        ),
    );
}

fn facts(canvas: &mut Canvas, y: f32) {
    let [x, width] = BESIDE;
    let bytes = Element::Bf16.pitch_bits() / 8;
    let boxes = WIDTH / BOX * (WIDTH / BOX);
    let rows = [
        ("size", format!("{} MiB", (WIDTH * WIDTH * bytes) >> 20)),
        ("boxes of 64 × 64", grouped(boxes)),
        ("offset", format!("({ROW} × {WIDTH} + {K}) × {bytes}")),
        ("in bytes", grouped(matrix_byte())),
        ("in hex", format!("{:#x}", matrix_byte())),
    ];
    for (at, (name, value)) in (0..).zip(rows) {
        canvas.row([x, y + at as f32 * 32.0, width], name, value);
    }
}

/// The matrix as boxes, with the one that is copied.
fn map(canvas: &mut Canvas, y: f32) {
    let [x, side] = BESIDE;
    let boxes = WIDTH / BOX;
    let one = side / boxes as f32;
    canvas.text("s head", (x, y - 12.0), "Matrix A");
    canvas.text(
        "s e",
        (x + side, y - 12.0),
        format_args!("{boxes} × {boxes} boxes"),
    );
    canvas.rect("ground", [x, y, side, side]);
    let grid: String = (1..boxes)
        .map(|line| line as f32 * one)
        .map(|at| format!("M{:.2} {y}v{side}M{x} {:.2}h{side}", x + at, y + at))
        .collect();
    canvas.path("grid thin", &grid);
    canvas.rect("solid", [x, y, 5.0, 5.0]);
    canvas.text("s", (x, y + side + 20.0), "black: the box at row 0, K 0");
}
