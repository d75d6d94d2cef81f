//! What the page shows, read off the page.

use std::ops::Range;

use super::screen::{Cells, Result, Screen};
use serde_json::Value;
use swizzle_draw::scene::{CellAt, PaneKind, Size, Window};
use swizzle_draw::{Palette, Theme};

/// The body of a function that reads the page.
pub(crate) const READ: &str = include_str!("look.js");

/// A screen as it was read, with what a tester has to know beyond it.
pub(crate) struct Look {
    screen: Screen,
    theme: Theme,
    palette: Palette,
    views: [Option<View>; 2],
}

/// Where the cells of a view are in the window, and which are marked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct View {
    /// The cells that are drawn.
    pub(crate) window: Window,
    /// The cell under the cursor.
    pub(crate) hovered: Option<CellAt>,
    /// The pinned cell.
    pub(crate) pinned: Option<CellAt>,
    /// Width and height of a cell.
    pub(crate) pitch: [f64; 2],
    corner: [f64; 2],
    /// How far it is scrolled, across and down.
    pub(crate) scroll: [f64; 2],
    /// How much of it is seen, across and down.
    pub(crate) room: [f64; 2],
}

impl Look {
    /// Reads what [`READ`] returned.
    pub(crate) fn from_json(page: &Value) -> Result<Self> {
        let matrix = view(&page["matrix"])?;
        let memory = view(&page["memory"])?;
        let findings = items(&page["findings"])
            .iter()
            .map(|finding| [0, 1, 2, 3].map(|part| text(&finding[part])));
        let screen = Screen {
            heading: text(&page["heading"]),
            descriptor: text(&page["descriptor"]),
            bits: text(&page["bits"]),
            step: text(&page["step"]),
            layout: text(&page["layout"]),
            findings: findings.collect(),
            verdict: text(&page["verdict"]),
            steps: items(&page["steps"])
                .iter()
                .map(|step| [0, 1, 2].map(|part| text(&step[part])))
                .collect(),
            matrix: cells(&page["matrix"], matrix.as_ref())?,
            memory: cells(&page["memory"], memory.as_ref())?,
        };
        let theme = if page["isDark"] == true {
            Theme::Dark
        } else {
            Theme::Light
        };
        let palette = if page["isSafe"] == true {
            Palette::Safe
        } else {
            Palette::Isa
        };
        Ok(Self {
            screen,
            theme,
            palette,
            views: [matrix, memory],
        })
    }

    /// What is shown.
    pub(crate) fn screen(&self) -> &Screen {
        &self.screen
    }

    /// The position of a view in the window.
    pub(crate) fn view(&self, kind: PaneKind) -> Result<&View> {
        self.views[kind as usize]
            .as_ref()
            .ok_or_else(|| format!("there is no view of {kind:?}"))
    }

    /// The colours that are chosen.
    pub(crate) fn colours(&self) -> (Palette, Theme) {
        (self.palette, self.theme)
    }
}

impl View {
    /// The middle of a cell, in pixels of the window.
    pub(crate) fn middle_of(&self, at: CellAt) -> (f64, f64) {
        let middle = |at: u32, first: u32, side: usize| {
            self.corner[side] + (f64::from(at) - f64::from(first) + 0.5) * self.pitch[side]
        };
        (
            middle(at.column, self.window.columns.start, 0),
            middle(at.row, self.window.rows.start, 1),
        )
    }

    /// Whether all of a cell is in view.
    pub(crate) fn has_in_view(&self, at: CellAt) -> bool {
        [at.column, at.row]
            .into_iter()
            .zip(0..)
            .all(|(at, side): (u32, usize)| {
                let start = f64::from(at) * self.pitch[side] - self.scroll[side];
                start >= 0.0 && start + self.pitch[side] <= self.room[side]
            })
    }
}

