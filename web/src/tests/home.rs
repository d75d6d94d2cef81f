//! Home: what is torn, what mends it, and where it leads.

use swizzle_draw::image::Image;
use swizzle_infer::WholeRead;
use swizzle_view::state::{FACES, Mend};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, MOVING, Page, Result, STILL};
use crate::page::anything::EXAMPLES;

/// The picture of what is read.
const READ: &str = ".images canvas:nth-of-type(2)";

/// Waits until the title is this, and the digits and the picture are those of a descriptor.
async fn shows(page: &Page, title: &str, mend: &Mend, descriptor: swizzle_core::Descriptor) -> Result<()> {
    let spec = mend.read_by(descriptor);
    let read = WholeRead::of(&spec).expect("a picture");
    let image = Image::balloon(spec.extent()).as_read(&read);
    page.wait_for(title, || {
        let said = page.text_of("return document.querySelector('main h1').textContent")?;
        let digits = page.text_of("return document.querySelector('.digits').textContent")?;
        if (said.as_str(), digits) != (title, descriptor.to_string()) {
            return Err(Fault::new(said));
        }
        Ok((page.pixels(READ)?.1 == image.bytes_rgba()).then_some(()))
    })
    .await
}

#[test]
async fn a_fix_heals_the_picture_and_says_what_it_was() -> Result<()> {
    let page = Page::open("").await?;
    page.execute(STILL, &[])?;
    for (turn, face) in [0, 2, 3, 4, 0].into_iter().enumerate() {
        let mend = Mend::of(&FACES[face]).expect("a descriptor");
        let title = match face {
            0 => "Your tensor core reads the wrong bytes. See which.",
            _ => "Same memory, another wrong field.",
        };
        shows(&page, title, &mend, mend.given).await?;
        page.press("Fix it").await?;
        shows(&page, &mend.said(), &mend, mend.expected).await?;
        if turn < 4 {
            page.press("Next bug →").await?;
        }
    }
    page.execute(MOVING, &[])?;
    Ok(())
}

#[test]
async fn each_frame_of_the_repair_is_what_its_descriptor_reads() -> Result<()> {
    let page = Page::open("").await?;
    let mend = Mend::of(&FACES[0]).expect("a descriptor");
    page.press("Fix it").await?;
    let title = "Your tensor core reads the wrong bytes. See which.";
    let mut seen = 0;
    // Frames come by themselves; each that is met has digits and picture of one descriptor.
    for descriptor in mend.frames() {
        let digits = page.text_of("return document.querySelector('.digits').textContent")?;
        if digits == descriptor.to_string() && descriptor != mend.expected {
            shows(&page, title, &mend, descriptor).await?;
            seen += 1;
        }
        page.rendered().await;
    }
    shows(&page, &mend.said(), &mend, mend.expected).await?;
    assert!(seen > 0, "no frame was met");
    Ok(())
}

#[test]
async fn a_unit_that_is_pointed_at_says_where_it_was_read_from() -> Result<()> {
    let page = Page::open("").await?;
    let point = |row: u32| {
        let script = "
            const picture = document.querySelector(arguments[0]);
            const { left, top, width, height } = picture.getBoundingClientRect();
            const [clientX, clientY] = [left + width / 2, top + height * (Number(arguments[1]) + 0.5) / 64];
            picture.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, clientX, clientY }));";
        page.execute(script, &[READ, &row.to_string()]).map(drop)
    };
    for (row, tone) in [(26, "is-wrong"), (2, "is-good")] {
        point(row)?;
        let is_there = format!(
            "return document.querySelector('.images-over.{tone} path')?.getAttribute('d').includes('C')"
        );
        page.wait_until(tone, &is_there).await?;
    }
    // Both pictures are what they were.
    let mend = Mend::of(&FACES[0]).expect("a descriptor");
    let written = Image::balloon(mend.spec.extent());
    let read = WholeRead::of(&mend.spec).expect("a picture");
    assert!(page.pixels(".images canvas")?.1 == written.bytes_rgba());
    assert!(page.pixels(READ)?.1 == written.as_read(&read).bytes_rgba());
    page.execute(
        "document.querySelector(arguments[0]).dispatchEvent(new PointerEvent('pointerleave'))",
        &[READ],
    )
    .map(drop)
}

#[test]
async fn each_example_of_the_box_opens_a_page_on_which_something_is_wrong() -> Result<()> {
    // The last one is a tile of one's own.
    for (text, what, link) in &EXAMPLES[..4] {
        let page = Page::open("").await?;
        page.click_on(".ask #paste").await?;
        page.click_on(&format!(".paste-answer a[href='{link}']")).await?;
        let is_wrong = "return document.querySelector('[data-verdict=wrong]')";
        page.wait_until(&format!("{text}, {what}"), is_wrong).await?;
        let notices = page.find_all(".notices");
        assert!(notices.is_empty(), "{link}");
    }
    Ok(())
}
