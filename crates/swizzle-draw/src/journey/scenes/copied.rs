//! TMA copies the box: its rows become lines of 128 bytes, and the element has an address before the swizzle.

use super::{Scene, Stage, none, row_and_unit};
use crate::journey::canvas::{Canvas, cell};
use crate::journey::motion::{Square, mixed, span};
use crate::journey::read::{BOX, K, ROW, START_BYTES, UNIT, UNITS};
use swizzle_core::Element;
use swizzle_core::hardware::LINE_BYTES;

pub(super) const SCENE: Scene = Scene {
    square,
    label: |past| match past > 0.3 {
        true => row_and_unit(),
        false => String::new(),
    },
    ground,
    draw,
    over: none,
};

/// Returns how far the rows have become lines.
fn spread(past: f32) -> f32 {
    span(past, 0.06, 0.34)
}

/// Left edge, width of a unit, height of a row.
fn shape(stage: &Stage<'_>, past: f32) -> [f32; 3] {
    let (spread, (x, side)) = (spread(past), stage.tile);
    [
        mixed(x, stage.first.0, spread),
        mixed(side / UNITS as f32, stage.wide, spread),
        mixed(side / BOX as f32, stage.cell, spread),
    ]
}

fn square(stage: &Stage<'_>, past: f32) -> Square {
    let [x, width, height] = shape(stage, past);
    let spread = spread(past);
    let in_box = stage.tile.1 * (K as f32 + 0.5) / BOX as f32;
    let in_line = (UNIT as f32 + 0.5) * width;
    Square {
        at: (
            x + mixed(in_box, in_line, spread),
            stage.first.1 + (ROW as f32 + 0.5) * height,
        ),
        side: mixed(
            if stage.is_narrow { 14.0 } else { 20.0 },
            stage.cell - if stage.is_narrow { 3.0 } else { 8.0 },
            spread,
        ),
    }
}

fn ground(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let [x, width, height] = shape(stage, past);
    let (y, spread) = (stage.first.1, spread(past));
    let bottom = mixed(stage.tile.1, stage.lines as f32 * stage.cell, spread) + 0.5;
    let rows = (bottom / height) as u32;
    let unit_of = |row: u32, unit: u32| {
        let (left, top) = (x + unit as f32 * width, y + row as f32 * height);
        cell([left, top, width, height])
    };
    for (is_own, opacity) in [(false, mixed(0.55, 0.6, spread)), (true, 1.0)] {
        let of = |row: &u32| (*row == ROW) == is_own;
        canvas.faded(opacity, |canvas| {
            for unit in 0..UNITS {
                let path: String = (0..rows).filter(of).map(|row| unit_of(row, unit)).collect();
                canvas.cells(unit as usize, &path);
            }
        });
    }
    canvas.rect(
        "frame",
        [
            x - 1.0,
            y + ROW as f32 * height - 1.0,
            UNITS as f32 * width + 2.0,
            height + 2.0,
        ],
    );
    canvas.faded(span(past, 0.3, 0.36), |canvas| names(canvas, stage));
}

/// Rows, units, and what is in each cell.
fn names(canvas: &mut Canvas, stage: &Stage<'_>) {
    let (x, y) = stage.first;
    for row in 0..stage.lines {
        let at = (x - 8.0, y + (row as f32 + 0.5) * stage.cell + 4.0);
        let class = if row == ROW { "e ink b" } else { "e" };
        canvas.text(class, at, format_args!("row {row}"));
        for unit in 0..UNITS {
            let [left, top, width, height] = stage.cell_at(row, unit as f32);
            let at = (left + width / 2.0, top + height / 2.0 + 4.0);
            canvas.text("m cell", at, format_args!("{row},{unit}"));
        }
    }
    for unit in 0..UNITS {
        let at = (x + (unit as f32 + 0.5) * stage.wide, y - 8.0);
        canvas.text(if unit == UNIT { "m ink b" } else { "m" }, at, unit);
    }
}

fn draw(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let [x, width, _] = shape(stage, past);
    let words = match spread(past) < 0.5 {
        true => "Box at row 0, K 0",
        false => "In flight",
    };
    stage.heading(canvas, [x, width * UNITS as f32], [words, ""]);
    stage.apparatus(canvas, |canvas| {
        canvas.faded(span(past, 0.26, 0.32), |canvas| sum(canvas, stage, past));
        if !stage.is_narrow {
            facts(canvas);
        }
    });
}

/// The address before the swizzle, as a sum.
fn sum(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let bytes = Element::Bf16.pitch_bits() / 8;
    let parts = [
        ("destination".to_owned(), START_BYTES, "start"),
        (
            format!("row {ROW} × {LINE_BYTES}"),
            ROW * LINE_BYTES,
            "base",
        ),
        (format!("K {K} × {bytes} bytes"), K * bytes, "swizzle"),
    ];
    let total: u32 = parts.iter().map(|(_, bytes, _)| bytes).sum();
    let per_byte = 500.0 / (total + 112) as f32;
    canvas.text(
        "s head",
        (0.0, 12.0),
        format_args!("Address of row {ROW}, K {K}"),
    );
    if !stage.is_narrow {
        let rows = format!("{BOX} rows of {LINE_BYTES} bytes");
        canvas.text("s e", (500.0, 12.0), rows);
    }
    let mut before = 0;
    for (at, (name, bytes, field)) in (0_u8..).zip(&parts) {
        let at = f32::from(at);
        let shown = span(past, 0.34 + at * 0.07, 0.4 + at * 0.07);
        let y = 54.0 + at * 52.0;
        canvas.faded(shown, |canvas| {
            canvas.text(&format!("s l is-{field}"), (0.0, y), name);
            let sign = if before > 0 { "+ " } else { "" };
            let class = format!("e xl is-{field}");
            canvas.text(&class, (380.0, y), format_args!("{sign}{bytes}"));
            canvas.text("e l", (500.0, y), format_args!("{bytes:#x}"));
            let [left, width] = [before, *bytes].map(|bytes| bytes as f32 * per_byte);
            canvas.rect(
                &format!("bar is-{field}"),
                [left, y + 12.0, width * shown, 8.0],
            );
        });
        before += bytes;
    }
    canvas.path("rule", "M0 196h500");
    canvas.faded(span(past, 0.6, 0.64), |canvas| {
        canvas.text("s l ink", (0.0, 226.0), "address before the swizzle");
        canvas.text("e xl ink", (380.0, 228.0), total);
        canvas.text("e xl ink", (500.0, 228.0), format_args!("{total:#x}"));
    });
}

/// The copy, beside the box and beside the lines.
fn facts(canvas: &mut Canvas) {
    let last = START_BYTES + (BOX - 1) * LINE_BYTES;
    let facts = [
        ("box", format!("{BOX} × {BOX} bf16")),
        (
            "line in shared memory",
            format!("{LINE_BYTES} bytes, {UNITS} units"),
        ),
        (
            "first line, last line",
            format!("{START_BYTES:#x}, {last:#x}"),
        ),
        ("swizzle mode of the tensor map", "128B".into()),
    ];
    for (at, (name, value)) in (0_u8..).zip(facts) {
        canvas.row([236.0, 308.0 + f32::from(at) * 32.0, 264.0], name, value);
    }
}
