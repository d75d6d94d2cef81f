//! Texts beside the picture: the number of wavefronts, the guess, the modes, and the picture in words.

use swizzle_core::Named as _;
use swizzle_core::hardware::{LINE_BYTES, UNIT_BYTES};
use swizzle_warp::{Access, Wires};
use yew::prelude::*;

use super::picture::ROWS;
use crate::control::{Button, button, term};
use crate::element::{Attr, Element, el, fragment};
use crate::page::table::{row_head, table};

/// The access whose wavefronts are counted: 16 bytes a lane.
const ACCESS: Access = Access::Load16;

/// Returns the number of wavefronts of a read of eight rows.
pub(super) fn wavefronts(wires: Wires, unit: u32) -> u32 {
    wires.column_read(ACCESS, LINE_BYTES, unit).ways()
}

/// The number of wavefronts, the mode, and what a whole warp takes.
pub(super) fn score(wires: Wires, unit: u32) -> Element {
    let count = wavefronts(wires, unit);
    let words = if count == 1 {
        "wavefront"
    } else {
        "wavefronts"
    };
    el("div")
        .class("wires-score")
        .class(if count == 1 { "is-free" } else { "is-conflict" })
        .child(
            el("p")
                .attr(Attr::AriaLive, "polite")
                .child(
                    el("b")
                        .class("wires-count")
                        .child(format!("{count} "))
                        .child(term(words, "wavefront")),
                )
                .child(" ")
                .child(el("span").child("for these eight rows. "))
                .child(el("span").class("wires-mode").child(wires.text())),
        )
        .child(el("p").class("hint").child(wires.read_text(ACCESS, unit)))
}

/// The question before the first wire is closed, and the answer after that.
pub(super) fn guess(
    guess: Option<u32>,
    is_asking: bool,
    wires: Wires,
    on_guess: &Callback<u32>,
) -> Element {
    let wire = Wires::wire_text(0);
    let right = wavefronts(Wires::lowest(1), 0);
    if is_asking {
        let answers = [0, 1, 2].map(|count| wavefronts(Wires::lowest(count), 0));
        let answer = |answer: u32| {
            el("button")
                .attr(Attr::Type, "button")
                .class("button")
                .on_click(on_guess.reform(move |_: MouseEvent| answer))
                .child(answer)
        };
        return el("div")
            .class("wires-guess")
            .child(el("p").child(el("b").child(format!(
                "How many of the eight dots share a bank once {wire} is closed?"
            ))))
            .child(
                el("div")
                    .class("wires-answers stack gap")
                    .children(answers.map(answer).into_iter()),
            );
    }
    let told = match guess {
        Some(guess) if guess == right => {
            format!("Correct: with {wire} closed, {right} dots share a bank.")
        }
        Some(guess) => format!("Not {guess}: with {wire} closed, {right} dots share a bank."),
        None => format!("With {wire} closed, {right} dots share a bank."),
    };
    el("div").class("wires-guess").class("is-done").child(
        el("p")
            .child(el("b").child(told))
            .child(" ")
            .child("Rows 0, 2, 4, 6 have a 0 in bit 7 and stay on their banks. Rows 1, 3, 5, 7 have a 1 and move four banks over.")
            .child((wires == Wires::lowest(1)).then(|| {
                format!(" {wire} is closed now; close {} next.", Wires::wire_text(1))
            })),
    )
}

/// The modes: how many wires each closes, and what that gives in rows of 128 bytes and in its own.
pub(super) fn modes(wires: Wires, is_asking: bool) -> Element {
    let heads = [
        "mode",
        "wires",
        "row width",
        "wavefronts, 128 B rows",
        "wavefronts, own rows",
    ];
    let row = |count: u32| {
        let of = Wires::lowest(count);
        let mode = of.mode();
        let row_bytes = mode.map_or(UNIT_BYTES, |mode| mode.row_bytes());
        let own = of.column_read(ACCESS, row_bytes, 0).ways();
        let is_hidden = is_asking && (1..Wires::COUNT).contains(&count);
        let wide = wavefronts(of, 0);
        let judged = |ways: u32| el("td").class(if ways > 1 { "is-conflict" } else { "is-free" });
        el("tr")
            .class_if(of == wires, "is-here")
            .attr(Attr::AriaCurrent, (of == wires).then_some("true"))
            .child(row_head(mode.map_or("none", |mode| mode.name())))
            .child(el("td").child(count))
            .child(el("td").child(format!("{row_bytes} B")))
            .child(match is_hidden {
                true => el("td").child("?"),
                false => judged(wide).child(wide),
            })
            .child(judged(own).child(own))
    };
    fragment()
        .child(
            table("The modes and their wires", heads, (0..=Wires::COUNT).map(row)).class("wires-modes"),
        )
        .child(el("p").class("hint").child(
            "The picture keeps rows of 128 bytes in every state, so only the wires change. With rows of 32 or 64 bytes one or two wires are enough; these rows are 128 bytes wide and need three.",
        ))
}

/// The picture in words.
pub(super) fn twin(wires: Wires, unit: u32) -> Element {
    let line = |row: u32| el("li").child(wires.line_text(row, unit));
    el("details")
        .class("wires-twin small")
        .child(el("summary").child("The eight rows in words"))
        .child(el("ol").children((0..ROWS).map(line)))
}

/// How many wires are closed, and the mode that closes them.
pub(super) fn detent(wires: Wires) -> String {
    let name = wires.mode().map_or("no mode", |mode| mode.name());
    format!("{} · {name}", wires.closed())
}

/// The scrubber's names.
pub(super) fn detents(wires: Wires) -> Element {
    let detent = |count: u32| {
        let of = Wires::lowest(count);
        el("span").class_if(of == wires, "is-at").child(detent(of))
    };
    el("div")
        .class("wires-detents")
        .attr(Attr::AriaHidden, "true")
        .children((0..=Wires::COUNT).map(detent))
}

/// Button that opens all wires.
pub(super) fn opens_all(wires: Wires, on_wires: &Callback<Wires>) -> Element {
    button(Button {
        words: "Open all",
        keys: Some("0"),
        is_off: wires == Wires::OPEN,
        on_click: on_wires.reform(|_| Wires::OPEN),
        ..Button::default()
    })
}
