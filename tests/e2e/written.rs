//! What a descriptor is for, and tiles in a writer's own form.

use swizzle_core::Named;
use swizzle_core::hardware::{CopyShape, Use};
use swizzle_core::law::RowXor;
use swizzle_tests::webdriver::Result;
use swizzle_view::{Shown, shown_from_link};

use crate::page::Page;

/// A descriptor of scale factors: without LBO, as one for `tcgen05.cp` may be.
const COPY: &str = "#/tcgen05/0000400800000800";

#[test]
fn a_descriptor_is_judged_by_what_it_is_for() -> Result<()> {
    let page = Page::open(COPY)?;
    let mut shown = shown_from_link(COPY).shown;
    page.shows(&shown)?;
    page.pick("Descriptor for", Use::Copy.name())?;
    shown.said.reader.used_for = Some(Use::Copy);
    page.shows_with_address(&shown)?;
    page.pick("Shape of the copy", CopyShape::R128x128b.name())?;
    shown.said.reader.shape = Some(CopyShape::R128x128b);
    page.shows_with_address(&shown)?;
    let quiet = "return !document.querySelector('.finding.is-error, .finding.is-warning')";
    page.session().wait_until("no alarm", quiet)?;
    page.pick("Descriptor for", Use::Mma.name())?;
    (shown.said.reader.used_for, shown.said.reader.shape) = (Some(Use::Mma), None);
    page.shows_with_address(&shown)?;
    Ok(())
}

#[test]
fn rows_of_a_writers_own_xor_are_said_in_the_panel() -> Result<()> {
    let page = Page::open("")?;
    let mut shown = Shown::default();
    page.shows(&shown)?;
    page.paste("Plain rows", "128")?;
    shown.said.tile.row_bytes = Some(128);
    page.shows_with_address(&shown)?;
    page.pick("Units of a row", RowXor::Row3.name())?;
    shown.said.tile.row_xor = Some(RowXor::Row3);
    page.shows_with_address(&shown)?;
    page.pick("Units of a row", "none")?;
    shown.said.tile.row_xor = None;
    page.shows_with_address(&shown)?;
    Ok(())
}
