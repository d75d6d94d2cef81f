//! The scrubber of the three wires under a real pointer: cells follow it, and fall into a detent once it is let go.

use swizzle_tests::webdriver::{Result, keys};

use crate::page::{Page, url};

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
    let page = Page::open("#/memory/lanes?wires=1")?;
    let session = page.session();
    session.wait_until(
        "the picture",
        "return document.querySelector('.wires-memory')",
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
    session.wait_until("the link", "return location.hash.endsWith('wires=2')")?;
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

/// Digits flip wires wherever the focus is, and Enter flips the focused wire; the link keeps them.
#[test]
fn wires_are_flipped_by_keys_and_kept_by_the_link() -> Result<()> {
    let page = Page::open("#/memory/lanes?wires=1")?;
    let session = page.session();
    session.wait_until(
        "the picture",
        "return document.querySelector('.wires-memory')",
    )?;
    page.settles()?;
    let count = "return document.querySelector('.wires-count')?.textContent";
    let has = |words: &str| {
        session
            .wait_until(words, &format!("{count} === '{words}'"))
            .map(drop)
    };
    session.chord(&["2"])?;
    has("2 wavefronts")?;
    session.execute(
        "document.querySelector('.wires-switch[aria-label^=\"Wire 9\"]').focus()",
        &[],
    )?;
    session.chord(&[keys::ENTER])?;
    has("1 wavefront")?;
    session.wait_until("the link", "return location.hash.endsWith('wires=3')")?;
    session.refresh()?;
    has("1 wavefront")?;
    session.wait_until(
        "the mode",
        "return document.querySelector('.wires-mode').textContent.includes('128B')",
    )?;
    session.chord(&["0"])?;
    has("8 wavefronts")
}

/// Embedded in another page, the wires are alone, interactive, and lead to the page in their state.
#[test]
fn the_wires_can_be_embedded() -> Result<()> {
    let page = Page::open("")?;
    let session = page.session();
    page.resize(640, 640, 1.0)?;
    session.goto("about:blank")?;
    session.goto(&format!("{}?embed#/memory/lanes?wires=1", url()?))?;
    session.wait_until(
        "the picture",
        "return document.querySelector('.wires-memory')",
    )?;
    page.settles()?;
    let seen = "
        const isSeen = (css) => document.querySelector(css)?.checkVisibility() ?? false;
        const more = ['.bar', '.page-panel', '.framed-parts', '.lanes-duel'].filter(isSeen);
        const { scrollWidth, clientWidth } = document.scrollingElement;
        return more.join() + (scrollWidth > clientWidth ? ' it is wider than the frame' : '')";
    page.has_nothing_wrong("around the wires", seen)?;
    session.chord(&["2"])?;
    session.wait_until(
        "two wires",
        "return document.querySelector('.wires-count').textContent === '2 wavefronts'",
    )?;
    session.execute("document.querySelector('.embedded-way').addEventListener('click', (event) => event.preventDefault())", &[])?;
    session.find(".embedded-way")?.click()?;
    let way = page.text_of("return document.querySelector('.embedded-way').href")?;
    assert_eq!(way, format!("{}#/memory/lanes?wires=2", url()?));
    Ok(())
}

/// Every letter has at least 11 pixels, in any window.
#[test]
fn letters_can_be_read_in_every_window() -> Result<()> {
    let page = Page::open("")?;
    for (width, height) in [
        (1440, 900),
        (1920, 1080),
        (1366, 768),
        (1024, 768),
        (390, 844),
    ] {
        page.resize(width, height, 1.0)?;
        for link in ["#/memory/lanes?wires=1", "#/learn/the-xor/7"] {
            page.type_address(link)?;
            page.session().wait_until(
                "the picture",
                "return document.querySelector('.wires-memory')",
            )?;
            page.has_nothing_wrong(
                &format!("{link} in {width} × {height}"),
                "return [...document.querySelectorAll('.wires-body svg text')]
                     .map((text) => [parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a, text.textContent])
                     .filter(([size]) => size < 10.95)
                     .map(([size, words]) => `${size.toFixed(1)} ${words}`).join()",
            )?;
        }
    }
    Ok(())
}
