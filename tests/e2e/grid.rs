//! Around the cells: ways to what is out of view, what moves, and whose colours the cells have.

use serde_json::json;
use swizzle_core::law::Swizzle;
use swizzle_core::{Coord, Named};
use swizzle_draw::scene::{CellAt, PaneKind};
use swizzle_draw::{Palette, Shows, Theme};
use swizzle_tests::webdriver::{Error, Result};

use crate::cursor::KINDS;
use crate::page::{Page, state};
use crate::skip::is_in_chromium;
use crate::tile::Tile;

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
        (PaneKind::Matrix, "Matrix view: to the pinned cell"),
        (PaneKind::Memory, "Shared-memory view: to the pinned cell"),
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

#[test]
fn no_edit_moves_the_first_row() -> Result<()> {
    let page = Page::open("#/")?;
    let mut shown = state("#/");
    let tops = "return [...document.querySelectorAll('.grid-scroller canvas, .page-dock')].map(element => element.getBoundingClientRect().top).join()";
    page.shows(&shown)?;
    let before = page.text_of(tops)?;
    // With an arrow along the top, and without one.
    for swizzle in [Swizzle::B64, Swizzle::B32, Swizzle::None] {
        page.choose("Swizzle", swizzle.name())?;
        shown.said.tile.swizzle = Some(swizzle);
        page.shows(&shown)?;
        page.session().wait_for("the same places", |_| {
            let after = page.text_of(tops)?;
            match after == before {
                true => Ok(Some(())),
                false => Err(Error::new(format!("{before} became {after}"))),
            }
        })?;
    }
    Ok(())
}

/// The first row and line in view, by their heads.
const FIRST: &str = "return [...document.querySelectorAll('.grid-row-heads pre')].map(heads => heads.textContent.trim().split('\\n')[0]).join()";

#[test]
fn other_cells_leave_the_row_that_is_looked_at() -> Result<()> {
    let page = Page::open("#/wgmma?operand=B&mn=256&k=64")?;
    page.session().execute(
        "document.querySelector('.grid-scroller').scrollTop = 2000",
        &[],
    )?;
    let first = page.session().wait_for("another row", |_| {
        Ok(Some(page.text_of(FIRST)?)
            .filter(|first| !first.starts_with("0,") && !first.ends_with(",0x0400")))
    })?;
    let height = "return document.querySelector('.grid-scroller canvas').dataset.cellHeight";
    for press in ["elements", "+", "Auto", "units"] {
        let words = format!(
            "[...document.querySelectorAll('.toolbar :is(button, label)')].find(one => one.textContent.trim() === '{press}').click()"
        );
        page.session().execute(&words, &[])?;
        page.session().wait_for("the same rows", |_| {
            let now = page.text_of(FIRST)?;
            match now == first {
                true => Ok(Some(())),
                false => Err(Error::new(format!(
                    "after {press}: {first} became {now}, in cells of {}",
                    page.text_of(height)?
                ))),
            }
        })?;
        // A visitor does not press twice within a frame: by the next press, the page knows where it was scrolled to.
        let frames = "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))";
        page.session().execute_async(frames, &[])?;
    }
    Ok(())
}

/// Windows' high contrast: cells keep their colours, a pressed button has an outline that the others lack.
#[test]
fn forced_colours_leave_the_cells_theirs() -> Result<()> {
    if !is_in_chromium("only there colours can be forced")? {
        return Ok(());
    }
    let page = Page::open("#/")?;
    page.session().set_media("forced-colors", "active")?;
    page.shows(&state("#/"))?;
    let kept = "return ['.grid-window', '.swatches i', '.grid-map-cells'].map(name => getComputedStyle(document.querySelector(name)).forcedColorAdjust).join()";
    assert_eq!(page.text_of(kept)?, "none,none,none");
    let first = "return [...document.querySelector('.grid-moved canvas').getContext('2d').getImageData(0, 0, 1, 1).data].slice(0, 3).join()";
    let [red, green, blue] = Palette::Isa.colours(Theme::Light)[0];
    assert_eq!(page.text_of(first)?, format!("{red},{green},{blue}"));
    let outlines = "return [...document.querySelectorAll('.heading-shows button')].map(button => `${button.getAttribute('aria-pressed')} ${getComputedStyle(button).outlineStyle}`).join()";
    assert_eq!(page.text_of(outlines)?, "true solid,false none,false none");
    Ok(())
}

/// Counts what travels at the most at a time, from here on.
const WATCH: &str = "
    window.travelled = 0;
    new MutationObserver(() => {
        window.travelled = Math.max(window.travelled, document.querySelectorAll('.grid-travel').length);
    }).observe(document.body, { childList: true, subtree: true })";

