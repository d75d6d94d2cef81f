//! The picture test: every pixel of the image that is read is that of the element which the law reads, for all faces and modes.

use swizzle_core::reader::WholeRead;
use swizzle_draw::image::Image;
use swizzle_view::state::FACES;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, state};

/// The image that is read.
const READ: &str = ".picture-side:last-of-type .picture-canvas canvas";

/// The pixels that a link's read has, worked out element by element.
fn expected(link: &str) -> Vec<u8> {
    let spec = state(link).spec().expect("a tile");
    let image = Image::balloon(spec.extent());
    let read = WholeRead::of(&spec).expect("a read");
    image.as_read(&read).bytes_rgba()
}

/// Waits until the image has healed.
async fn shows(page: &Page, link: &str) -> Result<()> {
    page.wait_until(
        "the images",
        "return document.querySelector('.picture-side canvas')",
    )
    .await?;
    let wanted = expected(link);
    for _ in 0..200 {
        page.rendered().await;
        if page.pixels(READ)?.1 == wanted {
            return Ok(());
        }
    }
    panic!("{link} is drawn otherwise");
}

#[test]
async fn each_face_shows_what_its_descriptor_reads() -> Result<()> {
    let link = format!("{}&show=picture", FACES[0].link);
    let page = Page::open(&link).await?;
    shows(&page, &link).await?;
    assert!(page.text().contains("448 of 512 units wrong"));
    for face in FACES {
        let button = format!("//button[b='{}']", face.name);
        page.click(&page.find_xpath(&button)?).await?;
        shows(&page, face.link).await?;
        assert!(page.text().contains(face.text), "{}", face.name);
    }
    page.press("Undo").await?;
    shows(&page, FACES[3].link).await?;
    // The descriptor was given for step 0, whichever step is looked at.
    page.step_to(1).await?;
    page.rendered().await;
    assert!(page.text().contains("512 of 512 units wrong"));
    shows(&page, FACES[3].link).await
}

#[test]
async fn a_pointed_pixel_says_which_unit_arrives() -> Result<()> {
    let link = format!("{}&show=picture", FACES[0].link);
    let page = Page::open(&link).await?;
    shows(&page, &link).await?;
    page.execute(
        "const image = document.querySelectorAll('.picture-canvas')[1];
         const key = (key) => image.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
         key('ArrowDown');",
        &[],
    )?;
    page.rendered().await;
    for _ in 0..20 {
        page.execute(
            "document.querySelectorAll('.picture-canvas')[1].dispatchEvent(
                 new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))",
            &[],
        )?;
        page.rendered().await;
    }
    assert!(
        page.text()
            .contains("Row 20, K 0–7: row 6, K 0–7 arrives instead."),
        "{}",
        page.text()
    );
    assert_eq!(page.find_all(".picture-side:first-of-type rect").len(), 2);
    Ok(())
}
