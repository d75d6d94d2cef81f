//! The page's figures beside the aims and beside other pages'.

use super::page::{PICTURE, PictureTimes, StartTimes, Starts, TileTimes, WINDOW};
use super::samples::Samples;

/// One frame at 60 a second: what an edit may take of the main thread, in milliseconds, in 95 of 100 cases.
const BUSY_AIM: f64 = 16.7;
/// Frames without it that may come after an edit: it is in the next one, or in the one after.
const FRAMES_AIM: f64 = 1.0;
/// The same by the clock, in milliseconds: two frames at 60 a second. A thread that is busy for longer than a frame
/// paints the next one late, which counting frames does not show.
const SHOWN_AIM: f64 = 33.4;
/// Time of the main thread that a step or a pointer move may take, in milliseconds, in 95 of 100 cases.
const LIGHT_AIM: f64 = 10.0;
/// Time from navigation to the first picture, in milliseconds.
const START_AIM: f64 = 200.0;
/// The same beside a bare page, and an edit to its second frame beside it: how many times as long.
const START_RATIO_AIM: f64 = 2.0;
const EDIT_RATIO_AIM: f64 = 1.2;
/// How far things may move by themselves while the page loads, as browsers measure it; nothing may by an edit.
const LOAD_SHIFT_AIM: f64 = 0.02;

/// Other pages that draw layouts, measured in the same way on another machine of this size.
struct Peer {
    name: &'static str,
    first_grid: f64,
    /// Time from an edit to the frame with 64 × 256 cells, median and 95th percentile; the latter only where it was measured
    /// often enough.
    edit: Option<(f64, Option<f64>)>,
}

/// The larger of the tiles measured here: 64 × 256 cells.
const PEER_CELLS: u32 = 64 * 256;

#[rustfmt::skip]
const PEERS: [Peer; 6] = [
    Peer { name: "CuTe Layout Visualizer",            first_grid: 362.0,  edit: Some((1_388.0, Some(2_257.0))) },
    Peer { name: "cute-layout-viz",                   first_grid: 3702.0, edit: Some((14_797.0, None)) },
    Peer { name: "linear-layout-viz",                 first_grid: 1631.0, edit: Some((2_465.0, Some(3_736.0))) },
    Peer { name: "Bank Conflict Lab",                 first_grid: 204.0,  edit: None },
    Peer { name: "gau-nernst's bank page",            first_grid: 136.0,  edit: Some((214.0, Some(261.0))) },
    Peer { name: "bare page, one SVG path a colour",  first_grid: 107.0,  edit: Some((36.0, Some(55.0))) },
];

/// Prints everything.
pub(crate) fn print(tiles: &[TileTimes], picture: &PictureTimes, starts: &StartTimes) {
    let (width, height) = WINDOW;
    println!("\nThe page in headless Chromium, window {width} × {height}; milliseconds");
    line("", "p50", "p95", "max", "aim");
    for tile in tiles {
        let (mn, k) = tile.extent;
        println!("{} units ({mn} × {k} bf16)", tile.units);
        let busy = aim("p95", tile.busy.percentile(95), BUSY_AIM);
        samples("  edit: main thread", &tile.busy, &busy);
        for (what, times) in &tile.busy_by_edit {
            samples(&format!("    of {what}"), times, "");
        }
        let frames = aim("p95", tile.frames.percentile(95), FRAMES_AIM);
        samples("  edit: frames before the one", &tile.frames, &frames);
        let shown = aim("p95", tile.shown.percentile(95), SHOWN_AIM);
        samples("  edit → painted", &tile.shown, &shown);
        samples("  edit → second frame", &tile.second, "");
        samples("    of a bare page", &tile.bare_second, "");
        ratio("    ratio", &tile.second, &tile.bare_second, EDIT_RATIO_AIM);
        let hover = aim("p95", tile.hover_busy.percentile(95), LIGHT_AIM);
        samples("  pointer move: main thread", &tile.hover_busy, &hover);
        let step = aim("p95", tile.step_busy.percentile(95), LIGHT_AIM);
        samples("  step along K: main thread", &tile.step_busy, &step);
        let (load, edits) = tile.shifts;
        shift("  layout shift on load", load, LOAD_SHIFT_AIM);
        shift("  layout shift on edits and steps", edits, 0.0);
    }
    println!(
        "an image of {} × {} pixels, and the product",
        PICTURE.0, PICTURE.1
    );
    let busy = aim("p95", picture.busy.percentile(95), BUSY_AIM);
    samples("  edit: main thread", &picture.busy, &busy);
    let shown = aim("p95", picture.shown.percentile(95), SHOWN_AIM);
    samples("  edit → painted", &picture.shown, &shown);
    let bare = &starts.bare.drawn;
    let start = |name: &str, starts: &Starts| {
        let within = aim("p50", starts.seen.median(), START_AIM);
        samples(name, &starts.seen, &within);
        samples("  with its numbers, drawn by the page", &starts.drawn, "");
        ratio("  ratio", &starts.seen, bare, START_RATIO_AIM);
    };
    start("cold start → first picture", &starts.fresh);
    start("  of a link", &starts.link);
    samples("  of a bare page", bare, "");

    println!("\nFor comparison, measured November 2026 on 2 cores");
    line("", "p50", "p95", "first grid", "");
    for tile in tiles {
        let name = format!("this page now, edit → painted, {} cells", tile.units);
        let (p50, p95) = (tile.shown.median(), tile.shown.percentile(95));
        line(
            &name,
            &short(p50),
            &short(p95),
            &short(starts.fresh.seen.median()),
            "",
        );
    }
    for peer in &PEERS {
        let (p50, p95) = match peer.edit {
            Some((p50, p95)) => (short(p50), p95.map_or_else(|| "–".into(), short)),
            None => ("–".into(), "–".into()),
        };
        let name = format!("{}, {PEER_CELLS} cells", peer.name);
        line(&name, &p50, &p95, &short(peer.first_grid), "");
    }
}

/// How many times as long as the bare page's, by the medians.
fn ratio(name: &str, of: &Samples, bare: &Samples, most: f64) {
    let ratio = of.median() / bare.median();
    line(
        name,
        &format!("{ratio:.2}"),
        "",
        "",
        &aim("p50", ratio, most),
    );
}

fn shift(name: &str, moved: f64, most: f64) {
    line(
        name,
        &format!("{moved:.3}"),
        "",
        "",
        &aim("all", moved, most),
    );
}

fn samples(name: &str, samples: &Samples, aim: &str) {
    let [p50, p95, max] = [samples.median(), samples.percentile(95), samples.largest()];
    line(name, &short(p50), &short(p95), &short(max), aim);
}

fn line(name: &str, p50: &str, p95: &str, last: &str, aim: &str) {
    println!(
        "{}",
        format!("{name:<50}{p50:>9}{p95:>9}{last:>12}   {aim}").trim_end()
    );
}

fn short(value: f64) -> String {
    if value.fract() == 0.0 || value >= 100.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}

fn aim(what: &str, value: f64, most: f64) -> String {
    let verdict = if value <= most { "met" } else { "NOT met" };
    format!("{what} ≤ {most}: {verdict}")
}
