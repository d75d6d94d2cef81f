//! The table: a row for each type that the chip reads, and a line for those that it does not.

use swizzle_code::build::{Support, SupportCell, SupportRow, SupportTable, support_columns};
use swizzle_core::{Major, Named as _, Swizzle};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::cell::{Place, class, id, mark, name, place_of, words};
use crate::browser;
use crate::element::{Attr, Element, el};

/// Contents of the table.
pub(super) struct Table<'a> {
    /// The cells.
    pub table: &'a SupportTable,
    /// The cell that is explained.
    pub looked_at: Place,
    /// The cell of the tile in use, regardless of the chip.
    pub used: Place,
    /// Whether rows without a supported cell are shown.
    pub is_unfolded: bool,
    /// Called to show or hide them.
    pub on_unfold: Callback<bool>,
    /// Called with the cell that is pointed at, or has the focus.
    pub on_look_at: Callback<Place>,
    /// Called with the cell that is pressed.
    pub on_choose: Callback<Place>,
}

/// Columns of the table, the name and the instruction included.
const COLUMNS: u32 = 13;

/// The table and its notes.
pub(super) fn table(shown: &Table<'_>) -> Element {
    let groups = shown.table.groups.iter().map(|group| {
        let rows: Vec<&SupportRow> = group.rows.iter().filter(|row| row.is_read()).collect();
        let caption = el("tr").class("support-group").child(
            el("th")
                .attr(Attr::Scope, "rowgroup")
                .attr(Attr::Colspan, COLUMNS)
                .child(format!("{}-bit", group.bits)),
        );
        (!rows.is_empty()).then(|| {
            el("tbody")
                .child(caption)
                .children(rows.into_iter().map(|one| row(one, shown)))
        })
    });
    let unread: Vec<&SupportRow> = shown.table.rows().filter(|row| !row.is_read()).collect();
    let majors = Major::ALL.iter().map(|major| {
        el("th")
            .attr(Attr::Scope, "colgroup")
            .attr(Attr::Colspan, Swizzle::ALL.len().to_string())
            .child(format!("{}-major", major.name()))
    });
    let majors: Vec<Element> = majors.collect();
    let mut heads = Vec::new();
    for (major, mode) in support_columns() {
        if (major, mode) == (Major::Mn, Swizzle::ALL[0]) {
            heads.push(el("td").class("support-gap"));
        }
        let head = el("th").attr(Attr::Scope, "col");
        let looked_at = (shown.looked_at.1, shown.looked_at.2) == (major, mode);
        heads.push(
            head.class_if(looked_at, "is-looked-at")
                .child(mode_head(mode)),
        );
    }
    let mut majors = majors.into_iter();
    let head = el("thead")
        .child(
            el("tr")
                .child(el("td"))
                .child(majors.next())
                .child(el("td").class("support-gap"))
                .child(majors.next())
                .child(el("td")),
        )
        .child(
            el("tr")
                .child(el("td"))
                .children(heads.into_iter())
                .child(el("th").attr(Attr::Scope, "col").child("Instruction")),
        );
    // The cell that has the focus is the one that is explained.
    let on_key = {
        let (places, from) = (places(shown), shown.looked_at);
        Callback::from(move |event: KeyboardEvent| {
            if let Some(next) = moved(&places, from, &event.key()) {
                event.prevent_default();
                focus(next);
            }
        })
    };
    let scroll = el("div")
        .class("support-scroll")
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "region")
        .attr(Attr::AriaLabel, "The matrix")
        .child(
            el("table")
                .class("support-table")
                .on_key(on_key)
                .child(head)
                .children(groups)
                .child((!unread.is_empty()).then(|| folded(&unread, shown))),
        );
    el("div").child(scroll).child(notes(shown.table))
}

/// The rows without a supported cell, as one line.
fn folded(rows: &[&SupportRow], shown: &Table<'_>) -> Element {
    let names: Vec<&str> = rows.iter().map(|row| row.element.name()).collect();
    let is_unfolded = shown.is_unfolded;
    let line = el("button")
        .attr(Attr::Type, "button")
        .class("support-fold")
        .attr(
            Attr::AriaExpanded,
            if is_unfolded { "true" } else { "false" },
        )
        .on_click(shown.on_unfold.reform(move |_: MouseEvent| !is_unfolded))
        .child(format!(
            "Not read by {}: {} ({} combinations)",
            shown.table.chip.name(),
            names.join(", "),
            rows.iter().map(|row| row.cells.len()).sum::<usize>()
        ));
    let line = el("tr")
        .class("support-group")
        .child(el("td").attr(Attr::Colspan, COLUMNS).child(line));
    let rows = rows.iter().filter(|_| is_unfolded);
    el("tbody")
        .child(line)
        .children(rows.map(|one| row(one, shown)))
}

fn row(of: &SupportRow, shown: &Table<'_>) -> Element {
    let element = of.element;
    let is_used = shown.used.0 == element;
    let mut cells = Vec::new();
    for cell in &of.cells {
        if (cell.major, cell.swizzle) == (Major::Mn, Swizzle::ALL[0]) {
            cells.push(el("td").class("support-gap"));
        }
        cells.push(el("td").child(button(cell, shown)));
    }
    let (plain, form) = match element.name().split_once('-') {
        Some((plain, form)) => (plain, form),
        None if element.is_padded() => (element.name(), "padded"),
        None => (element.name(), ""),
    };
    el("tr")
        .child(
            el("th")
                .attr(Attr::Scope, "row")
                .class_if(is_used, "is-used")
                .child(el("code").child(plain))
                .child((!form.is_empty()).then(|| el("small").child(format!(" {form}")))),
        )
        .children(cells.into_iter())
        .child(
            el("td")
                .class("support-kinds")
                .child(of.instruction_text(shown.table.chip)),
        )
}

