//! What a descriptor is for, and tiles in a writer's own form.

use swizzle_core::Named;
use swizzle_core::hardware::{CopyShape, Use};
use swizzle_core::law::RowXor;
use swizzle_view::{Shown, shown_from_link};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

/// A descriptor of scale factors: without LBO, as one for `tcgen05.cp` may be.
const COPY: &str = "#/tcgen05/0000400800000800";

#[test]
async fn a_descriptor_is_judged_by_what_it_is_for() -> Result<()> {
    let page = Page::open(COPY).await?;
    let mut shown = shown_from_link(COPY).shown;
    page.shows(&shown).await?;
    page.pick("Descriptor for", Use::Copy.name()).await?;
    shown.said.reader.used_for = Some(Use::Copy);
    page.shows_with_address(&shown).await?;
    page.pick("Shape of the copy", CopyShape::R128x128b.name())
        .await?;
    shown.said.reader.shape = Some(CopyShape::R128x128b);
    page.shows_with_address(&shown).await?;
    let quiet = "return !document.querySelector('.finding.is-error, .finding.is-warning')";
    page.wait_until("no alarm", quiet).await?;
    page.pick("Descriptor for", Use::Mma.name()).await?;
    (shown.said.reader.used_for, shown.said.reader.shape) = (Some(Use::Mma), None);
    page.shows_with_address(&shown).await?;
    Ok(())
}

#[test]
async fn rows_of_a_writers_own_xor_are_said_in_the_panel() -> Result<()> {
    let page = Page::open("").await?;
    let mut shown = Shown::default();
    page.shows(&shown).await?;
    page.paste("Row pitch", "128").await?;
    shown.said.tile.row_bytes = Some(128);
    page.shows_with_address(&shown).await?;
    page.pick("Units of a row", RowXor::Row3.name()).await?;
    shown.said.tile.row_xor = Some(RowXor::Row3);
    page.shows_with_address(&shown).await?;
    page.pick("Units of a row", "none").await?;
    shown.said.tile.row_xor = None;
    page.shows_with_address(&shown).await?;
    Ok(())
}
