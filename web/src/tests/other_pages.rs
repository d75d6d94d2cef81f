//! What the other pages and the atlas say to each other, and of an address that opens none of them.

use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_view::Shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

#[test]
async fn an_address_that_opens_nothing_says_so() -> Result<()> {
    let page = Page::open("").await?;
    for (link, words) in [
        ("#/learn/zzz", "There is no lesson “zzz”"),
        ("#/glossary/zzz", "There is no word “zzz”"),
        ("#/compare/", "Paste the second layout"),
        ("#/zzz", "zzz"),
    ] {
        page.type_address(link).await?;
        page.wait_for(link, || Ok(page.text().contains(words).then_some(())))
            .await?;
    }
    Ok(())
}

#[test]
async fn what_is_written_on_a_lesson_is_read_by_the_atlas() -> Result<()> {
    let text = "0x4000004000010040";
    let page = Page::open("#/learn").await?;
    page.fill_in(&page.find("#paste")?, text).await?;
    page.key("Enter").await?;
    let read = shown_from_paste(text, &PasteChoice::default(), &Shown::default());
    page.shows_with_address(&read.expect("a reading").shown)
        .await
        .map(drop)
}

#[test]
async fn the_theme_follows_in_other_tabs() -> Result<()> {
    let page = Page::open("").await?;
    // What another tab writes is told to this one.
    page.execute(
        "localStorage.setItem('theme', 'dark');
         dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))",
        &[],
    )?;
    page.wait_until(
        "the dark theme",
        "return document.documentElement.dataset.theme === 'dark'",
    )
    .await
    .map(drop)
}

/// Memory in the bar opens a list of its parts, each with what it answers, and no page by itself.
#[test]
async fn memory_in_the_bar_is_a_menu_of_its_parts() -> Result<()> {
    const OPENER: &str = ".bar-page[aria-haspopup]";
    let page = Page::open("#/tensor-memory").await?;
    let is_open = |words: &'static str, state: &str| {
        let script = format!(
            "return document.querySelectorAll('header [role=menu] [role=menuitem]').length === {state}"
        );
        let page = &page;
        async move { page.wait_until(words, &script).await.map(drop) }
    };
    page.click_on(OPENER).await?;
    is_open("five parts", "5").await?;
    page.has_address("#/tensor-memory").await?;
    let list = page.text_of("return document.querySelector('[role=menu]').textContent")?;
    for words in ["Bank conflicts", "Scale factor", "What layout is this?"] {
        assert!(list.contains(words), "{list}");
    }
    // Its arrow keys are its own, and Escape gives the focus back.
    page.key("ArrowUp").await?;
    let at = page.text_of("return document.activeElement.textContent")?;
    assert!(at.starts_with("Scale factor"), "{at}");
    page.key("Escape").await?;
    is_open("no list", "0").await?;
    let at = page.text_of("return document.activeElement.textContent")?;
    assert_eq!(at, "Memory");
    // A press elsewhere closes it, and so does a choice.
    page.click_on(OPENER).await?;
    page.click_on("main h1").await?;
    is_open("no list", "0").await?;
    page.click_on(OPENER).await?;
    page.click_on("[role=menu] a:nth-child(3)").await?;
    is_open("no list", "0").await?;
    page.has_address("#/memory/lanes").await
}
