//! Watches what of a view is seen, while it scrolls, is resized and is printed.

use std::cell::Cell;
use std::rc::Rc;

use gloo_events::{EventListener, EventListenerOptions};
use swizzle_draw::scene::PaneKind;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{HtmlElement, ResizeObserver};
use yew::prelude::*;

use super::linked::Linked;
use super::viewport::Viewport;
use crate::browser::{self, window};
use crate::hooks::use_settled;

/// The viewport of what is drawn in another size where its width changes: another one counts a frame after it was observed, since
/// browsers call it a loop otherwise. The first one does at once.
#[hook]
pub(super) fn use_settled_viewport(node: &NodeRef) -> Viewport {
    let viewport = use_viewport(node, None);
    let settled = use_settled(&viewport.width);
    // Paper does not wait for a frame.
    let width = match settled > 0 && !viewport.prints {
        true => settled,
        false => viewport.width,
    };
    Viewport { width, ..viewport }
}

/// The viewport of an element, kept up to date while it scrolls and is resized.
#[hook]
pub(super) fn use_viewport(node: &NodeRef, linked: Option<(Linked, PaneKind)>) -> Viewport {
    let kind = linked.as_ref().map(|(_, kind)| *kind);
    let handle = use_state_eq(|| kind.map_or(Viewport::unknown(), Viewport::of_shell));
    let (viewport, on_look) = (*handle, handle.setter().to_callback());
    let is_linked = linked.is_some();
    {
        let node = node.clone();
        use_effect_with((), move |()| {
            let element = node.cast::<HtmlElement>().expect("the view is mounted");
            let look = {
                let element = element.clone();
                move || on_look.emit(Viewport::of(&element))
            };
            look();
            let on_scroll = {
                let (look, scrolled) = (look.clone(), element.clone());
                EventListener::new(&element, "scroll", move |_| {
                    if let Some((linked, kind)) = &linked {
                        linked.follow(*kind, &scrolled);
                    }
                    look();
                })
            };
            // On paper there is more room, which no observer tells in time. All views look at it before one looks again: what
            // one takes leaves the others another room. The second look is at the height that the cells take in the width of
            // the first, and from where it is scrolled then. What a listener changes is drawn before the next one is called:
            // the third is there for the last view, which would be printed as it was.
            let first = EventListenerOptions::run_in_capture_phase();
            let later = EventListenerOptions::default();
            let events = [
                ("beforeprint", true, first),
                ("beforeprint", true, later),
                ("beforeprint", true, later),
                ("afterprint", false, later),
            ];
            let on_print = events.map(|(event, prints, round)| {
                let look = look.clone();
                EventListener::new_with_options(&window(), event, round, move |_| {
                    browser::set_printing(prints);
                    look();
                })
            });
            let on_frame = Closure::<dyn FnMut()>::new(look.clone());
            let asked = Rc::new(Cell::new(0));
            let on_resize = {
                let (next, asked) = (on_frame.as_ref().clone(), asked.clone());
                Closure::<dyn FnMut()>::new(move || {
                    // Linked views have a height of their own. One that follows its cells is looked at in the frame after:
                    // to be drawn in another size while it is observed is a loop to browsers.
                    if is_linked {
                        return look();
                    }
                    let asked_now = window().request_animation_frame(next.unchecked_ref());
                    asked.set(asked_now.unwrap_or(0));
                })
            };
            let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref())
                .expect("a resize observer can be made");
            observer.observe(&element);
            move || {
                observer.disconnect();
                let _ = window().cancel_animation_frame(asked.get());
                drop((on_scroll, on_print, on_resize, on_frame));
            }
        });
    }
    viewport
}
