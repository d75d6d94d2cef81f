//! Cells as one block of text, with colours under it and the cell at hand found by arithmetic.

use wasm_bindgen::JsCast as _;
use yew::prelude::*;

use crate::element::{Attr, Element, el};

/// Text whose lines have so many letters before their first cell, and so many for each.
pub(super) struct TextGrid {
    /// What it is called.
    pub(super) name: &'static str,
    pub(super) text: String,
    pub(super) before: u32,
    pub(super) letters: u32,
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// What lies under the text: a class, and squares of 1 as the data of a path.
    pub(super) under: Vec<(&'static str, String)>,
    /// The cell that is pointed at, or that the arrow keys lead to: column and row.
    pub(super) at: Option<(u32, u32)>,
    pub(super) on_at: Callback<Option<(u32, u32)>>,
}

pub(super) fn text_grid(grid: TextGrid) -> Element {
    let (columns, rows, at) = (grid.columns.max(1), grid.rows.max(1), grid.at);
    let cursor = at.map(|(column, row)| ("memory-cursor", format!("M{column} {row}h1v1h-1z")));
    let path = |(class, d): (&'static str, String)| el("path").class(class).attr(Attr::D, d);
    let picture = el("svg")
        .attr(Attr::ViewBox, format!("0 0 {columns} {rows}"))
        .attr(Attr::PreserveAspectRatio, "none")
        .attr(Attr::AriaHidden, "true")
        .attr(
            Attr::Style,
            format!(
                "left:{}ch;width:{}ch;height:calc({rows} * var(--grid-line))",
                grid.before,
                columns * grid.letters
            ),
        )
        .children(grid.under.into_iter().chain(cursor).map(path));
    let on_move = {
        let on_at = grid.on_at.clone();
        Callback::from(move |event: PointerEvent| {
            on_at.emit(cell_under(&event, columns, rows));
        })
    };
    let on_leave = grid.on_at.reform(|_: PointerEvent| None);
    let on_at = grid.on_at;
    let on_key = Callback::from(move |event: KeyboardEvent| {
        let (column, row) = at.unwrap_or((0, 0));
        let next = match event.key().as_str() {
            "ArrowUp" => (column, row.saturating_sub(1)),
            "ArrowDown" => (column, (row + 1).min(rows - 1)),
            "ArrowLeft" => (column.saturating_sub(1), row),
            "ArrowRight" => ((column + 1).min(columns - 1), row),
            _ => return,
        };
        event.prevent_default();
        on_at.emit(Some(at.map_or((0, 0), |_| next)));
    });
    el("div")
        .class("memory-grid")
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, grid.name)
        .on_key(on_key)
        .on_pointer_move(on_move)
        .on_pointer_leave(on_leave)
        .child(picture)
        .child(el("pre").child(grid.text))
}

/// The cell under the pointer.
fn cell_under(event: &PointerEvent, columns: u32, rows: u32) -> Option<(u32, u32)> {
    let node = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    let picture = node.closest(".memory-grid").ok()??;
    let place = picture
        .query_selector("svg")
        .ok()??
        .get_bounding_client_rect();
    let across = (f64::from(event.client_x()) - place.left()) / place.width();
    let down = (f64::from(event.client_y()) - place.top()) / place.height();
    let is_inside = (0.0..1.0).contains(&across) && (0.0..1.0).contains(&down);
    is_inside.then(|| {
        (
            (across * f64::from(columns)) as u32,
            (down * f64::from(rows)) as u32,
        )
    })
}
