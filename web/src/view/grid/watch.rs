//! Watches what of a view is seen, while it scrolls, is resized and is printed.

use gloo_events::EventListener;
use swizzle_draw::scene::SceneKind;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{HtmlElement, ResizeObserver};
use yew::prelude::*;

use super::linked::Linked;
use super::viewport::Viewport;
use crate::browser::{self, window};
use crate::hooks::use_value;

/// The viewport of an element, kept up to date while it scrolls and is resized.
#[hook]
pub(super) fn use_viewport(node: &NodeRef, linked: Option<(Linked, SceneKind)>) -> Viewport {
    let (viewport, on_look) = use_value(match &linked {
        None => Viewport::unknown,
        Some((_, SceneKind::Matrix)) => || Viewport::of_shell(SceneKind::Matrix),
        Some((_, SceneKind::Memory)) => || Viewport::of_shell(SceneKind::Memory),
    });
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
            // On paper there is more room, which no observer tells in time. The second look is at the height that the cells
            // take in the width of the first.
            let events = [
                ("beforeprint", true),
                ("beforeprint", true),
                ("afterprint", false),
            ];
            let on_print = events.map(|(event, prints)| {
                let look = look.clone();
                EventListener::new(&window(), event, move |_| {
                    browser::set_printing(prints);
                    look();
                })
            });
            let on_resize = Closure::<dyn FnMut()>::new(look);
            let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref())
                .expect("a resize observer can be made");
            observer.observe(&element);
            move || {
                observer.disconnect();
                drop((on_scroll, on_print, on_resize));
            }
        });
    }
    viewport
}
