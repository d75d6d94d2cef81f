//! What nobody said: how it looks, and how it is said.

use swizzle_core::Named;
use swizzle_tests::webdriver::Result;
use swizzle_view::Shown;

use crate::page::{Page, state};
use crate::tile::Tile;

/// A press on the choice that is assumed says it, and changes nothing else.
#[test]
fn what_is_assumed_is_said_by_its_own_choice() -> Result<()> {
    let page = Page::open("")?;
    let mut expected = Shown::default();
    page.shows(&expected)?;
    let tile = *Tile::of(&expected)?.spec().tile();
    page.choose("Swizzle", tile.swizzle.name())?;
    expected.said.tile.swizzle = Some(tile.swizzle);
    page.shows_with_address(&expected)?;
    page.choose("Major", tile.major.name())?;
    expected.said.tile.major = Some(tile.major);
    page.shows_with_address(&expected)?;
    Ok(())
}

/// Numbers that nobody said are set in italics, as the head of the panel says.
#[test]
fn what_is_assumed_looks_so() -> Result<()> {
    let page = Page::open("#/?mn=128")?;
    page.shows(&state("#/?mn=128"))?;
    let assumed = "return [...document.querySelectorAll('.panel .number input')].map((input) =>
        `${input.id} ${input.closest('.is-assumed') !== null} ${getComputedStyle(input).fontStyle === 'italic'}`
    ).filter((one) => !/ true true$| false false$/.test(one)).join()";
    page.has_nothing_wrong("the numbers of the panel", assumed)?;
    let said = page.field("M")?;
    assert_eq!(said.property("value")?, "128");
    let style = "return getComputedStyle(document.querySelector('#number-k')).fontStyle";
    assert_eq!(page.text_of(style)?, "italic");
    Ok(())
}
