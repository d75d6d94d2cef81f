//! The atlas on paper: printed to PDF, and its pixels looked at.

use std::io::Read as _;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use flate2::read::ZlibDecoder;
use serde_json::json;
use swizzle_draw::{Palette, Theme};
use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;
use crate::skip::is_in_chromium;

/// The bytes of what a page prints.
fn printed(page: &Page) -> Result<Vec<u8>> {
    let how = json!({ "printBackground": true, "preferCSSPageSize": true });
    let answer = page.session().chromium_command("Page.printToPDF", &how)?;
    let text = answer["data"].as_str().unwrap_or_default();
    BASE64_STANDARD.decode(text).map_err(|fault| Error::new(fault.to_string()))
}

/// Where a text begins in bytes.
fn find(bytes: &[u8], text: &str) -> Option<usize> {
    bytes.windows(text.len()).position(|part| part == text.as_bytes())
}

/// The colours of each picture in a PDF: those of canvases, a pixel a cell.
fn pictures(pdf: &[u8]) -> Vec<Vec<[u8; 3]>> {
    let mut pictures = Vec::new();
    let mut rest = pdf;
    while let Some(at) = find(rest, "/Subtype /Image") {
        rest = &rest[at..];
        let Some(start) = find(rest, "stream\n") else {
            break;
        };
        let (head, body) = rest.split_at(start + "stream\n".len());
        let mut pixels = Vec::new();
        let is_coloured = find(head, "/ColorSpace /DeviceGray").is_none();
        if is_coloured && ZlibDecoder::new(body).read_to_end(&mut pixels).is_ok() {
            let colours = pixels.chunks_exact(3);
            pictures.push(colours.map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect());
        }
        rest = body;
    }
    pictures
}

/// The colours that the sheets of a PDF are filled with, once for each time that one is taken up.
fn fills(pdf: &[u8]) -> Vec<[u8; 3]> {
    let mut fills = Vec::new();
    let mut rest = pdf;
    while let Some(start) = find(rest, "stream\n") {
        rest = &rest[start + "stream\n".len()..];
        let mut text = Vec::new();
        // The end of a stream has no more of it; what is no text has no colours.
        let _ = ZlibDecoder::new(rest).read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text);
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let colours = words.windows(4).filter(|words| words[3] == "rg");
        fills.extend(
            colours.map(|words| {
                [0, 1, 2].map(|at| (words[at].parse().unwrap_or(0.0_f64) * 255.0).round() as u8)
            }),
        );
    }
    fills
}

/// A layout is one sheet of A4 upright, with the cells of both squares in the colours of paper, whatever the theme.
#[test]
fn both_squares_are_on_one_sheet_in_light_colours() -> Result<()> {
    if !is_in_chromium("only it prints at a word")? {
        return Ok(());
    }
    let page = Page::open("#/wgmma/4000004000010040?mn=64&k=64")?;
    for is_dark in [false, true] {
        page.session().set_system_theme(is_dark)?;
        page.goto("#/wgmma/4000004000010040?mn=64&k=64")?;
        page.settles()?;
        let pdf = printed(&page)?;
        assert_eq!(sheets(&pdf), 1);
        assert!(find(&pdf, "/MediaBox [0 0 59").is_some());
        // The image of the tile is a picture of its own.
        let colours = Palette::Isa.colours(Theme::Light);
        let is_square = |picture: &Vec<_>| colours.iter().all(|colour| picture.contains(colour));
        let squares = pictures(&pdf).into_iter().filter(is_square).count();
        // What is painted for paper is lines of the sheet, and no picture: eight cells of each colour in each square. The first
        // of all may say its colour with another's.
        let fills = fills(&pdf);
        let of = |colour: &[u8; 3]| fills.iter().filter(|fill| *fill == colour).count();
        let is_filled = colours.iter().all(|colour| of(colour) >= 15);
        assert!(squares == 2 || is_filled, "in the dark: {is_dark}; {squares} squares");
        let dark = Palette::Isa.colours(Theme::Dark);
        assert!(dark.iter().all(|colour| of(colour) == 0), "dark cells");
    }
    Ok(())
}