#[test]
fn cells_travel_as_the_xor_moves_them_and_arrive() -> Result<()> {
    let page = Page::open("#/")?;
    let mut shown = state("#/");
    page.shows(&shown)?;
    page.session().execute(WATCH, &[])?;
    let travelled = |page: &Page| page.session().execute("return window.travelled", &[]);
    for swizzle in [Swizzle::B64, Swizzle::B128] {
        page.session().execute("window.travelled = 0", &[])?;
        page.choose("Swizzle", swizzle.name())?;
        shown.said.tile.swizzle = Some(swizzle);
        // The cells that do not move, and both directions of a pair.
        page.session().wait_for("cells on their way", |_| {
            Ok((travelled(&page)? == json!(3)).then_some(()))
        })?;
        page.session().wait_for("their arrival", |session| {
            let left = session.execute(
                "return document.querySelector('.grid-travels') === null",
                &[],
            )?;
            Ok((left == true).then_some(()))
        })?;
        page.shows(&shown)?;
    }
    // What does not move the units in memory moves nothing.
    page.session().execute("window.travelled = 0", &[])?;
    page.point_at(PaneKind::Matrix, CellAt { column: 1, row: 1 })?;
    page.press("One read")?;
    shown.view.shows = Shows::Read;
    page.shows(&shown)?;
    assert_eq!(travelled(&page)?, json!(0));
    Ok(())
}

/// Edits until cells are seen on their way.
const TRAVEL: &str = "
    const done = arguments[0];
    const modes = ['32B', '128B'];
    const edit = (number) => {
        document.querySelector(`input[name=choice-Swizzle][value=\"${modes[number % 2]}\"]`).click();
        let frames = 0;
        const frame = () => {
            if (document.querySelector('.grid-travel')) return done(true);
            frames += 1;
            if (frames < 60) return requestAnimationFrame(frame);
            if (number < 10) return edit(number + 1);
            done(false);
        };
        requestAnimationFrame(frame);
    };
    edit(0);";

/// Begins a travel, and edits the start in the midst of it. Says in which frame each edit was shown, and whether the travel
/// was over then.
const INTERRUPT: &str = "
    const done = arguments[0];
    const numbers = () => [...document.querySelectorAll('.grid-numbers')]
        .filter((block) => !block.closest('.grid-travel')).map((block) => block.textContent).join();
    const until = (holds) => new Promise((resolve) => {
        let frames = 0;
        const frame = () => {
            if (holds() || frames > 120) return resolve(frames);
            frames += 1;
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    const edit = async (act) => {
        const before = numbers();
        act();
        return until(() => numbers() !== before);
    };
    (async () => {
        const first = await edit(() => document.querySelector('input[name=choice-Swizzle][value=\"64B\"]').click());
        const travels = () => document.querySelector('.grid-travels') !== null;
        await until(travels);
        const began = travels();
        const start = document.querySelector('#number-start');
        const second = await edit(() => {
            start.value = '0x410';
            start.dispatchEvent(new InputEvent('input', { bubbles: true }));
        });
        done([first, began, second, travels()]);
    })()";

#[test]
fn an_edit_waits_for_no_travel_and_ends_it() -> Result<()> {
    let page = Page::open("#/")?;
    page.shows(&state("#/"))?;
    // What shows travels comes by itself, some time after the page.
    let began = page.session().execute_async(TRAVEL, &[])?;
    assert_eq!(began, true, "no cells on their way");
    page.session().wait_for("their arrival", |session| {
        let left = session.execute(
            "return document.querySelector('.grid-travels') === null",
            &[],
        )?;
        Ok((left == true).then_some(()))
    })?;
    let shown = page.session().execute_async(INTERRUPT, &[])?;
    let frames = |index: usize| shown[index].as_u64().unwrap_or(u64::MAX);
    assert!(frames(0) <= 1 && frames(2) <= 1, "{shown}");
    assert_eq!([&shown[1], &shown[3]], [true, false], "{shown}");
    Ok(())
}

#[test]
fn nothing_travels_where_nothing_is_to_move() -> Result<()> {
    if !is_in_chromium("only there motion can be reduced")? {
        return Ok(());
    }
    let page = Page::open("#/")?;
    page.session()
        .set_media("prefers-reduced-motion", "reduce")?;
    let mut shown = state("#/");
    page.shows(&shown)?;
    page.session().execute(WATCH, &[])?;
    page.choose("Swizzle", "64B")?;
    shown.said.tile.swizzle = Some(Swizzle::B64);
    page.shows(&shown)?;
    page.settles()?;
    assert_eq!(
        page.session().execute("return window.travelled", &[])?,
        json!(0)
    );
    Ok(())
}
