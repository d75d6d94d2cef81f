//! One of the two layouts.

use swizzle_core::{Coord, Named as _};
use swizzle_draw::scene::PaneKind;
use swizzle_view::state::figure_of_said;
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::page::Look;
use crate::state::Dispatch;
use crate::view::{Grid, Heading, Hover, Picture, Shared, frame, title};

/// What one of the two needs to be drawn.
pub(super) struct Side<'a> {
    /// What it is called.
    pub(super) name: &'static str,
    /// What it shows.
    pub(super) shown: &'a Shown,
    /// That, worked out and marked.
    pub(super) picture: &'a Shared<Picture>,
    /// The picture of the other.
    pub(super) beside: &'a Shared<Picture>,
    /// Theme and colours.
    pub(super) look: Look,
    /// Side of a cell in pixels.
    pub(super) zoom: Option<u32>,
    /// The pinned element of both.
    pub(super) pinned: Option<Coord>,
    /// The element under the cursor of either.
    pub(super) hover: Hover,
    /// Where pins go.
    pub(super) dispatch: &'a Dispatch,
}

/// The layout's heading and its views, one below the other.
pub(super) fn side(side: &Side<'_>) -> Element {
    let (picture, spec) = (side.picture, &side.picture.spec);
    let figure = match figure_of_said(spec.said()) {
        Some(figure) => format!("Figure {}: ", figure.number),
        None => String::new(),
    };
    let descriptor = match picture.descriptor {
        Ok(descriptor) => descriptor.to_string(),
        Err(none) => none.to_string(),
    };
    let open = el("a")
        .attr(Attr::Href, link_from_shown(side.shown))
        .child("Open in the atlas");
    let head = el("header")
        .class("compare-head")
        .child(
            el("h2")
                .child(side.name)
                .child(el("small").child(format!("{figure}{}", title(picture)))),
        )
        .child(
            el("p")
                .class("hint")
                .child(format!("{} ", spec.reader().arch.name()))
                .child(el("code").child(descriptor))
                .child(format!(
                    ", {} bytes from 0x{:x}",
                    picture.drawn.span_bytes(),
                    picture.drawn.tile().start_bytes
                )),
        )
        .child(open);
    let view = |kind: PaneKind| {
        let grid = html! {
            <Grid
                picture={picture.clone()}
                {kind}
                palette={side.look.palette}
                theme={side.look.theme}
                zoom={side.zoom}
                beside={side.beside.clone()}
                pinned={side.pinned}
                hover={side.hover.clone()}
                dispatch={side.dispatch.clone()}
            />
        };
        let heading = Heading {
            level: "h3",
            of: Some(side.name),
            is_long: false,
        };
        frame(picture, kind, &heading).child(grid)
    };
    let pictures = match picture.looked_at.unknown_swizzle() {
        None => el("div")
            .class("views is-stacked")
            .children(PaneKind::OF_TILE.iter().copied().map(view)),
        Some(_) => el("p")
            .class("no-picture")
            .child("No picture: the swizzle code stands for no mode."),
    };
    el("section")
        .class("compare-side")
        .attr(Attr::AriaLabel, side.name)
        .child(head)
        .child(pictures)
}
