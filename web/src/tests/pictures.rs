//! Pictures, pixel by pixel: what a descriptor reads of the tile, of a dump, and of what Home has torn.

use std::collections::HashSet;

use serde_json::json;
use swizzle_core::law::Extent;
use swizzle_core::{Coord, Descriptor};
use swizzle_draw::image::Image;
use swizzle_infer::WholeRead;
use swizzle_view::shown_from_link;
use swizzle_view::state::{FACES, Mend};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, MOVING, Page, Result, STILL};

/// Waits until a canvas has these pixels.
async fn shows(page: &Page, css: &str, pixels: &[u8]) -> Result<()> {
    page.wait_for(css, || Ok((page.pixels(css)?.1 == pixels).then_some(()))).await
}

/// The colours of the cells are those of the sheet, each in its place.
#[test]
async fn cells_have_the_colours_of_their_units() -> Result<()> {
    let page = Page::open("#/figure/157").await?;
    let colours = "
        const root = getComputedStyle(document.documentElement);
        const probe = document.createElement('canvas').getContext('2d');
        const of = (at) => {
            probe.fillStyle = root.getPropertyValue(`--cell-${at}`).trim();
            probe.fillRect(0, 0, 1, 1);
            return [...probe.getImageData(0, 0, 1, 1).data].join();
        };
        const names = new Map([0, 1, 2, 3, 4, 5, 6, 7].map((at) => [of(at), at]));
        return [...document.querySelectorAll('.cell-view canvas')].map((canvas) => {
            const context = canvas.getContext('2d');
            const scale = canvas.width / canvas.clientWidth;
            const [width, height] = [canvas.dataset.cellWidth * scale, canvas.dataset.cellHeight * scale];
            return [0, 1, 2, 3].map((row) => [0, 1, 2, 3, 4, 5, 6, 7].map((column) =>
                names.get([...context.getImageData(column * width + 4, row * height + 4, 1, 1).data].join()) ?? '-').join(''));
        })";
    page.wait_for("the colours of figure 157", || {
        let found = page.execute(colours, &[])?;
        let matrix = ["01234567", "10325476", "23016745", "32107654"];
        let memory = ["01234567"; 4];
        let expected = json!([matrix, memory]);
        if found == expected { Ok(Some(())) } else { Err(Fault::new(found.to_string())) }
    })
    .await
}

/// Each face shows what its descriptor reads.
#[test]
async fn each_face_is_the_image_of_its_read() -> Result<()> {
    let page = Page::open(&format!("{}&show=picture", FACES[0].link)).await?;
    page.does(&format!("count .faces button = {}", FACES.len())).await?;
    for (face, at) in FACES.iter().zip(1..) {
        page.does(&format!(
            "says .faces button:nth-of-type({at}) = {}\nclick .faces button:nth-of-type({at})",
            face.name
        ))
        .await?;
        let spec = shown_from_link(face.link).shown.spec().expect("a tile");
        let image = Image::balloon(spec.extent());
        let read = image.as_read(&WholeRead::of(&spec).expect("a read"));
        for (side, wanted) in [(1, &image), (2, &read)] {
            shows(&page, &format!(".pictures > :nth-child({side}) canvas"), wanted.bytes_rgba()).await?;
        }
    }
    page.does("press Undo\nlink-has 4000004000010048").await
}

/// Both pictures of a dump.
const WRITTEN: &str = ".pictures canvas";
const READ: &str = ".pictures > figure:last-child canvas";

/// The drawing where row and K of each pixel come from another element.
fn drawing(source: impl Fn(u32, u32) -> Coord) -> Vec<u8> {
    let balloon = Image::balloon(Extent { mn: 64, k: 64 });
    let pixel = |at: u32| {
        let [red, green, blue] = balloon.pixel(source(at / 64, at % 64));
        [red, green, blue, 255]
    };
    (0..64 * 64).flat_map(pixel).collect()
}

