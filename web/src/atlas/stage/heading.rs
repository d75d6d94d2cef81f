//! Heading of the stage, in words.

use swizzle_draw::Shows;
use swizzle_text::{read_heading, tile_heading};
use swizzle_view::state::figure_of_said;
use yew::prelude::*;

use crate::element::{Attr, el, fragment};
use crate::state::Dispatch;
use crate::view::{Picture, title};

/// Name of the picture on the stage, and further facts about it.
pub fn heading(picture: &Picture, _: &Dispatch) -> Html {
    let spec = &picture.looked_at;
    // The verdict beside it is on the descriptor at its own place.
    let is_own = spec.place() == picture.spec.place();
    let found = (!is_own).then(|| picture.found.tally());
    let figure = figure_of_said(picture.spec.said());
    let facts = match picture.view.shows {
        Shows::Read => read_heading(spec, found),
        Shows::Tile | Shows::Picture => tile_heading(spec),
    };
    let mut title_line = el("h1");
    if let Some(figure) = &figure {
        let number = format!("Figure {}", figure.number);
        title_line = title_line
            .child(el("span").class("heading-figure").child(number))
            .child(" ");
    }
    let facts_line = el("p")
        .class("heading-facts")
        .attr(Attr::Title, facts.clone())
        .child(facts);
    fragment()
        .child(title_line.child(title(picture)))
        .child(facts_line)
        .into()
}
