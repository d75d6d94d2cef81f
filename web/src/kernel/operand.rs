//! The operand that is looked at, as the atlas shows it.

use swizzle_draw::scene::{Fold, PaneKind};
use swizzle_lens::Part;
use yew::prelude::*;

use crate::atlas::stage::{stacks, which_view};
use crate::control::whole_edits;
use crate::element::el;
use crate::hooks::use_value;
use crate::page::Look;
use crate::state::State;
use crate::view::{Grid, Heading, Linked, Picture, Shared, frame, use_hover, what_is_drawn};

/// Properties of [`OperandPictures`].
#[derive(Properties, PartialEq)]
pub(super) struct OperandProps {
    /// Its part of the walk's tile.
    pub(super) part: Shared<Part>,
    pub(super) look: Look,
}

/// Both views of the tile that its walk reads, with its own read.
#[component]
pub(super) fn OperandPictures(props: &OperandProps) -> Html {
    let first = props.part.shown;
    let state = use_reducer_eq(move || State::of(first));
    let (is_memory, on_memory) = use_value(|| false);
    let hover = use_hover();
    let linked = use_memo((), |()| Linked::default());
    let key = (state.shown.said, state.shown.view, state.shown.at);
    let shown = state.shown;
    let picture = use_memo(key, move |_| Picture::of(&shown).ok().map(Shared::new));
    let Some(picture) = (*picture).clone() else {
        return Html::default();
    };
    let dispatch = state.dispatcher();
    let view = |kind: PaneKind| {
        let grid = html! {
            <Grid
                picture={picture.clone()} {kind} palette={props.look.palette} theme={props.look.theme} zoom={None}
                linked={Some((*linked).clone())} hover={hover.clone()} pinned={state.shown.pinned}
                dispatch={dispatch.clone()}
            />
        };
        frame(&picture, kind, &Heading::ALONE).child(grid)
    };
    el("div")
        .class("kernel-operand is-atlas")
        .child(
            el("div")
                .class("kernel-shows")
                .child(which_view(is_memory, &on_memory))
                .child(what_is_drawn(
                    state.shown.view.shows,
                    &whole_edits(&dispatch),
                )),
        )
        .child(
            el("div")
                .class("views")
                .class_if(stacks(&picture), "is-stacked")
                .class_if(is_memory, "is-memory")
                .class_if(Fold::of(&picture.drawing).is_some(), "is-folded")
                .children(PaneKind::OF_TILE.iter().copied().map(view)),
        )
        .into()
}
