//! The accumulator: which thread holds D\[3\]\[0\], in which register.

use super::{Scene, Stage, none};
use crate::journey::canvas::{Canvas, cell, signed};
use crate::journey::motion::{Square, mixed, span};
use crate::journey::read::{BOX, ROW, slot_of_sum};
use crate::journey::words::cell_formulas;
use swizzle_warp::{Fragment, Slot};

pub(super) const SCENE: Scene = Scene {
    square,
    label: |_| String::new(),
    ground: none,
    draw,
    over,
};

/// Rows and columns of the map that are drawn large.
const ROWS: u32 = 16;
const COLUMNS: u32 = 8;
/// Rows of a warp.
const WARP_ROWS: u32 = BOX / 4;

/// Left edge and side of the whole of D.
const fn whole(stage: &Stage<'_>) -> (f32, f32) {
    match stage.is_narrow {
        false => (0.0, 320.0),
        true => (16.0, 128.0),
    }
}

/// Left edge, width and height of the cells that are drawn large.
const fn large(stage: &Stage<'_>) -> [f32; 3] {
    match stage.is_narrow {
        false => [424.0, 60.0, 40.0],
        true => [182.0, 25.0, 24.0],
    }
}

/// Middle of the element's cell in both.
fn middles(stage: &Stage<'_>) -> [(f32, f32); 2] {
    let ((x, side), [left, width, height]) = (whole(stage), large(stage));
    let y = stage.first.1;
    let one = side / BOX as f32;
    [
        (x + one / 2.0 + 4.0, y + (ROW as f32 + 0.5) * one + 1.0),
        (left + width / 2.0, y + (ROW as f32 + 0.5) * height),
    ]
}

fn square(stage: &Stage<'_>, past: f32) -> Square {
    let part = span(past, 0.08, 0.4);
    let [from, to] = middles(stage);
    let side = if stage.is_narrow { 20.0 } else { 32.0 };
    Square {
        at: (mixed(from.0, to.0, part), mixed(from.1, to.1, part)),
        side: mixed(12.0, side, part),
    }
}

fn draw(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let ((x, side), y) = (whole(stage), stage.first.1);
    let registers = BOX * BOX / Fragment::Accumulator.threads();
    let threads = Fragment::Accumulator.threads();
    let words = match stage.is_narrow {
        false => format!("f32: {threads} threads, {registers} registers each"),
        true => String::new(),
    };
    stage.heading(canvas, [x, side], ["D, 64 × 64", &words]);
    for warp in 0..4 {
        let height = side / 4.0;
        let top = y + warp as f32 * height;
        canvas.rect("ground", [x, top + 1.0, side, height - 2.0]);
        let end = x + side - 8.0;
        canvas.text(
            "s e",
            (end, top + height / 2.0),
            format_args!("warp {warp}"),
        );
        let first = warp * WARP_ROWS;
        if !stage.is_narrow {
            let rows = format!("rows {first}–{}", first + WARP_ROWS - 1);
            canvas.text("s e", (end, top + height / 2.0 + 16.0), rows);
        }
    }
    let part = [COLUMNS, ROWS].map(|cells| cells as f32 * side / BOX as f32);
    canvas.rect("frame is-soft", [x + 0.5, y + 1.5, part[0], part[1] - 3.0]);
    threads_of(canvas, stage);
    canvas.faded(span(past, 0.2, 0.3), |canvas| sum(canvas, stage));
}

