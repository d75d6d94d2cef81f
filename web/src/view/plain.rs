//! Views of a tile without editing.

use swizzle_draw::scene::PaneKind;
use swizzle_view::Shown;
use yew::prelude::*;

use super::frame::{Heading, frame};
use super::grid::Grid;
use super::hover::use_hover;
use super::picture::{Picture, Shared};
use crate::element::el;
use crate::page::Look;
use crate::state::{Dispatch, State};

/// Properties of [`PlainViews`].
#[derive(Properties, PartialEq)]
pub struct PlainProps {
    /// The tile.
    pub shown: Shown,
    /// The views, side by side.
    pub kinds: &'static [PaneKind],
    /// Theme and colours.
    pub look: Look,
    /// Pixels of a cell, if specified.
    pub zoom: Option<u32>,
}

/// The views.
#[component]
pub fn PlainViews(props: &PlainProps) -> Html {
    let hover = use_hover();
    // A press on a cell pins it in a state that is shown nowhere.
    let nothing = use_reducer_eq(|| State::of(Shown::default()));
    let dispatch: Dispatch = nothing.dispatcher();
    let picture = use_memo(props.shown, |shown| {
        Picture::of(shown).ok().map(Shared::new)
    });
    let Some(picture) = (*picture).clone() else {
        return Html::default();
    };
    let view = |kind: PaneKind| {
        let grid = html! {
            <Grid
                picture={picture.clone()}
                {kind}
                palette={props.look.palette}
                theme={props.look.theme}
                zoom={props.zoom}
                hover={hover.clone()}
                pinned={None}
                dispatch={dispatch.clone()}
            />
        };
        frame(&picture, kind, &Heading::ALONE).child(grid)
    };
    el("div")
        .class("views is-plain")
        .children(props.kinds.iter().copied().map(view))
        .into()
}
