//! `cargo xtask bench`: how fast the core, the Python package and the page are.

use std::thread;
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use clap::ValueEnum as _;
use serde_json::{Value, json};
use swizzle_core::{Said, SaidTile};
use swizzle_tests::webdriver::{Browser, Session, keys};
use swizzle_view::{Shown, link_from_shown};

use crate::args::Bench;
use crate::page::{self, Purpose};
use crate::project::{self, Project};
use crate::server::Server;
use crate::{browsers, python};

/// The browser's window with its frame, in CSS pixels.
const WINDOW: (u32, u32) = (1440, 900);
const COLD_STARTS: usize = 10;
/// A browser goes on starting after it answers. A reader's runs already: what it does for itself is not the page's.
const BROWSER_STARTS: Duration = Duration::from_millis(1200);
/// Edits, steps and pointer moves of a kind.
const TURNS: usize = 100;

/// Rows and elements of K of the tiles, with what their links show besides, and what is there when they are drawn.
const TILES: [(u32, u32, &str, &str); 3] = [
    (256, 64, "", CELLS),
    (256, 512, "", CELLS),
    // An image of all of it, a pixel an element.
    (256, 256, "&show=picture", "return document.querySelector('.faces')"),
];
const CELLS: &str = "return document.querySelectorAll('.pair .cell-view canvas').length === 2 && document.querySelector('.hex')";

/// A percentile, and the most milliseconds that it may be.
type Aim = Option<(usize, f64)>;

/// One frame at 60 a second: what an edit may take of the main thread.
const BUSY_AIM: Aim = Some((95, 16.7));
/// Two frames.
const SHOWN_AIM: Aim = Some((95, 33.4));
/// Time of the main thread that a step or a pointer move may take.
const LIGHT_AIM: Aim = Some((95, 10.0));
/// Time from navigation to the first picture.
const START_AIM: Aim = Some((50, 200.0));

