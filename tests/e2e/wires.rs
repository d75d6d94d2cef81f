//! The scrubber of the three wires under a real pointer: cells follow it, and fall into a detent once it is let go.

use swizzle_tests::webdriver::{Result, keys};

use crate::page::{Page, url};

/// The stop of a lesson that has the scrubber.
const LESSON: &str = "#/learn/the-xor/7";

/// Where the scrubber is; the middle of its thumb moves from half a thumb behind its left side to half of one before its right.
const PLACE: &str = "
    const place = document.querySelector('.wires-scrubber input').getBoundingClientRect();
    return [place.left, place.top + place.height / 2, place.width]";
const THUMB: f64 = 16.0;

/// The slots in which unit 0 of each row is drawn, as parts of the way where it moves.
const SLOTS: &str = "
    const places = (unit) => [...document.querySelectorAll('.wires-column path')[unit].getAttribute('d').matchAll(/M([0-9.]+) [^h]+h([0-9.]+)/g)]
        .map(([, left, width]) => Number(left) + Number(width) / 2);
    const slots = places(0).map((x) => (x - places(0)[0]) / 44);
    return slots.map((slot) => slot.toFixed(1)).join(' ')";

#[test]
fn cells_follow_the_scrubber_and_fall_into_the_nearest_detent() -> Result<()> {
    let page = Page::open(LESSON)?;
    let session = page.session();
    session.wait_until(
        "the picture",
        "return document.querySelector('.wires-memory')",
    )?;
    session.chord(&["1"])?;
    session.wait_until(
        "one wire, at rest",
        &format!("return (() => {{ {SLOTS} }})() === '0.0 1.0 0.0 1.0 0.0 1.0 0.0 1.0'"),
    )?;
    assert_eq!(page.text_of(SLOTS)?, "0.0 1.0 0.0 1.0 0.0 1.0 0.0 1.0");
    let place = session.execute(PLACE, &[])?;
    let [left, y, width] = [0, 1, 2].map(|at| place[at].as_f64().unwrap_or_default());
    let x = |detents: f64| left + THUMB / 2.0 + detents / 3.0 * (width - THUMB);
    session.pointer_to_view(x(1.0), y)?;
    session.pointer_drag(x(1.6), y)?;
    session.wait_until(
        "rows 2, 3, 6 and 7 on their way",
        "return document.querySelector('.wires-column path').getAttribute('d').split('h43.0').length === 5",
    )?;
    session.pointer_release()?;
    session.wait_until(
        "two wires, at rest",
        &format!("return (() => {{ {SLOTS} }})() === '0.0 1.0 2.0 3.0 0.0 1.0 2.0 3.0'"),
    )?;
    let count = "return document.querySelector('.wires-count').textContent";
    assert_eq!(page.text_of(count)?, "2 wavefronts");
    // And back to none, as far as it goes.
    session.pointer_to_view(x(2.0), y)?;
    session.pointer_drag(x(0.2), y)?;
    session.pointer_release()?;
    session.wait_until(
        "no wire, at rest",
        &format!("return (() => {{ {SLOTS} }})() === '0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.0'"),
    )?;
    assert_eq!(page.text_of(count)?, "8 wavefronts");
    Ok(())
}

/// Cycles of a warp on the page Why.
const CYCLES: &str = "document.querySelector('.big')?.firstChild.textContent";

/// Digits flip wires wherever the focus is, and Enter flips the focused wire; the link keeps them.
#[test]
fn wires_are_flipped_by_keys_and_kept_by_the_link() -> Result<()> {
    let page = Page::open("#/why?wires=1")?;
    let session = page.session();
    let has = |cycles: &str| {
        session
            .wait_until(cycles, &format!("return {CYCLES} === '{cycles}'"))
            .map(drop)
    };
    has("16")?;
    page.settles()?;
    session.chord(&["2"])?;
    has("8")?;
    session.execute(
        "document.querySelector('.switch[aria-label^=\"Wire 3\"]').focus()",
        &[],
    )?;
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
    for (width, height) in [
        (1440, 900),
        (1920, 1080),
        (1366, 768),
        (1024, 768),
        (390, 844),
    ] {
        page.resize(width, height, 1.0)?;
        for (link, part) in [
            ("#/why?wires=1", ".threads"),
            ("#/memory/lanes", ".three"),
            (LESSON, ".wires-body"),
        ] {
            page.type_address(link)?;
            page.session().wait_until(
                "the picture",
                &format!("return document.querySelector('{part} svg text')"),
            )?;
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
