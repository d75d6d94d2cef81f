//! The bar: five words, the pages that belong to each, and a box that opens the page of what is pasted.

use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result};
use crate::page::places::{PLACES, Word};

/// The words of the elements of a selector, each in a line.
async fn says(page: &Page, css: &str, expected: &str) -> Result<()> {
    let script =
        format!("return [...document.querySelectorAll(`{css}`)].map((one) => one.textContent).join(' ')");
    page.wait_for(css, || {
        let words = page.text_of(&script)?;
        match words == expected {
            true => Ok(Some(())),
            false => Err(Fault::new(format!("{css}: {words}"))),
        }
    })
    .await
}

#[test]
async fn every_page_is_under_one_of_five_words_and_has_its_name_in_the_title() -> Result<()> {
    let page = Page::open("").await?;
    let words = Word::ALL.map(Word::name).join(" ");
    says(&page, ".bar-page", &words).await?;
    for place in &PLACES {
        page.type_address(place.fresh).await?;
        says(&page, ".bar-page[aria-current=page]", place.word.name()).await?;
        let title = "return document.title";
        page.wait_for(place.name, || {
            let is_named = page.text_of(title)?.starts_with(place.name);
            // Check is called after what it shows.
            Ok((is_named || place.name == "Check").then_some(()))
        })
        .await?;
    }
    Ok(())
}

#[test]
async fn the_word_that_is_open_has_a_menu_of_its_pages() -> Result<()> {
    const OPENER: &str = ".bar-page[aria-haspopup=menu]";
    let page = Page::open("#/kernel").await?;
    page.click_on(OPENER).await?;
    let names: Vec<&str> = Word::Check.places().map(|place| place.name).collect();
    says(&page, "[role=menuitem]", &names.join(" ")).await?;
    says(&page, "[role=menuitem][aria-current=page]", "Kernel").await?;
    // Its arrow keys are its own, and Escape gives the focus back.
    page.key("ArrowUp").await?;
    says(&page, ":focus", names[names.len() - 1]).await?;
    page.key("Escape").await?;
    says(&page, "[role=menu]", "").await?;
    says(&page, ":focus", "Check").await?;
    // A press elsewhere closes it, and so does a choice.
    page.click_on(OPENER).await?;
    page.click_on("main h1").await?;
    says(&page, "[role=menu]", "").await?;
    page.click_on(OPENER).await?;
    page.click_on("[role=menuitem]:nth-child(3)").await?;
    says(&page, "[role=menu]", "").await?;
    page.has_address("#/memory/dump").await
}

#[test]
async fn any_word_opens_its_menu_and_a_question_mark_the_keys() -> Result<()> {
    let page = Page::open("#/why").await?;
    page.execute("document.querySelector('.bar-page[data-word=Learn]').focus()", &[])?;
    page.key("ArrowDown").await?;
    let names: Vec<&str> = Word::Learn.places().map(|place| place.name).collect();
    says(&page, "[role=menuitem]", &names.join(" ")).await?;
    page.key("Escape").await?;
    says(&page, "[role=menu]", "").await?;
    page.key("?").await?;
    says(&page, "[role=dialog] dt:first-of-type", "1 2 3").await?;
    page.key("Escape").await?;
    says(&page, "[role=dialog]", "").await?;
    page.key("/").await?;
    assert_eq!(page.find(":focus")?.id(), "paste");
    Ok(())
}

#[test]
async fn what_is_written_into_the_box_opens_the_page_of_what_it_is() -> Result<()> {
    let page = Page::open("#/learn").await?;
    for (text, address) in
        [("0x4000000800010040", "#/wgmma/4000000800010040"), ("SFA 128x8 row 37 block 5", "#/scale")]
    {
        page.type_address("#/learn").await?;
        page.fill_in(&page.find("#paste")?, text).await?;
        page.key("Enter").await?;
        page.wait_for(address, || Ok(page.link().starts_with(address).then_some(()))).await?;
    }
    // Half of a descriptor is a question.
    page.type_address("#/learn").await?;
    page.fill_in(&page.find("#paste")?, "0x40000040").await?;
    page.key("Enter").await?;
    page.click_on(".paste-answer button").await?;
    page.wait_for("the half", || Ok(page.link().starts_with("#/wgmma/40000040").then_some(()))).await
}
