//! The address of both layouts.

use gloo_events::EventListener;
use swizzle_view::link::pair_to_open;
use yew::prelude::*;

use super::state::Act;
use crate::browser;
use crate::hooks::use_known_address;

/// Keeps the address in step with both, and both with the address.
#[hook]
pub fn use_address(link: &str, on: &Callback<Act>) {
    let address = use_known_address();
    {
        let (address, on) = (address.clone(), on.clone());
        use_effect_with((), move |()| {
            let listener = EventListener::new(&browser::window(), "hashchange", move |_| {
                // It may lead to another page: then it stays unknown, and nothing is written over it.
                if pair_to_open(&browser::hash()).is_some() {
                    on.emit(Act::Address(address.read()));
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
