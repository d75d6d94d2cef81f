//! The glossary: each word with a small live figure.

use gloo_events::EventListener;
use swizzle_learn::{TERMS, Term};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::address::term_address;
use super::arrived::Arrived;
use super::entry::Entry;
use super::entry_form::Form;
use super::small::of_word;
use crate::browser;
use crate::element::{Attr, Element as El, el, fragment};
use crate::hooks::use_value;
use crate::page::Look;
use crate::page::framed::{Framed, framed};

/// Properties of [`Glossary`].
#[derive(Properties, PartialEq)]
pub(super) struct GlossaryProps {
    /// The term to be seen, by its place.
    pub term: Option<usize>,
    /// What the address named and is not there, in a sentence.
    pub unknown: Option<String>,
    /// Theme and colours.
    pub look: Look,
}

/// All entries. The one that was asked for says all and has its live figure; the others are cards with a small picture
/// and a sentence, which lead to it.
#[component]
pub(super) fn Glossary(props: &GlossaryProps) -> Html {
    use_effect_with(props.term, |term| {
        if let Some(term) = term {
            let heading = format!("#term-{}", TERMS[*term].slug);
            let found = browser::document().query_selector(&heading);
            if let Ok(Some(heading)) = found {
                browser::focus_on(Some(heading.clone()));
                heading.scroll_into_view();
            }
        }
    });
    let (is_printing, look) = (use_printing(), props.look);
    let (sought, on_sought) = use_value(String::new);
    let all = || TERMS.iter().enumerate();
    let has_any = all().any(|(_, term)| is_about(term, &sought));
    // What no entry has as a whole, some may have in part.
    let found = all().filter(|(_, term)| match has_any {
        true => is_about(term, &sought),
        false => words_of(&sought).any(|word| is_about(term, word)),
    });
    let entries: Vec<El> = found
        .map(|(place, term)| {
            let is_open = props.term == Some(place);
            let name = if is_open {
                fragment().child(term.title)
            } else {
                let to = term_address(term.slug);
                el("a").attr(Attr::Href, to).child(term.title)
            };
            let picture = term.picture.as_ref().filter(|_| !is_open);
            let form = if is_open { Form::Whole } else { Form::Words };
            // On paper nothing opens: every entry says what it means, without its figure.
            let body = (is_open || is_printing)
                .then(|| html! { <Entry key={term.slug} {term} look={props.look} {form} /> });
            el("section")
                .class("glossary-entry")
                .class_if(is_open, "is-open")
                .child(picture.map(|picture| of_word(picture, look)))
                .child(
                    el("h2")
                        .attr(Attr::Id, format!("term-{}", term.slug))
                        .attr(Attr::Tabindex, "-1")
                        .child(name),
                )
                .child((!is_open && !is_printing).then(|| el("p").child(term.sentence())))
                .child(body)
        })
        .collect();
    let missing = (!has_any).then(|| {
        let near = match entries.is_empty() {
            true => "",
            false => " These have one of its words:",
        };
        format!("No term has “{}”.{near}", sought.trim())
    });
    let on_input = on_sought
        .reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
    let find = el("label")
        .class("framed-tools")
        .child("Find a term")
        .child(
            el("input")
                .attr(Attr::Type, "search")
                .attr(Attr::Spellcheck, "false")
                .value(sought.clone())
                .on_input(on_input),
        );
    let content = el("div")
        .class("glossary")
        .child(html! { <Arrived /> })
        .child(find)
        .child((props.unknown.clone()).map(|words| el("p").attr(Attr::Role, "status").child(words)))
        .child(
            el("p")
                .class("hint")
                .attr(Attr::Role, "status")
                .child(missing.unwrap_or_default()),
        )
        .child(el("div").class("glossary-entries").children(entries));
    framed(Framed::plain("is-learn", "Glossary", content)).into()
}

/// Whether a text stands in the word or in what it means in short.
fn is_about(term: &Term, sought: &str) -> bool {
    let text = format!("{} {}", term.title, term.sentence()).to_lowercase();
    text.contains(sought.trim().to_lowercase().as_str())
}

/// The words of a text that are long enough to be looked for.
fn words_of(sought: &str) -> impl Iterator<Item = &str> {
    sought.split_whitespace().filter(|word| word.len() > 2)
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
