//! A table of values: one look on every page, in a region that scrolls where the table is wider than its place.

use crate::element::{Attr, Content, Element, el};

/// A table under a name. A column without a head holds heads of rows, or what is pressed.
pub fn table<H: Into<String>>(
    name: &'static str,
    heads: impl IntoIterator<Item = H>,
    rows: impl IntoIterator<Item = Element>,
) -> Element {
    let heads = heads.into_iter().map(|words| head(words.into()));
    let table = el("table")
        .class("table")
        .child(el("thead").child(el("tr").children(heads)))
        .child(el("tbody").children(rows.into_iter()));
    el("div")
        .class("table-scroll")
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "region")
        .attr(Attr::AriaLabel, name)
        .child(table)
}

fn head(words: String) -> Element {
    if words.is_empty() {
        return el("td");
    }
    el("th").attr(Attr::Scope, "col").child(words)
}

/// The head of a row.
pub fn row_head(child: impl Content) -> Element {
    el("th").attr(Attr::Scope, "row").child(child)
}

/// A row behind its head.
pub fn row<C: Content>(head: impl Content, cells: impl IntoIterator<Item = C>) -> Element {
    let cells = cells.into_iter().map(|cell| el("td").child(cell));
    el("tr").child(row_head(head)).children(cells)
}
