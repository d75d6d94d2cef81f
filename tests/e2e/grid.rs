//! What stands around the cells: the ribbon of banks, ways to what is out of view, and whose colours they have.

use serde_json::json;
use swizzle_core::access::ColumnBanks;
use swizzle_core::scene::{CellAt, SceneKind};
use swizzle_core::{Coord, Palette, Shows, Theme};
use swizzle_tests::webdriver::{Error, Result};

use crate::cursor::KINDS;
use crate::page::{Page, state};
use crate::tile::Tile;

/// A 64 × 64 tile whose descriptor has the SBO of no swizzle.
const WRONG: &str = "#/wgmma/4000000800010040?start=0x400&mn=64&k=64";

/// With 128 bytes of swizzle, with less, and in core matrices without swizzle.
const LINKS: [&str; 3] = ["#/", "#/figure/163", "#/wgmma/0000000800400040"];

#[test]
fn the_ribbon_counts_the_banks_of_the_column_under_the_cursor() -> Result<()> {
    let page = Page::open("#/")?;
    for link in LINKS {
        let shown = state(link);
        let tile = Tile::of(&shown)?;
        page.type_address(link)?;
        page.shows(&shown)?;
        for at in [CellAt { column: 5, row: 3 }, CellAt { column: 0, row: 9 }] {
            let coord = tile.element_in(SceneKind::Matrix, at)?;
            let column = ColumnBanks::of(tile.spec(), coord);
            page.point_at(SceneKind::Matrix, at)?;
            let words = column.text();
            page.session().wait_for(&words, |_| {
                let shown =
                    page.text_of("return document.querySelector('.grid-bank-words').textContent")?;
                Ok((shown == words).then_some(()))
            })?;
            let bars = |what: &str| {
                page.session().execute(
                    &format!("return (document.querySelector('.grid-banks {what}').getAttribute('d').match(/M/g) ?? []).length"),
                    &[],
                )
            };
            let of = |holds: fn(&u32) -> bool| column.groups.iter().filter(|at| holds(at)).count();
            assert_eq!(bars(".is-held")?, json!(of(|units| *units == 1)), "{link}");
            assert_eq!(bars(".is-twice")?, json!(of(|units| *units > 1)), "{link}");
        }
    }
    Ok(())
}

#[test]
fn a_finding_is_shown_in_the_read_with_an_arrow_to_what_was_meant() -> Result<()> {
    let page = Page::open(WRONG)?;
    let mut shown = state(WRONG);
    page.shows(&shown)?;
    page.press("Show it: element (8, 0)")?;
    (shown.view.shows, shown.pinned) = (Shows::Read, Some(Coord { mn: 8, k: 0 }));
    page.shows_with_address(&shown)?;
    page.pins(&shown)?;
    // Read in line 1, unit 1; meant in line 8, unit 0. Its tip stands in that cell.
    let view = page.look()?;
    let (x, y) = view
        .view(SceneKind::Memory)?
        .middle_of(CellAt { column: 0, row: 8 });
    let is_there = page.session().execute(
        "const tip = document.querySelector('.view[aria-label=\"Shared memory\"] .grid-meant.is-head').getBoundingClientRect();
         const [x, y] = arguments;
         return Math.hypot(tip.left + tip.width / 2 - x, tip.top + tip.height / 2 - y)",
        &[json!(x), json!(y)],
    )?;
    assert!(
        is_there.as_f64().is_some_and(|far| far < 30.0),
        "{is_there}"
    );
    Ok(())
}

#[test]
fn a_way_leads_to_the_pinned_cell() -> Result<()> {
    let link = "#/?cell=60,8";
    let page = Page::open(link)?;
    let cell = |kind| Tile::of(&state(link))?.cell_of(kind, Coord { mn: 60, k: 8 });
    for kind in KINDS {
        page.has_in_view(kind, cell(kind)?)?;
    }
    page.session().execute(
        "for (const view of document.querySelectorAll('.grid-scroller')) view.scrollTop = 0",
        &[],
    )?;
    for (kind, name) in [
        (SceneKind::Matrix, "Matrix view: to the pinned cell"),
        (SceneKind::Memory, "Shared-memory view: to the pinned cell"),
    ] {
        page.session().wait_for(name, |_| {
            let words = format!(
                "return document.querySelector('[aria-label=\"{name}\"]')?.textContent ?? ''"
            );
            Ok((page.text_of(&words)? == "↓ pinned cell").then_some(()))
        })?;
        page.press(name)?;
        page.has_in_view(kind, cell(kind)?)?;
        page.session().execute(
            "for (const view of document.querySelectorAll('.grid-scroller')) view.scrollTop = 0",
            &[],
        )?;
    }
    Ok(())
}

/// Elements that scroll up and down, the pair of views being one.
const SCROLLERS: &str = "
    const scrolls = (element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY)
        && element.scrollHeight > element.clientHeight + 1 && element.clientHeight > 0;
    return [...new Set([...document.querySelectorAll('body *')].filter(scrolls).map(element => element.className))].join(', ')";

#[test]
fn a_low_window_has_two_scrollers_and_a_high_one_a_low_dock() -> Result<()> {
    let page = Page::open("#/")?;
    page.shows(&state("#/"))?;
    for (width, height) in [(1280, 720), (1366, 768), (1440, 900), (1920, 1080)] {
        page.resize(width, height, 1.0)?;
        page.session().wait_for("two scrollers", |_| {
            let scrollers = page.text_of(SCROLLERS)?;
            match scrollers.as_str() {
                "grid-scroller" | "grid-scroller, page-side" => Ok(Some(())),
                _ => Err(Error::new(format!("{width} × {height}: {scrollers}"))),
            }
        })?;
    }
    let dock = "return document.querySelector('.page-dock').offsetHeight";
    let dock = page.session().execute(dock, &[])?;
    assert!(dock.as_u64().is_some_and(|dock| dock <= 220), "{dock}");
    Ok(())
}

/// Windows' high contrast: cells keep their colours, a pressed button has an outline that the others lack.
#[test]
fn forced_colours_leave_the_cells_theirs() -> Result<()> {
    let page = Page::open("#/figure/157")?;
    if !page.session().set_media("forced-colors", "active")? {
        return Ok(());
    }
    page.shows(&state("#/figure/157"))?;
    let kept = "return ['.grid-window', '.swatches i', '.grid-map-cells'].map(name => getComputedStyle(document.querySelector(name)).forcedColorAdjust).join()";
    assert_eq!(page.text_of(kept)?, "none,none,none");
    let first = "return [...document.querySelector('.grid-moved canvas').getContext('2d').getImageData(0, 0, 1, 1).data].slice(0, 3).join()";
    let [red, green, blue] = Palette::Isa.colours(Theme::Light)[0];
    assert_eq!(page.text_of(first)?, format!("{red},{green},{blue}"));
    let outlines = "return [...document.querySelectorAll('.heading-shows button')].map(button => `${button.getAttribute('aria-pressed')} ${getComputedStyle(button).outlineStyle}`).join()";
    assert_eq!(page.text_of(outlines)?, "true solid,false none");
    Ok(())
}
