//! A link of the page, on any host.

use crate::prelude::*;
use swizzle_view::link::shown_from_link;

pub(crate) fn read_link(text: &str, _: &PasteChoice, _: &Shown) -> Option<Answer> {
    let opened = shown_from_link(link(text)?);
    Some(Ok(Pasted { notices: opened.notices, ..Pasted::of("a link", opened.shown) }))
}

/// The link in a text, without the characters around it.
fn link(text: &str) -> Option<&str> {
    let is_around = |c: char| c.is_whitespace() || "\"'`<>()[]{}".contains(c);
    let bare = text.trim_start_matches(is_around);
    let starts = ["wgmma/", "tcgen05/", "figure/"];
    let from = bare.find("#/").or_else(|| starts.iter().any(|start| bare.starts_with(start)).then_some(0))?;
    bare[from..].split(is_around).next()
}
