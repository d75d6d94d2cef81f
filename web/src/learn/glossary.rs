//! The glossary: each word with a small live figure.

use gloo_events::EventListener;
use swizzle_core::Coord;
use swizzle_learn::{TERMS, Term};
use yew::prelude::*;

use super::figure::{Live, figure, start, use_picture};
use super::heading::Heading;
use super::text::{At, blocks};
use crate::browser;
use crate::element::{Attr, el, fragment};
use crate::hooks::use_value;
use crate::site::Look;

/// Properties of [`Glossary`].
#[derive(Properties, PartialEq)]
pub(super) struct GlossaryProps {
    /// The term to be seen, by its place.
    pub term: Option<usize>,
    /// Theme and colours.
    pub look: Look,
}

/// All entries. Only the one that was asked for says what it means and draws its figure; the others are links to it.
#[component]
pub(super) fn Glossary(props: &GlossaryProps) -> Html {
    use_effect_with(props.term, |term| {
        if let Some(term) = term {
            browser::focus(&format!("#term-{}", TERMS[*term].slug));
        }
    });
    let is_printing = use_printing();
    let entries = TERMS.iter().enumerate().map(|(place, term)| {
        let is_open = props.term == Some(place);
        let name = if is_open {
            fragment().child(term.title)
        } else {
            let to = format!("#/glossary/{}", term.slug);
            el("a").attr(Attr::Href, to).child(term.title)
        };
        // On paper nothing opens: every entry says what it means, without its figure.
        let body = (is_open || is_printing).then(
            || html! { <Entry key={term.slug} {place} look={props.look} has_figure={is_open} /> },
        );
        el("section")
            .class("glossary-entry")
            .class_if(is_open, "is-open")
            .child(
                el("h2")
                    .attr(Attr::Id, format!("term-{}", term.slug))
                    .attr(Attr::Tabindex, "-1")
                    .child(name),
            )
            .child(body)
    });
    el("main")
        .class("glossary")
        .child(html! { <Heading words="Glossary" /> })
        .child(el("div").class("glossary-entries").children(entries))
        .into()
}

/// Properties of [`Entry`].
#[derive(Properties, PartialEq)]
struct EntryProps {
    place: usize,
    look: Look,
    has_figure: bool,
}

/// What a word means, and its figure.
#[component]
fn Entry(props: &EntryProps) -> Html {
    let term: &'static Term = &TERMS[props.place];
    let handle = use_reducer_eq(|| start(&term.figure));
    let (state, dispatch) = (&*handle, handle.dispatcher());
    let (hovered, on_hover) = use_value(|| None::<Coord>);
    let Some(picture) = use_picture(&state.shown) else {
        return Html::default();
    };
    let at = At {
        shown: &state.shown,
        spec: &picture.spec,
        dispatch: &dispatch,
        figure: &term.figure,
        look: props.look,
        on_term: None,
    };
    el("div")
        .class("glossary-body")
        .child(
            el("div")
                .class("learn-text")
                .child(blocks(term.blocks, &at)),
        )
        .child(props.has_figure.then(|| {
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
                on_hover: on_hover.clone(),
                dispatch: &dispatch,
            })
        }))
        .into()
}

/// Whether the page is being printed.
#[hook]
fn use_printing() -> bool {
    let (is_printing, on_printing) = use_value(|| false);
    use_effect_with((), move |()| {
        let listeners = ["beforeprint", "afterprint"].map(|name| {
            let on_printing = on_printing.clone();
            EventListener::new(&browser::window(), name, move |_| {
                on_printing.emit(name == "beforeprint");
            })
        });
        move || drop(listeners)
    });
    is_printing
}
