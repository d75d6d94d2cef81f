//! A word of the glossary: a link to its entry that opens the entry beside the word.

use gloo_events::EventListener;
use swizzle_core::scene::SceneKind;
use swizzle_learn::{Show, TERMS};
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, KeyboardEvent, Node};
use yew::prelude::*;

use super::figure::{start, use_picture, view};
use super::text::{At, blocks};
use crate::browser;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::site::Look;

/// Properties of [`TermLink`].
#[derive(Properties, PartialEq)]
pub(super) struct TermLinkProps {
    /// The words in the text.
    pub words: &'static str,
    /// The entry, by its slug.
    pub slug: &'static str,
    /// Theme and colours.
    pub look: Look,
    /// Called in place of opening beside the word.
    pub on_term: Option<Callback<&'static str>>,
}

/// The word. A plain press opens the entry beside it; every other way to follow a link leads to the glossary.
#[component]
pub(super) fn TermLink(props: &TermLinkProps) -> Html {
    let (open, on_open) = use_value(|| None::<&'static str>);
    let (around, link) = (use_node_ref(), use_node_ref());
    use_closing(open.is_some(), &around, &link, &on_open);
    {
        let (around, open) = (around.clone(), open);
        use_effect_with(open, move |open| {
            if open.is_some() {
                let entry = around.cast::<web_sys::Element>();
                let entry = entry.and_then(|around| around.query_selector(".learn-pop").ok()?);
                focus(entry.and_then(|entry| entry.dyn_into().ok()));
            }
        });
    }
    let on_click = {
        let (slug, on_open) = (props.slug, on_open.clone());
        let on_term = props.on_term.clone();
        Callback::from(move |event: MouseEvent| {
            let is_plain = !(event.ctrl_key() || event.meta_key() || event.shift_key());
            if is_plain && event.button() == 0 {
                event.prevent_default();
                match &on_term {
                    Some(on_term) => on_term.emit(slug),
                    None => on_open.emit(Some(slug).filter(|_| open.is_none())),
                }
            }
        })
    };
    let id = format!("entry-{}", props.slug);
    let word = el("a")
        .node_ref(&link)
        .class("learn-term")
        .attr(Attr::Href, address(props.slug))
        .attr(Attr::AriaExpanded, open.map_or("false", |_| "true"))
        .attr(Attr::AriaControls, open.map(|_| id.clone()))
        .on_click(on_click)
        .child(props.words);
    let entry = open.map(|slug| {
        let on_term = on_open.reform(Some);
        html! { <Entry key={slug} {slug} {id} look={props.look} {on_term} /> }
    });
    el("span")
        .node_ref(&around)
        .class("learn-about")
        .child(word)
        .child(entry)
        .into()
}

/// Closes what is open: Escape, from which the focus returns to the word; a press or the focus elsewhere.
#[hook]
fn use_closing(
    is_open: bool,
    around: &NodeRef,
    link: &NodeRef,
    on_open: &Callback<Option<&'static str>>,
) {
    let (around, link, on_open) = (around.clone(), link.clone(), on_open.clone());
    use_effect_with(is_open, move |is_open| {
        let listen = |name: &'static str, around: NodeRef| {
            let (link, on_open) = (link.clone(), on_open.clone());
            EventListener::new(&browser::document(), name, move |event| {
                let is_escape = event
                    .dyn_ref::<KeyboardEvent>()
                    .is_some_and(|event| event.key() == "Escape");
                if is_escape {
                    focus(link.cast());
                }
                let at = event.target().and_then(|at| at.dyn_into::<Node>().ok());
                let is_inside = around
                    .get()
                    .is_some_and(|around| around.contains(at.as_ref()));
                if is_escape || name != "keydown" && !is_inside {
                    on_open.emit(None);
                }
            })
        };
        let listeners = is_open.then(|| {
            ["keydown", "pointerdown", "focusin"].map(|name| listen(name, around.clone()))
        });
        move || drop(listeners)
    });
}

fn focus(element: Option<HtmlElement>) {
    if let Some(element) = element {
        let _ = element.focus();
    }
}

fn address(slug: &str) -> String {
    format!("#/glossary/{slug}")
}

/// Properties of [`Entry`].
#[derive(Properties, PartialEq)]
struct EntryProps {
    slug: &'static str,
    id: String,
    look: Look,
    on_term: Callback<&'static str>,
}

/// The entry: what the word means, a view of its figure, and the way to the glossary.
#[component]
fn Entry(props: &EntryProps) -> Html {
    let known = TERMS.iter().find(|term| term.slug == props.slug);
    let term = known.unwrap_or(&TERMS[0]);
    let handle = use_reducer_eq(|| start(&term.figure));
    let (state, dispatch) = (&*handle, handle.dispatcher());
    let (hovered, on_hover) = use_value(|| None);
    let Some(picture) = use_picture(&state.shown) else {
        return Html::default();
    };
    let words = blocks(
        term.blocks,
        &At {
            shown: &state.shown,
            spec: &picture.spec,
            dispatch: &dispatch,
            figure: &term.figure,
            look: props.look,
            on_term: Some(props.on_term.clone()),
        },
    );
    let kind = match term.figure.show {
        Show::Memory => SceneKind::Memory,
        Show::Both | Show::Matrix => SceneKind::Matrix,
    };
    let grid = view(
        &picture,
        kind,
        props.look,
        (hovered, state.shown.pinned),
        &on_hover,
        &dispatch,
    );
    let way: Element = el("a")
        .attr(Attr::Href, address(term.slug))
        .child("Open in the glossary");
    el("span")
        .class("learn-pop")
        .attr(Attr::Id, props.id.clone())
        .attr(Attr::Role, "dialog")
        .attr(Attr::AriaLabel, term.title)
        .attr(Attr::Tabindex, "-1")
        .child(el("strong").child(term.title))
        .child(fragment().child(words))
        .child(grid)
        .child(way)
        .into()
}
