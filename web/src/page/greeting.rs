//! The line under the bar on a first visit: what this is, and where to begin.

use swizzle_view::Route;
use yew::prelude::*;

use crate::browser;
use crate::control::{Button, button, icon};
use crate::element::{Attr, el};

/// Key under which the browser keeps that the line was dismissed; `web/fresh.js` reads it, too.
const GREETED: &str = "greeted";

/// Address and words of each door: in full, and for little room in words of the full name. The door to decode opens at a
/// cell whose address SBO and the XOR have a part in.
const DOORS: [(&str, &str, &str); 2] = [
    (
        "#/wgmma/0x4000000800010040?element=bf16&mn=64&k=64&step=0&meant_swizzle=128B&meant_start=0x400&show=picture",
        "Fix a broken one",
        "Fix",
    ),
    (
        "#/wgmma/0x4000004000010040?element=bf16&mn=64&k=64&step=0&meant_swizzle=128B&meant_start=0x400&show=read&cell=10,8",
        "Decode a working one",
        "Decode",
    ),
];

/// The line.
pub fn greeting() -> Html {
    let door = |to: String, words: &'static str, brief: &'static str| {
        el("a")
            .class("button")
            .attr(Attr::Href, to)
            .attr(Attr::AriaLabel, words)
            .child(el("span").child(words))
            .child(el("span").attr(Attr::AriaHidden, "true").child(brief))
    };
    let dismiss = button(Button {
        words: "Hide this line",
        icon: Some(icon::CLOSE),
        on_click: Callback::from(|_| dismiss()),
        ..Button::default()
    });
    el("section")
        .attr(Attr::AriaLabel, "First visit")
        .child(
            el("p")
                .child(
                    el("b")
                        .class("greet-whom")
                        .child("For kernels with wgmma or tcgen05. "),
                )
                .child(
                    "See which bytes of shared memory a tensor core reads, and whether they are the right ones.",
                ),
        )
        .children(DOORS.map(|(to, words, brief)| door(to.into(), words, brief)).into_iter())
        .child(door(Route::COURSE.address(), "Learn from zero", "Learn"))
        .child(door(
            Route::Journey.address(),
            "Follow one byte, 3 minutes",
            "Follow one byte",
        ))
        .child(dismiss)
        .into()
}

/// Takes the line away for good.
pub fn dismiss() {
    browser::remember(GREETED, "1");
    browser::end_greeting();
}
