//! Eight lines of memory with their units, and under them the banks that a column of these units wants.

use std::fmt::Write as _;

use swizzle_core::hardware::{LINE_BYTES, LINE_UNITS, UNIT_BANKS};
use swizzle_draw::hex;
use swizzle_warp::Wires;

use super::gates::text;
use super::shares::{Shares, Spot};
use crate::element::{Attr, Element, el, fragment};
use crate::page::Look;

/// Rows that are served together, and drawn.
pub(super) const ROWS: u32 = 8;
/// A cell, the top of the first line, and a level of the towers.
const CELL: (u32, u32) = (44, 28);
const TOP: u32 = 32;
const LEVEL: u32 = 13;
/// Between memory and the highest tower.
const GAP: u32 = 8;
/// The foot of the towers.
const FOOT: u32 = TOP + ROWS * CELL.1 + GAP + ROWS * LEVEL;

/// Contents of the drawing.
pub(super) struct Picture {
    pub(super) wires: Wires,
    /// How far each wire is closed.
    pub(super) shares: Shares,
    /// The row and unit at hand; the unit's column is read.
    pub(super) at: (u32, u32),
    /// Whether there is no room beside memory.
    pub(super) is_narrow: bool,
    pub(super) look: Look,
}

impl Picture {
    const fn left(&self) -> u32 {
        if self.is_narrow { 18 } else { 66 }
    }

    const fn right(&self) -> u32 {
        self.left() + LINE_UNITS * CELL.0
    }

    /// The size of the picture.
    const fn size(&self) -> (u32, u32) {
        let beside = if self.is_narrow { 2 } else { 176 };
        (self.right() + beside, FOOT + 20)
    }

    /// The row and unit at a place of the picture, as parts of its width and height.
    pub(super) fn cell_at(&self, (across, down): (f64, f64)) -> Option<(u32, u32)> {
        let (width, height) = self.size();
        let slot = (across * f64::from(width) - f64::from(self.left())) / f64::from(CELL.0);
        let row = (down * f64::from(height) - f64::from(TOP)) / f64::from(CELL.1);
        let is_in = |place: f64, end: u32| (0.0..f64::from(end)).contains(&place);
        let is_cell = is_in(slot, LINE_UNITS) && is_in(row, ROWS);
        // The XOR is its own inverse: what is in a slot is what the slot would be moved to.
        is_cell.then(|| (row as u32, self.wires.slot(row as u32, slot as u32)))
    }

    /// The drawing.
    pub(super) fn draw(&self) -> Element {
        let (width, height) = self.size();
        let lines = el("path").class("memory-ground").attr(
            Attr::D,
            format!(
                "M{} {TOP}h{}v{}h-{}z",
                self.left(),
                LINE_UNITS * CELL.0,
                ROWS * CELL.1,
                LINE_UNITS * CELL.0
            ),
        );
        el("svg")
            .class("wires-memory")
            .attr(Attr::ViewBox, format!("0 0 {width} {height}"))
            .attr(Attr::AriaHidden, "true")
            .child(self.heads())
            .child(lines)
            .children((0..LINE_UNITS).map(|unit| self.column(unit)))
            .child(self.dots())
            .child((!self.is_narrow).then(|| self.bits()))
            .child(self.towers())
    }

    /// Banks above, and lines at the left.
    fn heads(&self) -> Element {
        let (at_row, at_unit) = self.at;
        let here = self.wires.slot(at_row, at_unit);
        let bank = |slot: u32| self.banks(slot, TOP - 8, slot == here);
        let y = |row: u32| TOP + row * CELL.1 + CELL.1 / 2 + 4;
        let class = |row: u32| match row == at_row {
            true => "wires-row is-strong",
            false => "wires-row",
        };
        let number = |row: u32| {
            let x = if self.is_narrow { self.left() - 6 } else { 12 };
            text(class(row), x, y(row), row.to_string())
        };
        let address = |row: u32| {
            let address = Wires::ORIGIN_BYTES + row * LINE_BYTES;
            text(class(row), self.left() - 6, y(row), format!("{address:#x}"))
        };
        fragment()
            .child((!self.is_narrow).then(|| text("wires-told", 0, TOP - 8, "row".into())))
            .children((0..LINE_UNITS).map(bank))
            .children((0..ROWS).map(number))
            .children((0..ROWS).filter(|_| !self.is_narrow).map(address))
    }

