//! Each view as a table of text.

use serde_json::{Value, json};
use swizzle_core::hardware::Major;
use swizzle_draw::scene::{PaneKind, Window};
use swizzle_view::Shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result, state};
use super::tile::Tile;

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

async fn open(page: &Page, name: &str) -> Result<()> {
    let summary = format!(".view[aria-label='{name}'] .twin summary");
    // It comes after the start.
    let is_there = format!("return document.querySelector(\"{summary}\")");
    page.wait_until("the way to the table", &is_there).await?;
    page.click_on(&summary).await
}

/// Waits until the table of a view shows these rows.
async fn shows_rows(
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
    page.wait_for(&what, || {
        let shown = page.execute(READ, &[name])?;
        if shown == expected {
            return Ok(Some(()));
        }
        Err(Fault::new(format!("it is\n{shown}\nshould be\n{expected}")))
    })
    .await
}

#[test]
async fn the_tables_hold_what_the_views_show() -> Result<()> {
    let page = Page::open("#/figure/168").await?;
    let mut at = state("#/figure/168");
    page.shows(&at).await?;
    for view in VIEWS {
        open(&page, view.1).await?;
        shows_rows(&page, &at, view, 0..64).await?;
    }
    // And follow each edit.
    page.choose("Major", "K").await?;
    at.said.tile.major = Some(Major::K);
    page.shows(&at).await?;
    for view in VIEWS {
        shows_rows(&page, &at, view, 0..64).await?;
        open(&page, view.1).await?;
        page.wait_for("the table to go", || {
            let table = page.execute(READ, &[view.1])?;
            Ok(table.is_null().then_some(()))
        })
        .await?;
    }
    Ok(())
}

#[test]
async fn a_large_table_is_turned_page_by_page() -> Result<()> {
    let link = "#/wgmma/4000004000010040?mn=150&k=1024";
    let (page, at) = (Page::open(link).await?, state(link));
    page.shows(&at).await?;
    let view = VIEWS[0];
    open(&page, view.1).await?;
    let length = page.history_length();
    shows_rows(&page, &at, view, 0..64).await?;
    page.press("Rows after").await?;
    shows_rows(&page, &at, view, 64..128).await?;
    page.press("Rows after").await?;
    shows_rows(&page, &at, view, 128..150).await?;
    assert!(page.is_off("Rows after")?);
    page.press("Rows before").await?;
    shows_rows(&page, &at, view, 64..128).await?;
    page.press("Rows before").await?;
    shows_rows(&page, &at, view, 0..64).await?;
    assert!(page.is_off("Rows before")?);
    assert_eq!(page.history_length(), length);
    // The columns that are left out are told.
    let words = page
        .find(".view[aria-label=Matrix] .twin")?
        .text_content()
        .unwrap_or_default();
    assert!(words.contains("64 of 128 columns"), "{words}");
    Ok(())
}

#[test]
async fn a_table_that_was_turned_starts_again_on_a_smaller_tile() -> Result<()> {
    let link = "#/wgmma/4000004000010040?mn=150&k=64";
    let page = Page::open(link).await?;
    open(&page, VIEWS[0].1).await?;
    shows_rows(&page, &state(link), VIEWS[0], 0..64).await?;
    page.press("Rows after").await?;
    let figure = "#/figure/157";
    page.type_address(figure).await?;
    page.shows(&state(figure)).await?;
    shows_rows(&page, &state(figure), VIEWS[0], 0..64).await
}

#[test]
async fn escape_closes_what_lies_over_the_cells() -> Result<()> {
    let page = Page::open("").await?;
    for (_, name) in VIEWS {
        open(&page, name).await?;
    }
    let count = |selector: &str| format!("document.querySelectorAll('{selector}').length");
    let tables = count(".twin-scroller");
    let both = format!("return {tables} === 2");
    page.wait_until("both tables", &both).await?;
    page.key("Escape").await?;
    let opened = count(".twin[open]");
    let none = format!("return {tables} + {opened} === 0");
    page.wait_until("no table", &none).await?;
    // It opens again.
    open(&page, VIEWS[0].1).await?;
    let one = format!("return {tables} === 1");
    page.wait_until("one table", &one).await?;
    Ok(())
}
