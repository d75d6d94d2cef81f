//! What of a scrolled element is in view.

use gloo_events::EventListener;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::prelude::Closure;
use web_sys::{HtmlElement, ResizeObserver};
use yew::prelude::*;

use crate::browser::{self, window};
use crate::hooks::use_value;

/// Size and scroll position of an element, in CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewport {
    /// Pixels of the content left of the view.
    pub left: i32,
    /// Pixels of the content above the view.
    pub top: i32,
    /// Width of the view.
    pub width: i32,
    /// Height of the view.
    pub height: i32,
}

impl Viewport {
    /// What a view is likely to have, for the first picture: the browser tells its size only afterwards.
    fn likely() -> Self {
        let of_window = |size: Result<wasm_bindgen::JsValue, _>| {
            size.ok().and_then(|size| size.as_f64()).unwrap_or(1000.0) as i32
        };
        Self {
            left: 0,
            top: 0,
            width: of_window(window().inner_width()) / 4,
            height: of_window(window().inner_height()) / 2,
        }
    }

    /// The present viewport of an element.
    pub fn of(element: &HtmlElement) -> Self {
        Self {
            left: element.scroll_left(),
            top: element.scroll_top(),
            width: element.client_width(),
            height: element.client_height(),
        }
    }
}

/// The viewport of an element, kept up to date while it scrolls and is resized.
#[hook]
pub fn use_viewport(node: &NodeRef) -> Viewport {
    let (viewport, on_look) = use_value(Viewport::likely);
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
                let look = look.clone();
                EventListener::new(&element, "scroll", move |_| look())
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
