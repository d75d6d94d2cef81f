//! Whether the host can be reached.

use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCache, RequestInit};

use super::{base, window};

/// Whether the host answers at all, asked past the browser's cache.
pub async fn answers() -> bool {
    let init = RequestInit::new();
    init.set_method("HEAD");
    init.set_cache(RequestCache::NoStore);
    let asked = window().fetch_with_str_and_init(&base(), &init);
    JsFuture::from(asked).await.is_ok()
}

/// Loads the page anew, at the address that it has.
pub fn reload() {
    let _ = window().location().reload();
}
