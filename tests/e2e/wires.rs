//! The three wires under a real pointer and by keys, in their lesson and on the page Why.

use swizzle_tests::webdriver::{Result, keys};

use crate::page::{Page, url};

/// The stop of a lesson that has the wires.
const LESSON: &str = "#/learn/the-xor/7";

/// In the lesson a press on a switch closes its wire, and what is counted follows.
#[test]
fn a_lesson_counts_turns_as_wires_close() -> Result<()> {
    let page = Page::open(LESSON)?;
    let session = page.session();
    for (wire, turns) in [("Wire 1", "4"), ("Wire 2", "2"), ("Wire 3", "1"), ("Wire 2", "2")] {
        session.wait_until("the switches", "return document.querySelector('.learn-figure .switch')")?;
        session.find(&format!(".switch[aria-label^='{wire}']"))?.click()?;
        session.wait_until(
            turns,
            &format!("return document.querySelector('.wires-turns')?.textContent === '{turns}'"),
        )?;
    }
    Ok(())
}

/// Cycles of a warp on the page Why.
const CYCLES: &str = "document.querySelector('.big')?.firstChild.textContent";

/// Digits flip wires wherever the focus is, and Enter flips the focused wire; the link keeps them.
#[test]
fn wires_are_flipped_by_keys_and_kept_by_the_link() -> Result<()> {
    let page = Page::open("#/why?wires=1")?;
    let session = page.session();
    let has = |cycles: &str| session.wait_until(cycles, &format!("return {CYCLES} === '{cycles}'")).map(drop);
    has("16")?;
    page.settles()?;
    session.chord(&["2"])?;
    has("8")?;
    session.execute("document.querySelector('.switch[aria-label^=\"Wire 3\"]').focus()", &[])?;
    session.chord(&[keys::ENTER])?;
    has("4")?;
    session.wait_until("the link", "return location.hash === '#/why?wires=3'")?;
    session.refresh()?;
    has("4")?;
    session.wait_until(
        "the mode",
        "return document.querySelector('main').textContent.includes('this is the 128B swizzle')",
    )?;
    session.chord(&["0"])?;
    has("32")
}

/// Embedded in another page, the wires are alone, interactive, and lead to the page in their state.
#[test]
fn the_wires_can_be_embedded() -> Result<()> {
    let page = Page::open("#/?")?;
    let session = page.session();
    page.resize(640, 640, 1.0)?;
    session.goto("about:blank")?;
    session.goto(&format!("{}?embed#/memory/lanes?wires=1", url()?))?;
    session.wait_until("one wire", &format!("return {CYCLES} === '16'"))?;
    page.settles()?;
    let seen = "
        const isSeen = (css) => document.querySelector(css)?.checkVisibility() ?? false;
        const more = ['.bar', '#why-tma', '.tail', '.three'].filter(isSeen);
        const { scrollWidth, clientWidth } = document.scrollingElement;
        return more.join() + (scrollWidth > clientWidth ? ' it is wider than the frame' : '')";
    page.has_nothing_wrong("around the wires", seen)?;
    session.chord(&["2"])?;
    session.wait_until("two wires", &format!("return {CYCLES} === '8'"))?;
    session.execute("document.querySelector('.embedded-way').addEventListener('click', (event) => event.preventDefault())", &[])?;
    session.find(".embedded-way")?.click()?;
    let way = page.text_of("return document.querySelector('.embedded-way').href")?;
    assert_eq!(way, format!("{}#/why?wires=2", url()?));
    Ok(())
}

/// Every letter has at least 11 pixels, in any window.
#[test]
fn letters_can_be_read_in_every_window() -> Result<()> {
    let page = Page::open("#/?")?;
    for (width, height) in [(1440, 900), (1920, 1080), (1366, 768), (1024, 768), (390, 844)] {
        page.resize(width, height, 1.0)?;
        for (link, part) in
            [("#/why?wires=1", ".threads"), ("#/memory/lanes", ".three"), (LESSON, ".threads")]
        {
            page.type_address(link)?;
            page.session()
                .wait_until("the picture", &format!("return document.querySelector('{part} svg text')"))?;
            page.has_nothing_wrong(
                &format!("{link} in {width} × {height}"),
                "return [...document.querySelectorAll('main svg text')]
                     .map((text) => [parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, text.textContent])
                     .filter(([size]) => size < 10.95)
                     .map(([size, words]) => `${size.toFixed(1)} ${words}`).join()",
            )?;
        }
    }
    Ok(())
}
