//! The page in a browser: edits, pointer moves, and the first picture.

use std::fs;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, ensure};
use serde_json::{Value, json};
use swizzle_core::{Element, Said, SaidTile};
use swizzle_tests::webdriver::{Browser, Programs, Session, keys};
use swizzle_view::{Shown, link_from_shown};

use super::edits::{Edit, WHAT, edits, of_bare, of_picture, steps};
use super::report;
use super::samples::Samples;
use crate::browsers;
use crate::page::{self, Purpose};
use crate::project::Project;
use crate::server::{Caching, Server};

/// Opens the drawer, whose controls are used.
const DRAWER: &str = "document.querySelector('.more').click()";
const EDITS: usize = 100;
const MOVES: usize = 50;
const STEPS: usize = 50;
const COLD_STARTS: usize = 10;
/// A browser goes on starting after it answers. A reader's runs already: what it does for itself is not the page's.
const BROWSER_STARTS: Duration = Duration::from_millis(1200);

/// The browser's window with its frame, in CSS pixels.
pub(crate) const WINDOW: (u32, u32) = (1440, 900);

/// The tiles: 256 rows of so many elements of K. Eight bf16 elements make a unit.
const TILES: [(u32, u32); 2] = [(256, 64), (256, 512)];

/// The measurements with one tile.
pub(crate) struct TileTimes {
    /// Extent along MN and along K.
    pub(crate) extent: (u32, u32),
    /// Cells of the matrix view.
    pub(crate) units: u32,
    /// Work of the main thread for an edit, in milliseconds.
    pub(crate) busy: Samples,
    /// The same for each edited value.
    pub(crate) busy_by_edit: Vec<(&'static str, Samples)>,
    /// Frames that were painted after an edit before the one that shows it.
    pub(crate) frames: Samples,
    /// Time from an edit to the end of that frame, in milliseconds.
    pub(crate) shown: Samples,
    /// Time from an edit to the end of the frame after it.
    pub(crate) second: Samples,
    /// The same of the bare page with as many cells.
    pub(crate) bare_second: Samples,
    /// How far things moved by themselves until all was there, and during all edits and steps.
    pub(crate) shifts: (f64, f64),
    /// Work of the main thread for a pointer move over the matrix view.
    pub(crate) hover_busy: Samples,
    /// Work of the main thread for a step along K.
    pub(crate) step_busy: Samples,
}

/// Edits while a tile is looked at as an image, in milliseconds.
pub(crate) struct PictureTimes {
    /// Work of the main thread.
    pub(crate) busy: Samples,
    /// To the end of the frame that shows it.
    pub(crate) shown: Samples,
}

/// Milliseconds from the navigation, each in a browser that has loaded nothing before.
pub(crate) struct Starts {
    /// To the frame in which both views have their colours.
    pub(crate) seen: Samples,
    /// To the one in which the page itself has drawn them, with their numbers.
    pub(crate) drawn: Samples,
}

/// Cold starts of three pages.
pub(crate) struct StartTimes {
    /// Without an address of a tile: the document itself shows the one that the page opens with.
    pub(crate) fresh: Starts,
    /// With one.
    pub(crate) link: Starts,
    /// The bare page.
    pub(crate) bare: Starts,
}

/// Builds the page, serves it, and measures it in Chromium.
pub(crate) fn run(project: &Project) -> Result<()> {
    let programs = browsers::find_or_install(project, Browser::Chromium)?;
    let dist = project.dist();
    page::build(project, &dist, &Purpose::ANYWHERE)?;
    let server = Server::start(&dist, Server::listen(0)?, Caching::Nothing)?;
    let url = server.url();

    let bare_server = serve_bare(project)?;
    let bare = bare_server.url();
    let linked = format!("{url}{}", link(TILES[0]));
    let [fresh, link, bare_starts] = cold_starts(&programs, [&url, &linked, &bare])?;
    let starts = StartTimes {
        fresh,
        link,
        bare: bare_starts,
    };
    let tiles = TILES
        .iter()
        .map(|&extent| tile(&programs, [&url, &bare], extent))
        .collect::<Result<Vec<_>>>()?;
    let picture = picture(&programs, &url)?;
    report::print(&tiles, &picture, &starts);
    Ok(())
}

/// Serves the bare page, the floor of what a page of two views can cost.
fn serve_bare(project: &Project) -> Result<Server> {
    let folder = project.target().join("bare");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("index.html"), include_str!("bare.html"))?;
    Server::start(&folder, Server::listen(0)?, Caching::Nothing)
}

