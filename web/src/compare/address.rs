//! The address of both layouts.

use super::*;

/// Keeps the address in step with both, and both with the address.
#[hook]
pub fn use_address(link: &str, on: &Callback<Act>) {
    let on = on.clone();
    let address = use_opened(|hash| pair_to_open(hash).is_some(), move |hash| on.emit(Act::Address(hash)));
    use_effect_with(link.to_owned(), move |link| {
        address.write_soon(link.clone());
        move || address.forget()
    });
}
