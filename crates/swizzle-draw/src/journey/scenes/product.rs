//! The multiply with a descriptor that the reader breaks: what each row reads, and what becomes of D.

use super::memory::{self, Place};
use super::{Scene, Stage, row_and_unit};
use crate::journey::canvas::{Canvas, cell, signed};
use crate::journey::read::{ELEMENT, PER_UNIT, ROW, STEP};
use std::collections::HashSet;
use swizzle_core::Coord;

pub(super) const SCENE: Scene = Scene {
    square: |stage, _| stage.square(),
    label: |_| row_and_unit(),
    ground: |canvas, stage, _| {
        let read: HashSet<Coord> = stage.read.units().filter_map(|(_, got)| got).collect();
        memory::draw(canvas, stage, |row, unit| {
            let coord = Coord {
                mn: row,
                k: unit * PER_UNIT,
            };
            let Place { slot, .. } = memory::written(stage, row, unit, 1.0);
            Place {
                slot,
                opacity: f32::from(u8::from(read.contains(&coord))),
            }
        });
        unread(canvas, stage, &read);
    },
    draw,
    over,
};

/// Units that should be read in this step, and are not.
fn unread(canvas: &mut Canvas, stage: &Stage<'_>, read: &HashSet<Coord>) {
    for (meant, _) in stage.read.units() {
        let Coord { mn: row, k } = meant;
        if row < stage.lines && !read.contains(&meant) {
            let unit = k / PER_UNIT;
            let [x, y, side, _] = stage.cell_at(row, stage.slot(row, unit) as f32);
            canvas.rect("unread", [x + 1.5, y + 1.5, side - 3.0, side - 3.0]);
            let at = (x + side / 2.0, y + side / 2.0 + 4.0);
            canvas.text(
                small(stage, "m", "m small"),
                at,
                format_args!("{row},{unit}"),
            );
        }
    }
}

