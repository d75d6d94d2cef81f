//! The glossary: each word with a small live figure.

use gloo_events::EventListener;
use swizzle_learn::{TERMS, Term};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::address::{letter_address, term_address};
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
    /// The letter to be seen.
    pub letter: Option<char>,
    /// Sentence about the name in the address, where it does not exist.
    pub unknown: Option<String>,
    /// Theme and colours.
    pub look: Look,
}

/// All entries. The one that was asked for is shown in full, with its live figure; the others are cards with a small
/// picture and a sentence, which lead to the full entry.
#[component]
pub(super) fn Glossary(props: &GlossaryProps) -> Html {
    use_effect_with(props.term, |term| {
        if let Some(term) = term {
            go_to(&term_id(&TERMS[*term]));
        }
    });
    use_effect_with(props.letter, |letter| {
        if let Some(letter) = letter {
            go_to(&letter_id(*letter));
        }
    });
    let (is_printing, look) = (use_printing(), props.look);
    let (sought, on_sought) = use_value(String::new);
    let all = || TERMS.iter().enumerate();
    let has_any = all().any(|(_, term)| is_about(term, &sought));
    // Where no entry matches the text as a whole, some may match in part.
    let found = all().filter(|(_, term)| match has_any {
        true => is_about(term, &sought),
        false => words_of(&sought).any(|word| is_about(term, word)),
    });
    let found: Vec<(usize, &'static Term)> = found.collect();
    let entry = |(place, term): &(usize, &'static Term)| {
        entry(term, look, props.term == Some(*place), is_printing)
    };
    let groups = || found.chunk_by(|(_, one), (_, next)| one.letter() == next.letter());
    let letters: Vec<char> = groups().map(|group| group[0].1.letter()).collect();
    let groups = groups().map(|group| {
        let letter = group[0].1.letter();
        el("section")
            .class("glossary-letter")
            .child(
                el("h2")
                    .attr(Attr::Id, letter_id(letter))
                    .attr(Attr::Tabindex, "-1")
                    .child(letter.to_string()),
            )
            .child(
                el("div")
                    .class("glossary-entries")
                    .children(group.iter().map(entry)),
            )
    });
    let missing = (!has_any).then(|| {
        let near = match found.is_empty() {
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
        .child(letter_links(&letters))
        .child(el("div").class("glossary-groups").children(groups));
    framed(Framed::plain("is-learn", "Glossary", content)).into()
}

/// An entry: in full, with its live figure, where it is open; otherwise a card that leads to it.
fn entry(term: &'static Term, look: Look, is_open: bool, is_printing: bool) -> El {
    let name = if is_open {
        fragment().child(term.title)
    } else {
        let to = term_address(term.slug);
        el("a").attr(Attr::Href, to).child(term.title)
    };
    let picture = term.picture.as_ref().filter(|_| !is_open);
    let form = if is_open { Form::Whole } else { Form::Words };
    // On paper nothing opens: every entry says what it means, without its figure.
    let body =
        (is_open || is_printing).then(|| html! { <Entry key={term.slug} {term} {look} {form} /> });
    el("section")
        .class("glossary-entry")
        .class_if(is_open, "is-open")
        .child(picture.map(|picture| of_word(picture, look)))
        .child(
            el("h3")
                .attr(Attr::Id, term_id(term))
                .attr(Attr::Tabindex, "-1")
                .child(name),
        )
        .child((!is_open && !is_printing).then(|| el("p").child(term.sentence())))
        .child(body)
}

/// The alphabet; letters under which there are terms lead to these.
fn letter_links(letters: &[char]) -> El {
    let link = |letter: char| match letters.contains(&letter) {
        true => el("a")
            .attr(Attr::Href, letter_address(letter))
            // Also where the address is that of the letter already.
            .on_click(Callback::from(move |_: MouseEvent| {
                go_to(&letter_id(letter))
            })),
        false => el("span").attr(Attr::AriaHidden, "true"),
    };
    el("nav")
        .class("glossary-letters")
        .attr(Attr::AriaLabel, "Letters")
        .children(('A'..='Z').map(|letter| link(letter).child(letter.to_string())))
}

/// The id of a letter's heading.
fn letter_id(letter: char) -> String {
    format!("letter-{letter}")
}

/// The id of a term's heading.
fn term_id(term: &Term) -> String {
    format!("term-{}", term.slug)
}

/// Gives the focus to a heading, and scrolls there.
fn go_to(id: &str) {
    let heading = browser::document().get_element_by_id(id);
    if let Some(heading) = heading {
        browser::focus_on(Some(heading.clone()));
        heading.scroll_into_view();
    }
}

/// Whether a text occurs in the word or in its short explanation.
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
