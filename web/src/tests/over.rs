//! What opens over the page: what leaves it.

use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

#[test]
async fn what_is_too_large_to_draw_says_so_and_saves_nothing() -> Result<()> {
    let page = Page::open("#/?mn=16384&k=1024&cells=elements").await?;
    page.press("Share").await?;
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