    /// The banks of a slot.
    fn banks(&self, slot: u32, y: u32, is_strong: bool) -> Element {
        let class = match is_strong {
            true => "wires-over is-strong",
            false => "wires-over",
        };
        let (first, x) = (slot * UNIT_BANKS, self.left() + slot * CELL.0 + CELL.0 / 2);
        text(class, x, y, format!("{first}–{}", first + UNIT_BANKS - 1))
    }

    /// A cell's middle.
    fn middle(&self, row: u32, spot: Spot) -> (f64, f64) {
        let (width, height) = (f64::from(CELL.0), f64::from(CELL.1));
        (
            f64::from(self.left()) + (spot.slot + 0.5) * width,
            f64::from(TOP) + (f64::from(row) + 0.5 + spot.below) * height,
        )
    }

    /// The cells of one unit of each row.
    fn column(&self, unit: u32) -> Element {
        let (mut cells, mut x, mut y) = (String::new(), String::new(), String::new());
        for row in 0..ROWS {
            let spot = self.shares.spot(row, unit);
            let (middle, down) = self.middle(row, spot);
            let (width, height) = (
                f64::from(CELL.0 - 1) * spot.scale,
                f64::from(CELL.1 - 1) * spot.scale,
            );
            let _ = write!(
                cells,
                "M{:.1} {:.1}h{width:.1}v{height:.1}h-{width:.1}z",
                middle - width / 2.0,
                down - height / 2.0
            );
            let aside = if unit == self.at.1 {
                8.0 * spot.scale
            } else {
                0.0
            };
            let _ = write!(x, "{:.1} ", middle - aside);
            let _ = write!(y, "{:.1} ", down + 4.0);
        }
        el("g")
            .class("wires-column")
            .class_if(unit == self.at.1, "is-at")
            .child(
                el("path")
                    .attr(Attr::Style, format!("fill:{}", self.colour(unit)))
                    .attr(Attr::D, cells),
            )
            .child(
                el("text")
                    .attr(Attr::X, x)
                    .attr(Attr::Y, y)
                    .child(unit.to_string().repeat(ROWS as usize)),
            )
    }

    fn colour(&self, unit: u32) -> String {
        hex(self.look.palette.colour(self.look.theme, unit as u8))
    }

    /// Draws dots on the cells that are read, and on the cell at hand.
    fn dots(&self) -> Element {
        let (at_row, unit) = self.at;
        let dot = |row: u32| {
            let spot = self.shares.spot(row, unit);
            let (x, y) = self.middle(row, spot);
            format!("M{:.1} {y:.1}h0", x + 8.0 * spot.scale)
        };
        let dots: String = (0..ROWS).map(dot).collect();
        let spot = self.shares.spot(at_row, unit);
        let (x, y) = self.middle(at_row, spot);
        let (width, height) = (
            f64::from(CELL.0) * spot.scale,
            f64::from(CELL.1) * spot.scale,
        );
        let frame = format!(
            "M{:.1} {:.1}h{width:.1}v{height:.1}h-{width:.1}z",
            x - width / 2.0,
            y - height / 2.0
        );
        fragment()
            .child(el("path").class("wires-dots").attr(Attr::D, dots))
            .child(el("path").class("wires-at").attr(Attr::D, frame))
    }

    /// The bits that the wires read of each line, and the slot in which its unit ends up.
    fn bits(&self) -> Element {
        let (at_row, unit) = self.at;
        let x = |wire: u32| self.right() + 20 + (Wires::COUNT - 1 - wire) * 20;
        let y = |row: u32| TOP + row * CELL.1 + CELL.1 / 2 + 4;
        let wire = |wire: u32| {
            let values = [0, 1].map(|value| {
                let rows = || (0..ROWS).filter(move |row| row >> wire & 1 == value);
                let down: String = rows().map(|row| format!("{} ", y(row))).collect();
                let across: String = rows().map(|_| format!("{} ", x(wire))).collect();
                el("text")
                    .class("wires-over")
                    .class_if(value == 1 && self.wires.is_closed(wire), "is-line")
                    .attr(Attr::X, across)
                    .attr(Attr::Y, down)
                    .child(value.to_string().repeat(rows().count()))
            });
            fragment()
                .child(
                    text(
                        "wires-over",
                        x(wire),
                        TOP - 8,
                        Wires::bits(wire).0.to_string(),
                    )
                    .class_if(self.wires.is_closed(wire), "is-line"),
                )
                .children(values.into_iter())
        };
        let slot = |row: u32| {
            let slot = self.wires.slot(row, unit);
            let xored = slot ^ unit;
            let class = match (xored, row == at_row) {
                (0, false) => "wires-told",
                _ => "wires-told is-strong",
            };
            text(
                class,
                self.right() + 88,
                y(row),
                format!("{unit} ⊕ {xored} = {slot}"),
            )
        };
        fragment()
            .child(text(
                "wires-told",
                self.right() + 88,
                TOP - 8,
                "unit → slot".into(),
            ))
            .children((0..Wires::COUNT).map(wire))
            .children((0..ROWS).map(slot))
    }

