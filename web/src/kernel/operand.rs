//! The operand that is looked at, as the atlas shows it.

use swizzle_core::descriptor::FieldId;
use swizzle_draw::Shows;
use swizzle_draw::scene::{Fold, PaneKind};
use swizzle_infer::sequence::differing_fields;
use swizzle_lens::Part;
use swizzle_view::Shown;
use yew::prelude::*;

use crate::atlas::stage::{stacks, which_view};
use crate::control::whole_edits;
use crate::element::{Element, el};
use crate::hooks::use_value;
use crate::page::Look;
use crate::state::{Edit, State};
use crate::view::{
    Grid, Heading, Linked, Picture, Shared, StepOutlines, Traveller, frame, use_hover,
    what_is_drawn,
};

/// Draws the other steps over a view.
const STEPS: Traveller = Traveller(|props| html! { <StepOutlines ..props /> });

/// Properties of [`OperandPictures`].
#[derive(Properties, PartialEq)]
pub(super) struct OperandProps {
    /// Its part of the walk's tile.
    pub(super) part: Shared<Part>,
    /// Whether the tile with all its reads is drawn, or this read alone, once that was chosen: kept from one step to the next.
    pub(super) shows: Option<Shows>,
    pub(super) on_shows: Callback<Shows>,
    pub(super) look: Look,
}

/// A read that is right is seen among the others; one that is not, alone, with what it reads over what it should read.
fn first_shows(shown: &Shown) -> Shows {
    let differing = shown.spec().map(|spec| differing_fields(&spec));
    match differing.is_ok_and(|fields| !fields.is_empty()) {
        true => Shows::Read,
        false => Shows::Tile,
    }
}

/// Both views of the tile that its walk reads, with its own read.
#[component]
pub(super) fn OperandPictures(props: &OperandProps) -> Html {
    let mut first = props.part.shown;
    first.view.shows = props.shows.unwrap_or_else(|| first_shows(&first));
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
    let on_edit = {
        let (edit, on_shows) = (whole_edits(&dispatch), props.on_shows.clone());
        Callback::from(move |one: Edit| {
            if let Edit::Shows(shows) = one {
                on_shows.emit(shows);
            }
            edit.emit(one);
        })
    };
    let differing = differing_fields(&picture.spec);
    let is_strayed = picture.view.shows == Shows::Tile && picture.drawing.found.tally().wrong > 0;
    let view = |kind: PaneKind| {
        let grid = html! {
            <Grid
                picture={picture.clone()} {kind} palette={props.look.palette} theme={props.look.theme} zoom={None}
                linked={Some((*linked).clone())} traveller={Some(STEPS)} hover={hover.clone()} pinned={state.shown.pinned}
                dispatch={dispatch.clone()}
            />
        };
        frame(&picture, kind, &Heading::ALONE).child(grid)
    };
    el("div")
        .class("kernel-operand is-atlas")
        .class_if(is_strayed, "is-strayed")
        .class_if(differing.contains(&FieldId::Sbo), "blames-sbo")
        .class_if(differing.contains(&FieldId::Lbo), "blames-lbo")
        .child(
            el("div")
                .class("kernel-shows")
                .child(which_view(is_memory, &on_memory))
                .child(is_strayed.then(strayed))
                .child(what_is_drawn(state.shown.view.shows, false, &on_edit)),
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

/// Legend of the outlines of a wrong read.
fn strayed() -> Element {
    el("p")
        .class("kernel-strayed row small")
        .child(el("i").class("is-actual"))
        .child("actual")
        .child(el("i").class("is-expected"))
        .child("expected")
}
