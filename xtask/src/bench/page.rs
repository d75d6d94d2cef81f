//! The page in a browser: edits, pointer moves, and the first picture.

use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};
use swizzle_core::{Element, Said, SaidTile};
use swizzle_tests::webdriver::{Browser, Programs, Session, keys};
use swizzle_view::{Shown, link_from_shown};

use super::edits::{WHAT, edit, edits, steps};
use super::report::{Aim, Samples, print_head, print_shift};
use crate::browsers;
use crate::page::{self, Purpose};
use crate::project::{self, Project};
use crate::server::Server;

/// Opens the drawer, whose controls are used.
const DRAWER: &str = "document.querySelector('.more').click()";
const EDITS: usize = 100;
const MOVES: usize = 50;
const STEPS: usize = 50;
const COLD_STARTS: usize = 10;
/// A browser goes on starting after it answers. A reader's runs already: what it does for itself is not the page's.
const BROWSER_STARTS: Duration = Duration::from_millis(1200);
/// The browser's window with its frame, in CSS pixels.
const WINDOW: (u32, u32) = (1440, 900);
/// The tiles: 256 rows of so many elements of K. Eight bf16 elements make a unit.
const TILES: [(u32, u32); 2] = [(256, 64), (256, 512)];
/// Rows and elements of K of the image, one a pixel.
const PICTURE: (u32, u32) = (256, 256);

/// One frame at 60 a second, in milliseconds: what an edit may take of the main thread.
const BUSY_AIM: Aim = Some((95, 16.7));
/// Frames without it that may come after an edit: it is in the next one, or in the one after.
const FRAMES_AIM: Aim = Some((95, 1.0));
/// The same by the clock: two frames. A thread that is busy for longer than a frame paints the next one late, which counting
/// frames does not show.
const SHOWN_AIM: Aim = Some((95, 33.4));
/// Time of the main thread that a step or a pointer move may take.
const LIGHT_AIM: Aim = Some((95, 10.0));
/// Time from navigation to the first picture.
const START_AIM: Aim = Some((50, 200.0));
/// The same beside a bare page, and an edit to its second frame beside it: how many times as long.
const START_RATIO_AIM: f64 = 2.0;
const EDIT_RATIO_AIM: f64 = 1.2;
/// How far things may move by themselves while the page loads, as browsers measure it; nothing may by an edit.
const LOAD_SHIFT_AIM: f64 = 0.02;

/// What is measured, and with what.
struct Pages {
    programs: Programs,
    /// The page's address.
    page: String,
    /// That of the bare page, the floor of what a page of two views can cost.
    bare: String,
}

/// Builds the page, serves it, and measures it in Chromium.
pub(crate) fn run(project: &Project) -> Result<()> {
    let programs = browsers::find_or_install(project, Browser::Chromium)?;
    let (dist, bare) = (project.dist(), project.target().join("bare"));
    page::build(project, &dist, &Purpose::ANYWHERE)?;
    project::write(&bare.join("index.html"), include_str!("bare.html"))?;
    let (server, bare) = (Server::anywhere(&dist)?, Server::anywhere(&bare)?);
    let pages = Pages { programs, page: server.url(), bare: bare.url() };
    let (width, height) = WINDOW;
    println!("\nThe page in headless Chromium, window {width} × {height}; milliseconds");
    print_head();
    pages.cold_starts()?;
    for extent in TILES {
        pages.tile(extent)?;
    }
    pages.picture()
}

impl Pages {
    /// A browser that has never run before.
    fn start(&self) -> Result<Session> {
        let session = Session::start_from(Browser::Chromium, &self.programs)?;
        session.set_window_size(WINDOW.0, WINDOW.1)?;
        Ok(session)
    }

    /// A page in one, when it is ready, with what measures it.
    fn open(&self, address: &str, ready: &str) -> Result<Session> {
        let session = self.start()?;
        session.goto(address)?;
        session.wait_until("the page", ready)?;
        session.execute(include_str!("page.js"), &[])?;
        // Long enough for what is loaded later to have moved things.
        session.wait_until("the end of the start", "return performance.now() > 2000")?;
        Ok(session)
    }

