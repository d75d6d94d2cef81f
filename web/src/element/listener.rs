//! Event listeners of an element.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{ClipboardEvent, Event};
use yew::prelude::*;
use yew::virtual_dom::{Listener, ListenerKind};

use super::Element;

/// Calls back with events of one kind.
struct On<E> {
    /// A function: copying a kind is more code than making one.
    kind: fn() -> ListenerKind,
    callback: Callback<E>,
}

impl<E: JsCast> Listener for On<E> {
    fn kind(&self) -> ListenerKind {
        (self.kind)()
    }

    fn handle(&self, event: Event) {
        self.callback.emit(event.unchecked_into());
    }

    fn passive(&self) -> bool {
        false
    }
}

macro_rules! listeners {
    ($($method:ident = $kind:ident($event:ty),)*) => {
        impl Element {
            $(
                #[doc = concat!("Calls back with each `", stringify!($kind), "`.")]
                #[inline(never)]
                pub fn $method(self, callback: Callback<$event>) -> Self {
                    let kind = || ListenerKind::$kind;
                    self.listen(Rc::new(On { kind, callback }))
                }
            )*
        }
    };
}

listeners! {
    on_click = onclick(MouseEvent),
    on_input = oninput(InputEvent),
    on_change = onchange(Event),
    on_toggle = ontoggle(Event),
    on_submit = onsubmit(SubmitEvent),
    on_focus = onfocus(FocusEvent),
    on_blur = onblur(FocusEvent),
    on_paste = onpaste(ClipboardEvent),
    on_key = onkeydown(KeyboardEvent),
    on_pointer_down = onpointerdown(PointerEvent),
    on_pointer_move = onpointermove(PointerEvent),
    on_pointer_leave = onpointerleave(PointerEvent),
}
