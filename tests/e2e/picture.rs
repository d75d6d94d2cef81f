//! The picture test, in the finished page: a part that loads when it is asked for.

use serde_json::json;
use swizzle_dump::Example;
use swizzle_tests::webdriver::{Result, keys};
use swizzle_view::state::FACES;

use crate::page::Page;

/// The tile that a descriptor with a small SBO reads, as a table of pictures.
const WRONG: &str =
    "#/wgmma/4000000800010040?meant_swizzle=128B&mn=64&k=64&meant_start=0x400&meant_sbo_bytes=1024";

/// Whether both images have the same pixels.
const SAME: &str = "
    const images = [...document.querySelectorAll('.picture-test > .picture-pair canvas')].map((one) => one.toDataURL());
    return images.length === 2 && images[0] === images[1]";

#[test]
fn a_repair_heals_the_image() -> Result<()> {
    let page = Page::open(WRONG)?;
    page.press("Picture of all reads")?;
    page.session().wait_for("the images", |session| {
        let there = session.execute("return !!document.querySelector('.picture-between')", &[])?;
        Ok((there == json!(true)).then_some(()))
    })?;
    assert!(
        page.text_of("return document.querySelector('.picture-between').textContent")?
            .contains("112 of 128 units wrong")
    );
    assert_eq!(page.session().execute(SAME, &[])?, json!(false));
    page.session().wait_for("its link", |session| {
        let link = session.execute("return location.hash", &[])?;
        Ok(link
            .as_str()
            .is_some_and(|link| link.contains("show=picture"))
            .then_some(()))
    })?;
    page.press("Set SBO to 1024 B")?;
    page.session().wait_for("the same images", |session| {
        Ok((session.execute(SAME, &[])? == json!(true)).then_some(()))
    })
}

/// In a window of 1440 × 900 each face is seen whole, with its name and its count.
#[test]
fn faces_are_above_the_fold() -> Result<()> {
    let page = Page::open("")?;
    page.resize(1440, 900, 1.0)?;
    for link in FACES.map(|face| face.link) {
        page.type_address(&format!("{link}&show=picture"))?;
        let open = "return document.querySelector('.picture-face.is-open')";
        page.session().wait_until("the open face", open)?;
        page.has_nothing_wrong(
            link,
            "const fold = document.querySelector('.picture-test').getBoundingClientRect().bottom;
             return [...document.querySelectorAll('.picture-face')]
                 .filter((face) => face.getBoundingClientRect().bottom > fold)
                 .map((face) => face.textContent).join()",
        )?;
    }
    Ok(())
}

/// A field that is dragged changes the image on its way, and heals it on the way back.
#[test]
fn a_field_that_is_dragged_changes_the_image_on_its_way() -> Result<()> {
    const THUMB: f64 = 16.0;
    let page = Page::open(
        "#/wgmma/4000004000010040?meant_swizzle=128B&mn=64&k=64&meant_start=0x400&show=picture",
    )?;
    let session = page.session();
    session.wait_until("the right image", &format!("return (() => {{ {SAME} }})()"))?;
    page.settles()?;
    let place = session.execute(
        "const slider = document.querySelector(\"[aria-label='Base offset: slider']\");
         slider.scrollIntoView({ block: 'center', behavior: 'instant' });
         const place = slider.getBoundingClientRect();
         return [place.left, place.top + place.height / 2, place.width]",
        &[],
    )?;
    let [left, y, width] = [0, 1, 2].map(|at| place[at].as_f64().unwrap_or_default());
    let x = |value: f64| left + THUMB / 2.0 + value / 7.0 * (width - THUMB);
    session.pointer_to_view(x(0.0), y)?;
    session.pointer_drag(x(1.0), y)?;
    let is_wrong = "return document.querySelector('.picture-between strong').textContent === '128 of 128 units wrong'";
    session.wait_until("the wrong image", is_wrong)?;
    assert_eq!(session.execute(SAME, &[])?, json!(false));
    session.pointer_drag(x(0.0), y)?;
    session.wait_until(
        "the image healed",
        &format!("return (() => {{ {SAME} }})()"),
    )?;
    session.pointer_release()
}

/// The arrow keys go from unit to unit of a focused image; what is read there is said, and outlined in both.
#[test]
fn keys_lead_through_the_image() -> Result<()> {
    let page = Page::open(&format!("{WRONG}&show=picture"))?;
    let session = page.session();
    session.wait_until(
        "the images",
        "return document.querySelectorAll('.picture-canvas').length > 1",
    )?;
    page.settles()?;
    session.execute(
        "document.querySelectorAll('.picture-canvas')[1].focus()",
        &[],
    )?;
    session.chords(&vec![&[keys::DOWN][..]; 21])?;
    let says = "return document.querySelector('.picture-line').textContent
        === 'Row 20, K 0–7: row 6, K 0–7 is read instead, from 0x760; expected 0xe40.'";
    session.wait_until("the unit", says)?;
    session.wait_until(
        "the outlines",
        "return document.querySelectorAll('.picture-pair rect').length === 3",
    )?;
    session.chord(&[keys::ESCAPE])?;
    // The first wrong unit is outlined again, and its cause is told.
    session.wait_until(
        "no unit at hand",
        "return !document.querySelector('.picture-line.is-unit')
             && document.querySelectorAll('.picture-pair rect').length === 3",
    )?;
    Ok(())
}

/// A dump of indices that is pasted is drawn as the image that is in it; another descriptor draws another one, and the link keeps
/// the view.
#[test]
fn a_pasted_dump_is_a_picture_that_follows_its_descriptor() -> Result<()> {
    let page = Page::open("")?;
    page.type_address("#/memory/dump?mn=64&k=64")?;
    let session = page.session();
    session.wait_until("the page", "return document.querySelector('#memory-dump')")?;
    let paste = "
        const field = document.querySelector('#memory-dump');
        field.value = arguments[0];
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))";
    session.execute(paste, &[json!(Example::Right.text())])?;
    session.wait_until(
        "what was found",
        "return document.querySelector('.memory-found')",
    )?;
    page.press("Picture of all values")?;
    let is_right = "
        const images = [...document.querySelectorAll('.picture-pair canvas')].map((one) => one.toDataURL());
        return images.length === 2 && images[0] === images[1]";
    session.wait_until("the right picture", is_right)?;
    session
        .find_xpath("//label[span='Descriptor']/input")?
        .fill("0x4000000800010040")?;
    let counts = "return document.querySelector('.picture-between strong').textContent === '3,584 of 4,096 values wrong'";
    session.wait_until("the wrong picture", counts)?;
    assert_eq!(session.execute(is_right, &[])?, json!(false));
    session.wait_until(
        "its link",
        "return location.hash.endsWith('&descriptor=0x4000000800010040&show=picture')",
    )?;
    session.refresh()?;
    session.wait_until(
        "the same after a reload",
        &counts.replace(".textContent", "?.textContent"),
    )?;
    Ok(())
}
