//! The lessons and the glossary: everything here is loaded when one of them is opened.

mod ask;
mod bits;
mod course;
mod entry;
mod figure;
mod glossary;
mod heading;
mod knob;
mod place;
mod progress;
mod stop;
mod style;
mod term;
mod text;
mod whole;

use yew::prelude::*;

use crate::browser;
use crate::button::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::site::Look;
use place::Place;
use swizzle_core::Theme;

/// The page of an address of the lessons or the glossary.
pub fn learn(address: String, look: Look, on_look: Callback<Look>) -> Html {
    style::add();
    let place = Place::of(&address);
    browser::set_title(&format!("{} – Swizzle Atlas", place.title()));
    let page = match place {
        Place::Course => course::course(),
        Place::Glossary(term) => html! { <glossary::Glossary {term} {look} /> },
        Place::Stop { lesson, stop } => {
            html! { <stop::StopPage key={address} {lesson} {stop} {look} /> }
        }
        Place::Whole(lesson) => whole::whole(lesson, look),
    };
    fragment().child(bar(look, on_look)).child(page).into()
}

/// The bar at the top: the ways out, and the theme.
fn bar(look: Look, on_look: Callback<Look>) -> Element {
    let (other, words) = match look.theme {
        Theme::Light => (Theme::Dark, "Dark"),
        Theme::Dark => (Theme::Light, "Light"),
    };
    let theme = button(Button {
        words,
        name: Some(format!("{words} theme")),
        on_click: Callback::from(move |_| {
            browser::remember_theme(other);
            on_look.emit(Look {
                theme: other,
                ..look
            });
        }),
        ..Button::default()
    });
    let link = |words: &'static str, to: &'static str| {
        el("a").class("button").attr(Attr::Href, to).child(words)
    };
    el("header")
        .class("bar")
        .child(
            el("a")
                .class("bar-name")
                .attr(Attr::Href, "#/")
                .child("Swizzle Atlas"),
        )
        .child(el("span").class("bar-words").child("lessons and glossary"))
        .child(
            el("nav")
                .class("bar-actions")
                .attr(Attr::AriaLabel, "Page")
                .child(link("Lessons", "#/learn"))
                .child(link("Glossary", "#/glossary"))
                .child(link("Atlas", "#/"))
                .child(theme),
        )
}
