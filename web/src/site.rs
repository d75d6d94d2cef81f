//! Which page an address opens: the atlas itself, or the lessons, which are loaded when they are asked for.

use gloo_events::EventListener;
use swizzle_core::{Palette, Theme};
use yew::prelude::*;

use crate::app::App;
use crate::browser;
use crate::element::{Attr, el};
use crate::hooks::use_value;
use crate::later::use_lessons;

/// The page of the address.
#[component]
pub fn Site() -> Html {
    // Only what leads to or through the lessons: the atlas keeps its own account of the address.
    let (lesson, on_lesson) = use_value(lesson_address);
    use_effect_with((), move |()| {
        let listener = EventListener::new(&browser::window(), "hashchange", move |_| {
            on_lesson.emit(lesson_address());
        });
        move || drop(listener)
    });
    match lesson {
        None => html! { <App /> },
        Some(address) => html! { <Lessons {address} /> },
    }
}

/// The address, if it is one of the lessons or of the glossary.
fn lesson_address() -> Option<String> {
    let hash = browser::hash();
    let is_lesson = ["#/learn", "#/glossary"]
        .iter()
        .any(|start| hash.starts_with(start));
    is_lesson.then_some(hash)
}

/// Properties of [`Lessons`].
#[derive(Properties, PartialEq)]
struct LessonsProps {
    address: String,
}

/// How the page of a lesson looks.
#[derive(Clone, Copy, PartialEq)]
pub struct Look {
    /// The page's theme.
    pub theme: Theme,
    /// Cell colours.
    pub palette: Palette,
}

#[component]
fn Lessons(props: &LessonsProps) -> Html {
    let (arrival, ask) = use_lessons();
    let (look, on_look) = use_value(|| Look {
        theme: browser::remembered_theme(),
        palette: browser::remembered_palette(),
    });
    use_effect_with(look.theme, |theme| browser::set_theme(*theme));
    match arrival {
        Some(Ok(page)) => page(props.address.clone(), look, on_look),
        Some(Err(_)) => {
            let again = el("button")
                .class("button")
                .attr(Attr::Type, "button")
                .on_click(ask.reform(|_| ()))
                .child("Try again");
            el("main")
                .class("learn-wait")
                .child(el("p").child("The lessons could not be loaded. "))
                .child(again)
                .into()
        }
        None => el("main")
            .class("learn-wait")
            .child(el("p").child("The lessons are loading…"))
            .into(),
    }
}