impl Page {
    /// Looks at what is told on paper, as it is drawn there.
    fn is_on_paper(&self, what: &str) -> Result<()> {
        let media = |media: &str| {
            let media = json!({ "media": media });
            self.session().chromium_command("Emulation.setEmulatedMedia", &media)
        };
        media("print")?;
        self.resize(1048, 794, 1.0)?;
        // What is drawn for paper is drawn before what is printed.
        self.session().execute("window.dispatchEvent(new Event('beforeprint'))", &[])?;
        self.does(&format!("law on paper = {what}"))?;
        let told = "return getComputedStyle(document.documentElement, '::after').content";
        let (told, link) = (self.text_of(told)?, self.link()?);
        assert!(told.contains(&link), "{told}");
        self.session().execute("window.dispatchEvent(new Event('afterprint'))", &[])?;
        media("")?;
        self.resize(1440, 900, 1.0)
    }
}

/// Every page prints what it shows, where it is, and nothing to press: no cell is cut at a side of its view, and the sheet has no more to
/// its right.
#[test]
fn pages_print_what_they_show() -> Result<()> {
    if !is_in_chromium("only it prints at a word")? {
        return Ok(());
    }
    let page = Page::new()?;
    for (link, there, cells, parts) in [
        (
            "#/wgmma/4000000800010040?mn=64&k=64",
            ".check .bits",
            2,
            ".hex | .bits | .pair-second canvas | .reason",
        ),
        (
            "#/compare/wgmma/4000004000010040?mn=64&k=64/with/wgmma/4000000800010040?mn=64&k=64",
            ".compare-side canvas",
            2,
            ".compare-bits .bits | .differences",
        ),
        ("#/build/tcgen05?mn=128&k=64", ".build-code", 0, ".build-code | .idesc .bits | .build-reads .table"),
        ("#/memory/tma?swizzle=128B", ".framed canvas", 2, ".below .code"),
        ("#/memory/dump?example=right", ".framed .pair canvas", 2, ".hex"),
    ] {
        page.does(&format!("again {link}\nhas {there}\nsettles"))?;
        page.is_on_paper(&format!("{cells} | {parts}"))?;
        let pdf = printed(&page)?;
        let whole = pictures(&pdf).iter().filter(|picture| picture.len() >= 64).count();
        // What is painted for paper is no picture but cells that are filled, each in its colour.
        let is_colour = |fill: &&[u8; 3]| {
            fill.iter().max() > fill.iter().min().map(|least| least.saturating_add(30)).as_ref()
        };
        let filled = fills(&pdf).iter().filter(is_colour).count();
        assert!(whole >= cells || filled >= 64 * cells, "{link}: {whole} pictures, {filled} cells");
    }
    Ok(())
}

/// The sheets of a PDF.
fn sheets(pdf: &[u8]) -> usize {
    let page = b"/Type /Page";
    let all = pdf.windows(page.len() + 1);
    all.filter(|part| part.starts_with(page) && !part.ends_with(b"s")).count()
}

/// A stop of a lesson, a kernel and the picture test are one sheet; of the journey each has a scene.
#[test]
fn nothing_is_left_for_another_sheet() -> Result<()> {
    if !is_in_chromium("only it prints at a word")? {
        return Ok(());
    }
    let page = Page::open("#/?")?;
    for (link, there, expected) in [
        ("#/learn/the-xor/2", ".learn-wires svg", 1),
        ("#/learn/the-xor/7", ".threads canvas", 1),
        ("#/kernel?try=k-advance", ".kernel-page canvas", 1),
        (
            "#/wgmma/4000000800010040?meant_swizzle=128B&mn=64&k=64&meant_start=0x400&show=picture",
            ".check .faces canvas",
            1,
        ),
        ("#/journey", ".journey canvas", 7),
    ] {
        page.does(&format!("go {link}\nhas {there}\nsettles"))?;
        assert_eq!(sheets(&printed(&page)?), expected, "{link}");
    }
    Ok(())
}
