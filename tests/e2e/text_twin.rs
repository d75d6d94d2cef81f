//! Each view as a table of text.

use serde_json::{Value, json};
use swizzle_core::Major;
use swizzle_draw::scene::{PaneKind, Window};
use swizzle_tests::webdriver::{Error, Result, keys};
use swizzle_view::Shown;

use crate::page::{Page, state};
use crate::tile::Tile;

const VIEWS: [(PaneKind, &str); 2] = [
    (PaneKind::Matrix, "Matrix"),
    (PaneKind::Memory, "Shared memory"),
];

/// The table of a view: heads of its columns, then each row with its head.
const READ: &str = "
    const table = document.querySelector(`.view[aria-label='${arguments[0]}'] .twin table`);
    const texts = (row) => [...row.children].map(cell => cell.textContent);
    return table && [...table.rows].map(texts);
";

fn open(page: &Page, name: &str) -> Result<()> {
    let summary = format!(".view[aria-label='{name}'] .twin summary");
    // It comes after the start.
    let is_there = format!("return document.querySelector(\"{summary}\")");
    page.session()
        .wait_until("the way to the table", &is_there)?;
    page.session().find(&summary)?.click()
}

/// Waits until the table of a view shows these rows.
fn shows_rows(
    page: &Page,
    state: &Shown,
    (kind, name): (PaneKind, &str),
    rows: std::ops::Range<u32>,
) -> Result<()> {
    let window = Window {
        columns: 0..64,
        rows: rows.clone(),
    };
    let scene = Tile::of(state)?.unfolded().scene(kind, &window);
    let mut expected = vec![json!(
        [&[String::new()], scene.across.heads.as_slice()].concat()
    )];
    for (head, cells) in scene.rows() {
        let labels = cells.iter().map(|cell| cell.label.to_string());
        let row: Vec<String> = std::iter::once(head.to_owned()).chain(labels).collect();
        expected.push(json!(row));
    }
    let expected = Value::Array(expected);
    let what = format!("rows {rows:?} of {name} as a table");
    page.session().wait_for(&what, |session| {
        let shown = session.execute(READ, &[name.into()])?;
        if shown == expected {
            return Ok(Some(()));
        }
        Err(Error::new(format!("it is\n{shown}\nshould be\n{expected}")))
    })
}

#[test]
fn the_tables_hold_what_the_views_show() -> Result<()> {
    let page = Page::open("#/figure/168")?;
    let mut at = state("#/figure/168");
    page.shows(&at)?;
    for view in VIEWS {
        open(&page, view.1)?;
        shows_rows(&page, &at, view, 0..64)?;
    }
    // And follow each edit.
    page.choose("Major", "K")?;
    at.said.tile.major = Some(Major::K);
    page.shows(&at)?;
    for view in VIEWS {
        shows_rows(&page, &at, view, 0..64)?;
        open(&page, view.1)?;
        page.session().wait_for("the table to go", |session| {
            let table = session.execute(READ, &[view.1.into()])?;
            Ok(table.is_null().then_some(()))
        })?;
    }
    Ok(())
}

#[test]
fn a_large_table_is_turned_page_by_page() -> Result<()> {
    let link = "#/wgmma/4000004000010040?mn=150&k=1024";
    let (page, at) = (Page::open(link)?, state(link));
    page.shows(&at)?;
    let view = VIEWS[0];
    open(&page, view.1)?;
    let length = page.history_length()?;
    shows_rows(&page, &at, view, 0..64)?;
    page.press("Rows after")?;
    shows_rows(&page, &at, view, 64..128)?;
    page.press("Rows after")?;
    shows_rows(&page, &at, view, 128..150)?;
    assert_eq!(page.button("Rows after")?.property("disabled")?, true);
    page.press("Rows before")?;
    shows_rows(&page, &at, view, 64..128)?;
    page.press("Rows before")?;
    shows_rows(&page, &at, view, 0..64)?;
    assert_eq!(page.button("Rows before")?.property("disabled")?, true);
    assert_eq!(page.history_length()?, length);
    // The columns that are left out are told.
    let words = page
        .session()
        .find(".view[aria-label=Matrix] .twin")?
        .text()?;
    assert!(words.contains("64 of 128 columns"), "{words}");
    Ok(())
}

#[test]
fn a_table_that_was_turned_starts_again_on_a_smaller_tile() -> Result<()> {
    let link = "#/wgmma/4000004000010040?mn=150&k=64";
    let page = Page::open(link)?;
    open(&page, VIEWS[0].1)?;
    shows_rows(&page, &state(link), VIEWS[0], 0..64)?;
    page.press("Rows after")?;
    let figure = "#/figure/157";
    page.type_address(figure)?;
    page.shows(&state(figure))?;
    shows_rows(&page, &state(figure), VIEWS[0], 0..64)
}

#[test]
fn escape_closes_what_lies_over_the_cells() -> Result<()> {
    let page = Page::open("")?;
    for (_, name) in VIEWS {
        open(&page, name)?;
    }
    let count = |selector: &str| format!("document.querySelectorAll('{selector}').length");
    let tables = count(".twin-scroller");
    let both = format!("return {tables} === 2");
    page.session().wait_until("both tables", &both)?;
    page.session().chord(&[keys::ESCAPE])?;
    let opened = count(".twin[open]");
    let none = format!("return {tables} + {opened} === 0");
    page.session().wait_until("no table", &none)?;
    // It opens again.
    open(&page, VIEWS[0].1)?;
    let one = format!("return {tables} === 1");
    page.session().wait_until("one table", &one)?;
    Ok(())
}
