//! `cargo xtask bench`: how fast the core, the Python package and the page are.

use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use clap::ValueEnum as _;
use serde_json::{Value, json};
use swizzle_core::{Element, Said, SaidTile};
use swizzle_tests::webdriver::{Browser, Session, keys};
use swizzle_view::{Shown, link_from_shown};

use crate::args::Bench;
use crate::page::{self, Purpose};
use crate::project::{self, Project};
use crate::server::Server;
use crate::{browsers, python};

/// The browser's window with its frame, in CSS pixels.
const WINDOW: (u32, u32) = (1440, 900);
/// Edits, steps and pointer moves of a kind.
const TURNS: usize = 100;

/// Rows and elements of K of the tiles, with what their links show besides: of the last an image, a pixel an element.
const TILES: [(u32, u32, &str); 3] = [(256, 64, ""), (256, 512, ""), (256, 256, "&show=picture")];

/// What is edited: its control as a CSS selector, and what is typed into it, chosen of it, or put in place of `{}`, in turn.
type Edit = (&'static str, &'static [&'static str]);

/// Edits of the drawer. None leaves its control as it was, and all are seen.
const EDITS: [Edit; 4] = [
    (".drawer :is(input, select)[aria-label='Start']", &["0x410", "0x420", "0x430", "0x440", "0x450"]),
    // Without one that has no swizzle: there a pattern has no effect.
    (".drawer :is(input, select)[aria-label='Swizzle']", &["64B", "32B", "128B"]),
    (".drawer [aria-label='Major'] button:nth-child({})", &["2", "1"]),
    // A base offset would be a descriptor's own, and leave the tile as it is drawn. An image has no pattern's origin.
    (".drawer :is(input, select)[aria-label='Pattern origin']", &["0x80", "0x100", "0x180", "0x200", "0x0"]),
];

/// Steps along K, to and fro: every tile here has four at least. Many are a slider.
const STEPS: Edit = (".steps :is(button[aria-label^='Step {}:'], input)", &["1", "2", "3", "2", "1", "0"]);

/// Runs the benchmarks, or the one that is named.
pub(crate) fn run(project: &Project, only: Option<Bench>) -> Result<()> {
    let of_cargo = |line| project::run(&mut project.cargo(line));
    for bench in Bench::value_variants().iter().filter(|bench| only.is_none_or(|only| only == **bench)) {
        match bench {
            Bench::Fill => of_cargo("bench -p swizzle-core --bench fill")?,
            Bench::Kernel => of_cargo("bench -p swizzle-lints --bench kernel")?,
            Bench::Python => python::bench(project)?,
            Bench::Page => of_page(project)?,
        }
    }
    Ok(())
}

/// Builds the page, and measures it in Chromium beside a bare one: the floor of what a page of two views can cost.
fn of_page(project: &Project) -> Result<()> {
    browsers::ensure(Browser::Chromium, false)?;
    page::build(project, &project.dist(), &Purpose::Publish(None))?;
    let bare = project.target.join("bare");
    project::write(&bare.join("index.html"), include_str!("bench.html"))?;
    let (server, bare) = (Server::anywhere(&project.dist())?, Server::anywhere(&bare)?);
    let address = |(mn, k, show)| {
        let tile = SaidTile { mn: Some(mn), k: Some(k), ..SaidTile::default() };
        let link = link_from_shown(&Shown::from(Said { tile, ..Said::default() }));
        format!("{}{link}{show}", server.url())
    };
    println!("\nThe page in headless Chromium, window {WINDOW:?}; milliseconds");
    println!("{:<40}{:>9}{:>9}{:>9}   aim", "", "p50", "p95", "max");
    let urls = [bare.url(), server.url(), address(TILES[0])];
    let mut starts = [const { Vec::new() }; 3];
    for _ in 0..10 {
        for (url, times) in urls.iter().zip(&mut starts) {
            let drawn = "return bench.drawn && { seen: bench.seen, drawn: bench.drawn }";
            times.push(opened(url)?.wait_until("the first picture", drawn)?);
        }
    }
    let floor = tell("cold start of a bare page", &starts[0], "seen", None)?;
    for (name, times) in ["cold start → first picture", "  of a link"].iter().zip(&starts[1..]) {
        let ratio = tell(name, times, "seen", Some((50, 200.0)))? / floor;
        tell("  ratio", &[json!({ "ratio": ratio })], "ratio", Some((50, 2.0)))?;
        tell("  with its numbers, drawn by the page", times, "drawn", None)?;
    }
    for tile in TILES {
        let bare = format!("{}#{}x{}", bare.url(), tile.0, tile.1 / Element::Bf16.per_unit());
        of_tile(&opened(&address(tile))?, &opened(&bare)?, tile)?;
    }
    Ok(())
}

/// A page in a browser that has never run before, with what measures it.
fn opened(url: &str) -> Result<Session> {
    let session = Session::start(Browser::Chromium)?;
    session.set_window_size(WINDOW.0, WINDOW.1)?;
    // A browser goes on starting after it answers. A reader's runs already: what it does for itself is not the page's.
    thread::sleep(Duration::from_millis(1200));
    let script = json!({ "source": include_str!("bench.js") });
    session.chromium_command("Page.addScriptToEvaluateOnNewDocument", &script)?;
    session.goto(url)?;
    Ok(session)
}

/// Pointer moves, steps and edits with a tile; an image has edits alone.
fn of_tile(session: &Session, bare: &Session, (mn, k, show): (u32, u32, &str)) -> Result<()> {
    println!("{mn} × {k} bf16 {show}");
    // Long enough for what is loaded later to have moved things.
    session.wait_until("the end of the start", "return bench.drawn && performance.now() > 2000")?;
    let shift = |name, most| {
        let moved = session.execute("return { moved: [bench.shift, bench.shift = 0][0] }", &[])?;
        tell(name, &[moved], "moved", Some((100, most)))
    };
    shift("  layout shift on load", 0.02)?;
    if show.is_empty() {
        tell("  pointer move: main thread", &hover(session)?, "busy", Some((95, 10.0)))?;
        let [steps] = edited([(session, &[STEPS])])?;
        tell("  step along K: main thread", &steps, "busy", Some((95, 10.0)))?;
    }
    session.execute("document.querySelector('.more').click()", &[])?;
    let edits = &EDITS[..if show.is_empty() { 4 } else { 3 }];
    let [edits, floor] = edited([(session, edits), (bare, &[("button", &[""])])])?;
    // One frame at 60 a second of the main thread, and two until it is seen.
    tell("  edit: main thread", &edits, "busy", Some((95, 16.7)))?;
    tell("  edit → painted", &edits, "shown", Some((95, 33.4)))?;
    let floor = tell("  edit → second frame, of a bare page", &floor, "second", None)?;
    let ratio = tell("  edit → second frame", &edits, "second", None)? / floor;
    tell("    ratio", &[json!({ "ratio": ratio })], "ratio", Some((50, 1.2)))?;
    shift("  layout shift on edits and steps", 0.0)?;
    let faults = session.console_errors()?;
    ensure!(faults.is_empty(), "the page complains: {faults:?}");
    Ok(())
}

/// Makes edits, those of several pages by turns, so that all meet the same machine. Each comes after a key as a reader presses one:
/// for what moves then, the browser knows why.
fn edited<const N: usize>(pages: [(&Session, &[Edit]); N]) -> Result<[Vec<Value>; N]> {
    let mut times = [const { Vec::new() }; N];
    for turn in 0..TURNS {
        // When the next frame begins is most of what a second frame takes: by the golden ratio, edits are evenly spread in a frame.
        let phase = (turn as f64 * 0.618_033_988_749_895).fract();
        for (times, (session, edits)) in times.iter_mut().zip(pages) {
            let (control, texts) = edits[turn % edits.len()];
            let text = texts[turn / edits.len() % texts.len()];
            // Nothing is left of the edit before: the address follows after a quarter of a second, cells travel.
            thread::sleep(Duration::from_millis(450));
            session.chord(&[keys::SHIFT])?;
            let script =
                "bench.edit(...arguments).then(arguments[3], (fault) => arguments[3](String(fault)))";
            let edit = [json!(control.replace("{}", text)), json!(text), json!(phase)];
            times.push(session.execute_async(script, &edit)?);
        }
    }
    Ok(times)
}

/// Moves the mouse over the matrix view, each time to another column and row.
fn hover(session: &Session) -> Result<Vec<Value>> {
    let area = session.execute("return bench.watchMoves()", &[])?;
    let [left, top, width, height]: [f64; 4] = serde_json::from_value(area)?;
    for turn in 0..TURNS {
        // Steps larger than a cell, by which no two points in turn are in one column or row.
        let place = |step: f64, room: f64| 10.0 + (turn as f64 * step) % (room - 20.0);
        session.pointer_to_view((left + place(53.0, width)).round(), (top + place(47.0, height)).round())?;
    }
    let moves: Vec<Value> = serde_json::from_value(session.execute("return bench.moves", &[])?)?;
    let moved = moves.iter().filter(|one| one["moved"] == true).count();
    // The last one may be on its way still.
    ensure!(moved + 1 >= TURNS, "of {TURNS} pointer moves {} came and {moved} were shown", moves.len());
    Ok(moves)
}

/// Prints one number of each measurement, and whether a percentile of them meets its aim; returns the median. A failed measurement says
/// why.
fn tell(name: &str, rows: &[Value], key: &str, aim: Option<(usize, f64)>) -> Result<f64> {
    let numbers = rows.iter().map(|row| row[key].as_f64().ok_or_else(|| anyhow!("{name}: {row}")));
    let mut numbers = numbers.collect::<Result<Vec<f64>>>()?;
    numbers.sort_by(f64::total_cmp);
    let percentile = |percent: usize| numbers[(numbers.len() * percent).div_ceil(100) - 1];
    let [p50, p95, max] = [50, 95, 100].map(percentile);
    let aim = aim.map(|(percent, most)| {
        let verdict = if percentile(percent) <= most { "met" } else { "NOT met" };
        format!("p{percent} ≤ {most}: {verdict}")
    });
    println!("{name:<40}{p50:>9.2}{p95:>9.2}{max:>9.2}   {}", aim.unwrap_or_default());
    Ok(p50)
}
