//! The address of two layouts, kept in step with both.

use gloo_events::EventListener;
use swizzle_view::link::{names_second, pair_to_open};
use yew::prelude::*;

use crate::browser;
use crate::hooks::{use_known_address, use_value};
use crate::state::{Action, Dispatch};

/// The two links of the present address.
pub(super) fn links() -> [String; 2] {
    pair_to_open(&browser::hash()).unwrap_or_default()
}

/// Whether the second layout is still unspecified: the address names none, and it has no edits.
#[hook]
pub(super) fn use_asks(is_changed: bool) -> (bool, Callback<bool>) {
    let (asks, on_asks) = use_value(|| !names_second(&browser::hash()));
    {
        let on_asks = on_asks.clone();
        use_effect_with((), move |()| {
            let listener = EventListener::new(&browser::window(), "hashchange", move |_| {
                let hash = browser::hash();
                if pair_to_open(&hash).is_some() {
                    on_asks.emit(!names_second(&hash));
                }
            });
            move || drop(listener)
        });
    }
    (asks && !is_changed, on_asks)
}

/// Keeps the address in step with the states, and the states with the address.
#[hook]
pub(super) fn use_pair_address(link: &str, dispatches: [Dispatch; 2]) {
    let [first, second] = dispatches;
    let address = use_known_address();
    {
        let address = address.clone();
        use_effect_with((), move |()| {
            let listener = EventListener::new(&browser::window(), "hashchange", move |_| {
                // It may lead to another page: then it stays unknown, and nothing is written over it.
                if let Some([first_link, second_link]) = pair_to_open(&browser::hash()) {
                    address.read();
                    first.dispatch(Action::Address(first_link));
                    second.dispatch(Action::Address(second_link));
                }
            });
            move || drop(listener)
        });
    }
    use_effect_with(link.to_owned(), move |link| {
        address.write_soon(link.clone());
        move || address.forget()
    });
}
