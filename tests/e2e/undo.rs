//! Undo and redo.

use swizzle_core::{Element, Major, Swizzle};
use swizzle_draw::Number;
use swizzle_tests::webdriver::{Result, keys};
use swizzle_view::Shown;

use crate::page::{Page, state};

fn is_off(page: &Page, words: &str) -> Result<bool> {
    Ok(page.button(words)?.property("disabled")? == true)
}

/// Five edits, each with what it leads to.
fn edit(page: &Page) -> Result<Vec<Shown>> {
    let mut at = Shown::default();
    page.shows(&at)?;
    let mut states = vec![at];
    page.pick("Element", "e4m3")?;
    at.said.tile.element = Some(Element::E4m3);
    states.push(at);
    page.choose("Major", "MN")?;
    at.said.tile.major = Some(Major::Mn);
    states.push(at);
    // Three keys, one step.
    page.field("K")?.fill("160")?;
    at.said.tile.k = Some(160);
    states.push(at);
    page.choose("Swizzle", "32B")?;
    at.said.tile.swizzle = Some(Swizzle::B32);
    states.push(at);
    page.pick("Number", "logical")?;
    at.view.number = Number::Logical;
    states.push(at);
    page.shows_with_address(&at)?;
    Ok(states)
}

#[test]
fn five_edits_are_undone_and_redone_by_buttons() -> Result<()> {
    let page = Page::open("")?;
    assert!(is_off(&page, "Undo")? && is_off(&page, "Redo")?);
    let states = edit(&page)?;
    let length = page.history_length()?;
    assert!(!is_off(&page, "Undo")? && is_off(&page, "Redo")?);
    for state in states.iter().rev().skip(1) {
        page.press("Undo")?;
        page.shows_with_address(state)?;
    }
    assert!(is_off(&page, "Undo")? && !is_off(&page, "Redo")?);
    for state in states.iter().skip(1) {
        page.press("Redo")?;
        page.shows_with_address(state)?;
    }
    assert!(!is_off(&page, "Undo")? && is_off(&page, "Redo")?);
    assert_eq!(page.history_length()?, length);
    Ok(())
}

#[test]
fn five_edits_are_undone_and_redone_by_keys() -> Result<()> {
    let page = Page::open("")?;
    let states = edit(&page)?;
    let undo: [&[&str]; 1] = [&[keys::CONTROL, "z"]];
    let redo: [&[&str]; 2] = [&[keys::CONTROL, keys::SHIFT, "z"], &[keys::CONTROL, "y"]];
    for (state, chord) in states.iter().rev().skip(1).zip(undo.iter().cycle()) {
        page.session().chord(chord)?;
        page.shows(state)?;
    }
    for (state, chord) in states.iter().skip(1).zip(redo.iter().cycle()) {
        page.session().chord(chord)?;
        page.shows(state)?;
    }
    page.has_address_of(&states[5])?;
    Ok(())
}

#[test]
fn an_edit_after_undo_ends_redo() -> Result<()> {
    let page = Page::open("")?;
    let states = edit(&page)?;
    page.press("Undo")?;
    page.shows(&states[4])?;
    page.choose("Operand", "B")?;
    let mut at = states[4];
    at.said.reader.operand = Some(swizzle_core::Operand::B);
    page.shows_with_address(&at)?;
    assert!(is_off(&page, "Redo")?);
    Ok(())
}

/// A held arrow key is one step, and so is each press of a button.
#[test]
fn steps_of_a_number_are_undone_as_they_were_made() -> Result<()> {
    let page = Page::open("")?;
    let mut at = Shown::default();
    page.shows(&at)?;
    page.press("K: more")?;
    at.said.tile.k = Some(72);
    page.shows(&at)?;
    let first = at;
    // One by one, or Firefox’s driver gives the page no time in between.
    for _ in 0..3 {
        page.field("K")?.type_keys(keys::UP)?;
    }
    at.said.tile.k = Some(96);
    page.shows(&at)?;
    page.press("Undo")?;
    page.shows(&first)?;
    page.press("Undo")?;
    page.shows_with_address(&Shown::default())?;
    assert!(is_off(&page, "Undo")?);
    Ok(())
}

/// In a text field the keys undo the typing, as everywhere.
#[test]
fn keys_in_a_field_are_left_to_the_field() -> Result<()> {
    let page = Page::open("")?;
    let mut at = Shown::default();
    page.choose("Major", "MN")?;
    at.said.tile.major = Some(Major::Mn);
    page.shows(&at)?;
    page.field("K")?.click()?;
    page.session().chord(&[keys::CONTROL, "z"])?;
    page.shows_with_address(&at)?;
    Ok(())
}

#[test]
fn a_jump_is_undone_too() -> Result<()> {
    let page = Page::open("")?;
    page.shows(&Shown::default())?;
    page.press("Figures")?;
    page.session()
        .find_xpath("//button[span[.='Figure 168']]")?
        .click()?;
    page.shows_with_address(&state("#/figure/168"))?;
    page.press("Undo")?;
    page.shows_with_address(&Shown::default())?;
    page.press("Redo")?;
    page.shows_with_address(&state("#/figure/168"))?;
    Ok(())
}
