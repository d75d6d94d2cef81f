//! A swizzle as three wires, in its lesson: each is flipped by press and by key, and cells, turns and words follow.

use serde_json::json;
use swizzle_learn::{Answer, FigureKind, LESSONS, hint};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};
use super::stop::{address, answer, facts_of, stops_of, values_of};

/// The wires that are closed, the turns, and where unit 0 of each row is, in words.
const STATE: &str = "
    const closed = [...document.querySelectorAll('.switch')].map((one) => Number(one.ariaChecked === 'true')).reverse().join('');
    const lines = [...document.querySelectorAll('[aria-label=\"The rows in words\"] li')].map((one) => one.textContent);
    return [closed, document.querySelector('.wires-turns')?.textContent, ...lines].join('\\n')";

async fn has_wires(page: &Page, mask: u32, turns: u32, mode: &str) -> Result<()> {
    let rows = (0..8).map(|row| {
        let slot = row & mask;
        let (first, last) = (4 * slot, 4 * slot + 3);
        format!("row {row}: bits 9, 8, 7 are {row:03b}, unit 0 ⊕ {slot} = slot {slot}, banks {first}–{last}")
    });
    let expected = [format!("{mask:03b}"), turns.to_string()].into_iter().chain(rows);
    let expected = expected.collect::<Vec<_>>().join("\n");
    page.wait_for(&expected, || Ok((page.text_of(STATE)? == expected).then_some(()))).await?;
    let said = page.text_of("return document.querySelector('.learn-figure [role=status]').textContent")?;
    assert!(said.contains(mode), "{said}");
    Ok(())
}

const NO_MODE: &str = "No mode has this XOR: hardware closes 7 → 4 first, then 8 → 5, then 9 → 6.";

/// The stop of a lesson that has the switches.
fn stop_of_wires() -> (usize, usize) {
    let is_of_wires = |(lesson, stop): &(usize, usize)| {
        let figure = &LESSONS[*lesson].stops[*stop].figure;
        figure.kind() == FigureKind::Wires && figure.knobs == ["wires"] && !figure.no_mode
    };
    stops_of(|_| true).find(is_of_wires).expect("a stop has switches")
}

/// That stop.
async fn open_wires() -> Result<Page> {
    let (lesson, place) = stop_of_wires();
    let page = Page::open(&address(lesson, place)).await?;
    page.opens_stop(lesson, place).await?;
    Ok(page)
}

/// Cells, turns and words of every set, by press and by key.
#[test]
async fn each_wire_is_flipped_by_press_and_by_key() -> Result<()> {
    let page = open_wires().await?;
    has_wires(&page, 0, 8, "every unit is in the same four").await?;
    page.click_on(".switch[aria-label^='Wire 1']").await?;
    has_wires(&page, 1, 4, "Half of the rows move over").await?;
    page.key("2").await?;
    has_wires(&page, 3, 2, "Half of the rows move over").await?;
    page.click_on(".switch[aria-label^='Wire 3']").await?;
    has_wires(&page, 7, 1, "128B swizzle").await?;
    page.click_on(".switch[aria-label^='Wire 2']").await?;
    has_wires(&page, 5, 2, NO_MODE).await?;
    page.key("1").await?;
    has_wires(&page, 4, 4, NO_MODE).await?;
    page.key("2").await?;
    has_wires(&page, 6, 2, NO_MODE).await?;
    page.key("3").await?;
    has_wires(&page, 2, 4, NO_MODE).await?;
    page.key("0").await?;
    has_wires(&page, 0, 8, "every unit is in the same four").await
}

/// The word is explained where it is used.
#[test]
async fn a_turn_is_explained_beside_itself() -> Result<()> {
    let page = open_wires().await?;
    page.click_on(".learn-figure .learn-term").await?;
    page.wait_until(
        "its entry",
        "return document.querySelector('.term-card')?.textContent.includes('One turn in which shared memory serves')",
    )
    .await?;
    Ok(())
}

/// The stop of a lesson has the same switches. Its question is the guess, and the right answer closes the wire.
#[test]
async fn a_lesson_has_the_switches() -> Result<()> {
    let (lesson, place) = stop_of_wires();
    let page = Page::open(&address(lesson, place)).await?;
    let stop = page.opens_stop(lesson, place).await?;
    let modes = "return [...document.querySelectorAll('.learn-figure .table tbody tr')].map((row) => row.children[3].textContent).join('')";
    has_wires(&page, 0, 8, "every unit is in the same four").await?;
    assert_eq!(page.text_of(modes)?, "8??1");
    // Digits that are typed into the field do not flip the switches.
    let field = page.find(".learn-number input")?;
    page.fill_in(&field, "2").await?;
    page.key("Enter").await?;
    let slip = hint(stop, &Answer::Number(2)).expect("two wires are a slip");
    page.says(&json!({ "wrong": format!("Not yet. {slip}") })).await?;
    has_wires(&page, 0, 8, "every unit is in the same four").await?;
    page.fill_in(&field, "4").await?;
    page.key("Enter").await?;
    page.says(&json!({ "right": format!("Right. {}", answer(stop)?) })).await?;
    has_wires(&page, 1, 4, "Half of the rows move over").await?;
    assert_eq!(page.text_of(modes)?, "8421");
    // The text follows the switches, and arrow keys in the picture do not leave the stop.
    page.click_on(".switch[aria-label^='Wire 3']").await?;
    has_wires(&page, 5, 2, NO_MODE).await?;
    let facts = facts_of(stop, "#/memory/lanes?wires=101")?;
    page.says(&json!({ "values": values_of(stop, &*facts) })).await?;
    page.execute("document.querySelector('.learn-figure .cell-touch').focus()", &[])?;
    for key in ["ArrowLeft", "ArrowRight"] {
        page.key(key).await?;
        page.says(&json!({ "heading": stop.title })).await?;
    }
    page.press("Reset").await?;
    has_wires(&page, 0, 8, "every unit is in the same four").await
}