/// What is edited: its control as a CSS selector, and what is typed into it, chosen of it, or put in place of `{}`, in turn.
type Edit = (&'static str, &'static [&'static str]);

/// Edits of the drawer. None leaves its control as it was.
const EDITS: [Edit; 4] = [
    (".drawer :is(input, select)[aria-label='Start']", &["0x410", "0x420", "0x430", "0x440", "0x450"]),
    // A base offset would be a descriptor's own, and leave the tile as it is drawn.
    (".drawer :is(input, select)[aria-label='Pattern origin']", &["0x80", "0x100", "0x180", "0x200", "0x0"]),
    // Without one that has no swizzle: there a pattern has no effect.
    (".drawer :is(input, select)[aria-label='Swizzle']", &["64B", "32B", "128B"]),
    (".drawer [aria-label='Major'] button:nth-child({})", &["2", "1"]),
];

/// Steps along K, to and fro: every tile here has four at least. Many are a slider.
const STEPS: [Edit; 1] =
    [(".steps :is(button[aria-label^='Step {}:'], input)", &["1", "2", "3", "2", "1", "0"])];

/// Runs the benchmarks, or the one that is named.
pub(crate) fn run(project: &Project, only: Option<Bench>) -> Result<()> {
    let of_cargo = |line: &str| project::run(&mut project.cargo(line));
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

/// Builds the page, serves it, and measures it in Chromium.
fn of_page(project: &Project) -> Result<()> {
    browsers::ensure(Browser::Chromium, false)?;
    page::build(project, &project.dist(), &Purpose::Publish(None))?;
    let server = Server::anywhere(&project.dist())?;
    let address = |(mn, k, show, _)| {
        let tile = SaidTile { mn: Some(mn), k: Some(k), ..SaidTile::default() };
        let link = link_from_shown(&Shown::from(Said { tile, ..Said::default() }));
        format!("{}{link}{show}", server.url())
    };
    println!("\nThe page in headless Chromium, window {WINDOW:?}; milliseconds");
    println!("{:<40}{:>9}{:>9}{:>9}   aim", "", "p50", "p95", "max");
    for (name, url) in [("cold start → first picture", server.url()), ("  of a link", address(TILES[0]))] {
        let mut times = Vec::new();
        for _ in 0..COLD_STARTS {
            let session = opened(&url)?;
            times.push(session.wait_until(
                "the first picture",
                "return bench.drawn && { seen: bench.seen(), drawn: bench.drawn }",
            )?);
        }
        tell(name, &times, "seen", START_AIM)?;
        tell("  drawn by the page", &times, "drawn", None)?;
    }
    for tile in TILES {
        of_tile(&opened(&address(tile))?, tile)?;
    }
    Ok(())
}

/// A page in a browser that has never run before, with what measures it.
fn opened(url: &str) -> Result<Session> {
    let session = Session::start(Browser::Chromium)?;
    session.set_window_size(WINDOW.0, WINDOW.1)?;
    thread::sleep(BROWSER_STARTS);
    let script = json!({ "source": include_str!("bench.js") });
    session.chromium_command("Page.addScriptToEvaluateOnNewDocument", &script)?;
    session.goto(url)?;
    Ok(session)
}

/// Pointer moves, steps and edits with a tile; an image has edits alone.
fn of_tile(session: &Session, (mn, k, show, ready): (u32, u32, &str, &str)) -> Result<()> {
    println!("{mn} × {k} bf16 {show}");
    session.wait_until("the page", ready)?;
    // Long enough for what is loaded later to have moved things.
    session.wait_until("the end of the start", "return performance.now() > 2000")?;
    if show.is_empty() {
        tell("  pointer move: main thread", &hover(session)?, "busy", LIGHT_AIM)?;
        tell("  step along K: main thread", &edited(session, &STEPS)?, "busy", LIGHT_AIM)?;
    }
    session.execute("document.querySelector('.more').click()", &[])?;
    // An image has no pattern's origin.
    let edits: Vec<Edit> =
        EDITS.into_iter().filter(|(control, _)| show.is_empty() || !control.contains("Pattern")).collect();
    let edits = edited(session, &edits)?;
    tell("  edit: main thread", &edits, "busy", BUSY_AIM)?;
    tell("  edit → painted", &edits, "shown", SHOWN_AIM)?;
    let shift = session.execute("return bench.shift", &[])?;
    println!("  layout shift: {shift} (aim: at most 0.02 on load, none by an edit)");
    let faults = session.console_errors()?;
    ensure!(faults.is_empty(), "the page complains: {faults:?}");
    Ok(())
}

/// Makes edits in turn, each after a key as a reader presses one: for what moves then, the browser knows why.
fn edited(session: &Session, edits: &[Edit]) -> Result<Vec<Value>> {
    let turns = (0..TURNS).map(|turn| {
        let (control, texts) = edits[turn % edits.len()];
        let text = texts[turn / edits.len() % texts.len()];
        session.execute_async("bench.rest().then(arguments[0])", &[])?;
        session.chord(&[keys::SHIFT])?;
        let script = "const [control, text, done] = arguments; bench.edit(control, text).then(done, (fault) => done(String(fault)))";
        Ok(session.execute_async(script, &[json!(control.replace("{}", text)), json!(text)])?)
    });
    turns.collect()
}

/// Moves the mouse over the matrix view, each time to another column and row.
fn hover(session: &Session) -> Result<Vec<Value>> {
    let area: [f64; 4] = serde_json::from_value(session.execute("return bench.watchMoves()", &[])?)?;
    let [left, top, width, height] = area;
    for turn in 0..TURNS {
        // Steps larger than a cell, by which no two points in turn are in one column or row.
        let place = |step: f64, room: f64| 10.0 + (turn as f64 * step) % (room - 20.0);
        session.pointer_to_view((left + place(53.0, width)).round(), (top + place(47.0, height)).round())?;
    }
    let moves: Vec<Value> = serde_json::from_value(session.execute("return bench.takeMoves()", &[])?)?;
    let moved = moves.iter().filter(|one| one["moved"] == true).count();
    // The last one may be on its way still.
    ensure!(moved + 1 >= TURNS, "of {TURNS} pointer moves {} came and {moved} were shown", moves.len());
    Ok(moves)
}

/// Prints one number of each measurement, and whether it meets its aim. A failed measurement says why.
fn tell(name: &str, rows: &[Value], key: &str, aim: Aim) -> Result<()> {
    let numbers = rows.iter().map(|row| row[key].as_f64().ok_or_else(|| anyhow!("{name}: {row}")));
    let mut numbers = numbers.collect::<Result<Vec<f64>>>()?;
    numbers.sort_by(f64::total_cmp);
    let percentile = |percent: usize| numbers[(numbers.len() * percent).div_ceil(100) - 1];
    let aim = aim.map_or(String::new(), |(percent, most)| {
        let verdict = if percentile(percent) <= most { "met" } else { "NOT met" };
        format!("p{percent} ≤ {most}: {verdict}")
    });
    let [p50, p95, max] = [50, 95, 100].map(percentile);
    println!("{name:<40}{p50:>9.1}{p95:>9.1}{max:>9.1}   {aim}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_edit_changes_its_control() {
        for (control, texts) in EDITS.into_iter().chain(STEPS) {
            for (at, text) in texts.iter().enumerate() {
                assert_ne!(*text, texts[(at + 1) % texts.len()], "{control}");
            }
        }
    }
}
