//! A kernel's text on its way from a box to the kernel lens.

use std::cell::RefCell;

use swizzle_view::Route;
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

/// Takes a kernel that is pasted into a box to the lens; a box has one line, and reads all else.
pub fn takes_kernels() -> Callback<ClipboardEvent> {
    Callback::from(|event: ClipboardEvent| {
        let data = event.clipboard_data();
        let Some(text) = data.and_then(|data| data.get_data("text/plain").ok()) else {
            return;
        };
        let has_mma = text.contains("wgmma.mma_async") || text.contains("tcgen05.mma");
        if has_mma && text.trim().contains('\n') {
            event.prevent_default();
            HANDED.set(Some(text));
            let page = Route::Kernel.address();
            browser::hand_over(&page, &page);
            browser::go_to(&page);
        }
    })
}
