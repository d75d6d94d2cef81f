//! The ten layouts to choose from: a picture of each, what filling it costs, and why one is not supported.

use super::*;
use swizzle_core::Tile;

/// Side of a picture, and a unit of a row in it; rows that it has.
const SIDE: u32 = 80;
const UNIT: u32 = 10;
const ROWS: u32 = 16;

/// The picker.
pub fn picker(facts: &Facts, desk: &Desk, on: &Callback<Act>) -> Html {
    let head = |mode: &Swizzle| {
        let is_known = Major::ALL.iter().any(|major| {
            let cell = facts.row.cell(*major, *mode);
            cell.is_some_and(|cell| cell.support != Support::Illegal)
        });
        tag("b", (!is_known).then_some("q"), mode.name())
    };
    let row = |major: &Major| {
        let one = |mode: &Swizzle| {
            let cell = facts.row.cell(*major, *mode);
            maybe(cell.map(|cell| button(facts, desk, cell, on)))
        };
        let is_here = facts.spec.tile().major == *major;
        in_turn((
            tag("b", classes!("row-name", (!is_here).then_some("q")), format!("{}-major", major.name())),
            Swizzle::ALL.iter().map(one),
        ))
    };
    html! {
        <div class="picker" role="group" aria-label="Layout">
            <span></span>{ for Swizzle::ALL.iter().map(head) }
            { for Major::ALL.iter().map(row) }
            { span("row-name q s", "TMA fill") }{ for Swizzle::ALL.iter().map(|mode| cost(facts, *mode)) }
        </div>
    }
}

/// Cycles of a mode; of the recommended one in green.
fn cost(facts: &Facts, mode: Swizzle) -> Html {
    let unit = if mode == Swizzle::None { " cycles" } else { "" };
    let is_best = facts.best.swizzle == mode;
    let words = match fill_cycles(mode) {
        Some(cycles) => in_turn((tag("b", is_best.then_some("ok"), grouped(cycles)), unit)),
        None if is_best => tag("b", "ok", "recommended"),
        None => {
            let is_read = |cell: &SupportCell| cell.swizzle == mode && cell.support != Support::Illegal;
            let other = facts.spec.reader().arch.others().next();
            let other = other.filter(|_| !facts.row.cells.iter().any(is_read));
            html! { other.map_or_else(String::new, |other| format!("{} only", other.name())) }
        }
    };
    span("q s", words)
}

/// A layout: pressed, it is used; one that is not supported says why, and what would help.
fn button(facts: &Facts, desk: &Desk, cell: &SupportCell, on: &Callback<Act>) -> Html {
    let place = place_of(cell);
    let (is_here, reason) = (facts.place() == place, Open::Reason(place));
    let is_off = cell.support == Support::Illegal;
    let act = if is_off { Act::Open(reason) } else { Act::Place(place) };
    let shows = (is_off && desk.open != reason).then(|| sends(on, Act::Open(reason)));
    let label = match cell.support {
        Support::Legal => name(place),
        other => format!("{}: {}", name(place), signs(other).2),
    };
    let class = classes!(
        "layout-place",
        is_off.then_some("is-off"),
        (cell.support == Support::Contested).then_some("is-doubtful")
    );
    html! {
        <span class="word-place">
            <button type="button" {class} aria-label={label} aria-pressed={is_here.to_string()} aria-expanded={is_off.then(|| (desk.open == reason).to_string())}
                onclick={sends(on, act)} onpointerenter={shows}>{ thumbnail(SIDE, &picture(cell.swizzle, cell.major)) }</button>
            if desk.open == reason { <div class="pop" role="dialog" aria-label={format!("Why: {}", name(place))}>{ why(facts, cell, on) }</div> }
        </span>
    }
}

/// How a combination is shown: its tone, its icon and its words.
pub const fn signs(support: Support) -> (&'static str, Option<&'static str>, &'static str) {
    match support {
        Support::Legal => ("is-good", Some(icon::GOOD), "supported"),
        Support::Contested => ("is-doubtful", Some(icon::WARNING), "sources disagree"),
        Support::Illegal => ("is-off", None, "not supported"),
    }
}

/// Why a layout is not supported, and ways out: another layout, another family.
fn why(facts: &Facts, cell: &SupportCell, on: &Callback<Act>) -> Html {
    let place = place_of(cell);
    let instead = facts
        .row
        .instead_of(cell)
        .map(|other| text_button("", &use_text(cell, other), sends(on, Act::Place(place_of(other)))));
    let elsewhere = facts.elsewhere(place).map(|other| {
        let mut said = super::state::with_place(facts.spec.said().to_owned(), place, None);
        (said.reader.arch, said.reader.chip) = (Some(other.arch), None);
        text_button("", &format!("Switch to {}", other.arch.name()), sends(on, Act::Of(Action::Repair(said))))
    });
    in_turn((
        p("b", name(place)),
        p("", &cell.text),
        p("q s", cell.source),
        p("cluster", (instead, elsewhere)),
    ))
}

/// The words of a button that uses another layout.
pub fn use_text(cell: &SupportCell, other: &SupportCell) -> String {
    if other.major == cell.major {
        format!("Use {}", other.swizzle.name())
    } else {
        format!("Use {}, {}-major", other.swizzle.name(), other.major.name())
    }
}

/// Which mode is recommended, and why.
pub fn recommended(facts: &Facts, desk: &Desk, on: &Callback<Act>) -> Html {
    let best = &facts.best;
    let words = match best.swizzle {
        mode if mode == facts.spec.tile().swizzle => format!("Why {}", mode.name()),
        Swizzle::None => "Recommended: no swizzle".to_owned(),
        mode => format!("Recommended: {}", mode.name()),
    };
    more(words.clone(), words, desk.open == Open::Best, sends(on, Act::Open(Open::Best)), || p("", &best.why))
}

/// A tile of 64 elements along its contiguous dimension: a path for each slot of a line of memory. A unit lies along its row.
pub fn picture(mode: Swizzle, major: Major) -> [String; 8] {
    let size = Coord::at(major, 64, ROWS);
    let tile = Tile { major, ..Tile::k_major(Element::Bf16, size.mn, size.k) };
    let tile = tile.swizzle(mode);
    let mut paths: [String; 8] = Default::default();
    for (row, unit) in (0..ROWS).flat_map(|row| (0..8).map(move |unit| (row, unit))) {
        let byte = tile.layout().physical_from_unit(unit, row);
        let (long, short) = (unit * UNIT, row * SIDE / ROWS);
        let (w, h) = (UNIT, SIDE / ROWS);
        let path = match major {
            Major::K => format!("M{long} {short}h{w}v{h}h-{w}z"),
            Major::Mn => format!("M{short} {long}h{h}v{w}h-{h}z"),
        };
        paths[(byte / 16 % 8) as usize].push_str(&path);
    }
    paths
}

/// The name of the operand beside the tile's, and its letter.
pub const fn other(operand: Operand) -> (&'static str, &'static str) {
    match operand {
        Operand::A => ("B", "N"),
        Operand::B => ("A", "M"),
    }
}
