//! The picture test, in the finished page: a part that loads when it is asked for.

use serde_json::json;
use swizzle_tests::webdriver::Result;
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
            .contains("448 of 512 units wrong")
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