#[test]
async fn an_edit_of_the_descriptor_changes_the_picture_of_a_dump() -> Result<()> {
    let link = "#/memory/dump?example=right&mn=64&k=64&descriptor=0x4000000800010040&show=picture";
    let page = Page::open(link).await?;
    let right = drawing(|mn, k| Coord { mn, k });
    // SBO is 128: a group of eight rows begins one line after the group before, and a line is a row.
    shows(&page, READ, &drawing(|mn, k| Coord { mn: mn % 8 + mn / 8, k })).await?;
    shows(&page, WRITTEN, &right).await?;
    page.does(
        "page 3,584 of 4,096 values wrong
         page in all 4 reads
         press All parameters
         set Descriptor = 0x4000004000010040",
    )
    .await?;
    shows(&page, READ, &right).await?;
    // Start + 128: each row is the next one, and what follows the last one is not a value of the tile.
    page.does(
        "page all 4,096 values right
         set Descriptor = 0x4000004000010048
         says .picture-tools = 4,096 of 4,096 values wrong
         blur
         key p
         has .cell-view
         link #/memory/dump?example=right&mn=64&k=64&descriptor=0x4000004000010048",
    )
    .await
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
    let page = Page::open("#/memory/dump?example=right&mn=64&k=64&show=picture").await?;
    page.does("press Correct tile, 8,704 bytes").await?;
    page.puts("#memory-dump", &real_values()).await?;
    page.does(
        "text .pictures h2 = In memory
         count .pictures canvas = 1
         press All parameters
         set Descriptor = 0x4000004000010040
         count .pictures canvas = 2",
    )
    .await?;
    // Memory has healed, too, once it has more colours than the drawing.
    let colours = |pixels: &[u8]| pixels.as_chunks::<4>().0.iter().collect::<HashSet<_>>().len();
    let is_painted = || {
        let pixels = page.pixels(WRITTEN)?.1;
        Ok((colours(&pixels) > 100).then_some(pixels))
    };
    let memory = page.wait_for("memory's colours", is_painted).await?;
    let of_memory = |mn: u32, k: u32| {
        let element = mn * 64 + ((k / 8) ^ (mn % 8)) * 8 + k % 8;
        &memory[4 * element as usize..][..4]
    };
    let pixels: Vec<u8> = (0..64 * 64).flat_map(|at| of_memory(at / 64, at % 64)).copied().collect();
    shows(&page, READ, &pixels).await?;
    // The link keeps the view, and this browser the bytes.
    page.does("link-has bytes= | show=picture | descriptor=0x4000004000010040\nkept dump = 0x400:").await?;
    page.goto(&page.link()).await?;
    shows(&page, READ, &pixels).await
}

/// The title of Home before anything is mended.
const TORN: &str = "Your tensor core reads the wrong bytes. See which.";

/// Waits until the title of Home is this, and the digits and the picture are those of a descriptor.
async fn is_read(page: &Page, title: &str, mend: &Mend, descriptor: Descriptor) -> Result<()> {
    let spec = mend.read_by(descriptor);
    let image = Image::balloon(spec.extent()).as_read(&WholeRead::of(&spec).expect("a picture"));
    page.does(&format!("text main h1 = {title}\ntext .digits = {descriptor}")).await?;
    shows(page, ".images canvas:nth-of-type(2)", image.bytes_rgba()).await
}

#[test]
async fn a_fix_heals_the_picture_and_says_what_it_was() -> Result<()> {
    let page = Page::open("").await?;
    page.execute(STILL, &[])?;
    for (turn, face) in [0, 2, 3, 4, 0].into_iter().enumerate() {
        let mend = Mend::of(&FACES[face]).expect("a descriptor");
        let title = if face == 0 { TORN } else { "Same memory, another wrong field." };
        is_read(&page, title, &mend, mend.given).await?;
        page.does("press Fix it").await?;
        is_read(&page, &mend.said(), &mend, mend.expected).await?;
        if turn < 4 {
            page.does("press Next bug →").await?;
        }
    }
    page.execute(MOVING, &[]).map(drop)
}

/// Frames come by themselves; each that is met has the picture of its digits.
#[test]
async fn each_frame_of_the_repair_is_what_its_descriptor_reads() -> Result<()> {
    let page = Page::open("").await?;
    let mend = Mend::of(&FACES[0]).expect("a descriptor");
    page.does("press Fix it").await?;
    let mut seen = 0;
    for descriptor in mend.frames() {
        let digits = page.execute("return document.querySelector('.digits').textContent", &[])?;
        if digits == descriptor.to_string() && descriptor != mend.expected {
            is_read(&page, TORN, &mend, descriptor).await?;
            seen += 1;
        }
        page.rendered().await;
    }
    is_read(&page, &mend.said(), &mend, mend.expected).await?;
    assert!(seen > 0, "no frame was met");
    Ok(())
}

#[test]
async fn a_unit_that_is_pointed_at_says_where_it_was_read_from() -> Result<()> {
    let page = Page::open("").await?;
    page.does(
        "pointer .images canvas:nth-of-type(2) = pointermove 0.5 0.414
         has .images-over.is-wrong path[d*='C']
         pointer .images canvas:nth-of-type(2) = pointermove 0.5 0.039
         has .images-over.is-good path[d*='C']",
    )
    .await?;
    // Both pictures are what they were.
    let mend = Mend::of(&FACES[0]).expect("a descriptor");
    shows(&page, ".images canvas", Image::balloon(mend.spec.extent()).bytes_rgba()).await?;
    is_read(&page, TORN, &mend, mend.given).await?;
    page.does("pointer .images canvas:nth-of-type(2) = pointerleave").await
}
