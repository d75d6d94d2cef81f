//! What the other pages and the atlas say to each other, and of an address that opens none of them.

use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_view::Shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

#[test]
async fn an_address_that_opens_nothing_says_so() -> Result<()> {
    let page = Page::open("#/?").await?;
    for (link, words) in [
        ("#/learn/zzz", "There is no lesson “zzz”"),
        ("#/glossary/zzz", "There is no word “zzz”"),
        ("#/compare/", "Paste the second layout"),
        ("#/zzz", "There is no page at “#/zzz”"),
    ] {
        page.type_address(link).await?;
        page.wait_for(link, || Ok(page.text().contains(words).then_some(()))).await?;
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
    page.has_address_of(&read.expect("a reading").shown).await.map(drop)
}

#[test]
async fn the_theme_follows_in_other_tabs() -> Result<()> {
    let page = Page::open("#/?").await?;
    // What another tab writes is told to this one.
    page.execute(
        "localStorage.setItem('theme', 'dark');
         dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))",
        &[],
    )?;
    page.wait_until("the dark theme", "return document.documentElement.dataset.theme === 'dark'")
        .await
        .map(drop)
}
