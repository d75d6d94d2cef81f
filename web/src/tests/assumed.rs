//! Inferred values: how they look, and how they are specified.

use swizzle_core::Named;
use swizzle_view::Shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, state};

/// A press on the choice that is assumed says it, and changes nothing else.
#[test]
async fn what_is_assumed_is_said_by_its_own_choice() -> Result<()> {
    let page = Page::open("").await?;
    let mut expected = Shown::default();
    page.shows(&expected).await?;
    let tile = *expected.spec().expect("a tile").tile();
    page.choose("Swizzle", tile.swizzle.name()).await?;
    expected.said.tile.swizzle = Some(tile.swizzle);
    page.shows_with_address(&expected).await?;
    page.choose("Major", tile.major.name()).await?;
    expected.said.tile.major = Some(tile.major);
    page.shows_with_address(&expected).await?;
    Ok(())
}

/// Numbers that were not specified are quiet, upright, and marked as the head of the panel says.
#[test]
async fn what_is_assumed_looks_so() -> Result<()> {
    let page = Page::open("#/?mn=128").await?;
    page.shows(&state("#/?mn=128")).await?;
    let assumed = "return [...document.querySelectorAll('.panel .number input')].map((input) =>
        `${input.id} ${input.closest('.is-assumed') !== null} ${getComputedStyle(input.closest('.number'), '::before').content.includes('auto')}`
    ).filter((one) => !/ true true$| false false$/.test(one)).join()";
    page.has_nothing_wrong("the numbers of the panel", assumed)
        .await?;
    let said = page.field("M")?;
    assert_eq!(said.value(), "128");
    let style = "return getComputedStyle(document.querySelector('#number-k')).fontStyle";
    assert_eq!(page.text_of(style)?, "normal");
    Ok(())
}
