//! How to get a dump: fill, copy, print.

use swizzle_core::{Major, Named as _};
use swizzle_dump::{Values, fill_code};
use swizzle_view::link::DumpShown;
use yew::prelude::*;

use super::field::{list, listing, names, section};
use crate::element::{Element, el, fragment};

/// The steps, the kernel first.
pub(super) fn steps(shown: &DumpShown, on_major: Callback<String>) -> Element {
    let (values, major) = (shown.values.unwrap_or(Values::Index), shown.major);
    let kernel = fill_code(shown.element_bits, values, major);
    let majors = names(|major: Major| format!("{}-major", major.name()));
    let step = |words: &'static str| el("li").child(el("p").child(words));
    fragment().child(
        section("How to get a dump").child(
            el("ol")
                .class("memory-steps")
                .child(
                    step("Fill the matrix in global memory with the index of each cell.")
                        .child(listing("kernel", kernel))
                        .child(el("div").class("memory-fields").child(list(
                            "Source matrix",
                            majors,
                            major.name(),
                            on_major,
                        ))),
                )
                .child(step(
                    "Let your own producer bring it to shared memory: TMA, cp.async, stores, whatever is in doubt.",
                ))
                .child(
                    step("Stop behind the barrier and print shared memory, or write it to a file.")
                        .child(listing("command", "x/2048wx (@shared int*)0x400".into())),
                )
                .child(
                    step("Paste the output. Or run it from the debugger: this file adds atlas-dump to cuda-gdb.")
                        .child(listing("file", "swizzle gdb > atlas.py".into())),
                ),
        ),
    )
}
