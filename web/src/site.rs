//! Which page an address opens: the atlas itself, or one that is loaded when it is asked for.

use gloo_events::EventListener;
use swizzle_core::{Palette, Theme};
use yew::prelude::*;

use crate::app::App;
use crate::browser;
use crate::element::{Attr, el};
use crate::hooks::use_value;
use crate::later::use_page;

/// The page of the address.
#[component]
pub fn Site() -> Html {
    // Only what leads to or through the other pages: the atlas keeps its own account of the address.
    let (place, on_place) = use_value(place);
    use_effect_with((), move |()| {
        let listener = EventListener::new(&browser::window(), "hashchange", move |_| {
            on_place.emit(self::place());
        });
        move || drop(listener)
    });
    match place {
        None => html! { <App /> },
        Some(page) => {
            let key = page.key();
            html! { <Loaded {key} {page} /> }
        }
    }
}

/// A page that is loaded when it is opened.
#[derive(Clone, PartialEq)]
pub enum Page {
    /// Lessons and glossary, at an address of theirs.
    Lessons(String),
    /// Two layouts side by side, which keep their own account of the address.
    Compare,
    /// The figure alone, in a page of somebody else; likewise.
    Embed,
}

impl Page {
    /// What tells pages apart, whatever address of theirs is open.
    fn key(&self) -> u32 {
        match self {
            Self::Lessons(_) => 0,
            Self::Compare => 1,
            Self::Embed => 2,
        }
    }
}

/// The page that the address opens; none is the atlas.
fn place() -> Option<Page> {
    let hash = browser::hash();
    let starts = |starts: &[&str]| starts.iter().any(|start| hash.starts_with(start));
    if starts(&["#/learn", "#/glossary"]) {
        Some(Page::Lessons(hash))
    } else if starts(&["#/compare/"]) {
        Some(Page::Compare)
    } else if browser::value_in(&browser::query(), "embed").is_some() {
        Some(Page::Embed)
    } else {
        None
    }
}

/// Properties of [`Loaded`].
#[derive(Properties, PartialEq)]
struct LoadedProps {
    page: Page,
}

/// How such a page looks.
#[derive(Clone, Copy, PartialEq)]
pub struct Look {
    /// The page's theme.
    pub theme: Theme,
    /// Cell colours.
    pub palette: Palette,
}

#[component]
fn Loaded(props: &LoadedProps) -> Html {
    let (arrival, ask) = use_page(&props.page);
    let (look, on_look) = use_value(|| Look {
        theme: browser::remembered_theme(),
        palette: browser::remembered_palette(),
    });
    use_effect_with(look.theme, |theme| browser::set_theme(*theme));
    match arrival {
        Some(Ok(page)) => page(&props.page, look, on_look),
        Some(Err(_)) => {
            let again = el("button")
                .class("button")
                .attr(Attr::Type, "button")
                .on_click(ask.reform(|_| ()))
                .child("Try again");
            el("main")
                .class("learn-wait")
                .child(el("p").child("This page could not be loaded. "))
                .child(again)
                .into()
        }
        None => el("main")
            .class("learn-wait")
            .child(el("p").child("Loading…"))
            .into(),
    }
}
