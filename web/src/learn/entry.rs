//! An entry of the glossary.

use swizzle_core::Operand;
use swizzle_draw::scene::PaneKind;
use swizzle_learn::{FigureKind, Show};
use swizzle_view::shown_from_link;
use yew::prelude::*;

use super::entry_form::{EntryProps, Form, beside, whole};
use super::figure::{Live, figure, start, use_picture, view};
use super::knob::knob;
use super::tensor_entry::TensorEntry;
use super::text::{At, blocks};
use crate::browser;
use crate::view::{use_hover, use_hovered};

/// The operand of the tile in the atlas.
fn operand_in_use() -> Option<Operand> {
    let link = browser::kept("atlas")?;
    let spec = shown_from_link(&link).shown.spec().ok()?;
    Some(spec.reader().operand)
}

/// Meaning of a word, and its figure.
#[component]
pub(super) fn Entry(props: &EntryProps) -> Html {
    let props = *props;
    match props.term.figure.kind() {
        FigureKind::TensorMemory => html! { <TensorEntry ..props /> },
        FigureKind::Tile | FigureKind::Wires => html! { <TileEntry ..props /> },
    }
}

#[component]
fn TileEntry(props: &EntryProps) -> Html {
    let term = props.term;
    let handle = use_reducer_eq(|| {
        let mut state = start(&term.figure);
        // Beside the word of a page its rows have that page's letter; the entry on operands has its own.
        if props.form == Form::Beside && term.slug != "operand" {
            state.shown.said.reader.operand = operand_in_use().or(state.shown.said.reader.operand);
        }
        state
    });
    let (state, dispatch) = (&*handle, handle.dispatcher());
    let hover = use_hover();
    let hovered = use_hovered(&hover);
    let Some(picture) = use_picture(&state.shown) else {
        return Html::default();
    };
    let at = At {
        facts: &picture.spec,
        knob: &|key| knob(key, &term.figure, &state.shown, &dispatch),
    };
    let words = blocks(term.blocks, &at);
    if props.form == Form::Beside {
        let kind = match term.figure.show {
            Show::Memory => PaneKind::Memory,
            Show::Both | Show::Matrix => PaneKind::Matrix,
        };
        let grid = view(
            &picture,
            kind,
            props.look,
            state.shown.pinned,
            &hover,
            &dispatch,
        );
        return beside(term, words, grid);
    }
    let of_whole = || {
        figure(&Live {
            figure: &term.figure,
            of: term.title,
            heading: "h4",
            shown: &state.shown,
            picture: &picture,
            look: props.look,
            shows_descriptor: false,
            is_asking: false,
            hovered,
            hover,
            dispatch: &dispatch,
        })
    };
    whole(term, words, (props.form == Form::Whole).then(of_whole))
}
