//! The picture test: every pixel of the image that is read is that of the element which the law reads, for all faces and modes.

use swizzle_draw::image::Image;
use swizzle_infer::WholeRead;
use swizzle_view::state::FACES;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, state};

/// The image that is read.
const READ: &str = ".picture-test > .picture-pair > .picture-side canvas";

/// The product of what is read.
const PRODUCT: &str = ".picture-product .picture-side:last-of-type canvas";

/// The image that a link's read gets, worked out element by element.
fn expected(link: &str) -> Image {
    let spec = state(link).spec().expect("a tile");
    let image = Image::balloon(spec.extent());
    let read = WholeRead::of(&spec).expect("a read");
    image.as_read(&read)
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
        let is_there = page.pixels(READ)?.1 == wanted.bytes_rgba();
        if is_there && page.pixels(PRODUCT)?.1 == wanted.product().bytes_rgba() {
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
    assert!(page.text().contains("112 of 128 units wrong"));
    assert!(page.text().contains("56 of 64 rows of D wrong"));
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
    assert!(page.text().contains("128 of 128 units wrong"));
    shows(&page, FACES[3].link).await
}

/// Whether the trace has these texts, its byte last, and says what was expected and what is read.
fn traces(page: &Page, texts: &[&str; 3], rows: [&str; 2]) {
    let told = |selector: &str| {
        let all = page.find_all(selector);
        let texts = all.iter().filter_map(|one| one.text_content());
        texts.collect::<Vec<_>>().join("|")
    };
    let [cell, read, byte] = texts;
    assert!(told(".inspector-cell").starts_with(cell));
    assert_eq!(told(".inspector .hint"), *read);
    let row = |row: usize| told(&format!(".inspector-rows div:nth-child({row}) dd"));
    assert!(row(3).ends_with(byte), "{}", row(3));
    assert_eq!([row(4), row(5)], rows);
}

#[test]
async fn a_pointed_pixel_says_which_unit_arrives() -> Result<()> {
    let link = format!("{}&show=picture", FACES[0].link);
    let page = Page::open(&link).await?;
    shows(&page, &link).await?;
    // The trace begins with the first unit that is wrong, and follows the descriptor.
    let traced = ["Row 8, unit 0", "Read 0 of 4, from 0x400", "0x490"];
    traces(&page, &traced, ["row 8, K 0–7|0x800", "row 1, K 0–7|0x490"]);
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
            .contains("Row 20, K 0–7: row 6, K 0–7 is read instead, from 0x760; expected 0xe40."),
        "{}",
        page.text()
    );
    let traced = ["Row 20, unit 0", "Read 0 of 4, from 0x400", "0x760"];
    traces(
        &page,
        &traced,
        ["row 20, K 0–7|0xe40", "row 6, K 0–7|0x760"],
    );
    let marks = |mark: &str| page.find_all(&format!(".picture-drop {mark}")).len();
    assert_eq!((marks("rect"), marks("path")), (2, 1));
    Ok(())
}

/// A file of one pixel, 200 20 60.
const ONE_PIXEL: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGM4IWIDAALAARn9eSXPAAAAAElFTkSuQmCC";

#[test]
async fn an_image_that_is_dropped_is_in_the_tile() -> Result<()> {
    let link = format!("{}&show=picture", FACES[0].link);
    let page = Page::open(&link).await?;
    shows(&page, &link).await?;
    let drop = "
        const bytes = Uint8Array.from(atob(arguments[0]), (letter) => letter.charCodeAt(0));
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([bytes], 'one.png', { type: 'image/png' }));
        const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
        document.querySelector('.picture-drop .picture-canvas').dispatchEvent(event);
        return event.defaultPrevented";
    assert_eq!(page.execute(drop, &[ONE_PIXEL])?, true);
    let is_there = || {
        let pixels = page.pixels(".picture-drop canvas")?.1;
        let is_there = pixels.chunks(4).all(|one| one == [200, 20, 60, 255]);
        Ok(is_there.then_some(()))
    };
    page.wait_for("the image", is_there).await?;
    // It is there at the next visit, too.
    page.type_address("#/glossary").await?;
    page.wait_until("the glossary", "return document.querySelector('.glossary')")
        .await?;
    page.type_address(&link).await?;
    let canvas = "return document.querySelector('.picture-drop canvas')";
    page.wait_until("the picture", canvas).await?;
    page.wait_for("the image again", is_there).await?;
    page.press("Back to the drawing").await?;
    shows(&page, &link).await
}
