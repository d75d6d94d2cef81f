//! A menu: a button, and a list of things to do that closes at a choice, at Escape, and at a press or the focus elsewhere.

use gloo_events::EventListener;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, KeyboardEvent, Node};
use yew::prelude::*;

use crate::browser;
use crate::element::{Attr, el};
use crate::hooks::use_value;

/// Properties of [`Menu`].
#[derive(Properties, PartialEq)]
pub struct MenuProps {
    /// Name of the list, and of its button.
    pub name: &'static str,
    /// Its id.
    pub id: &'static str,
    /// The words of each entry.
    pub items: Vec<&'static str>,
    /// Called with the place of the entry that is chosen.
    pub on_choose: Callback<usize>,
}

/// The menu.
#[component]
pub fn Menu(props: &MenuProps) -> Html {
    let (is_open, on_open) = use_value(|| false);
    let around = use_node_ref();
    use_closing(is_open, &around, &on_open);
    let opener = el("button")
        .attr(Attr::Type, "button")
        .class("menu-opener")
        .attr(Attr::AriaLabel, props.name)
        .attr(Attr::Title, props.name)
        .attr(Attr::AriaHaspopup, "menu")
        .attr(Attr::AriaExpanded, if is_open { "true" } else { "false" })
        .attr(Attr::AriaControls, is_open.then_some(props.id))
        .on_click(on_open.reform(move |_| !is_open))
        .child("▾");
    let item = |(at, words): (usize, &&'static str)| {
        let on_choose = props.on_choose.clone();
        let on_open = on_open.clone();
        let around = around.clone();
        let on_click = Callback::from(move |_: MouseEvent| {
            on_choose.emit(at);
            on_open.emit(false);
            focus_opener(&around);
        });
        el("button")
            .attr(Attr::Type, "button")
            .attr(Attr::Role, "menuitem")
            .attr(Attr::Tabindex, "-1")
            .on_click(on_click)
            .child(*words)
    };
    let list = is_open.then(|| {
        el("div")
            .class("menu-list")
            .attr(Attr::Id, props.id)
            .attr(Attr::Role, "menu")
            .attr(Attr::AriaLabel, props.name)
            .on_key(Callback::from(move_in_menu))
            .children(props.items.iter().enumerate().map(item))
    });
    el("span")
        .class("menu")
        .node_ref(&around)
        .child(opener)
        .child(list)
        .into()
}

/// The arrow keys go from entry to entry, Home and End to the ends.
pub fn move_in_menu(event: KeyboardEvent) {
    let Some(at) = event.target().and_then(|at| at.dyn_into::<Element>().ok()) else {
        return;
    };
    let list = at.parent_element();
    let end = |is_last: bool| {
        let list = list.as_ref()?;
        if is_last {
            list.last_element_child()
        } else {
            list.first_element_child()
        }
    };
    let next = match event.key().as_str() {
        "ArrowDown" => at.next_element_sibling().or_else(|| end(false)),
        "ArrowUp" => at.previous_element_sibling().or_else(|| end(true)),
        "Home" => end(false),
        "End" => end(true),
        _ => return,
    };
    event.prevent_default();
    browser::focus_on(next);
}

/// Moves the focus to the first element of a selector in the menu.
fn focus_in(around: &NodeRef, selector: &str) {
    let around = around.cast::<Element>();
    browser::focus_on(around.and_then(|around| around.query_selector(selector).ok()?));
}

fn focus_opener(around: &NodeRef) {
    focus_in(around, "[aria-haspopup]");
}

/// Gives the focus to the first entry of a menu that opens, and closes it again.
#[hook]
fn use_closing(is_open: bool, around: &NodeRef, on_open: &Callback<bool>) {
    let (around, on_open) = (around.clone(), on_open.clone());
    use_effect_with(is_open, move |is_open| {
        if *is_open {
            focus_in(&around, "[role=menuitem]");
        }
        let listen = |name: &'static str| {
            let (around, on_open) = (around.clone(), on_open.clone());
            EventListener::new(&browser::document(), name, move |event| {
                let key = event.dyn_ref::<KeyboardEvent>().map(KeyboardEvent::key);
                let is_escape = key.as_deref() == Some("Escape");
                if is_escape {
                    focus_opener(&around);
                }
                let at = event.target().and_then(|at| at.dyn_into::<Node>().ok());
                let is_inside = around
                    .get()
                    .is_some_and(|around| around.contains(at.as_ref()));
                if is_escape || key.is_none() && !is_inside {
                    on_open.emit(false);
                }
            })
        };
        let listeners = is_open.then(|| ["keydown", "pointerdown", "focusin"].map(listen));
        move || drop(listeners)
    });
}
