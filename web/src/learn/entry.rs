//! An entry of the glossary.

use swizzle_core::Operand;
use swizzle_draw::scene::PaneKind;
use swizzle_learn::{FigureKind, LESSONS, Show, Term};
use swizzle_view::shown_from_link;
use yew::prelude::*;

use super::address::{stop_address, term_address};
use super::figure::{Live, figure, start, use_picture, view};
use super::knob::knob;
use super::tensor_entry::TensorEntry;
use super::text::{At, blocks};
use crate::browser;
use crate::element::{Attr, Content, Element, el, fragment};
use crate::page::Look;
use crate::view::{use_hover, use_hovered};

/// How much of an entry is shown, and where.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Form {
    /// In the glossary, with its figure.
    Whole,
    /// In the glossary, the words alone.
    Words,
    /// Beside its word, with one view.
    Beside,
}

/// Properties of [`Entry`].
#[derive(Properties, Clone, Copy)]
pub(super) struct EntryProps {
    /// The term.
    pub term: &'static Term,
    /// Theme and colours.
    pub look: Look,
    /// How much of it.
    pub form: Form,
}

impl PartialEq for EntryProps {
    fn eq(&self, other: &Self) -> bool {
        self.term.slug == other.term.slug && (self.look, self.form) == (other.look, other.form)
    }
}

/// The operand of the tile in the atlas.
fn operand_in_use() -> Option<Operand> {
    let link = browser::kept("atlas")?;
    let spec = shown_from_link(&link).shown.spec().ok()?;
    Some(spec.reader().operand)
}

/// What a word means, and its figure.
#[component]
pub(super) fn Entry(props: &EntryProps) -> Html {
    let props = *props;
    match props.term.figure.kind() {
        FigureKind::TensorMemory => html! { <TensorEntry ..props /> },
        FigureKind::Tile | FigureKind::Wires => html! { <TileEntry ..props /> },
    }
}

/// A word's meaning beside it: with a picture, and the ways to where more is said.
pub(super) fn beside(term: &'static Term, words: Element, picture: impl Content) -> Html {
    let lesson = term.taught_in().map(|(lesson, stop)| {
        let title = LESSONS[lesson].stops[stop].title;
        el("a")
            .attr(Attr::Href, stop_address(lesson, stop))
            .child(format!("Learn: {title}"))
    });
    let glossary = el("a")
        .attr(Attr::Href, term_address(term.slug))
        .child("Glossary");
    let ways = el("span")
        .class("learn-ways")
        .children(lesson)
        .child(glossary);
    el("span")
        .class("learn-pop")
        .attr(Attr::Role, "dialog")
        .attr(Attr::AriaLabel, term.title)
        .attr(Attr::Tabindex, "-1")
        .child(el("strong").child(term.title))
        .child(fragment().child(words))
        .child(picture)
        .child(ways)
        .into()
}

/// In the glossary: the words, and the figure where all of it is shown.
pub(super) fn whole(words: Element, figure: Option<Element>) -> Html {
    el("div")
        .class("glossary-body")
        .child(el("div").class("learn-text").child(words))
        .child(figure)
        .into()
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
            heading: "h3",
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
    whole(words, (props.form == Form::Whole).then(of_whole))
}
