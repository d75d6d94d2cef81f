//! A kernel's text on its way from a box to the kernel lens.

use std::cell::RefCell;

use swizzle_view::Route;
use wasm_bindgen::JsCast as _;
use web_sys::ClipboardEvent;
use yew::prelude::*;

use crate::browser;

thread_local! {
    static HANDED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// The text that was handed over: it is there once.
pub fn handed_text() -> Option<String> {
    HANDED.take()
}

/// Takes a kernel to the lens; a box has one line, and reads all else. Returns whether the text is one.
pub fn takes_kernel(text: &str) -> bool {
    let has_mma = text.contains("wgmma.mma_async") || text.contains("tcgen05.mma");
    let is_kernel = has_mma && text.trim().contains('\n');
    if is_kernel {
        HANDED.set(Some(text.to_owned()));
        let page = Route::Kernel.address();
        browser::hand_over(&page, &page);
        browser::go_to(&page);
    }
    is_kernel
}

/// Takes a kernel that is pasted into a box to the lens.
pub fn takes_kernels() -> Callback<Event> {
    Callback::from(|event: Event| {
        if pasted_text(&event).is_some_and(|text| takes_kernel(&text)) {
            event.prevent_default();
        }
    })
}

/// The text that is pasted.
pub fn pasted_text(event: &Event) -> Option<String> {
    let event = event.dyn_ref::<ClipboardEvent>()?;
    event.clipboard_data()?.get_data("text/plain").ok()
}
