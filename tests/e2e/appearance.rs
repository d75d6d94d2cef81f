//! Light, dark, and the colours of cells.

use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;
use crate::skip::is_in_chromium;

const LINK: &str = "#/figure/157";

/// The colour of the first cell, and that of the sheet for it.
const COLOURS: &str = "
    const canvas = document.querySelector('.cell-view canvas');
    if (!canvas?.width) return ['none', ''];
    const first = [...canvas.getContext('2d').getImageData(4, 4, 1, 1).data].slice(0, 3).join();
    const probe = document.createElement('canvas').getContext('2d');
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--cell-0').trim();
    probe.fillRect(0, 0, 1, 1);
    return [first, [...probe.getImageData(0, 0, 1, 1).data].slice(0, 3).join(), document.documentElement.dataset.theme]";

/// Waits until the page is in a theme and its cells have that theme's colours; returns the first one's.
fn is_coloured(page: &Page, theme: &str) -> Result<String> {
    page.session().wait_for(theme, |session| {
        let found = session.execute(COLOURS, &[])?;
        let is_so = found[0] == found[1] && found[2] == theme;
        match found[0].as_str().filter(|_| is_so) {
            Some(colour) => Ok(Some(colour.to_owned())),
            None => Err(Error::new(found.to_string())),
        }
    })
}

/// The page's own colours, behind everything and of its letters.
fn page_colours(page: &Page) -> Result<(String, String)> {
    let colour = |name: &str| {
        page.text_of(&format!(
            "let at = document.body;
             const colour = () => getComputedStyle(at).{name};
             if (colour() === 'rgba(0, 0, 0, 0)') at = document.documentElement;
             return colour()"
        ))
    };
    Ok((colour("backgroundColor")?, colour("color")?))
}

#[test]
fn the_theme_is_switched_and_remembered() -> Result<()> {
    let page = Page::open(LINK)?;
    let first = is_coloured(&page, "light")?;
    let light = page_colours(&page)?;
    page.press("Dark theme")?;
    assert_ne!(is_coloured(&page, "dark")?, first);
    let dark = page_colours(&page)?;
    assert!(light.0 != dark.0 && light.1 != dark.1, "{light:?} {dark:?}");

    page.goto(LINK)?;
    is_coloured(&page, "dark")?;
    assert_eq!(page_colours(&page)?, dark);
    page.press("Light theme")?;
    assert_eq!(is_coloured(&page, "light")?, first);
    assert_eq!(page_colours(&page)?, light);
    assert_eq!(page.link()?, LINK);
    Ok(())
}

#[test]
fn without_a_choice_the_theme_is_the_systems() -> Result<()> {
    let page = Page::open(LINK)?;
    page.session().set_system_theme(true)?;
    page.goto(LINK)?;
    is_coloured(&page, "dark").map(drop)
}

/// Windows' high contrast: cells keep their colours, and a pressed button can be told from the others.
#[test]
fn forced_colours_leave_the_cells_theirs() -> Result<()> {
    if !is_in_chromium("only there colours can be forced")? {
        return Ok(());
    }
    let page = Page::open(LINK)?;
    let first = is_coloured(&page, "light")?;
    page.session().set_media("forced-colors", "active")?;
    page.settles()?;
    assert_eq!(is_coloured(&page, "light")?, first);
    let looks = "
        const look = (pressed) => {
            const { outlineStyle, backgroundColor, color, borderColor } = getComputedStyle(document.querySelector(`.steps [aria-pressed=${pressed}]`));
            return [outlineStyle, backgroundColor, color, borderColor].join(' ');
        };
        return look(true) === look(false) ? look(true) : ''";
    page.type_address("#/?mn=64&k=64")?;
    page.session().wait_until("steps", "return document.querySelector('.steps [aria-pressed=false]')")?;
    page.has_nothing_wrong("a pressed step", looks)
}
