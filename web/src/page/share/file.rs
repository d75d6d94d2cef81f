//! Files that the browser makes, saves and copies.

use super::*;
use crate::browser::file::canvas;
use crate::browser::{clipboard, document, when_copied};
use wasm_bindgen::prelude::*;
use web_sys::js_sys::{Array, Object, Promise, Reflect};
use web_sys::{BlobPropertyBag, ClipboardItem, HtmlAnchorElement, Url};
use yew::Callback;

/// A file, and its address in this page until it is dropped.
pub struct TextFile {
    pub blob: Blob,
    pub address: String,
}

impl TextFile {
    /// A file of text.
    pub fn of(text: &str, mime: &str) -> Option<Self> {
        let options = BlobPropertyBag::new();
        options.set_type(mime);
        let parts = Array::of1(&text.into());
        Self::with_address(Blob::new_with_str_sequence_and_options(&parts, &options).ok()?)
    }

    fn with_address(blob: Blob) -> Option<Self> {
        let address = Url::create_object_url_with_blob(&blob).ok()?;
        Some(Self { blob, address })
    }
}

impl Drop for TextFile {
    fn drop(&mut self) {
        let _ = Url::revoke_object_url(&self.address);
    }
}

/// Saves a file under a name, as a link would.
pub fn save(file: &Blob, name: &str) {
    let link = document().create_element("a").ok();
    let link = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
    let Some((link, file)) = link.zip(TextFile::with_address(file.clone())) else {
        return;
    };
    link.set_href(&file.address);
    link.set_download(name);
    link.click();
    // Browsers read the file after the click.
    gloo_timers::callback::Timeout::new(60_000, move || drop(file)).forget();
}

/// Draws a picture so many times as large as it is, as PNG; calls back with none where the browser cannot.
pub fn png(picture: &HtmlImageElement, scale: u32, on_made: Callback<Option<Blob>>) {
    if draw(picture, scale, on_made.clone()).is_none() {
        on_made.emit(None);
    }
}

fn draw(picture: &HtmlImageElement, scale: u32, on_made: Callback<Option<Blob>>) -> Option<()> {
    let [width, height] = [picture.natural_width(), picture.natural_height()].map(|side| side * scale);
    let (canvas, context) = canvas(width, height)?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(picture, 0.0, 0.0, width.into(), height.into())
        .ok()?;
    let made = Closure::once_into_js(move |file: Option<Blob>| on_made.emit(file));
    canvas.to_blob(made.unchecked_ref()).ok()
}

/// Copies a picture; called back with whether it was.
pub fn copy_picture(file: &Blob, then: Callback<bool>) {
    let kinds = Object::new();
    let held = Reflect::set(&kinds, &file.type_().into(), &Promise::resolve(file));
    let item = ClipboardItem::new_with_record_from_str_to_blob_promise(&kinds);
    let item = held.ok().and(item.ok());
    let asked = clipboard().zip(item);
    when_copied(asked.map(|(clipboard, item)| clipboard.write(&Array::of1(&item))), then);
}
