//! Light, dark, and the colours of cells.

use serde_json::json;
use swizzle_draw::hex;
use swizzle_draw::{Palette, Theme};
use swizzle_tests::webdriver::Result;

use crate::page::{Page, state};

const LINK: &str = "#/figure/157";

/// Waits until cells and legend have these colours, and everything else is as it should be.
fn is_coloured(page: &Page, palette: Palette, theme: Theme) -> Result<()> {
    page.session()
        .wait_for(&format!("{palette:?}, {theme:?}"), |_| {
            Ok((page.look()?.colours() == (palette, theme)).then_some(()))
        })?;
    page.shows(&state(LINK))?;
    let swatches = page.session().execute(
        "return [...document.querySelectorAll('.swatches i')].map(swatch => getComputedStyle(swatch).backgroundColor)",
        &[],
    )?;
    let expected = palette
        .colours(theme)
        .map(|[red, green, blue]| format!("rgb({red}, {green}, {blue})"));
    assert_eq!(swatches, json!(expected));
    Ok(())
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
    is_coloured(&page, Palette::Isa, Theme::Light)?;
    let light = page_colours(&page)?;
    page.press("Dark theme")?;
    is_coloured(&page, Palette::Isa, Theme::Dark)?;
    let dark = page_colours(&page)?;
    assert!(light.0 != dark.0 && light.1 != dark.1, "{light:?} {dark:?}");

    page.goto(LINK)?;
    is_coloured(&page, Palette::Isa, Theme::Dark)?;
    assert_eq!(page_colours(&page)?, dark);
    page.press("Light theme")?;
    is_coloured(&page, Palette::Isa, Theme::Light)?;
    assert_eq!(page_colours(&page)?, light);
    assert_eq!(page.link()?, LINK);
    Ok(())
}

#[test]
fn without_a_choice_the_theme_is_the_systems() -> Result<()> {
    let page = Page::open(LINK)?;
    page.session().set_system_theme(true)?;
    page.goto(LINK)?;
    is_coloured(&page, Palette::Isa, Theme::Dark)
}

#[test]
fn the_palette_is_switched_and_remembered() -> Result<()> {
    let page = Page::open(LINK)?;
    page.shows(&state(LINK))?;
    page.press("Colour-blind safe")?;
    is_coloured(&page, Palette::Safe, Theme::Light)?;
    page.press("Dark theme")?;
    is_coloured(&page, Palette::Safe, Theme::Dark)?;
    // In the gallery as well.
    page.press("Figures")?;
    let thumbnail = page
        .text_of("return document.querySelector('.gallery-card:nth-of-type(1) svg').outerHTML")?;
    let colours = Palette::Safe.colours(Theme::Dark).map(hex);
    assert!(
        colours
            .iter()
            .any(|colour| thumbnail.contains(colour.as_str())),
        "{thumbnail}"
    );
    page.press("Close")?;

    page.goto(LINK)?;
    is_coloured(&page, Palette::Safe, Theme::Dark)?;
    page.press("Colour-blind safe")?;
    is_coloured(&page, Palette::Isa, Theme::Dark)
}

/// Paper is light whatever the theme, and shows what the screen does.
#[test]
fn a_tile_is_printed_light() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040")?;
    page.session().set_system_theme(true)?;
    page.goto("#/wgmma/4000004000010040")?;
    let first_colour = "return [...document.querySelector('.grid-moved canvas').getContext('2d').getImageData(0, 0, 1, 1).data].join()";
    let is_coloured = |theme: Theme| {
        let [red, green, blue] = Palette::Isa.colours(theme)[0];
        let expected = format!("{red},{green},{blue},255");
        page.session().wait_for(&format!("{theme:?} cells"), |_| {
            Ok((page.text_of(first_colour)? == expected).then_some(()))
        })
    };
    is_coloured(Theme::Dark)?;
    let tell = |event: &str| {
        let script = format!("window.dispatchEvent(new Event('{event}'))");
        page.session().execute(&script, &[])
    };
    tell("beforeprint")?;
    is_coloured(Theme::Light)?;
    tell("afterprint")?;
    is_coloured(Theme::Dark)
}
