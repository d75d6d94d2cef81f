//! The supported combinations: what a cell says, and what a press of it does.

use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

const BLACKWELL: &str = "#/support?arch=tcgen05";
/// tf32 MN-major with a mode that no instruction reads so.
const ILLEGAL: &str = "#cell-tf32-MN-128B";

impl Page {
    async fn opens_matrix(&self, link: &str) -> Result<()> {
        self.type_address(link).await?;
        let is_there = "return document.querySelector('.combinations .combo')";
        self.wait_until("the matrix", is_there).await.map(drop)
    }

    async fn explains(&self, words: &str) -> Result<()> {
        let script = format!(
            "return document.querySelector('.combinations [aria-live]').textContent.includes({words:?})"
        );
        self.wait_until(words, &script).await.map(drop)
    }
}

#[test]
async fn the_verdict_counts_what_the_chip_reads() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.opens_matrix(BLACKWELL).await?;
    let counts = "return document.querySelector('.combinations [data-verdict]').textContent";
    let told = page.text_of(counts)?;
    assert_eq!(told, "69 supported, 23 contested, 28 not supported, 10 of them folded");
    let fold = page.text_of("return document.querySelector('.combos .plain').textContent")?;
    assert!(fold.ends_with("b1 (10 combinations)"), "{fold}");
    // The tile in use has a mark in the table, and a word for those who do not see it.
    let used = "return document.querySelector('.combo[aria-current]').getAttribute('aria-label')";
    assert!(page.text_of(used)?.ends_with("supported, tile in use"));
    page.press("sm_103a").await?;
    // s8 and u8 are gone from the table, and named under it.
    page.wait_until(
        "the fold",
        "return document.querySelector('.combos .plain').textContent.includes('s8, u8')",
    )
    .await?;
    assert!(page.text_of(counts)?.starts_with("53 supported"));
    page.has_address("#/support?arch=tcgen05&chip=sm_103a").await?;
    page.click_on(".combos .plain").await?;
    page.wait_until("the rows", "return document.querySelector('#cell-s8-K-none')").await.map(drop)
}

#[test]
async fn a_cell_that_is_not_supported_says_why_and_what_to_use() -> Result<()> {
    let page = Page::open("#/glossary").await?;
    page.opens_matrix(BLACKWELL).await?;
    let used = "return document.querySelector('.combo[aria-current]').id";
    let before = page.text_of(used)?;
    page.click_on(ILLEGAL).await?;
    page.explains("not supported").await?;
    page.explains("Use 128B-32B-atom").await?;
    // Nothing but the reason.
    assert_eq!(page.text_of(used)?, before);
    page.press("Use 128B-32B-atom").await?;
    page.wait_until(
        "the tile in use",
        "return document.querySelector('#cell-tf32-MN-128B-32B-atom[aria-current].is-at')",
    )
    .await?;
    page.has_address("#/support?arch=tcgen05&element=tf32&major=MN&swizzle=128B-32B-atom").await?;
    let kept = page.text_of("return sessionStorage.getItem('atlas')")?;
    assert!(kept.contains("tf32") && kept.contains("128B-32B-atom"), "{kept}");
    Ok(())
}

#[test]
async fn a_press_keeps_size_and_stages_of_the_tile_in_use() -> Result<()> {
    let page = Page::open("#/glossary").await?;
    page.execute(
        "sessionStorage.setItem('atlas', '#/wgmma?operand=A&element=bf16&major=K&swizzle=128B&mn=192&k=64&stages=3')",
        &[],
    )?;
    page.opens_matrix("#/support").await?;
    page.click_on("#cell-f16-K-64B").await?;
    let kept = page.text_of("return sessionStorage.getItem('atlas')")?;
    for part in ["mn=192", "k=64", "stages=3", "element=f16", "swizzle=64B"] {
        assert!(kept.contains(part), "{part}: {kept}");
    }
    Ok(())
}

#[test]
async fn arrow_keys_walk_the_cells_and_the_reason_follows() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.opens_matrix("#/support?element=f16&major=K&swizzle=128B").await?;
    page.explains("f16, K-major, 128B").await?;
    page.execute("document.querySelector('#cell-f16-K-128B').focus()", &[])?;
    page.key("ArrowRight").await?;
    page.explains("f16, K-major, 128B-32B-atom").await?;
    page.key("ArrowRight").await?;
    page.explains("f16, MN-major, none").await?;
    page.key("ArrowDown").await?;
    page.explains("bf16, MN-major, none").await?;
    assert_eq!(page.text_of("return document.activeElement.id")?, "cell-bf16-MN-none");
    Ok(())
}

/// A chip with neither wgmma nor tcgen05 has its facts there, and what becomes of a Hopper kernel.
#[test]
async fn a_chip_without_descriptors_says_what_it_has() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.opens_matrix("#/support").await?;
    page.press("sm_120").await?;
    page.has_address("#/support?chip=sm_120").await?;
    let says = |words: &str| {
        format!("return document.querySelector('.combinations').textContent.includes({words:?})")
    };
    for words in [
        "sm_120 has neither wgmma nor tcgen05: mma.sync reads fragments from registers",
        "99 KiB a block, 100 KiB an SM",
        "stays, and so does the tile: the byte of an element is the same",
    ] {
        page.wait_until(words, &says(words)).await?;
    }
    assert!(page.find(".combinations .combo").is_err());
    page.press("sm_90a").await?;
    page.has_address("#/support").await?;
    page.wait_until("the matrix", "return document.querySelector('.combinations .combo')").await.map(drop)
}
