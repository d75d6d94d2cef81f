//! Undo and redo.

use swizzle_core::Element;
use swizzle_core::hardware::Major;
use swizzle_core::law::Swizzle;
use swizzle_draw::Number;
use swizzle_view::Shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, state};

/// Waits until the buttons can be pressed, or not: they follow the picture.
async fn are_off(page: &Page, undo: bool, redo: bool) -> Result<()> {
    page.wait_for("Undo and Redo", || {
        let are = (page.is_off("Undo")?, page.is_off("Redo")?);
        Ok((are == (undo, redo)).then_some(()))
    })
    .await
}

/// Five edits, each with what it leads to.
async fn edit(page: &Page) -> Result<Vec<Shown>> {
    let mut at = Shown::default();
    page.shows(&at).await?;
    let mut states = vec![at];
    page.pick("Element", "e4m3").await?;
    at.said.tile.element = Some(Element::E4m3);
    states.push(at);
    page.choose("Major", "MN").await?;
    at.said.tile.major = Some(Major::Mn);
    states.push(at);
    // Three keys, one step.
    page.fill("K", "160").await?;
    at.said.tile.k = Some(160);
    states.push(at);
    page.choose("Swizzle", "32B").await?;
    at.said.tile.swizzle = Some(Swizzle::B32);
    states.push(at);
    page.pick("Number", "logical").await?;
    at.view.number = Number::Logical;
    states.push(at);
    page.shows_with_address(&at).await?;
    Ok(states)
}

#[test]
async fn five_edits_are_undone_and_redone_by_buttons() -> Result<()> {
    let page = Page::open("").await?;
    are_off(&page, true, true).await?;
    let states = edit(&page).await?;
    let length = page.history_length();
    are_off(&page, false, true).await?;
    for state in states.iter().rev().skip(1) {
        page.press("Undo").await?;
        page.shows_with_address(state).await?;
    }
    are_off(&page, true, false).await?;
    for state in states.iter().skip(1) {
        page.press("Redo").await?;
        page.shows_with_address(state).await?;
    }
    are_off(&page, false, true).await?;
    assert_eq!(page.history_length(), length);
    Ok(())
}

#[test]
async fn five_edits_are_undone_and_redone_by_keys() -> Result<()> {
    let page = Page::open("").await?;
    let states = edit(&page).await?;
    let redo = ["Control+Shift+z", "Control+y"];
    for state in states.iter().rev().skip(1) {
        page.key("Control+z").await?;
        page.shows(state).await?;
    }
    for (state, chord) in states.iter().skip(1).zip(redo.iter().cycle()) {
        page.key(chord).await?;
        page.shows(state).await?;
    }
    page.has_address_of(&states[5]).await?;
    Ok(())
}

#[test]
async fn an_edit_after_undo_ends_redo() -> Result<()> {
    let page = Page::open("").await?;
    let states = edit(&page).await?;
    page.press("Undo").await?;
    page.shows(&states[4]).await?;
    page.choose("Operand", "B").await?;
    let mut at = states[4];
    at.said.reader.operand = Some(swizzle_core::Operand::B);
    page.shows_with_address(&at).await?;
    are_off(&page, false, true).await?;
    Ok(())
}

/// A held arrow key is one step, and so is each press of a button.
#[test]
async fn steps_of_a_number_are_undone_as_they_were_made() -> Result<()> {
    let page = Page::open("").await?;
    let mut at = Shown::default();
    page.shows(&at).await?;
    page.press("K: more").await?;
    at.said.tile.k = Some(72);
    page.shows(&at).await?;
    let first = at;
    for _ in 0..3 {
        page.key_in("K", "ArrowUp").await?;
    }
    at.said.tile.k = Some(96);
    page.shows(&at).await?;
    page.press("Undo").await?;
    page.shows(&first).await?;
    page.press("Undo").await?;
    page.shows_with_address(&Shown::default()).await?;
    are_off(&page, true, false).await?;
    Ok(())
}

/// In a text field the keys undo the typing, as everywhere.
#[test]
async fn keys_in_a_field_are_left_to_the_field() -> Result<()> {
    let page = Page::open("").await?;
    let mut at = Shown::default();
    page.choose("Major", "MN").await?;
    at.said.tile.major = Some(Major::Mn);
    page.shows(&at).await?;
    page.click_field("K").await?;
    page.key("Control+z").await?;
    page.shows_with_address(&at).await?;
    Ok(())
}

#[test]
async fn a_jump_is_undone_too() -> Result<()> {
    let page = Page::open("").await?;
    page.shows(&Shown::default()).await?;
    page.press("Figures").await?;
    page.click_on_xpath("//button[span[.='Figure 168']]")
        .await?;
    page.shows_with_address(&state("#/figure/168")).await?;
    page.press("Undo").await?;
    page.shows_with_address(&Shown::default()).await?;
    page.press("Redo").await?;
    page.shows_with_address(&state("#/figure/168")).await?;
    Ok(())
}
