//! The journey of one byte as it is pressed and read; what it says is asked of the component, in `web/src/tests`.

use swizzle_tests::webdriver::{Result, keys};

use crate::page::{Page, url};

/// The picture is there.
const THERE: &str = "return document.querySelector('.journey canvas')";

fn opened(link: &str) -> Result<Page> {
    let page = Page::open("#/?")?;
    page.type_address(link)?;
    page.session().wait_until("the picture", THERE)?;
    Ok(page)
}

fn is_at(page: &Page, scene: u32) -> Result<()> {
    let address = if scene == 1 { String::new() } else { format!("?scene={scene}") };
    let at = format!(
        "return location.hash.split('&')[0] === '#/journey{address}' && [...document.querySelectorAll('.way a')].findIndex((stop) => stop.ariaCurrent) === {}",
        scene - 1
    );
    page.session().wait_until(&format!("scene {scene}"), &at).map(drop)
}

/// The stops, the arrow keys and Back lead through the scenes, and the address follows.
#[test]
fn stops_and_keys_lead_both_ways() -> Result<()> {
    let page = opened("#/journey")?;
    let session = page.session();
    page.settles()?;
    for (stop, scene) in [(4, 4), (7, 7), (2, 2)] {
        session.find(&format!(".way a:nth-of-type({stop})"))?.click()?;
        is_at(&page, scene)?;
    }
    session.chord(&[keys::RIGHT])?;
    is_at(&page, 3)?;
    session.chord(&[keys::LEFT])?;
    is_at(&page, 2)?;
    session.chord(&["1"])?;
    is_at(&page, 1)
}

/// Each name of the way is under its dot.
#[test]
fn names_are_under_their_dots() -> Result<()> {
    let page = opened("#/journey")?;
    page.settles()?;
    let askew = "
        return [...document.querySelectorAll('.way a')].filter((stop) => {
            const { left, width, top } = stop.getBoundingClientRect();
            const name = stop.querySelector('span').getBoundingClientRect();
            return Math.abs(name.left + name.width / 2 - left - width / 2) > 1 || name.top - top < 12;
        }).map((stop) => stop.textContent).join()";
    page.has_nothing_wrong("names and dots", askew)
}

/// Arrow keys change a word of the sentence, and a button mends what they break.
#[test]
fn keys_break_the_product_and_the_repair_mends_it() -> Result<()> {
    let page = opened("#/journey")?;
    let session = page.session();
    page.settles()?;
    session.chord(&["6"])?;
    session.wait_until("scene 6", "return location.hash.startsWith('#/journey?scene=6')")?;
    session.execute("document.querySelector(\".say .word[aria-label^='Base offset']\").focus()", &[])?;
    session.chord(&[keys::UP])?;
    let is_wrong =
        "return document.querySelector('[data-verdict=wrong]') && location.hash.includes('base=1')";
    session.wait_until("the broken product", is_wrong)?;
    for repair in ["Set base offset to 0", "Set SBO to 1,024 B"] {
        page.press(repair)?;
    }
    let is_right = "return document.querySelector('[data-verdict=right]')";
    session.wait_until("the right product", is_right).map(drop)
}

/// Every letter of every scene has 11 pixels at least, on a phone and on a screen, and nothing scrolls sideways.
#[test]
fn letters_can_be_read() -> Result<()> {
    let page = Page::open("#/?")?;
    for (width, height) in [(390, 844), (1440, 900)] {
        page.resize(width, height, 1.0)?;
        for scene in 1..=7 {
            page.type_address(&format!("#/journey?scene={scene}"))?;
            page.session().wait_until("the picture", THERE)?;
            let wrong = "
                const { scrollWidth, clientWidth } = document.scrollingElement;
                const small = [...document.querySelectorAll('.journey :is(text, td, small, p, span)')]
                    .filter((one) => one.textContent.trim() && parseFloat(getComputedStyle(one).fontSize) < 10.95);
                return small.map((one) => one.textContent).join() + (scrollWidth > clientWidth ? ' wider than the window' : '')";
            page.has_nothing_wrong(&format!("{scene} in {width} × {height}"), wrong)?;
        }
    }
    Ok(())
}

/// Embedded in another page, the journey has no bar, and it has a way to the whole page in its scene.
#[test]
fn the_journey_can_be_embedded() -> Result<()> {
    let page = Page::open("#/?")?;
    let session = page.session();
    page.resize(640, 640, 1.0)?;
    session.goto("about:blank")?;
    session.goto(&format!("{}?embed#/journey?scene=4", url()?))?;
    session.wait_until("the picture", THERE)?;
    let seen = "
        const bar = document.querySelector('header.bar') ? 'the bar ' : '';
        const { scrollWidth, clientWidth } = document.scrollingElement;
        return bar + (scrollWidth > clientWidth ? ' it is wider than the frame' : '')";
    page.has_nothing_wrong("around the journey", seen)?;
    session.chord(&["5"])?;
    session.wait_until("scene 5", "return location.hash === '#/journey?scene=5'").map(drop)
}
