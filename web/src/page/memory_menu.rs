//! The menu of Memory in the bar: the parts of the memory side, with what each answers. It comes after the start; until then
//! Memory is a link to the first part.

use std::cell::Cell;

use gloo_events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent};

use super::memory_parts::{PARTS, Part, way};
use crate::browser::{document, focus, focus_on, late_style};
use crate::control::move_in_menu;

/// The link in the bar that opens it.
const OPENER: &str = ".bar-page[aria-haspopup]";
/// The button that opens the fold around it on a narrow screen.
const FOLD: &str = ".bar [popovertarget]";
/// The id of the menu.
const LIST: &str = "memory-menu";

thread_local! {
    static IS_KEPT: Cell<bool> = const { Cell::new(false) };
}

/// Opens it from now on, for the life of the page.
pub fn keep() {
    if IS_KEPT.replace(true) {
        return;
    }
    late_style::add(style!("memory-menu.css"));
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&document(), "click", options, |event| {
        match (is_in(event, OPENER), list()) {
            // A link that is to be opened elsewhere is.
            (true, _) if has_modifier(event) => {}
            (true, None) => {
                event.prevent_default();
                let _ = open();
            }
            (true, Some(_)) => {
                event.prevent_default();
                close();
            }
            // A choice, or a press elsewhere.
            (false, _) => close(),
        }
    })
    .forget();
    EventListener::new_with_options(&document(), "keydown", options, |event| {
        let (Some(list), Some(event)) = (list(), event.dyn_ref::<KeyboardEvent>()) else {
            return;
        };
        match &*event.key() {
            "Escape" => {
                close();
                // Only one of both is seen.
                focus(FOLD);
                focus(OPENER);
            }
            "Tab" => close(),
            _ if list.contains(document().active_element().as_deref()) => {
                move_in_menu(event.clone());
            }
            _ => {}
        }
    })
    .forget();
}

fn list() -> Option<Element> {
    document().get_element_by_id(LIST)
}

fn is_in(event: &Event, selector: &str) -> bool {
    let at = event.target().and_then(|at| at.dyn_into::<Element>().ok());
    at.is_some_and(|at| at.closest(selector).ok().flatten().is_some())
}

fn has_modifier(event: &Event) -> bool {
    let event = event.dyn_ref::<MouseEvent>();
    event.is_some_and(|event| event.ctrl_key() || event.meta_key() || event.shift_key())
}

fn opener() -> Option<Element> {
    document().query_selector(OPENER).ok()?
}

fn close() {
    if let Some(list) = list() {
        list.remove();
        if let Some(opener) = opener() {
            let _ = opener.remove_attribute("aria-expanded");
        }
    }
}

fn open() -> Option<()> {
    let opener = opener()?;
    let list = document().create_element("div").ok()?;
    list.set_id(LIST);
    list.set_attribute("role", "menu").ok()?;
    list.set_attribute("aria-label", "Memory").ok()?;
    // Under its opener; on a narrow screen that is folded away, and the style has the place.
    let left = opener.get_bounding_client_rect().left();
    list.set_attribute("style", &format!("left:{left}px"))
        .ok()?;
    for part in PARTS {
        let entry = entry(part)?;
        list.append_child(&entry).ok()?;
    }
    let bar = opener.closest("header").ok()??;
    bar.append_child(&list).ok()?;
    opener.set_attribute("aria-expanded", "true").ok()?;
    focus_on(list.first_element_child());
    Some(())
}

fn entry(part: &Part) -> Option<Element> {
    let link = document().create_element("a").ok()?;
    link.set_attribute("href", &way(&part.route.address(), false))
        .ok()?;
    link.set_attribute("role", "menuitem").ok()?;
    link.set_attribute("tabindex", "-1").ok()?;
    let (title, question) = (part.title, part.question);
    link.set_inner_html(&format!("<b>{title}</b> <small>{question}</small>"));
    Some(link)
}
