//! Scrolls what is marked in a view out from under what covers the view.

use wasm_bindgen::JsCast as _;
use web_sys::Element;

use super::{document, window};

/// Scrolls the visible view by whole rows, so that its pinned cell is above an open sheet.
pub fn pinned_cell() {
    let all = document().get_elements_by_class_name("grid-pinned");
    let pinned = (0..all.length())
        .filter_map(|at| all.item(at))
        .find(is_seen);
    let sheet = document().query_selector(".page-side").ok().flatten();
    let (Some(pinned), Some(sheet)) = (pinned, sheet) else {
        return;
    };
    let sheet = sheet.get_bounding_client_rect();
    if sheet.height() == 0.0 {
        return;
    }
    let covered = pinned.get_bounding_client_rect().bottom() - sheet.top();
    let Some(view) = pinned.closest(".grid-scroller").ok().flatten() else {
        return;
    };
    let canvas = view.query_selector("[data-cell-height]").ok().flatten();
    let row = canvas.and_then(|canvas| canvas.get_attribute("data-cell-height"));
    let row: f64 = row.and_then(|row| row.parse().ok()).unwrap_or(1.0);
    if covered > 0.0 {
        let rows = (covered / row).ceil();
        view.set_scroll_top(view.scroll_top() + (rows * row) as i32);
    }
}

fn is_seen(element: &Element) -> bool {
    let style = window().get_computed_style(element.unchecked_ref());
    let style = style.ok().flatten();
    style.is_some_and(|style| {
        style
            .get_property_value("visibility")
            .is_ok_and(|value| value == "visible")
    })
}
