//! A number that is none.

use swizzle_code::number_from_text;
use swizzle_tests::webdriver::{Error, Result, keys};

use crate::page::{Page, state};

/// A tile with every number field.
const LINK: &str = "#/wgmma/4000004000010040?mn=128&k=256";

/// The message beside a field; it has to be tied to the field for those who do not see where it stands.
fn message(page: &Page, label: &str) -> Result<Option<String>> {
    let field = page.field(label)?;
    if field.attribute("aria-invalid")?.as_deref() != Some("true") {
        return Ok(None);
    }
    let control = page.session().find_xpath(&format!(
        "//div[contains(@class, 'control')][.//label[.='{label}']]"
    ))?;
    let id = field.attribute("aria-describedby")?.unwrap_or_default();
    Ok(Some(control.find(&format!("[id='{id}']"))?.text()?))
}

fn has_message(page: &Page, label: &str, text: &str) -> Result<String> {
    let what = format!("a message on “{text}” in {label}");
    page.session().wait_for(&what, |_| message(page, label))
}

fn has_none(page: &Page, label: &str) -> Result<()> {
    let what = format!("no message on {label}");
    page.session()
        .wait_for(&what, |_| match message(page, label)? {
            None => Ok(Some(())),
            Some(message) => Err(Error::new(message)),
        })
}

#[test]
fn a_bad_number_is_kept_with_a_message_and_escape_restores() -> Result<()> {
    let (page, shown) = (Page::open(LINK)?, state(LINK));
    for label in ["Start", "K", "SBO", "Base offset"] {
        let before = page.written(label)?;
        for text in ["12x", "-5", "99999999999", "1.5", ""] {
            // Key by key: on the way to a bad number stand good ones.
            page.field(label)?.fill(text)?;
            has_message(&page, label, text)?;
            assert_eq!(page.written(label)?, text, "{label}");
            page.shows(&shown)?;
            page.session().chord(&[keys::ESCAPE])?;
            has_none(&page, label)?;
            assert_eq!(page.written(label)?, before, "{label} after “{text}”");
            page.shows_with_address(&shown)?;
        }
    }
    Ok(())
}

/// These are numbers, but there is no such tile.
#[test]
fn a_number_out_of_range_is_kept_with_a_message() -> Result<()> {
    let (page, shown) = (Page::open(LINK)?, state(LINK));
    for (label, text) in [
        ("K", "70000"),
        ("Base offset", "8"),
        ("Step", "9999"),
        ("M", "0"),
        ("K", "0"),
    ] {
        let before = page.written(label)?;
        page.paste(label, text)?;
        has_message(&page, label, text)?;
        assert_eq!(page.written(label)?, text, "{label}");
        page.shows(&shown)?;
        page.session().chord(&[keys::ESCAPE])?;
        has_none(&page, label)?;
        assert_eq!(page.written(label)?, before, "{label} after “{text}”");
    }
    Ok(())
}

/// Leaving the field does not throw away what was typed, and a later good number mends it.
#[test]
fn a_bad_number_waits_to_be_mended() -> Result<()> {
    let (page, mut shown) = (Page::open(LINK)?, state(LINK));
    page.field("Start")?.click()?;
    page.session().chord(&[keys::END])?;
    page.field("Start")?.type_keys("x")?;
    has_message(&page, "Start", "0x400x")?;
    page.field("SBO")?.click()?;
    assert_eq!(page.written("Start")?, "0x400x");
    has_message(&page, "Start", "0x400x")?;
    page.shows(&shown)?;

    page.field("Start")?.fill("0x800")?;
    has_none(&page, "Start")?;
    shown.said.tile.start_bytes = Some(number_from_text("0x800").map_err(Error::new)?);
    page.shows_with_address(&shown)?;
    Ok(())
}

#[test]
fn a_bad_number_that_is_pasted_leaves_the_picture_too() -> Result<()> {
    let (page, shown) = (Page::open(LINK)?, state(LINK));
    for label in ["Start", "K"] {
        page.paste(label, "12x")?;
        has_message(&page, label, "12x")?;
        assert_eq!(page.written(label)?, "12x", "{label}");
        page.shows(&shown)?;
        page.session().chord(&[keys::ESCAPE])?;
        page.shows_with_address(&shown)?;
    }
    Ok(())
}

/// What is entered holds: a bad number after it leads back to it, not to what stood there before.
#[test]
fn a_bad_number_leads_back_to_the_last_one_entered() -> Result<()> {
    let (page, mut shown) = (Page::open(LINK)?, state(LINK));
    page.field("K")?.fill("128")?;
    page.session().chord(&[keys::ENTER])?;
    shown.said.tile.k = Some(number_from_text("128").map_err(Error::new)?);
    page.shows_with_address(&shown)?;
    page.field("K")?.type_keys("x")?;
    has_message(&page, "K", "128x")?;
    page.shows(&shown)?;
    page.session().chord(&[keys::ESCAPE])?;
    page.shows_with_address(&shown)?;
    assert_eq!(page.written("K")?, "128");

    // An arrow key enters a number as well.
    page.session().chord(&[keys::UP])?;
    let stepped = page.session().wait_for("a step", |_| {
        let written = page.written("K")?;
        Ok(Some(written).filter(|written| written != "128"))
    })?;
    shown.said.tile.k = Some(number_from_text(&stepped).map_err(Error::new)?);
    page.shows(&shown)?;
    page.field("K")?.type_keys("x")?;
    has_message(&page, "K", "x")?;
    page.shows_with_address(&shown)?;
    Ok(())
}

/// Nothing has changed, so there is nothing to undo.
#[test]
fn a_bad_number_is_no_step_of_undo() -> Result<()> {
    let (page, shown) = (Page::open(LINK)?, state(LINK));
    page.field("K")?.fill("12x")?;
    has_message(&page, "K", "12x")?;
    page.session().chord(&[keys::ESCAPE])?;
    page.shows_with_address(&shown)?;
    assert_eq!(page.button("Undo")?.property("disabled")?, true);
    Ok(())
}

/// Another layout has come: a text that was typed for the former one says nothing about it.
#[test]
fn a_jump_clears_what_was_typed() -> Result<()> {
    let page = Page::open(LINK)?;
    page.field("K")?.fill("12x")?;
    has_message(&page, "K", "12x")?;
    let figure = "#/figure/160";
    page.type_address(figure)?;
    page.shows(&state(figure))?;
    has_none(&page, "K")?;
    assert_eq!(
        page.written("K")?,
        state(figure).said.tile.k.unwrap_or_default().to_string()
    );
    Ok(())
}
