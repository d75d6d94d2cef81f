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

/// Paper has room for the whole tile: the pictures are drawn anew for it, and light whatever the theme.
#[test]
fn a_tile_is_printed_whole_and_light() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040")?;
    // Browsers open windows of different heights.
    page.resize(1280, 720, 1.0)?;
    page.session().set_system_theme(true)?;
    page.goto("#/wgmma/4000004000010040")?;
    let height = |page: &Page| {
        let height = page.session().execute(
            "return document.querySelector('.grid-marks .grid-thin').getBBox().height",
            &[],
        )?;
        Ok::<_, swizzle_tests::webdriver::Error>(height.as_f64().unwrap_or_default())
    };
    let first_colour = "return [...document.querySelector('.grid-moved canvas').getContext('2d').getImageData(0, 0, 1, 1).data].join()";
    let is_coloured = |page: &Page, theme: Theme| {
        let [red, green, blue] = Palette::Isa.colours(theme)[0];
        let expected = format!("{red},{green},{blue},255");
        page.session().wait_for(&format!("{theme:?} cells"), |_| {
            Ok((page.text_of(first_colour)? == expected).then_some(()))
        })
    };
    is_coloured(&page, Theme::Dark)?;
    let on_screen = height(&page)?;
    let tell = |event: &str| {
        let script = format!("window.dispatchEvent(new Event('{event}'))");
        page.session().execute(&script, &[])
    };
    tell("beforeprint")?;
    page.session().wait_for("more rows", |_| {
        Ok((height(&page)? > on_screen * 1.2).then_some(()))
    })?;
    let rows = "return [...document.querySelectorAll('.grid-moved canvas')].map(canvas => canvas.height).join()";
    assert_eq!(page.text_of(rows)?, "64,64");
    // Their numbers, too; and all of it on one sheet, A4 or Letter.
    let last =
        "return document.querySelector('.grid-numbers').textContent.trimEnd().split(/\\s+/).pop()";
    assert_eq!(page.text_of(last)?, "504");
    let below = "return Math.max(...[...document.querySelectorAll('.grid-moved canvas')].map(canvas => canvas.getBoundingClientRect().bottom)) - document.querySelector('.bar').getBoundingClientRect().top";
    let below = page.session().execute(below, &[])?;
    assert!(
        below.as_f64().is_some_and(|below| below < 1000.0),
        "{below}"
    );
    is_coloured(&page, Theme::Light)?;
    tell("afterprint")?;
    is_coloured(&page, Theme::Dark)?;
    page.session().wait_for("the same rows as before", |_| {
        Ok(((height(&page)? - on_screen).abs() < 1.0).then_some(()))
    })
}
