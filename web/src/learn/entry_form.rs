//! How an entry of the glossary is shown.

use swizzle_learn::{LESSONS, Term};
use yew::prelude::*;

use super::address::{stop_address, term_address};
use crate::element::{Attr, Content, Element, el, fragment};
use crate::page::Look;

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

/// Properties of an entry.
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

/// Meaning of a word, beside it: with a picture, and links to more about it.
pub(super) fn beside(term: &'static Term, words: Element, picture: impl Content) -> Html {
    let glossary = el("a")
        .attr(Attr::Href, term_address(term.slug))
        .child("Glossary");
    let ways = el("span")
        .class("learn-ways")
        .child(way_to_lesson(term))
        .child(glossary);
    el("span")
        .class("learn-pop stack gap small")
        .attr(Attr::Role, "dialog")
        .attr(Attr::AriaLabel, term.title)
        .attr(Attr::Tabindex, "-1")
        .child(el("strong").child(term.title))
        .child(fragment().child(words))
        .child(picture)
        .child(ways)
        .into()
}

/// The way to the stop that teaches a word.
fn way_to_lesson(term: &Term) -> Option<Element> {
    let (lesson, stop) = term.taught_in()?;
    let title = LESSONS[lesson].stops[stop].title;
    let to = el("a").attr(Attr::Href, stop_address(lesson, stop));
    Some(to.child(format!("Learn: {title}")))
}

/// In the glossary: the words, the way to where they are taught, and the figure where all of it is shown.
pub(super) fn whole(term: &Term, words: Element, figure: Option<Element>) -> Html {
    el("div")
        .class("glossary-body")
        .child(
            el("div")
                .class("learn-text")
                .child(words)
                .child(el("p").class("learn-ways").child(way_to_lesson(term))),
        )
        .child(figure)
        .into()
}