/// Thread and register of every cell of the part that is drawn large.
fn threads_of(canvas: &mut Canvas, stage: &Stage<'_>) {
    let ((x, side), [left, width, height], y) = (whole(stage), large(stage), stage.first.1);
    let [(_, from), (_, to)] = middles(stage);
    let edge = x + side + if stage.is_narrow { 6.0 } else { 28.0 };
    let end = left - if stage.is_narrow { 22.0 } else { 28.0 };
    canvas.path(
        "way",
        &format!("M{} {from}H{edge}V{to}H{end}", x + side / 8.0),
    );
    let words = match stage.is_narrow {
        false => ["Rows 0–15, columns 0–7", "thread.register"],
        true => ["Thread", ""],
    };
    stage.heading(canvas, [left, width * COLUMNS as f32], words);
    let own = slot_of_sum().thread;
    let slot_at = |row, column| Fragment::Accumulator.slot_from_cell(row, column, 32);
    let place = |row: u32, column: u32| {
        let (left, top) = (left + column as f32 * width, y + row as f32 * height);
        [left, top, width, height]
    };
    for colour in [0, 4] {
        let mut path = String::new();
        for (row, column) in (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |c| (row, c))) {
            if slot_at(row, column).thread % 2 * 4 == colour {
                path.push_str(&cell(place(row, column)));
            }
        }
        canvas.cells(colour as usize, &path);
    }
    for row in 0..ROWS {
        let class = if row == ROW { "e ink b" } else { "e" };
        let middle = y + (row as f32 + 0.5) * height + 4.0;
        canvas.text(class, (left - 8.0, middle), row);
        for column in 0..COLUMNS {
            let Slot {
                thread, register, ..
            } = slot_at(row, column);
            let [x, top, ..] = place(row, column);
            if thread == own {
                let size = [x + 1.5, top + 1.5, width - 3.0, height - 3.0];
                canvas.rect("you-box is-soft", size);
            }
            let at = (x + width / 2.0, top + height / 2.0 + 4.0);
            match stage.is_narrow {
                false => canvas.text("m cell", at, format_args!("{thread}.{register}")),
                true => canvas.text("m cell", at, thread),
            }
        }
    }
    for column in 0..COLUMNS {
        let at = (left + (column as f32 + 0.5) * width, y - 8.0);
        canvas.text(if column == 0 { "m ink b" } else { "m" }, at, column);
    }
}

/// The sum, and the cells of its thread.
fn sum(canvas: &mut Canvas, stage: &Stage<'_>) {
    let ((x, side), y) = (whole(stage), stage.first.1);
    let top = y + side + if stage.is_narrow { 28.0 } else { 56.0 };
    let slot = slot_of_sum();
    let words = match stage.is_narrow {
        false => format!("D[{ROW}][0], sum over K 0–{}", BOX - 1),
        true => format!("D[{ROW}][0]"),
    };
    canvas.text("s l", (x, top), words);
    canvas.text("xl ink", (x, top + 28.0), signed(stage.right.product(ROW)));
    canvas.text(
        "s l ink",
        (x, top + 54.0),
        format_args!("thread {}", slot.thread),
    );
    canvas.text(
        "s l ink",
        (x, top + 74.0),
        format_args!("register {}", slot.register),
    );
    let (left, first) = match stage.is_narrow {
        false => (x, top + 216.0),
        true => (x, y + ROWS as f32 * large(stage)[2] + 24.0),
    };
    let formulas = cell_formulas(slot);
    let [row, column, of_row, of_column] = &formulas;
    let lines = match (stage.is_narrow, column.find(" + 2")) {
        // No phone has room for the whole of it in one line.
        (true, Some(middle)) => {
            let (start, end) = column.split_at(middle);
            vec![&**row, start, end, of_row, of_column]
        }
        _ => formulas.iter().map(String::as_str).collect(),
    };
    let general = lines.len() - 2;
    for (line, words) in lines.into_iter().enumerate() {
        let gap = if line < general { 0.0 } else { 6.0 };
        let class = if line < general { "s" } else { "ink" };
        let down = first + line as f32 * 18.0 + gap;
        canvas.text(class, (left, down), words);
    }
    for register in 0..4 {
        let (row, column) = Fragment::Accumulator.cell_from_slot(Slot { register, ..slot }, 32);
        let line = top + 112.0 + register as f32 * 24.0;
        canvas.text("l", (x, line), format_args!("{}.{register}", slot.thread));
        canvas.text(
            "l ink",
            (x + 48.0, line),
            format_args!("D[{row}][{column}]"),
        );
    }
}

/// Thread and register on the element, once it is in its cell.
fn over(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    let at = square(stage, past).at;
    let Slot {
        thread, register, ..
    } = slot_of_sum();
    canvas.faded(span(past, 0.38, 0.42), |canvas| {
        let at = (at.0, at.1 + 4.0);
        match stage.is_narrow {
            false => canvas.text("m on-you", at, format_args!("{thread}.{register}")),
            true => canvas.text("m on-you", at, thread),
        }
    });
}
