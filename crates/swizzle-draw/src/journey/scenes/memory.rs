//! Lines of shared memory with the units of the tile.

use super::Stage;
use crate::journey::canvas::{Canvas, cell};
use crate::journey::read::{BOX, ROW, START_BYTES, UNIT, UNITS};
use swizzle_core::hardware::{LINE_BYTES, UNIT_BANKS};

/// A unit of the tile in memory.
pub(super) struct Place {
    /// Unit of the line, between two of them while it moves.
    pub(super) slot: f32,
    /// Its opacity, 0 to 1.
    pub(super) opacity: f32,
}

/// Draws lines, addresses and units.
pub(super) fn draw(canvas: &mut Canvas, stage: &Stage<'_>, place: impl Fn(u32, u32) -> Place) {
    let (x, y) = stage.first;
    let (side, width) = (stage.cell, stage.wide * UNITS as f32);
    let lines = match stage.is_tight() {
        false => format!("lines 0–{} of {BOX}", stage.lines - 1),
        true => String::new(),
    };
    stage.heading(canvas, [x, width], ["Shared memory", &lines]);
    let own = stage.slot(ROW, UNIT);
    banks(canvas, stage, own);
    for slot in 0..UNITS {
        let middle = x + (slot as f32 + 0.5) * stage.wide;
        let class = if slot == own { "m ink b" } else { "m" };
        canvas.text(class, (middle, y - 8.0), slot);
    }
    for line in 0..stage.lines {
        let at = (x - 8.0, y + (line as f32 + 0.5) * side + 4.0);
        let class = if line == ROW { "e ink b" } else { "e" };
        let address = START_BYTES + line * LINE_BYTES;
        match (stage.is_narrow, stage.is_tight()) {
            (false, _) => canvas.text(class, at, format_args!("0x{address:04x}")),
            (true, false) => canvas.text(class, at, format_args!("{address:#x}")),
            (true, true) => canvas.text(class, at, line),
        }
    }
    canvas.rect("ground", [x, y, width, stage.lines as f32 * side]);
    units(canvas, stage, place);
}

/// The banks over the slots, those of the element's slot dark.
fn banks(canvas: &mut Canvas, stage: &Stage<'_>, own: u32) {
    let (x, y) = stage.first;
    let wide = stage.wide / UNIT_BANKS as f32;
    let y = y - if stage.is_narrow { 21.0 } else { 30.0 };
    for (class, is_own) in [("bank", false), ("bank is-own", true)] {
        let slots = (0..UNITS).filter(|slot| (*slot == own) == is_own);
        let banks = slots.flat_map(|slot| slot * UNIT_BANKS..(slot + 1) * UNIT_BANKS);
        let path: String = banks
            .map(|bank| format!("M{:.1} {y}h{:.1}", x + bank as f32 * wide + 0.5, wide - 1.0))
            .collect();
        canvas.path(class, &path);
    }
    if !stage.is_tight() {
        canvas.text("s e", (x - 8.0, y + 3.0), "banks");
    }
}

/// Draws the units, those of one opacity together.
fn units(canvas: &mut Canvas, stage: &Stage<'_>, place: impl Fn(u32, u32) -> Place) {
    /// Row, unit and slot.
    type Unit = (u32, u32, f32);
    let mut shades: Vec<(f32, Vec<Unit>)> = Vec::new();
    for row in 0..stage.lines {
        for unit in 0..UNITS {
            let Place { slot, opacity } = place(row, unit);
            let one = (row, unit, slot);
            match shades
                .iter_mut()
                .find(|(of, _)| (of - opacity).abs() < 0.01)
            {
                Some((_, all)) => all.push(one),
                None => shades.push((opacity, vec![one])),
            }
        }
    }
    let class = if stage.is_tight() {
        "m cell small"
    } else {
        "m cell"
    };
    for (opacity, all) in shades {
        canvas.faded(opacity, |canvas| {
            for of in 0..UNITS {
                let mine = all.iter().filter(|(_, unit, _)| *unit == of);
                let path: String = mine
                    .map(|(row, _, slot)| cell(stage.cell_at(*row, *slot)))
                    .collect();
                canvas.cells(of as usize, &path);
            }
            for (row, unit, slot) in all {
                let [x, y, width, height] = stage.cell_at(row, slot);
                let at = (x + width / 2.0, y + height / 2.0 + 4.0);
                canvas.text(class, at, format_args!("{row},{unit}"));
            }
        });
    }
}

/// The unit where TMA wrote it.
pub(super) fn written(stage: &Stage<'_>, row: u32, unit: u32, opacity: f32) -> Place {
    Place {
        slot: stage.slot(row, unit) as f32,
        opacity,
    }
}
