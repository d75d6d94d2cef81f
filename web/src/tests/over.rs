//! What opens over the page: the gallery of figures, and what leaves it.

use swizzle_view::state::figures;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

#[test]
async fn the_gallery_has_a_card_for_every_figure() -> Result<()> {
    let page = Page::open("").await?;
    page.press("Figures").await?;
    let expected: Vec<String> = figures()
        .map(|figure| format!("Figure {}", figure.number))
        .collect();
    page.wait_for("the cards", || {
        let cards = page.find_all(".gallery-number");
        let numbers: Option<Vec<String>> = cards.iter().map(|card| card.text_content()).collect();
        Ok((numbers == Some(expected.clone())).then_some(()))
    })
    .await
}

/// The gallery has an address, and is gone once a figure of it was opened.
#[test]
async fn the_gallery_opens_by_its_address() -> Result<()> {
    let page = Page::open("#/figures").await?;
    page.wait_until(
        "the cards",
        "return document.querySelector('.gallery-card')",
    )
    .await?;
    let notices = "return String(document.querySelectorAll('.notices').length)";
    assert_eq!(page.text_of(notices)?, "0");
    page.click_on(".gallery-card").await?;
    let is_open =
        "return location.hash.startsWith('#/figure/') && !document.querySelector('.gallery')";
    page.wait_until("the figure", is_open).await.map(drop)
}

#[test]
async fn what_is_too_large_to_draw_says_so_and_saves_nothing() -> Result<()> {
    let page = Page::open("#/?mn=16384&k=1024&cells=elements").await?;
    page.press("Share…").await?;
    let alert = "return document.querySelector('.share [role=alert]')?.textContent ?? ''";
    page.wait_until("the message", alert).await?;
    let words = page.text_of(alert)?;
    assert!(
        words.contains("more than the 65536 that one picture can show"),
        "{words}"
    );
    assert!(page.is_off("Save file")?);
    Ok(())
}