/// A browser that has never run before.
fn start(programs: &Programs) -> Result<Session> {
    let session = Session::start_from(Browser::Chromium, programs)?;
    session.set_window_size(WINDOW.0, WINDOW.1)?;
    Ok(session)
}

/// Starts of these pages in browsers that have loaded nothing before, in turn, so that all meet the same machine.
fn cold_starts<const N: usize>(programs: &Programs, urls: [&str; N]) -> Result<[Starts; N]> {
    let mut times = [const { Vec::new() }; N];
    for _ in 0..COLD_STARTS {
        for (times, url) in times.iter_mut().zip(urls) {
            times.push(cold_start(programs, url)?);
        }
    }
    let starts = times.map(|times| {
        let times = Value::Array(times);
        Ok(Starts {
            seen: column(&times, "seen")?,
            drawn: column(&times, "drawn")?,
        })
    });
    let starts: Vec<Starts> = starts.into_iter().collect::<Result<_>>()?;
    starts
        .try_into()
        .map_err(|_| anyhow!("a page was not started"))
}

/// When the first picture was there.
fn cold_start(programs: &Programs, url: &str) -> Result<Value> {
    let session = start(programs)?;
    thread::sleep(BROWSER_STARTS);
    let script = json!({ "source": include_str!("first_picture.js") });
    session.chromium_command("Page.addScriptToEvaluateOnNewDocument", &script)?;
    session.goto(url)?;
    Ok(session.wait_until("the first picture", "return window.firstPicture")?)
}

/// The address of a tile of this extent.
fn link((mn, k): (u32, u32)) -> String {
    let tile = SaidTile {
        mn: Some(mn),
        k: Some(k),
        ..SaidTile::default()
    };
    link_from_shown(&Shown::from(Said {
        tile,
        ..Said::default()
    }))
}

/// Edits and pointer moves with a tile of this extent.
fn tile(programs: &Programs, [url, bare]: [&str; 2], (mn, k): (u32, u32)) -> Result<TileTimes> {
    let units = mn * k / Element::Bf16.per_unit();
    let link = link((mn, k));
    let session = start(programs)?;
    session.goto(&format!("{url}{link}"))?;
    session.wait_until(
        "both views",
        "return document.querySelectorAll('.pair .cell-view canvas').length === 2",
    )?;
    session.execute(include_str!("page.js"), &[])?;

    // Long enough for what is loaded later to have moved things.
    session.wait_until("the descriptor", "return document.querySelector('.hex')")?;
    session.wait_until("the end of the start", "return performance.now() > 2000")?;
    let at_start = number(&session.execute("return bench.takeShift()", &[])?)?;
    let hover = hover(&session).with_context(|| format!("hovering over {units} units"))?;
    let steps: Vec<Edit> = steps().take(STEPS).collect();
    let [stepped] =
        make([(&session, &steps)]).with_context(|| format!("stepping in {units} units"))?;

    session.execute(DRAWER, &[])?;
    let bare_session = start(programs)?;
    bare_session.goto(&format!("{bare}#{mn}x{}", k / Element::Bf16.per_unit()))?;
    bare_session.execute(include_str!("page.js"), &[])?;
    let edits: Vec<Edit> = edits().take(EDITS).collect();
    let of_bare: Vec<Edit> = of_bare().take(EDITS).collect();
    let [edited, bared] = make([(&session, &edits), (&bare_session, &of_bare)])
        .with_context(|| format!("editing {units} units"))?;
    let by_edits = number(&session.execute("return bench.takeShift()", &[])?)?;
    let faults = session.console_errors()?;
    ensure!(faults.is_empty(), "the page complains: {faults:?}");
    Ok(TileTimes {
        extent: (mn, k),
        units,
        busy: column(&edited, "busy")?,
        busy_by_edit: by_edit(&edits, &edited)?,
        frames: column(&edited, "frames")?,
        shown: column(&edited, "shown")?,
        second: column(&edited, "second")?,
        bare_second: column(&bared, "second")?,
        shifts: (at_start, by_edits),
        hover_busy: column(&hover, "busy")?,
        step_busy: column(&stepped, "busy")?,
    })
}

/// Rows and elements of K of the image, one a pixel.
pub(crate) const PICTURE: (u32, u32) = (256, 256);

