//! Source code in lines that wrap: what goes on is indented under its line, with a rule beside it.

use crate::control::copy_button;
use crate::element::{Attr, Element, el};

/// The lines of a text.
pub fn lines(text: &str) -> Element {
    let line = |line: &str| {
        let indent = line.len() - line.trim_start_matches(' ').len();
        el("span")
            .attr(
                Attr::Style,
                (indent > 0).then(|| format!("--indent:{indent}")),
            )
            .child(line.to_owned())
    };
    el("code")
        .class("code-lines")
        .children(text.split_inclusive('\n').map(line))
}

/// The lines in a frame that scrolls, under a name.
pub fn code(name: &'static str, text: &str) -> Element {
    el("pre")
        .class("code")
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, name)
        .child(lines(text))
}

/// The same with a button that copies the text as it is.
pub fn listing(name: &'static str, text: String) -> Element {
    el("div")
        .class("code-listing")
        .child(code(name, &text))
        .child(copy_button(text, name))
}
