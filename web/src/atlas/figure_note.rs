//! Number and caption of a figure of the manual, beside the picture where there is room for all of it.

use swizzle_view::state::figure_of_said;
use yew::prelude::*;

use crate::element::{Attr, el};
use crate::state::Dispatch;
use crate::view::Picture;

/// The section; nothing where what is shown is not a figure.
pub fn figure_note(picture: &Picture, _: &Dispatch) -> Html {
    let Some(figure) = figure_of_said(picture.spec.said()) else {
        return Html::default();
    };
    el("section")
        .class("figure-note")
        .attr(Attr::AriaLabelledby, "figure-title")
        .child(
            el("h2")
                .attr(Attr::Id, "figure-title")
                .child(format!("Figure {}", figure.number)),
        )
        .child(el("p").child(figure.caption))
        .into()
}