fn view(json: &Value) -> Result<Option<View>> {
    if json.is_null() {
        return Ok(None);
    }
    let [first, drawn] = ["first", "drawn"].map(|name| pair(&json[name]));
    let (first, drawn) = (first?.map(whole), drawn?.map(whole));
    let cell = |name: &str| -> Result<Option<CellAt>> {
        if json[name].is_null() {
            return Ok(None);
        }
        let [column, row] = pair(&json[name])?.map(whole);
        Ok(Some(CellAt { column, row }))
    };
    Ok(Some(View {
        window: Window {
            columns: first[0]..first[0] + drawn[0],
            rows: first[1]..first[1] + drawn[1],
        },
        hovered: cell("hovered")?,
        pinned: cell("pinned")?,
        pitch: pair(&json["pitch"])?,
        corner: pair(&json["corner"])?,
        scroll: pair(&json["scroll"])?,
        room: pair(&json["room"])?,
    }))
}

fn cells(json: &Value, view: Option<&View>) -> Result<Option<Cells>> {
    let Some(view) = view else {
        return Ok(None);
    };
    let [columns, rows] = pair(&json["size"])?.map(whole);
    let size = Size { columns, rows };
    let fills = |range: &Range<u32>, count: u32, side: usize| {
        let (pitch, scroll) = (view.pitch[side], view.scroll[side]);
        let end = (scroll + view.room[side]).min(f64::from(count) * pitch);
        f64::from(range.start) * pitch <= scroll && f64::from(range.end) * pitch >= end
    };
    let colours = items(&json["colours"]).iter().map(|colour| {
        let channel = |at: usize| colour[at].as_u64().unwrap_or_default() as u8;
        (!colour.is_null()).then(|| [0, 1, 2].map(channel))
    });
    Ok(Some(Cells {
        size,
        window: view.window.clone(),
        fills_view: fills(&view.window.columns, columns, 0) && fills(&view.window.rows, rows, 1),
        labels: labels_from_blocks(items(&json["numbers"]), view.window.columns.len()),
        colours: colours.collect(),
        corners: json["corners"].as_u64().unwrap_or(u64::MAX) as usize,
        strips: json["strips"].as_u64().unwrap_or(u64::MAX) as usize,
        right: items(&json["right"])
            .iter()
            .map(|is_right| is_right == true)
            .collect(),
        missing: items(&json["missing"])
            .iter()
            .map(|is_missing| is_missing == true)
            .collect(),
        outlined: items(&json["outlined"])
            .iter()
            .map(|is_outlined| is_outlined == true)
            .collect(),
    }))
}

/// The labels of all blocks of numbers, each with a sign of its kind: `!` before a wrong label, `?` before a missing one,
/// a space before one beneath.
fn labels_from_blocks(blocks: &[Value], columns: usize) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for block in blocks {
        let class = text(&block[0]);
        let sign = [("is-wrong", "!"), ("is-missing", "?"), ("is-beneath", " ")]
            .into_iter()
            .find(|(name, _)| class.contains(name))
            .map_or("", |(_, sign)| sign);
        let labels = labels_from_text(&text(&block[1]), columns);
        all.resize(all.len().max(labels.len()), String::new());
        for (at, label) in all.iter_mut().zip(labels) {
            if !label.is_empty() {
                at.push_str(sign);
                at.push_str(&label);
            }
        }
    }
    all
}

/// The labels in a block of numbers. Every cell takes the same room, a space being half as wide as any other character.
fn labels_from_text(text: &str, columns: usize) -> Vec<String> {
    let mut labels = Vec::new();
    for row in text.lines() {
        let halves = |character: char| if character == ' ' { 1 } else { 2 };
        let room = row.chars().map(halves).sum::<usize>() / columns.max(1);
        let mut cells = vec![String::new(); columns];
        let mut at = 0;
        for character in row.chars() {
            if character != ' ' {
                // Text behind the last cell becomes one more label, which no scene has.
                let cell = at / room.max(1);
                if cell >= cells.len() {
                    cells.resize(cell + 1, String::new());
                }
                cells[cell].push(character);
            }
            at += halves(character);
        }
        labels.append(&mut cells);
    }
    labels
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn pair(value: &Value) -> Result<[f64; 2]> {
    match (value[0].as_f64(), value[1].as_f64()) {
        (Some(first), Some(second)) => Ok([first, second]),
        _ => Err(format!("expected two numbers, got {value}")),
    }
}

/// Of a number that is whole.
fn whole(number: f64) -> u32 {
    number as u32
}