    /// When the first picture was there, in browsers that have loaded nothing before, in turn, so that all meet the same machine.
    fn cold_starts(&self) -> Result<()> {
        let linked = format!("{}{}", self.page, link(TILES[0]));
        let urls = [&self.page, &linked, &self.bare];
        let mut times = [const { Vec::new() }; 3];
        for _ in 0..COLD_STARTS {
            for (times, url) in times.iter_mut().zip(urls) {
                let session = self.start()?;
                thread::sleep(BROWSER_STARTS);
                let script = json!({ "source": include_str!("first_picture.js") });
                session.chromium_command("Page.addScriptToEvaluateOnNewDocument", &script)?;
                session.goto(url)?;
                let first = "return window.firstPicture";
                times.push(session.wait_until("the first picture", first)?);
            }
        }
        let bare = column(&times[2], "drawn")?;
        for (name, times) in ["cold start → first picture", "  of a link"].iter().zip(&times) {
            let seen = column(times, "seen")?;
            seen.print(name, START_AIM);
            column(times, "drawn")?.print("  with its numbers, drawn by the page", None);
            seen.print_ratio("  ratio", &bare, START_RATIO_AIM);
        }
        bare.print("  of a bare page", None);
        Ok(())
    }

    /// Edits and pointer moves with a tile of this extent.
    fn tile(&self, (mn, k): (u32, u32)) -> Result<()> {
        let columns = k / Element::Bf16.per_unit();
        let units = mn * columns;
        println!("{units} units ({mn} × {k} bf16)");
        let ready = "return document.querySelectorAll('.pair .cell-view canvas').length === 2 && document.querySelector('.hex')";
        let session = self.open(&format!("{}{}", self.page, link((mn, k))), ready)?;
        let shift = || number(&session.execute("return bench.takeShift()", &[])?);
        print_shift("  layout shift on load", shift()?, LOAD_SHIFT_AIM);
        let hover = hover(&session).with_context(|| format!("hovering over {units} units"))?;
        column(&hover, "busy")?.print("  pointer move: main thread", LIGHT_AIM);
        let steps: Vec<Value> = steps().take(STEPS).collect();
        let [steps] = make([(&session, &steps)]).with_context(|| format!("stepping in {units} units"))?;
        column(&steps, "busy")?.print("  step along K: main thread", LIGHT_AIM);

        session.execute(DRAWER, &[])?;
        let bare = format!("{}#{mn}x{columns}", self.bare);
        let bare = self.open(&bare, "return document.querySelector('button')")?;
        let edits: Vec<Value> = edits().take(EDITS).collect();
        // Another start each time.
        let of_bare = vec![edit(WHAT[0], "button", ""); EDITS];
        let [edited, bared] = make([(&session, &edits), (&bare, &of_bare)])
            .with_context(|| format!("editing {units} units"))?;
        column(&edited, "busy")?.print("  edit: main thread", BUSY_AIM);
        for what in WHAT {
            let of_what = edits.iter().zip(&edited).filter(|(edit, _)| edit["what"] == what);
            let times = of_what.map(|(_, row)| number(&row["busy"]));
            Samples::new(times)?.print(&format!("    of {what}"), None);
        }
        column(&edited, "frames")?.print("  edit: frames before the one", FRAMES_AIM);
        column(&edited, "shown")?.print("  edit → painted", SHOWN_AIM);
        let (second, bare_second) = (column(&edited, "second")?, column(&bared, "second")?);
        second.print("  edit → second frame", None);
        bare_second.print("    of a bare page", None);
        second.print_ratio("    ratio", &bare_second, EDIT_RATIO_AIM);
        print_shift("  layout shift on edits and steps", shift()?, 0.0);
        let faults = session.console_errors()?;
        ensure!(faults.is_empty(), "the page complains: {faults:?}");
        Ok(())
    }