    /// The blocks of four banks that each row's unit wants, one above the other where they share their banks.
    fn towers(&self) -> Element {
        let (_, unit) = self.at;
        let (from, to) = self.shares.bounds();
        let part = match self.shares.is_at_rest() {
            true => 1.0,
            false => self.shares.place().fract(),
        };
        let level = |wires: Wires, row: u32| {
            let is_under = |other: &u32| wires.slot(*other, unit) == wires.slot(row, unit);
            (row + 1..ROWS).filter(is_under).count() as f64
        };
        let top = FOOT - ROWS * LEVEL;
        let banks = LINE_UNITS * UNIT_BANKS;
        let ground: String = (0..banks)
            .map(|bank| {
                let x = self.left() + bank * CELL.0 / UNIT_BANKS;
                format!(
                    "M{x} {top}h{}v{}h-{}z",
                    CELL.0 / UNIT_BANKS - 1,
                    ROWS * LEVEL,
                    CELL.0 / UNIT_BANKS - 1
                )
            })
            .collect();
        let (mut blocks, mut x, mut y) = (String::new(), String::new(), String::new());
        for row in 0..ROWS {
            let slot = self.shares.spot(row, unit).slot;
            let levels = level(from, row) * (1.0 - part) + level(to, row) * part;
            let left = f64::from(self.left()) + slot * f64::from(CELL.0);
            let up = f64::from(FOOT) - (levels + 1.0) * f64::from(LEVEL);
            let _ = write!(
                blocks,
                "M{left:.1} {up:.1}h{}v{}h-{}z",
                CELL.0 - 1,
                LEVEL - 1,
                CELL.0 - 1
            );
            let _ = write!(x, "{:.1} ", left + f64::from(CELL.0) / 2.0);
            let _ = write!(y, "{:.1} ", up + 10.0);
        }
        let rows: String = (0..ROWS).map(|row| row.to_string()).collect();
        let levels = [2, 4, 6, 8].map(|level| {
            text(
                "wires-row",
                self.left() - 6,
                FOOT - level * LEVEL + 10,
                level.to_string(),
            )
        });
        let axis = (0..LINE_UNITS).map(|slot| {
            let is_used = (0..ROWS).any(|row| self.wires.slot(row, unit) == slot);
            self.banks(slot, FOOT + 14, is_used)
        });
        fragment()
            .child(el("path").class("memory-ground").attr(Attr::D, ground))
            .child(
                el("path")
                    .class("wires-block")
                    .attr(Attr::Style, format!("fill:{}", self.colour(unit)))
                    .attr(Attr::D, blocks),
            )
            .child(
                el("text")
                    .class("wires-blocks")
                    .attr(Attr::X, x)
                    .attr(Attr::Y, y)
                    .child(rows),
            )
            .child(el("path").class("wires-foot").attr(
                Attr::D,
                format!("M{} {FOOT}h{}", self.left(), LINE_UNITS * CELL.0),
            ))
            .children(levels.into_iter())
            .children(axis)
            .child((!self.is_narrow).then(|| {
                fragment()
                    .child(text("wires-told", 0, FOOT + 14, "bank".into()))
                    .child(text(
                        "wires-told",
                        self.right() + 14,
                        FOOT - 14,
                        "words wanted".into(),
                    ))
                    .child(text(
                        "wires-told",
                        self.right() + 14,
                        FOOT,
                        "from each bank".into(),
                    ))
            }))
    }
}
