//! One of the two layouts.

use swizzle_core::{Coord, FieldId, Tally};
use swizzle_draw::scene::PaneKind;
use swizzle_lints::PAIR_NAMES;
use swizzle_text::tile_and_read_counts;
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use super::dock::{hex, tag};
use crate::atlas::stage::stacks;
use crate::control::{Button, button, icon};
use crate::element::{Attr, Element, el};
use crate::page::Look;
use crate::state::Dispatch;
use crate::view::{Grid, Heading, Hover, Linked, Picture, Shared, frame};

/// Data that one of the two is drawn from.
pub(super) struct Half<'a> {
    /// Index of this one of the two.
    pub(super) at: usize,
    /// State that it shows.
    pub(super) shown: &'a Shown,
    /// Picture of that state, marked against the other.
    pub(super) picture: &'a Shared<Picture>,
    /// Facts that the other does not share.
    pub(super) words: &'a str,
    /// The picture of the other.
    pub(super) beside: &'a Shared<Picture>,
    /// Theme and colours.
    pub(super) look: Look,
    /// Side of a cell in pixels.
    pub(super) zoom: Option<u32>,
    /// Link that scrolls its views together.
    pub(super) linked: Linked,
    /// The element that is described while there is no cursor.
    pub(super) example: Coord,
    /// The fields at fault.
    pub(super) blamed: &'a [FieldId],
    /// The pinned element of both.
    pub(super) pinned: Option<Coord>,
    /// The element under the cursor of either.
    pub(super) hover: Hover,
    /// Dispatcher of pins.
    pub(super) dispatch: &'a Dispatch,
    /// Whether its parameters are open, and what opens or closes them.
    pub(super) edits: (bool, Callback<usize>),
    /// How its addresses come about, where the picture leaves room for that.
    pub(super) trace: Option<Html>,
}

/// Rows of a picture that leaves half of its place empty.
const FEW_ROWS: u32 = 8;

/// Whether a picture leaves room below it.
pub(super) fn has_room(picture: &Picture) -> bool {
    let is_low = |kind: &PaneKind| picture.drawing.size(*kind).rows <= FEW_ROWS;
    picture.looked_at.unknown_swizzle().is_none() && PaneKind::OF_TILE.iter().all(is_low)
}

/// The layout's heading and its views.
pub(super) fn half(half: &Half<'_>) -> Element {
    let (picture, spec) = (half.picture, &half.picture.looked_at);
    let name = PAIR_NAMES[half.at];
    let words = half.words.to_owned();
    let words = el("small").attr(Attr::Title, words.clone()).child(words);
    let id = match picture.descriptor {
        Ok(descriptor) => hex(descriptor, half.beside.descriptor.ok()),
        Err(none) => el("span").class("hint").child(none.to_string()),
    };
    let tally = Tally::of_read(spec, spec.place());
    let (sign, class) = match tally.wrong {
        0 => (icon::GOOD, "is-good"),
        _ => (icon::ERROR, "is-wrong"),
    };
    let [of_tile, of_read] = tile_and_read_counts(spec);
    let facts = el("p")
        .class("pair-facts")
        .child(words)
        .child(el("span").child(of_tile))
        .child(
            el("span")
                .class("pair-state")
                .class(class)
                .child(icon::icon(sign))
                .child(el("span").child(of_read)),
        );
    let (is_edited, on_edit) = &half.edits;
    let at = half.at;
    let edit = button(Button {
        words: "Edit",
        name: Some(format!("Edit {name}")),
        is_pressed: Some(*is_edited),
        on_click: on_edit.reform(move |_| at),
        ..Button::default()
    });
    let open = el("a")
        .class("button")
        .attr(Attr::Href, link_from_shown(half.shown))
        .child("Open in the atlas");
    let head = el("header")
        .class("pair-head")
        .child(el("h2").child(tag(at)).child(" ").child(id))
        .child(edit)
        .child(open)
        .child(facts);
    let view = |kind: PaneKind| {
        let grid = html! {
            <Grid
                picture={picture.clone()}
                {kind}
                palette={half.look.palette}
                theme={half.look.theme}
                zoom={half.zoom}
                beside={half.beside.clone()}
                linked={half.linked.clone()}
                example={half.example}
                pinned={half.pinned}
                hover={half.hover.clone()}
                dispatch={half.dispatch.clone()}
            />
        };
        let heading = Heading {
            level: "h3",
            of: Some(name),
            is_long: false,
        };
        frame(picture, kind, &heading).child(grid)
    };
    let pictures = match picture.looked_at.unknown_swizzle() {
        None => el("div")
            .class("views")
            .class_if(stacks(picture) || stacks(half.beside), "is-stacked")
            .children(PaneKind::OF_TILE.iter().copied().map(view)),
        Some(_) => el("p")
            .class("no-picture")
            .child("No picture: this swizzle code is not defined."),
    };
    el("section")
        .class("pair-half")
        .class_if(half.blamed.contains(&FieldId::Sbo), "blames-sbo")
        .class_if(half.blamed.contains(&FieldId::Lbo), "blames-lbo")
        .class_if(tally.wrong > 0, "is-wrong")
        .attr(Attr::AriaLabel, name)
        .child(head)
        .child(pictures)
        .child(
            half.trace
                .clone()
                .map(|trace| el("div").class("pair-trace").child(trace)),
        )
}