/// Edits with an image of all of a tile in view.
fn picture(programs: &Programs, url: &str) -> Result<PictureTimes> {
    let session = start(programs)?;
    session.goto(&format!("{url}{}&show=picture", link(PICTURE)))?;
    session.wait_until("the image", "return document.querySelector('.faces')")?;
    session.execute(DRAWER, &[])?;
    session.execute(include_str!("page.js"), &[])?;
    session.wait_until("the end of the start", "return performance.now() > 2000")?;
    let edits: Vec<Edit> = of_picture().take(EDITS).collect();
    let [edited] = make([(&session, &edits)]).context("editing an image")?;
    Ok(PictureTimes {
        busy: column(&edited, "busy")?,
        shown: column(&edited, "shown")?,
    })
}

/// Makes these edits, those of several pages in turn, so that all meet the same machine.
fn make<const N: usize>(pages: [(&Session, &[Edit]); N]) -> Result<[Value; N]> {
    let mut times = [const { Vec::new() }; N];
    let turns = pages.iter().map(|(_, edits)| edits.len()).min();
    for (turn, phase) in (0..turns.unwrap_or(0)).zip(phases()) {
        for (times, (session, edits)) in times.iter_mut().zip(pages) {
            times.push(make_one(session, &edits[turn], phase)?);
        }
    }
    Ok(times.map(Value::Array))
}

/// Makes an edit in this phase of a frame, after a key as a reader presses one: for what moves then, the browser knows
/// why.
fn make_one(session: &Session, edit: &Edit, phase: f64) -> Result<Value> {
    let rest = "bench.rest().then(arguments[0])";
    let script = "const done = arguments[1]; bench.edit(arguments[0]).then(done, (fault) => done(String(fault)))";
    session.execute_async(rest, &[])?;
    session.chord(&[keys::SHIFT])?;
    let times = session.execute_async(script, &[edit.to_json(phase)])?;
    // A failed measurement says why.
    ensure!(times.is_object(), "{times}");
    Ok(times)
}

/// Phases of a frame, from 0 to 1. Any number of them is evenly spread, and so is every fourth of these.
fn phases() -> impl Iterator<Item = f64> {
    const GOLDEN_RATIO: f64 = 0.618_033_988_749_895;
    (0..).map(|turn| (f64::from(turn) * GOLDEN_RATIO).fract())
}

/// Moves the mouse over the matrix view, each time to another column and row.
fn hover(session: &Session) -> Result<Value> {
    session.wait_until("the end of the start", "return performance.now() > 1000")?;
    let area = session.execute("return bench.area()", &[])?;
    let side = |name: &str| number(&area[name]);
    let (left, top) = (side("left")?, side("top")?);
    // Steps larger than a cell, by which no two points in turn are in one column or row.
    let place = |step: f64, index: usize, room: f64| 10.0 + (index as f64 * step) % (room - 20.0);
    let (width, height) = (side("width")?, side("height")?);
    session.execute("bench.watchMoves()", &[])?;
    for index in 0..MOVES {
        let (x, y) = (place(53.0, index, width), place(47.0, index, height));
        session.pointer_to_view((left + x).round(), (top + y).round())?;
    }
    let moves = session.execute("return bench.takeMoves()", &[])?;
    let all = moves.as_array().map_or(&[][..], Vec::as_slice);
    let moved = all.iter().filter(|one| one["moved"] == true).count();
    // The last one may be on its way still.
    ensure!(
        moved + 1 >= MOVES,
        "of {MOVES} pointer moves {} came and {moved} were shown",
        all.len()
    );
    Ok(moves)
}

/// The main thread's work, apart for each thing that is edited.
fn by_edit(edits: &[Edit], edited: &Value) -> Result<Vec<(&'static str, Samples)>> {
    WHAT.iter()
        .map(|&what| {
            let times = edits
                .iter()
                .enumerate()
                .filter(|(_, edit)| edit.what == what)
                .map(|(row, _)| number(&edited[row]["busy"]));
            Ok((what, Samples::new(times.collect::<Result<_>>()?)?))
        })
        .collect()
}

/// One number of each measurement.
fn column(rows: &Value, name: &str) -> Result<Samples> {
    let rows = rows
        .as_array()
        .with_context(|| format!("the page answered {rows}"))?;
    let values = rows.iter().map(|row| number(&row[name]));
    Samples::new(values.collect::<Result<_>>()?)
}

fn number(value: &Value) -> Result<f64> {
    value
        .as_f64()
        .with_context(|| format!("expected a number, got {value}"))
}
