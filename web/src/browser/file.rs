//! Files that are chosen or dropped, and canvases of which files are made.

use std::rc::Rc;

use gloo_events::EventListener;
use wasm_bindgen::JsCast as _;
use web_sys::js_sys::Uint8Array;
use web_sys::{CanvasRenderingContext2d, DragEvent, File, FileList, FileReader, HtmlCanvasElement};
use yew::prelude::*;

use super::document;

/// A file: its name and its bytes.
pub type Bytes = (String, Rc<Vec<u8>>);

/// The files of a list.
fn files(list: Option<FileList>) -> Vec<File> {
    let list = list.iter().flat_map(|list| (0..list.length()).filter_map(|at| list.get(at)));
    list.collect()
}

/// Lets files be dropped on what hears it.
pub fn over() -> Callback<DragEvent> {
    Callback::from(|event: DragEvent| event.prevent_default())
}

/// Takes the files that are dropped.
pub fn dropped(on: &Callback<Vec<File>>) -> Callback<DragEvent> {
    on.reform(|event: DragEvent| {
        event.prevent_default();
        files(event.data_transfer().and_then(|data| data.files()))
    })
}

/// Takes the files that are chosen in a field.
pub fn chosen(on: &Callback<Vec<File>>) -> Callback<Event> {
    on.reform(|event: Event| files(event.target_unchecked_into::<web_sys::HtmlInputElement>().files()))
}

/// Reads a file; calls back once it is there. One that cannot be read is empty.
pub fn read(file: &File, on_bytes: Callback<Bytes>) {
    let Ok(reader) = FileReader::new() else {
        return;
    };
    let name = file.name();
    let target = reader.clone();
    EventListener::once(&reader, "loadend", move |_| {
        let bytes = target.result().ok().filter(|result| result.is_object());
        let bytes = bytes.map(|buffer| Uint8Array::new(&buffer).to_vec());
        on_bytes.emit((name, Rc::new(bytes.unwrap_or_default())));
    })
    .forget();
    // A file that cannot be read ends the load, too.
    let _ = reader.read_as_array_buffer(file.unchecked_ref());
}

/// A canvas that is not in the document.
pub fn canvas(width: u32, height: u32) -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    Some((canvas, context))
}
