//! The lessons on tensor memory: their figures are loaded, answered, and open the page of tensor memory.

use serde_json::json;
use swizzle_learn::{Answer, Dealt, FigureKind, Kind, LESSONS, Part, Stop, hint};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};
use super::stop::{address, answer, facts_of, opened, stops_of};

impl Page {
    /// Opens a stop and waits until its figure is there.
    async fn at_stop(place: (usize, usize)) -> Result<(Self, &'static Stop)> {
        let page = Self::open(&address(place.0, place.1)).await?;
        let stop = page.opens_stop(place.0, place.1).await?;
        Ok((page, stop))
    }

    /// Goes to a cell of the sheet of this name by keys, and presses Enter there.
    async fn press_cell(&self, name: &str, column: u32, row: u32) -> Result<()> {
        let focus = format!("document.querySelector('.cell-touch[aria-label={name:?}]').focus()");
        self.execute(&focus, &[])?;
        // The first key leads to the first cell.
        for _ in 0..=row {
            self.key("ArrowDown").await?;
        }
        for _ in 0..column {
            self.key("ArrowRight").await?;
        }
        self.key("Enter").await
    }
}

/// The first stop that asks for a cell in a picture.
fn stop_with(part: Part) -> (usize, usize) {
    let is_it = |kind: &Kind| matches!(kind, Kind::Cell { .. });
    let mut found = stops_of(is_it).filter(|(lesson, stop)| {
        let kind = LESSONS[*lesson].stops[*stop].ask.kind;
        matches!(kind, Kind::Cell { part: of, .. } if of == part)
    });
    found.next().expect("a cell is asked for")
}

/// D(21, 5) of a D from column 64 on is in lane 21, column 69: row 21 of the lanes, column 5.
#[test]
async fn a_cell_answers_and_a_wrong_one_is_told() -> Result<()> {
    let (page, stop) = Page::at_stop(stop_with(Part::Lanes)).await?;
    let sheet = "Lanes and columns";
    page.press_cell(sheet, 6, 21).await?;
    let wrong = Answer::Cell { part: Part::Lanes, at: [0, 21, 70] };
    let slip = hint(stop, &wrong).expect("a wrong cell is told");
    page.says(&json!({ "wrong": format!("Not yet. {slip}"), "right": null })).await?;
    page.press_cell(sheet, 5, 21).await?;
    page.says(&json!({ "right": format!("Right. {}", answer(stop)?), "wrong": null })).await
}

/// Before the answer no cell says what it holds; after it they do, and the lanes are beside the registers.
#[test]
async fn cells_say_what_they_hold_after_the_answer() -> Result<()> {
    let (page, stop) = Page::at_stop(stop_with(Part::Registers)).await?;
    let grids = "return document.querySelectorAll('.learn-figure .cell-touch').length";
    assert_eq!(page.execute(grids, &[])?, 1);
    page.execute("document.querySelector('.learn-figure .cell-touch').focus()", &[])?;
    page.key("ArrowDown").await?;
    let said = "return document.querySelector('.learn-figure .cell-view [aria-live]').textContent";
    assert_eq!(page.text_of(said)?, "Threads and registers: element  at  r0, thread 0");
    page.press("Show answer").await?;
    page.says(&json!({ "told": answer(stop)? })).await?;
    page.wait_until("the lanes beside them", &grids.replace(".length", ".length === 2")).await?;
    page.wait_until(
        "the cell at hand in words",
        "return document.querySelector('.tensor-figure .hint').textContent === 'Lane 70, column 97: D(70, 33), warp 2, thread 6, register 1'",
    )
    .await
    .map(drop)
}

/// A factor that was asked for is the one at hand then, in every picture.
#[test]
async fn a_factor_is_told_after_the_answer() -> Result<()> {
    let place = stops_of(|kind| matches!(kind, Kind::Number("column 77 5")))
        .next()
        .expect("the column of a factor is asked for");
    let (page, stop) = Page::at_stop(place).await?;
    let told = "return document.querySelector('.tensor-figure > .hint')?.textContent ?? ''";
    assert_eq!(page.text_of(told)?, "");
    let field = page.find(".learn-number input")?;
    page.fill_in(&field, "5").await?;
    page.key("Enter").await?;
    let slip = hint(stop, &Answer::Number(5)).expect("the number of the factor is a slip");
    page.says(&json!({ "wrong": format!("Not yet. {slip}") })).await?;
    page.fill_in(&field, "6").await?;
    page.key("Enter").await?;
    page.says(&json!({ "right": format!("Right. {}", answer(stop)?) })).await?;
    page.wait_for("the factor in words", || {
        let words = page.text_of(told)?;
        let is_it = words.starts_with("SFA: row 77, K block 5:") && words.contains("column 6, byte 1");
        Ok(is_it.then_some(()))
    })
    .await
}

#[test]
async fn every_figure_says_whether_it_was_measured() -> Result<()> {
    let page = Page::open("#/learn").await?;
    for (lesson, place) in stops_of(|_| true) {
        let figure = &LESSONS[lesson].stops[place].figure;
        if figure.kind() == FigureKind::TensorMemory {
            page.goto(&address(lesson, place)).await?;
            page.says(&opened(lesson, place)?).await?;
            let mark = match Dealt::is_of(figure.link) {
                true => "From the manual; read back from an H200",
                false => "From the manual and CUTLASS; not measured",
            };
            let is_there = format!(
                "return document.querySelector('.learn-figure .heading-mark')?.textContent === '{mark}'"
            );
            page.wait_until("the mark", &is_there).await?;
        }
    }
    Ok(())
}

/// A control changes the numbers of the text, the link to the page, and the verdict.
#[test]
async fn a_region_is_moved_beside_the_other() -> Result<()> {
    let place = stops_of(|kind| matches!(kind, Kind::Make(_)))
        .find(|(lesson, stop)| LESSONS[*lesson].stops[*stop].figure.knobs == ["column_1"])
        .expect("a region to move");
    let (page, stop) = Page::at_stop(place).await?;
    let field = page.find("figcaption input[aria-label='First column of D 2']")?;
    page.fill_in(&field, "48").await?;
    let goal = "#/tensor-memory?kind=f16&n=48&regions=d,d@48&shape=32x32b&lane=0&column=0";
    let words = facts_of(stop, goal)?;
    page.says(&json!({ "text": super::stop::text_of(stop, &*words) })).await?;
    page.press("Check").await?;
    page.says(&json!({ "right": format!("Right. {}", answer(stop)?) })).await?;
    page.click_on_xpath("//a[normalize-space()='Open in tensor memory']").await?;
    page.has_address(goal).await
}
