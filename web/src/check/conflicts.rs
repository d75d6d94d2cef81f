//! Bank conflicts of writing a row: a line below memory, and the piles that it opens.

use super::*;
use std::iter;
use swizzle_warp::{Arranged, Arrangements, TileRows};

/// The name of what it opens.
pub const CONFLICTS: &str = "conflicts";

/// Height of a pile of eight turns, and of the numbers over it.
const PILE: f64 = 96.0;
const AXIS: f64 = 32.0;

/// One line on the bank conflicts of writing a row; it opens the banks at the right.
pub fn line(facts: &Facts, is_open: bool, on: &Callback<Act>) -> Option<Html> {
    let tile = facts.spec.tile();
    let writes = RowWrites::of(tile);
    let ways = writes.ways.iter().find(|(mode, _)| *mode == tile.swizzle)?.1?;
    let words = if ways == 1 { "none".to_owned() } else { format!("{ways}×") };
    let tone = (ways > 1).then_some("is-doubtful toned");
    let content = in_turn(("Bank conflicts: ", span(tone, words)));
    Some(unfolds("plain s", is_open, content, sends(on, Act::Open(CONFLICTS))))
}

/// The turns in which a row is written, beside those of the mode that differs most.
pub fn piles(facts: &Facts, ink: &Shared<Ink>, width: f64, on: &Callback<Act>) -> Html {
    let tile = facts.spec.tile();
    let writes = RowWrites::of(tile);
    let other = match tile.swizzle {
        Swizzle::None => Swizzle::B128,
        _ => Swizzle::None,
    };
    let ways = writes.ways.iter().filter(|(mode, _)| [tile.swizzle, other].contains(mode));
    let pile = |(mode, ways): &(Swizzle, Option<u32>)| {
        let turns = ways.unwrap_or(1);
        let scene = Shared::new(pile(tile, *mode));
        let geometry = scene.geometry((width - AXIS - 16.0, PILE), 8, 0, None);
        let tone = if turns > 1 { "b warn" } else { "b ok" };
        in_turn((
            p("row apart", (span("", mode_words(*mode)), span(tone, counted(turns as usize, "turn")))),
            html! { <div style={format!("height:{}px", AXIS + PILE)}><Cells {scene} {geometry} gutter={AXIS} top={AXIS} is_beside={true} has_rail={false} hot={Hot::default()} {ink} on={Callback::noop()} /></div> },
        ))
    };
    in_turn((
        titled("Bank conflicts", close(sends(on, Act::Open(CONFLICTS)))),
        p("", (in_groups(writes.text().trim_start_matches("Bank conflicts: ")), ".")),
        ways.map(pile),
        p(
            "q s",
            "Without swizzle the units of a row are in core matrices of 128 bytes each, and so at the same banks.",
        ),
        p(
            "q",
            "The tensor core reads every layout at the same speed. The swizzle is for whoever fills the tile.",
        ),
        arrangements(facts),
        p("", a("go", "#/memory/lanes", "Try any access →")),
    ))
}

/// The accesses that fill and read such a tile without a tensor core's descriptor, in every arrangement of its rows.
fn arrangements(facts: &Facts) -> Option<Html> {
    let &Tile { element, major, mn, k, .. } = facts.spec.tile();
    let (columns, rows) = Extent { mn, k }.along_and_across(major);
    let tile = TileRows { element, rows, columns };
    let found = Arrangements::of(&tile, ["cp.async.cg", "st.shared.v4", "ldmatrix.x4"]).ok()?;
    let names = found.accesses.iter().map(|access| access.name.clone());
    let row = |one: &Arranged| tr(one.arrangement.text(), one.texts());
    let heads = iter::once(String::new()).chain(names);
    Some(in_turn((
        p("", ("For ldmatrix and mma.sync: ", found.recommendation())),
        table("Wavefronts of an instruction", heads, found.all.iter().map(row)),
        p("q s", "Wavefronts of one instruction of a warp; * has conflicts."),
    )))
}

/// A mode, as it is called by itself.
fn mode_words(mode: Swizzle) -> String {
    match mode {
        Swizzle::None => "No swizzle".into(),
        _ => format!("{} swizzle", mode.name()),
    }
}
