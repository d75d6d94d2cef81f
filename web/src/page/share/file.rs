//! Files that the browser makes, saves and copies.

use wasm_bindgen::prelude::*;
use web_sys::js_sys::{Array, Object, Promise, Reflect};
use web_sys::{
    Blob, BlobPropertyBag, CanvasRenderingContext2d, ClipboardItem, HtmlAnchorElement,
    HtmlCanvasElement, HtmlImageElement, Url,
};
use yew::Callback;

use crate::browser::{clipboard, document, when_copied};

/// A file of text.
pub(super) fn text_file(text: &str, mime: &str) -> Option<Blob> {
    let options = BlobPropertyBag::new();
    options.set_type(mime);
    Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options).ok()
}

/// The address of a file in this page, until it is dropped.
pub(super) struct FileAddress(pub(super) String);

impl FileAddress {
    /// Gives a file an address.
    pub(super) fn of(file: &Blob) -> Option<Self> {
        Url::create_object_url_with_blob(file).ok().map(Self)
    }
}

impl Drop for FileAddress {
    fn drop(&mut self) {
        let _ = Url::revoke_object_url(&self.0);
    }
}

/// Saves a file under a name, as a link would.
pub(super) fn save(file: &Blob, name: &str) {
    let Some(address) = FileAddress::of(file) else {
        return;
    };
    let link = document().create_element("a").ok();
    if let Some(link) = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok()) {
        link.set_href(&address.0);
        link.set_download(name);
        link.click();
    }
    // Browsers read the file after the click.
    gloo_timers::callback::Timeout::new(60_000, move || drop(address)).forget();
}

/// Draws a picture so many times as large as it is, as PNG; calls back with none where the browser cannot.
pub(super) fn png(picture: &HtmlImageElement, scale: u32, on_made: Callback<Option<Blob>>) {
    if draw(picture, scale, on_made.clone()).is_none() {
        on_made.emit(None);
    }
}

fn draw(picture: &HtmlImageElement, scale: u32, on_made: Callback<Option<Blob>>) -> Option<()> {
    let canvas = document().create_element("canvas").ok()?;
    let canvas = canvas.dyn_into::<HtmlCanvasElement>().ok()?;
    let (width, height) = (
        picture.natural_width() * scale,
        picture.natural_height() * scale,
    );
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok()??;
    let context = context.dyn_into::<CanvasRenderingContext2d>().ok()?;
    context
        .draw_image_with_html_image_element_and_dw_and_dh(
            picture,
            0.0,
            0.0,
            f64::from(width),
            f64::from(height),
        )
        .ok()?;
    let made = Closure::once_into_js(move |file: Option<Blob>| on_made.emit(file));
    canvas.to_blob(made.unchecked_ref()).ok()
}

/// Copies a picture; called back with whether it was.
pub(super) fn copy_picture(file: &Blob, then: impl FnOnce(bool) + 'static) {
    let kinds = Object::new();
    let held = Reflect::set(&kinds, &file.type_().into(), &Promise::resolve(file));
    let item = ClipboardItem::new_with_record_from_str_to_blob_promise(&kinds);
    let item = held.ok().and(item.ok());
    let asked = clipboard().zip(item);
    when_copied(
        asked.map(|(clipboard, item)| clipboard.write(&Array::of1(&item))),
        then,
    );
}
