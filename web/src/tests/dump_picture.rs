//! The picture of a dump: each pixel is that of the element whose value is read there.

use std::collections::HashSet;

use swizzle_core::Coord;
use swizzle_core::law::Extent;
use swizzle_draw::image::Image;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

const LEFT: &str = ".pictures canvas";
const RIGHT: &str = ".pictures > figure:last-child canvas";

/// The drawing where row and K of each pixel come from another element.
fn drawing(source: impl Fn(u32, u32) -> Coord) -> Vec<u8> {
    let balloon = Image::balloon(Extent { mn: 64, k: 64 });
    let pixel = |at: u32| {
        let [red, green, blue] = balloon.pixel(source(at / 64, at % 64));
        [red, green, blue, 255]
    };
    (0..64 * 64).flat_map(pixel).collect()
}

async fn shows(page: &Page, name: &str, pixels: &[u8]) -> Result<()> {
    let is_there = || {
        let is_there = page.pixels(RIGHT).is_ok_and(|(_, seen)| seen == pixels);
        Ok(is_there.then_some(()))
    };
    page.wait_for(name, is_there).await
}

/// The page of a dump that is drawn as a picture, read through a descriptor.
async fn opened(link: &str) -> Result<Page> {
    let page = Page::open("#/?").await?;
    page.type_address(link).await?;
    let image = "return document.querySelector('.pictures canvas')";
    page.wait_until("the images", image).await?;
    Ok(page)
}

#[test]
async fn an_edit_of_the_descriptor_changes_the_picture_of_a_dump() -> Result<()> {
    let page =
        opened("#/memory/dump?example=right&mn=64&k=64&descriptor=0x4000000800010040&show=picture").await?;
    let right = drawing(|mn, k| Coord { mn, k });
    // SBO is 128: a group of eight rows begins one line after the group before, and a line is a row.
    let stuttered = drawing(|mn, k| Coord { mn: mn % 8 + mn / 8, k });
    shows(&page, "the small SBO", &stuttered).await?;
    assert!(page.pixels(LEFT)?.1 == right);
    assert!(page.text().contains("3,584 of 4,096 values wrong"));
    assert!(page.text().contains("in all 4 reads"));
    page.press("All parameters").await?;
    let descriptor = page.memory_field("Descriptor")?;
    page.fill_in(&descriptor, "0x4000004000010040").await?;
    shows(&page, "the right descriptor", &right).await?;
    assert!(page.text().contains("all 4,096 values right"));
    // Start + 128: each row is the next one, and what follows the last one is not a value of the tile.
    page.fill_in(&descriptor, "0x4000004000010048").await?;
    let told =
        "return document.querySelector('.picture-tools').textContent.includes('4,096 of 4,096 values wrong')";
    page.wait_until("the count", told).await?;
    page.execute("document.activeElement.blur()", &[])?;
    page.key("p").await?;
    page.wait_until("the cells", "return document.querySelector('.cell-view')").await?;
    let link =
        "return location.hash === '#/memory/dump?example=right&mn=64&k=64&descriptor=0x4000004000010048'";
    page.wait_until("the link", link).await.map(drop)
}

#[test]
async fn a_pointed_pixel_of_a_dump_says_what_is_read() -> Result<()> {
    let page =
        opened("#/memory/dump?example=right&mn=64&k=64&descriptor=0x4000000800010040&show=picture").await?;
    page.wait_until("both images", "return document.querySelectorAll('.pixels').length === 2").await?;
    for _ in 0..=20 {
        page.execute(
            "document.querySelectorAll('.pixels')[1].dispatchEvent(
                 new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }))",
            &[],
        )?;
        page.rendered().await;
    }
    // Row 20 is read from line 4 + 2 of the tile, where row 6 was written: unit 0 is in slot 6.
    let line = "Row 20, K 0: 384 from 0x760; expected 1280.";
    assert!(page.text().contains(line), "{}", page.text());
    let marks = |mark: &str| page.find_all(&format!(".pictures figure:first-child .pixels {mark}")).len();
    assert_eq!((marks("rect"), marks("path")), (2, 1));
    Ok(())
}

/// A matrix of halves that are not indices, written with the 128-byte swizzle, as `x/…wx` prints it.
fn real_values() -> String {
    let value = |mn: u32, k: u32| (mn * 2_654_435 + k * 40_503) >> 3 & 0x83ff | 0x3800;
    let mut text = String::new();
    for line in 0..64 {
        for slot in 0..8 {
            let unit = slot ^ (line % 8);
            text += &format!("{:#x}:", 0x400 + line * 128 + slot * 16);
            for word in 0..4 {
                let k = unit * 8 + word * 2;
                text += &format!(" 0x{:04x}{:04x}", value(line, k + 1), value(line, k));
            }
            text.push('\n');
        }
    }
    text
}

#[test]
async fn a_dump_without_indices_is_drawn_as_memory_and_as_it_is_read() -> Result<()> {
    let page = opened("#/memory/dump?example=right&mn=64&k=64&show=picture").await?;
    page.press("Correct tile, 8,704 bytes").await?;
    let paste = "
        const field = document.querySelector('#memory-dump');
        field.value = arguments[0];
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))";
    page.execute(paste, &[&real_values()])?;
    let memory = "return [...document.querySelectorAll('.pictures h2')].some((one) => one.textContent === 'In memory')";
    page.wait_until("memory", memory).await?;
    assert_eq!(page.find_all(".pictures canvas").len(), 1);
    page.press("All parameters").await?;
    let descriptor = page.memory_field("Descriptor")?;
    page.fill_in(&descriptor, "0x4000004000010040").await?;
    page.wait_until("the matrix", "return document.querySelectorAll('.pictures canvas').length === 2")
        .await?;
    // Memory has healed, too, once it has more colours than the drawing.
    let colours = |pixels: &[u8]| pixels.as_chunks::<4>().0.iter().collect::<HashSet<_>>().len();
    let is_painted = || {
        let pixels = page.pixels(LEFT)?.1;
        Ok((colours(&pixels) > 100).then_some(pixels))
    };
    let memory = page.wait_for("memory's colours", is_painted).await?;
    let of_memory = |mn: u32, k: u32| {
        let element = mn * 64 + ((k / 8) ^ (mn % 8)) * 8 + k % 8;
        &memory[4 * element as usize..][..4]
    };
    let pixels: Vec<u8> = (0..64 * 64).flat_map(|at| of_memory(at / 64, at % 64)).copied().collect();
    shows(&page, "the matrix", &pixels).await
}
