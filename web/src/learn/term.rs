//! A word of the glossary: a link to its entry that opens the entry beside the word.

use gloo_events::EventListener;
use swizzle_learn::TERMS;
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, KeyboardEvent, Node};
use yew::prelude::*;

use super::address::term_address;
use super::entry::{Entry, Form};
use crate::browser;
use crate::element::{Attr, el};
use crate::hooks::use_value;
use crate::page::Look;

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
        .attr(Attr::Href, term_address(props.slug))
        .attr(Attr::AriaExpanded, open.map_or("false", |_| "true"))
        .attr(Attr::AriaControls, open.map(|_| id.clone()))
        .on_click(on_click)
        .child(props.words);
    let entry = open.and_then(|slug| {
        let on_term = on_open.reform(Some);
        let known = TERMS.iter().find(|term| term.slug == slug);
        let form = Form::Beside(id, on_term);
        known.map(|term| html! { <Entry key={slug} {term} look={props.look} {form} /> })
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
