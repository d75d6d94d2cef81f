//! Other ways to see the squares of Check: an element a cell, tables, and steps that follow each other.

use serde_json::json;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

/// A cell is an element where a link or a reader asks for it, as in two of the manual's figures.
#[test]
async fn a_cell_can_be_an_element() -> Result<()> {
    let page = Page::open("#/wgmma?mn=64&k=64&cells=elements").await?;
    page.has(".texts canvas[data-cell-width='36']", 2).await?;
    page.execute("document.querySelector('.cell-touch').focus()", &[])?;
    for key in ["ArrowDown", "ArrowDown", "ArrowRight"] {
        page.key(key).await?;
    }
    page.reads(".aside h2", "Row 1, unit 0").await?;
    page.key("Enter").await?;
    page.has_address("#/wgmma?mn=64&k=64&cells=elements&cell=1,1").await?;
    page.press("View options").await?;
    page.press("units").await?;
    page.has_address("#/wgmma?mn=64&k=64&cell=1,1").await?;
    page.has(".pair-second canvas", 1).await
}

/// The rail of elements leads to their other rows, as that of units does.
#[test]
async fn the_rail_leads_to_all_rows_of_elements() -> Result<()> {
    let page = Page::open("#/wgmma?mn=64&k=64&cells=elements").await?;
    page.has(".texts .cell-rail", 2).await?;
    // Numbers of rows are before the cells.
    let turn = "const rail = document.querySelector('.texts .cell-rail');
        const { left, bottom } = rail.getBoundingClientRect();
        rail.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, buttons: 1, clientX: left + 1, clientY: bottom - 2 }));";
    page.execute(turn, &[])?;
    let last = "return [...document.querySelectorAll('.texts > :first-child text')].some((text) => text.getAttribute('x') < 0 && text.textContent.trim() === '63')";
    page.wait_until("the last rows", last).await.map(drop)
}

/// Both squares can be read as tables, which follow each edit.
#[test]
async fn the_squares_are_tables_too() -> Result<()> {
    let page = Page::open("#/figure/157").await?;
    page.press("View options").await?;
    page.press("text").await?;
    page.has(".texts table", 2).await?;
    let row = "return [...document.querySelectorAll('.texts tbody tr:nth-child(2)')].map((row) => [...row.children].map((cell) => cell.textContent))";
    let matrix = ["1", "9", "8", "11", "10", "13", "12", "15", "14"];
    let memory = ["0x80", "8", "9", "10", "11", "12", "13", "14", "15"];
    assert_eq!(page.execute(row, &[])?, json!([matrix, memory]));
    page.press("View options").await?;
    page.open_value("Swizzle").await?;
    page.click_on(".modes button:nth-child(3)").await?;
    page.wait_for("64B", || Ok((page.execute(row, &[])? != json!([matrix, memory])).then_some(()))).await
}

/// Steps follow each other by themselves until they are stopped.
#[test]
async fn the_steps_are_played() -> Result<()> {
    let page = Page::open("#/?mn=64&k=64").await?;
    page.press("Play the steps").await?;
    page.has(".steps [aria-pressed=true][aria-label^='Step 2:']", 1).await?;
    page.press("Pause the steps").await?;
    page.has("[aria-label='Play the steps'][aria-pressed=false]", 1).await
}
