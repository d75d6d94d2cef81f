//! A page without a dump: where one is pasted, examples, and how to get one.

use swizzle_core::{Major, Named as _};
use swizzle_draw::hex;
use swizzle_dump::{Example, Values, fill_code};
use yew::prelude::*;

use super::form::zone;
use super::given::Given;
use crate::control::icon::{ERROR, GOOD, NOTE, icon};
use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::memory::field::{choose, list, names, section};
use crate::page::Look;
use crate::page::listing::listing;

/// Start of the page, in place of the pictures.
pub(super) fn start<'a>(
    given: &Given,
    on_given: &Callback<Given>,
    fault: &impl Fn(&str) -> Option<&'a str>,
    set: &impl Fn(fn(&mut Given, String)) -> Callback<String>,
    look: Look,
) -> Element {
    let example = |example: &Example| {
        let (example, given, on_given) = (*example, given.clone(), on_given.clone());
        let button = button(Button {
            words: example.title(),
            class: "card-button",
            on_click: Callback::from(move |_| on_given.emit(given.with_example(example))),
            ..Button::default()
        });
        el("div")
            .class("dump-example")
            .child(thumbnail(example, look))
            .child(button)
            .child(el("span").child(example.summary()))
    };
    fragment()
        .child(zone(given, on_given, fault("dump")))
        .child(
            section("Or start with an example").child(
                el("div")
                    .class("dump-cards")
                    .children(Example::ALL.iter().map(example)),
            ),
        )
        .child(steps(
            given,
            set(|given, text| choose(&mut given.shown.major, &text)),
        ))
}

/// The first atom of an example: each unit by where its writer puts it, red where that is wrong.
fn thumbnail(example: Example, look: Look) -> Element {
    let colours = look.palette.colours(look.theme);
    let units = example.first_atom();
    let each = units.iter().zip(0_u32..).flat_map(|(row, y)| {
        row.iter().zip(0_u32..).map(move |((unit, is_right), x)| {
            let [all, corner] = [format!("M{x} {y}h1v1h-1z"), format!("M{x}.5 {y}h.5v.5z")];
            let of = el("path").attr(Attr::D, all).attr(
                Attr::Style,
                format!("fill:{}", hex(colours[*unit as usize % 8])),
            );
            let wrong = (!is_right).then(|| el("path").class("grid-wrong").attr(Attr::D, corner));
            fragment().child(of).child(wrong)
        })
    });
    el("svg")
        .class("dump-thumbnail")
        .class_if(example == Example::FromBuffer, "is-warning")
        .attr(Attr::ViewBox, "0 0 8 8")
        .attr(Attr::AriaHidden, "true")
        .children(each)
}

/// How to get a dump: fill, copy, print.
fn steps(given: &Given, on_major: Callback<String>) -> Element {
    let shown = &given.shown;
    let (values, major) = (shown.values.unwrap_or(Values::Index), shown.major);
    let kernel = fill_code(shown.element_bits, values, major);
    let majors = names(|major: Major| format!("{}-major", major.name()));
    let step = |words: &'static str| el("li").child(el("p").child(words));
    section("Get a dump").child(
        el("ol")
            .class("memory-steps")
            .child(
                step("Fill the source matrix with the index of each cell.")
                    .child(listing("kernel", kernel))
                    .child(list("Source matrix", majors, major.name(), on_major)),
            )
            .child(step(
                "Let your producer copy it to shared memory: TMA, cp.async or stores.",
            ))
            .child(
                step("Stop after the barrier in cuda-gdb and print the tile.")
                    .child(listing("command", "x/2048wx (@shared int*)0x400".into())),
            )
            .child(
                step("Paste the output above, or ask from cuda-gdb itself.")
                    .child(listing("file", "swizzle gdb > atlas.py".into())),
            ),
    )
}

/// Results that a dump gets, and the forms in which it is read.
pub(super) fn promised() -> Element {
    let one =
        |class: &'static str, drawing: &'static str, what: &'static str, more: &'static str| {
            el("li")
                .class(class)
                .child(icon(drawing))
                .child(el("b").child(what))
                .child(el("span").child(more))
        };
    let row = |name: &'static str, forms: &'static str| {
        fragment()
            .child(el("dt").child(name))
            .child(el("dd").child(forms))
    };
    fragment()
        .child(
            section("What you get").child(
                el("ul")
                    .class("dump-gets")
                    .child(one(
                        "is-good",
                        GOOD,
                        "The layout and its descriptor",
                        "Major-ness, swizzle, LBO, SBO, start and base offset, ready to copy",
                    ))
                    .child(one(
                        "is-bad",
                        ERROR,
                        "Or the bug in the writer",
                        "Which cells are wrong, what was expected, and the line to change",
                    ))
                    .child(one(
                        "",
                        NOTE,
                        "Or every layout that matches",
                        "If the dump is too small to tell them apart",
                    )),
            ),
        )
        .child(
            section("Formats").child(
                el("dl")
                    .child(row("cuda-gdb", "x/…wx, x/…hx, x/…gx, p/x"))
                    .child(row("Hex dump", "xxd, od"))
                    .child(row("Python", "list, NumPy array"))
                    .child(row("File", "raw bytes, .npy, text")),
            ),
        )
        .child(
            section("Elements").child(
                el("dl")
                    .child(row("16, 32 bits", "one dump"))
                    .child(row("8 bits", "two: low and high byte")),
            ),
        )
        .child(
            section("Privacy")
                .child(el("p").child("The dump is read in this browser and is not uploaded.")),
        )
}