fn button(cell: &SupportCell, shown: &Table<'_>) -> Element {
    let place = place_of(cell);
    let look = &shown.on_look_at;
    let is_looked_at = shown.looked_at == place;
    let is_used = shown.used == place;
    el("button")
        .attr(Attr::Type, "button")
        .attr(Attr::Id, id(place))
        .class("support-cell")
        .class(class(cell.support))
        .class_if(is_looked_at, "is-looked-at")
        .class_if(is_used, "is-used")
        .attr(
            Attr::AriaLabel,
            format!(
                "{}: {}{}",
                name(place),
                words(cell.support).to_lowercase(),
                if is_used { ", tile in use" } else { "" }
            ),
        )
        .attr(Attr::AriaCurrent, is_used.then_some("true"))
        // One of them is reached by Tab, the others by arrow keys.
        .attr(Attr::Tabindex, if is_looked_at { "0" } else { "-1" })
        .on_focus(look.reform(move |_| place))
        .on_pointer_move(look.reform(move |_| place))
        .on_click(shown.on_choose.reform(move |_: MouseEvent| place))
        .child(mark(cell.support))
        .child(is_used.then(|| el("span").class("support-pin")))
}

/// The places that are shown, row by row.
fn places(shown: &Table<'_>) -> Vec<Place> {
    let (read, unread): (Vec<&SupportRow>, Vec<&SupportRow>) =
        shown.table.rows().partition(|row| row.is_read());
    let unread = unread.into_iter().filter(|_| shown.is_unfolded);
    let cells = read.into_iter().chain(unread).flat_map(|row| &row.cells);
    cells.map(place_of).collect()
}

/// Returns the place that an arrow key leads to.
fn moved(places: &[Place], from: Place, key: &str) -> Option<Place> {
    let columns = support_columns().count();
    let at = places.iter().position(|place| *place == from)?;
    let (row, column) = (at / columns, at % columns);
    let (row, column) = match key {
        "ArrowLeft" => (row, column.checked_sub(1)?),
        "ArrowRight" => (row, column + 1),
        "ArrowUp" => (row.checked_sub(1)?, column),
        "ArrowDown" => (row + 1, column),
        "Home" => (row, 0),
        "End" => (row, columns - 1),
        _ => return None,
    };
    (column < columns)
        .then(|| places.get(row * columns + column).copied())
        .flatten()
}

fn focus(place: Place) {
    let found = browser::document().get_element_by_id(&id(place));
    if let Some(found) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let _ = found.focus();
    }
}

/// The head of a mode's column, in two lines where it is long.
fn mode_head(mode: Swizzle) -> Element {
    match mode.name().split_once('-') {
        Some((bytes, atom)) => el("span")
            .child(bytes.to_owned())
            .child(el("br"))
            .child(atom.replace('-', " ")),
        None => el("span").child(mode.name()),
    }
}

/// Notes on the marks: their sources, and where sources disagree.
fn notes(table: &SupportTable) -> Element {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for cell in table.cells() {
        let note = (&*cell.text, cell.source);
        if cell.support == Support::Contested && !seen.contains(&note) {
            seen.push(note);
        }
    }
    let contested = seen.into_iter().map(|(text, source)| {
        el("li")
            .child(text.to_owned())
            .child(" ")
            .child(el("small").child(source.to_owned()))
    });
    let (chip, source) = (table.chip.name(), table.chip.source());
    let rests = match table.chip.is_measured() {
        true => format!("{chip}: {source}."),
        false => format!(
            "{chip} has not been run here: these cells rest on documents and code, not on measurements. Source: {source}."
        ),
    };
    el("section")
        .class("support-notes")
        .child(el("h2").child("Notes"))
        .child(el("ul").children(contested).child(el("li").child(rests)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_code::build::support_table;
    use swizzle_core::hardware::Chip;
    use swizzle_core::{Element as Type, Operand, Sparsity};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn arrow_keys_stay_in_the_table() {
        let table = support_table(Chip::Sm90a, Operand::A, Sparsity::Dense);
        let places: Vec<Place> = table.cells().map(place_of).collect();
        let from = (Type::F16, Major::K, Swizzle::None);
        assert_eq!(moved(&places, from, "ArrowLeft"), None);
        assert_eq!(moved(&places, from, "ArrowUp"), None);
        let right = (Type::F16, Major::K, Swizzle::B32);
        assert_eq!(moved(&places, from, "ArrowRight"), Some(right));
        let down = (Type::Bf16, Major::K, Swizzle::None);
        assert_eq!(moved(&places, from, "ArrowDown"), Some(down));
        let end = (Type::F16, Major::Mn, Swizzle::B128Atom32);
        assert_eq!(moved(&places, from, "End"), Some(end));
        assert_eq!(moved(&places, end, "ArrowRight"), None);
        let last = (Type::B1, Major::Mn, Swizzle::B128Atom32);
        assert_eq!(moved(&places, last, "ArrowDown"), None);
    }
}