    /// Edits with an image of all of a tile in view: those that change its descriptor.
    fn picture(&self) -> Result<()> {
        let (mn, k) = PICTURE;
        println!("an image of {mn} × {k} pixels, and the product");
        let address = format!("{}{}&show=picture", self.page, link(PICTURE));
        let session = self.open(&address, "return document.querySelector('.faces')")?;
        session.execute(DRAWER, &[])?;
        let of_descriptor = edits().filter(|edit| edit["what"] != "pattern");
        let edits: Vec<Value> = of_descriptor.take(EDITS).collect();
        let [edited] = make([(&session, &edits)]).context("editing an image")?;
        column(&edited, "busy")?.print("  edit: main thread", BUSY_AIM);
        column(&edited, "shown")?.print("  edit → painted", SHOWN_AIM);
        Ok(())
    }
}

/// The address of a tile of this extent.
fn link((mn, k): (u32, u32)) -> String {
    let (mn, k) = (Some(mn), Some(k));
    let tile = SaidTile { mn, k, ..SaidTile::default() };
    link_from_shown(&Shown::from(Said { tile, ..Said::default() }))
}

/// Makes these edits, those of several pages in turn, so that all meet the same machine.
fn make<const N: usize>(pages: [(&Session, &[Value]); N]) -> Result<[Vec<Value>; N]> {
    let mut times = [const { Vec::new() }; N];
    for turn in 0..pages[0].1.len() {
        // Any number of phases is evenly spread in a frame, and so is every fourth of these.
        const GOLDEN_RATIO: f64 = 0.618_033_988_749_895;
        let phase = (turn as f64 * GOLDEN_RATIO).fract();
        for (times, (session, edits)) in times.iter_mut().zip(pages) {
            times.push(make_one(session, &edits[turn], phase)?);
        }
    }
    Ok(times)
}

/// Makes an edit in this phase of a frame, after a key as a reader presses one: for what moves then, the browser knows
/// why.
fn make_one(session: &Session, edit: &Value, phase: f64) -> Result<Value> {
    session.execute_async("bench.rest().then(arguments[0])", &[])?;
    session.chord(&[keys::SHIFT])?;
    let script = "const [edit, phase, done] = arguments; bench.edit({ ...edit, phase }).then(done, (fault) => done(String(fault)))";
    let times = session.execute_async(script, &[edit.clone(), json!(phase)])?;
    // A failed measurement says why.
    ensure!(times.is_object(), "{times}");
    Ok(times)
}

/// Moves the mouse over the matrix view, each time to another column and row.
fn hover(session: &Session) -> Result<Vec<Value>> {
    let area = session.execute("return bench.area()", &[])?;
    let side = |name: &str| number(&area[name]);
    let (left, top, width, height) = (side("left")?, side("top")?, side("width")?, side("height")?);
    // Steps larger than a cell, by which no two points in turn are in one column or row.
    let place = |step: f64, index: usize, room: f64| 10.0 + (index as f64 * step) % (room - 20.0);
    session.execute("bench.watchMoves()", &[])?;
    for index in 0..MOVES {
        let (x, y) = (place(53.0, index, width), place(47.0, index, height));
        session.pointer_to_view((left + x).round(), (top + y).round())?;
    }
    let moves = session.execute("return bench.takeMoves()", &[])?;
    let moves = moves.as_array().cloned().unwrap_or_default();
    let moved = moves.iter().filter(|one| one["moved"] == true).count();
    let came = moves.len();
    // The last one may be on its way still.
    ensure!(moved + 1 >= MOVES, "of {MOVES} pointer moves {came} came and {moved} were shown");
    Ok(moves)
}

/// One number of each measurement.
fn column(rows: &[Value], name: &str) -> Result<Samples> {
    Samples::new(rows.iter().map(|row| number(&row[name])))
}

fn number(value: &Value) -> Result<f64> {
    value.as_f64().with_context(|| format!("expected a number, got {value}"))
}