/// A class where there is room, or another.
const fn small(stage: &Stage<'_>, wide: &'static str, narrow: &'static str) -> &'static str {
    if stage.is_narrow { narrow } else { wide }
}

/// Base lines from the middle of a cell: of a number alone, and of actual and expected.
const fn baselines(stage: &Stage<'_>) -> [f32; 3] {
    match stage.is_narrow {
        false => [4.0, 0.0, 13.0],
        true => [4.0, -1.5, 11.0],
    }
}

/// Left edge of what is read, and right edge of D.
const fn columns(stage: &Stage<'_>) -> (f32, f32) {
    match stage.is_narrow {
        false => (508.0, 824.0),
        true => (298.0, 388.0),
    }
}

fn draw(canvas: &mut Canvas, stage: &Stage<'_>, _: f32) {
    let ((x, end), (_, y), side) = (columns(stage), stage.first, stage.cell);
    let heading = y - if stage.is_narrow { 28.0 } else { 40.0 };
    match stage.is_narrow {
        false => canvas.text("s head", (x, heading), format_args!("Read, step {STEP}")),
        true => canvas.text("s head e", (x + 26.0, heading), format_args!("Step {STEP}")),
    }
    canvas.text("e ink b", (end, heading), "D[m][0]");
    for (at, k) in (0_u8..).zip(stage.read.units_of(STEP)) {
        let middle = x + (f32::from(at) + 0.5) * side;
        let words = format!(
            "{}{}",
            if stage.is_narrow { "" } else { "unit " },
            k / PER_UNIT
        );
        canvas.text("s m", (middle, y - 8.0), words);
    }
    for row in 0..stage.lines {
        let middle = y + (row as f32 + 0.5) * side;
        let class = if row == ROW { "e ink b" } else { "e" };
        canvas.text(class, (x - 6.0, middle + 4.0), row);
        sum(canvas, stage, row, middle);
    }
    let units = stage
        .read
        .units()
        .filter(|(meant, _)| meant.mn < stage.lines);
    for (meant, got) in units {
        unit(canvas, stage, meant, got);
    }
    let foot = y + stage.lines as f32 * side + 20.0;
    let beside = match stage.is_narrow {
        false => (x - 96.0, foot),
        true => (stage.first.0, foot + 18.0),
    };
    canvas.text("s", (stage.first.0, foot), "dashed: expected, not read");
    let words = match stage.is_narrow {
        false => "red: actual; grey: expected; orange: reads of the square",
        true => "red: actual; grey: expected",
    };
    canvas.text("s", beside, words);
}

/// The column of what is read in which a unit belongs.
fn column(stage: &Stage<'_>, meant: Coord) -> f32 {
    (meant.k - stage.read.k_of(STEP).start) as f32 / PER_UNIT as f32
}

/// Draws the unit that a row reads in place of another, and the way from there.
fn unit(canvas: &mut Canvas, stage: &Stage<'_>, meant: Coord, got: Option<Coord>) {
    let ((x, _), (first, y), side) = (columns(stage), stage.first, stage.cell);
    let column = column(stage, meant);
    let (left, top) = (x + column * side, y + meant.mn as f32 * side);
    let (is_wrong, is_own) = (got != Some(meant), got == Some(ELEMENT));
    let middle = left + side / 2.0;
    if let Some(got) = got {
        let unit = (got.k / PER_UNIT) as usize;
        let opacity = if is_wrong { 0.34 } else { 1.0 };
        canvas.faded(opacity, |canvas| {
            canvas.cells(unit, &cell([left, top, side, side]))
        });
    }
    let actual = got.map_or_else(
        || "?".into(),
        |got| format!("{},{}", got.mn, got.k / PER_UNIT),
    );
    let class = match (is_wrong, stage.is_narrow) {
        (true, true) => "m small bad",
        (true, false) => "m cell bad",
        (false, true) => "m small cell",
        (false, false) => "m cell",
    };
    let [alone, over, under] = baselines(stage);
    let at = top + side / 2.0;
    canvas.text(
        class,
        (middle, at + if is_wrong { over } else { alone }),
        actual,
    );
    if is_wrong {
        let expected = format!("{},{}", meant.mn, meant.k / PER_UNIT);
        canvas.text(small(stage, "m", "m small"), (middle, at + under), expected);
    }
    let from = got.filter(|got| got.mn < stage.lines);
    if let Some(from) = from.filter(|_| column > 0.0) {
        let edge = first + 8.0 * side + 2.0;
        let level = y + (from.mn as f32 + 0.5) * side;
        let to = x - if stage.is_narrow { 25.0 } else { 28.0 };
        let end = top + side / 2.0;
        let bend = (to - edge) * 0.45;
        let class = match (is_own, is_wrong) {
            (true, _) => "thread is-you",
            (false, true) => "thread is-bad",
            (false, false) => "thread",
        };
        let d = format!(
            "M{edge} {level}C{} {level} {} {end} {to} {end}",
            edge + bend,
            to - bend
        );
        canvas.path(class, &d);
    }
}

/// D of a row, and what it should be.
fn sum(canvas: &mut Canvas, stage: &Stage<'_>, row: u32, middle: f32) {
    let (_, end) = columns(stage);
    let [actual, expected] = [stage.read, stage.right].map(|read| read.product(row));
    let is_wrong = actual != expected;
    if !stage.is_narrow {
        let class = if row == ROW { "e ink b" } else { "e" };
        canvas.text(
            class,
            (end - 62.0, middle + 4.0),
            format_args!("D[{row}][0]"),
        );
    }
    let class = match (is_wrong, row == ROW) {
        (true, _) => small(stage, "e x bad", "e l bad"),
        (false, true) => "e x ink b",
        (false, false) => "e x ink",
    };
    let [_, over, under] = baselines(stage);
    let at = middle + if is_wrong { over } else { 5.0 };
    canvas.text(class, (end, at), signed(actual));
    if is_wrong {
        canvas.text(
            small(stage, "e", "e small"),
            (end, middle + under),
            signed(expected),
        );
    }
}

fn over(canvas: &mut Canvas, stage: &Stage<'_>, _: f32) {
    let ((x, end), (_, y), side) = (columns(stage), stage.first, stage.cell);
    let reads = stage.read.units().filter(|(_, got)| *got == Some(ELEMENT));
    for (meant, _) in reads.filter(|(meant, _)| meant.mn < stage.lines) {
        let (left, top) = (x + column(stage, meant) * side, y + meant.mn as f32 * side);
        canvas.rect("you-box", [left + 2.0, top + 2.0, side - 4.0, side - 4.0]);
    }
    if !stage.is_narrow {
        let is_wrong = stage.read.product(ROW) != stage.right.product(ROW);
        let class = if is_wrong {
            "you-box is-bad"
        } else {
            "you-box"
        };
        let top = y + ROW as f32 * side;
        canvas.rect(class, [end - 120.0, top + 2.0, 132.0, side - 4.0]);
    }
}
