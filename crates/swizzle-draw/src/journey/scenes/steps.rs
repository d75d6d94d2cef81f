//! Four reads along K, and the partial sums of D\[3\]\[0\].

use super::memory;
use super::{Scene, Stage, none, row_and_unit};
use crate::journey::canvas::{Canvas, cell, signed};
use crate::journey::motion::{Square, mixed, span};
use crate::journey::read::{K, PER_UNIT, ROW, STEP, UNIT, a, b};

pub(super) const SCENE: Scene = Scene {
    square,
    label: |past| match arrived(past) < 0.5 {
        true => row_and_unit(),
        false => signed(Some(a(ROW, K))),
    },
    ground: |canvas, stage, past| {
        memory::draw(canvas, stage, |row, unit| {
            let k = unit * PER_UNIT;
            let is_read = stage.right.k_of(step(past)).contains(&k);
            memory::written(stage, row, unit, if is_read { 1.0 } else { 0.3 })
        });
    },
    draw,
    over: none,
};

/// Steps of the tile.
const STEPS: u32 = 4;

/// The step at this moment: the third is the longest, and is the one at rest.
pub(in crate::journey) fn step(past: f32) -> u32 {
    let ends = [0.16, 0.28, 0.8];
    ends.iter().filter(|end| past >= **end).count() as u32
}

/// Returns how far the element has come from memory to the product.
fn arrived(past: f32) -> f32 {
    span(past, 0.32, 0.46) * (1.0 - span(past, 0.86, 0.98))
}

/// Pixels of a column of K, and the top of the values of A.
const COLUMN: f32 = 31.0;
const TOP: f32 = 152.0;

fn square(stage: &Stage<'_>, past: f32) -> Square {
    let (from, part) = (stage.square(), arrived(past));
    let first = stage.right.k_of(STEP).start;
    let x = ((K - first) as f32 + 0.5) * COLUMN;
    let to = stage.in_apparatus((x, TOP + 17.0));
    Square {
        at: (mixed(from.at.0, to.0, part), mixed(from.at.1, to.1, part)),
        side: mixed(from.side, 24.0 * stage.scale(), part),
    }
}

fn draw(canvas: &mut Canvas, stage: &Stage<'_>, past: f32) {
    canvas.faded(arrived(past), |canvas| {
        let [x, y, width, height] = stage.cell_at(ROW, stage.slot(ROW, UNIT) as f32);
        canvas.rect("you-box", [x + 1.5, y + 1.5, width - 3.0, height - 3.0]);
    });
    stage.apparatus(canvas, |canvas| {
        let now = step(past);
        steps(canvas, stage, now);
        products(canvas, stage, now);
        sums(canvas, stage, now);
    });
}

/// The four reads, with their starts.
fn steps(canvas: &mut Canvas, stage: &Stage<'_>, now: u32) {
    canvas.text("s head", (0.0, 12.0), "Steps along K");
    let lines = if stage.is_narrow {
        [44.0, 66.0, 98.0]
    } else {
        [41.0, 57.0, 92.0]
    };
    for step in 0..STEPS {
        let x = step as f32 * 126.0;
        let class = if step == now { "card is-now" } else { "card" };
        canvas.rect(
            class,
            [x, 24.0, 118.0, if stage.is_narrow { 50.0 } else { 40.0 }],
        );
        let start = stage.right.spec.start_bytes(step);
        let class = if step == now { "l ink b" } else { "l" };
        canvas.text(
            class,
            (x + 10.0, lines[0]),
            format_args!("{step}  {start:#x}"),
        );
        let k = stage.right.k_of(step);
        canvas.text(
            "s",
            (x + 10.0, lines[1]),
            format_args!("K {}–{}", k.start, k.end - 1),
        );
    }
    canvas.text("l ink b", (0.0, lines[2]), stage.right.descriptor(now));
    if !stage.is_narrow {
        let units = stage.right.units_of(now).count();
        let words = format!("{units} units of each row");
        canvas.text("s e", (496.0, lines[2]), words);
    }
}

/// Row 3 of A in this step, the column of B, and their products.
fn products(canvas: &mut Canvas, stage: &Stage<'_>, now: u32) {
    canvas.text(
        "s head",
        (0.0, 126.0),
        format_args!("Row {ROW} in step {now}"),
    );
    let columns = stage.right.k_of(now);
    for k in columns.clone() {
        let x = (k - columns.start) as f32 * COLUMN;
        canvas.cells((k / PER_UNIT) as usize, &cell([x, TOP, COLUMN, 34.0]));
        canvas.rect("ground", [x + 0.5, TOP + 38.0, COLUMN - 1.0, 34.0]);
        let own = |class: &'static str, of_own: &'static str| if k == K { of_own } else { class };
        let [a, b] = [a(ROW, k), b(k)];
        let x = x + COLUMN / 2.0;
        canvas.text(own("m", "m ink b"), (x, TOP - 6.0), k);
        canvas.text("m cell", (x, TOP + 22.0), signed(Some(a)));
        canvas.text("m ink", (x, TOP + 60.0), signed(Some(b)));
        canvas.text(own("m", "m ink b"), (x, TOP + 90.0), signed(Some(a * b)));
    }
    let y = TOP + 112.0;
    let words = format!("top: A[{ROW}][k]; middle: B[k][0]; bottom: product");
    canvas.text("s", (0.0, y), words);
    let sum = signed(stage.right.sum(ROW, columns));
    canvas.text("e l ink b", (496.0, y), format_args!("sum {sum}"));
}

/// The sum so far.
fn sums(canvas: &mut Canvas, stage: &Stage<'_>, now: u32) {
    let y = if stage.is_narrow { 288.0 } else { 306.0 };
    canvas.text(
        "s head",
        (0.0, y),
        format_args!("D[{ROW}][0] after each step"),
    );
    for step in 0..STEPS {
        let x = step as f32 * 126.0;
        let words = match step <= now {
            true => signed(stage.right.sum(ROW, 0..stage.right.k_of(step).end)),
            false => "–".into(),
        };
        let class = if step == now { "xl ink" } else { "xl" };
        canvas.text("s l", (x, y + 22.0), format_args!("step {step}"));
        canvas.text(class, (x, y + 46.0), words);
    }
}
