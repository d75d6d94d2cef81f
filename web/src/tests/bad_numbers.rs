//! A number that is none.

use swizzle_code::number_from_text;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result, state};

/// A tile with every number field.
const LINK: &str = "#/wgmma/4000004000010040?mn=128&k=256";

/// The message beside a field; it has to be tied to the field for those who do not see where it is.
fn message(page: &Page, label: &str) -> Result<Option<String>> {
    let field = page.field(label)?;
    if field.get_attribute("aria-invalid").as_deref() != Some("true") {
        return Ok(None);
    }
    let control = page.find_xpath(&format!(
        "//div[contains(@class, 'control')][.//label[.='{label}']]"
    ))?;
    let id = field.get_attribute("aria-describedby").unwrap_or_default();
    let told = control.query_selector(&format!("[id='{id}']"));
    let told = told.ok().flatten().and_then(|told| told.text_content());
    told.map(Some)
        .ok_or_else(|| Fault::new(format!("{label} is described by nothing beside it")))
}

async fn has_message(page: &Page, label: &str, text: &str) -> Result<String> {
    let what = format!("a message on “{text}” in {label}");
    page.wait_for(&what, || message(page, label)).await
}

async fn has_none(page: &Page, label: &str) -> Result<()> {
    let what = format!("no message on {label}");
    page.wait_for(&what, || match message(page, label)? {
        None => Ok(Some(())),
        Some(message) => Err(Fault::new(message)),
    })
    .await
}

#[test]
async fn a_bad_number_is_kept_with_a_message_and_escape_restores() -> Result<()> {
    let (page, shown) = (Page::open(LINK).await?, state(LINK));
    for label in ["Start", "K", "SBO", "Base offset"] {
        let before = page.written(label)?;
        for text in ["12x", "-5", "99999999999", "1.5", ""] {
            // Key by key: the text passes through good numbers on the way to a bad one.
            page.fill(label, text).await?;
            has_message(&page, label, text).await?;
            assert_eq!(page.written(label)?, text, "{label}");
            page.shows(&shown).await?;
            page.key("Escape").await?;
            has_none(&page, label).await?;
            assert_eq!(page.written(label)?, before, "{label} after “{text}”");
            page.shows_with_address(&shown).await?;
        }
    }
    Ok(())
}

/// These are numbers, but there is no such tile.
#[test]
async fn a_number_out_of_range_is_kept_with_a_message() -> Result<()> {
    let (page, shown) = (Page::open(LINK).await?, state(LINK));
    for (label, text) in [
        ("K", "70000"),
        ("Base offset", "8"),
        ("Step", "9999"),
        ("M", "0"),
        ("K", "0"),
    ] {
        let before = page.written(label)?;
        page.paste(label, text).await?;
        has_message(&page, label, text).await?;
        assert_eq!(page.written(label)?, text, "{label}");
        page.shows(&shown).await?;
        page.key("Escape").await?;
        has_none(&page, label).await?;
        assert_eq!(page.written(label)?, before, "{label} after “{text}”");
    }
    Ok(())
}

/// Leaving the field does not throw away what was typed, and a later good number mends it.
#[test]
async fn a_bad_number_waits_to_be_mended() -> Result<()> {
    let (page, mut shown) = (Page::open(LINK).await?, state(LINK));
    page.click_field("Start").await?;
    page.key("End").await?;
    page.key_in("Start", "x").await?;
    has_message(&page, "Start", "0x400x").await?;
    page.click_field("SBO").await?;
    assert_eq!(page.written("Start")?, "0x400x");
    has_message(&page, "Start", "0x400x").await?;
    page.shows(&shown).await?;

    page.fill("Start", "0x800").await?;
    has_none(&page, "Start").await?;
    shown.said.tile.start_bytes = Some(number_from_text("0x800").map_err(Fault::from)?);
    page.shows_with_address(&shown).await?;
    Ok(())
}

#[test]
async fn a_bad_number_that_is_pasted_leaves_the_picture_too() -> Result<()> {
    let (page, shown) = (Page::open(LINK).await?, state(LINK));
    for label in ["Start", "K"] {
        page.paste(label, "12x").await?;
        has_message(&page, label, "12x").await?;
        assert_eq!(page.written(label)?, "12x", "{label}");
        page.shows(&shown).await?;
        page.key("Escape").await?;
        page.shows_with_address(&shown).await?;
    }
    Ok(())
}

/// An entered number holds: a bad number after it leads back to it, not to the number before it.
#[test]
async fn a_bad_number_leads_back_to_the_last_one_entered() -> Result<()> {
    let (page, mut shown) = (Page::open(LINK).await?, state(LINK));
    page.fill("K", "128").await?;
    page.key("Enter").await?;
    shown.said.tile.k = Some(number_from_text("128").map_err(Fault::from)?);
    page.shows_with_address(&shown).await?;
    page.key_in("K", "x").await?;
    has_message(&page, "K", "128x").await?;
    page.shows(&shown).await?;
    page.key("Escape").await?;
    page.shows_with_address(&shown).await?;
    assert_eq!(page.written("K")?, "128");

    // An arrow key enters a number as well.
    page.key("ArrowUp").await?;
    let stepped = page
        .wait_for("a step", || {
            let written = page.written("K")?;
            Ok(Some(written).filter(|written| written != "128"))
        })
        .await?;
    shown.said.tile.k = Some(number_from_text(&stepped).map_err(Fault::from)?);
    page.shows(&shown).await?;
    page.key_in("K", "x").await?;
    has_message(&page, "K", "x").await?;
    page.shows_with_address(&shown).await?;
    Ok(())
}

/// Nothing has changed, so there is nothing to undo.
#[test]
async fn a_bad_number_is_no_step_of_undo() -> Result<()> {
    let (page, shown) = (Page::open(LINK).await?, state(LINK));
    page.fill("K", "12x").await?;
    has_message(&page, "K", "12x").await?;
    page.key("Escape").await?;
    page.shows_with_address(&shown).await?;
    assert!(page.is_off("Undo")?);
    Ok(())
}

/// Another layout has come: a text that was typed for the former one says nothing about it.
#[test]
async fn a_jump_clears_what_was_typed() -> Result<()> {
    let page = Page::open(LINK).await?;
    page.fill("K", "12x").await?;
    has_message(&page, "K", "12x").await?;
    let figure = "#/figure/160";
    page.type_address(figure).await?;
    page.shows(&state(figure)).await?;
    has_none(&page, "K").await?;
    assert_eq!(
        page.written("K")?,
        state(figure).said.tile.k.unwrap_or_default().to_string()
    );
    Ok(())
}
