//! Files that are chosen or dropped, and canvases of which files are made.

use super::*;
use web_sys::js_sys::Uint8Array;
use web_sys::{CanvasRenderingContext2d, File, FileList};

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

/// The bytes of a file; of one that cannot be read, none.
pub async fn bytes(file: &File) -> Vec<u8> {
    let buffer = JsFuture::from(file.array_buffer()).await;
    buffer.map_or_else(|_| Vec::new(), |buffer| Uint8Array::new(&buffer).to_vec())
}

/// A canvas that is not in the document.
pub fn canvas(width: u32, height: u32) -> Option<(HtmlCanvasElement, CanvasRenderingContext2d)> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let context = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    Some((canvas, context))
}
