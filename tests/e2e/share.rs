//! What leaves the page: files, byte for byte what the core writes, and the code of the embedded view.

use swizzle_core::Named as _;
use swizzle_draw::scene::PaneKind;
use swizzle_draw::{Palette, Theme};
use swizzle_tests::webdriver::{Error, Result, keys};
use swizzle_view::export::export_stem;
use swizzle_view::{Export, Format, Shown, export_from_shown};

use crate::page::{Page, state, url};

/// One read that overlaps: marks of every kind.
const LINKS: [&str; 2] = ["#/figure/157", "#/wgmma/4000000800010040?show=read&cell=3,8"];

/// The file that the page should save.
fn expected(state: &Shown, kind: PaneKind, format: Format, theme: Theme) -> Result<String> {
    let export = Export { kind, format, palette: Palette::Isa, theme, base: Some(url()?) };
    export_from_shown(state, &export).map_err(|fault| Error::new(fault.to_string()))
}

/// Opens the dialog; what is in it is loaded then.
const OPEN: &str = "press Share\nhas .share-preview";

/// Saves what is chosen, and returns the file.
fn saved(page: &Page, name: &str) -> Result<Vec<u8>> {
    page.does("press Save file")?;
    page.session().saved_file(name)
}

#[test]
fn every_file_is_byte_for_byte_what_the_core_writes() -> Result<()> {
    for link in LINKS {
        let state = state(link);
        let page = Page::open(link)?;
        page.does(OPEN)?;
        for (kind, button) in [(PaneKind::Matrix, "Matrix"), (PaneKind::Memory, "Memory")] {
            page.does(&format!("press {button}"))?;
            for format in Format::ALL {
                let words = match format {
                    Format::Text => "Text".into(),
                    other => other.name().to_uppercase(),
                };
                page.does(&format!("press {words}"))?;
                let name = format!("{}.{}", export_stem(&state, kind), format.extension());
                let file = saved(&page, &name)?;
                let expected = expected(&state, kind, *format, Theme::Light)?;
                assert_eq!(String::from_utf8_lossy(&file), expected, "{link}: {name}");
            }
        }
        page.does("quiet")?;
    }
    Ok(())
}

#[test]
fn the_background_can_be_dark() -> Result<()> {
    let state = state(LINKS[0]);
    let page = Page::open(LINKS[0])?;
    page.does(OPEN)?;
    page.does("click .share [aria-label=Background] button:last-child")?;
    let file = saved(&page, "figure-157-matrix.svg")?;
    let expected = expected(&state, PaneKind::Matrix, Format::Svg, Theme::Dark)?;
    assert_eq!(String::from_utf8_lossy(&file), expected);
    Ok(())
}

/// A PNG is the browser's own drawing: its size is that of the SVG times the scale, and it is not of one colour.
#[test]
fn a_png_is_as_large_as_was_asked_for() -> Result<()> {
    let page = Page::open(LINKS[0])?;
    page.does(OPEN)?;
    let svg = expected(&state(LINKS[0]), PaneKind::Matrix, Format::Svg, Theme::Light)?;
    let side = |name: &str| -> Option<u32> {
        svg.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0.parse().ok()
    };
    let (width, height) = (side("width"), side("height"));
    page.does("press PNG")?;
    for scale in [1, 3] {
        page.does(&format!("press {scale}×"))?;
        let png = saved(&page, "figure-157-matrix.png")?;
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
        let number = |at: usize| {
            let bytes = png.get(at..at + 4)?.try_into().ok()?;
            Some(u32::from_be_bytes(bytes) / scale)
        };
        assert_eq!((number(16), number(20)), (width, height), "{scale}");
        assert!(png.len() > 5_000, "{} bytes", png.len());
    }
    Ok(())
}

#[test]
fn nothing_is_said_to_be_copied_before_the_browser_has_it() -> Result<()> {
    let page = Page::open(LINKS[0])?;
    let says = |words: &str| page.does(&format!("says .share-line .copy-button = {words}"));
    page.session().execute(
        "navigator.clipboard.writeText = () => new Promise((done, refused) => Object.assign(window, { done, refused }))",
        &[],
    )?;
    page.does(OPEN)?;
    says("Copy")?;
    for (answer, words) in [("refused", "Select it to copy"), ("done", "Copied")] {
        page.does("click .share-line .copy-button")?;
        says("Copy")?;
        page.session().execute(&format!("window.{answer}()"), &[])?;
        says(words)?;
        says("Copy")?;
    }
    Ok(())
}

/// What was copied can be pasted: here, into the page's own box.
#[test]
fn a_file_the_link_and_the_code_of_the_frame_can_be_copied() -> Result<()> {
    let page = Page::open(LINKS[0])?;
    page.does(OPEN)?;
    page.does("press CSV\npress Copy file\ntext .share [role=status] = Copied.")?;
    let csv = expected(&state(LINKS[0]), PaneKind::Matrix, Format::Csv, Theme::Light)?;
    let code = page.text_of("return [...document.querySelectorAll('.share-text')].pop().textContent")?;
    assert_eq!(
        pasted(&page)?.split_whitespace().collect::<Vec<_>>(),
        csv.split_whitespace().collect::<Vec<_>>()
    );

    let link = format!("{}{}", url()?, LINKS[0]);
    for (section, text) in [("first", link), ("last", code)] {
        page.does(OPEN)?;
        let button = format!(".share section:{section}-of-type .copy-button");
        // The browser has it only some time after the press; the button says when.
        page.does(&format!("click {button}\nsays {button} = Copied"))?;
        assert_eq!(pasted(&page)?, text);
    }
    Ok(())
}

/// Closes the dialog, and pastes what was copied into the box.
fn pasted(page: &Page) -> Result<String> {
    page.does("key Escape")?;
    page.session().execute("const box = document.querySelector('#paste'); box.focus(); box.select()", &[])?;
    page.session().chord(&[keys::CONTROL, "v"])?;
    page.text_of("return document.querySelector('#paste').value")
}
