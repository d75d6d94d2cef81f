//! The reader's own image in the tile. It stays in this page.

use std::rc::Rc;

use swizzle_core::law::Extent;
use swizzle_draw::image::Image;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, File, HtmlCanvasElement, ImageBitmap};
use yew::platform::spawn_local;
use yew::prelude::*;

use crate::browser::{document, file, window};
use crate::control::{Button, button};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;

/// The image that was asked for.
#[derive(Clone, PartialEq)]
pub(super) struct ImageAsked {
    /// The image, in the size of the tile; none where the drawing stands.
    pub(super) image: Option<Rc<Image>>,
    file: Option<File>,
    is_refused: bool,
    on_file: Callback<Option<File>>,
}

/// An image of a file, scaled to the tile, now and whenever the tile has another size.
#[hook]
pub(super) fn use_own_image(extent: Extent) -> ImageAsked {
    let (file, on_file) = use_value(|| None::<File>);
    let (image, on_image) = use_value(|| None::<Option<Rc<Image>>>);
    use_effect_with((file.clone(), extent), move |(file, extent)| {
        let (file, extent) = (file.clone(), *extent);
        spawn_local(async move {
            let image = match &file {
                Some(file) => Some(scaled(file, extent).await.map(Rc::new)),
                None => None,
            };
            on_image.emit(image);
        });
    });
    ImageAsked {
        is_refused: image == Some(None),
        image: image.flatten(),
        file,
        on_file,
    }
}

/// A file's image with one pixel for each element; none where the browser cannot read it.
async fn scaled(file: &File, extent: Extent) -> Option<Image> {
    let asked = window().create_image_bitmap_with_blob(file).ok()?;
    let bitmap: ImageBitmap = JsFuture::from(asked).await.ok()?.dyn_into().ok()?;
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(extent.k);
    canvas.set_height(extent.mn);
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    let (width, height) = (f64::from(extent.k), f64::from(extent.mn));
    context
        .draw_image_with_image_bitmap_and_dw_and_dh(&bitmap, 0.0, 0.0, width, height)
        .ok()?;
    let data = context.get_image_data(0.0, 0.0, width, height).ok()?;
    Image::from_rgba(extent, &data.data())
}

/// What takes an image that is dropped on it.
pub(super) fn dropped(inner: Element, asked: &ImageAsked) -> Html {
    let on_file = asked.on_file.clone();
    let ondrop = Callback::from(move |event: DragEvent| {
        event.prevent_default();
        on_file.emit(file::dropped(&event).into_iter().next());
    });
    let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
    let inner: Html = inner.into();
    html! { <div class="picture-drop" {ondrop} {ondragover}>{inner}</div> }
}

/// The choice of an image.
pub(super) fn own_image(asked: &ImageAsked) -> Element {
    let field = {
        let on_file = asked.on_file.clone();
        el("input")
            .attr(Attr::Type, "file")
            .attr(Attr::AriaLabel, "Use an image")
            .on_change(Callback::from(move |event: Event| {
                on_file.emit(file::chosen(&event).into_iter().next());
            }))
    };
    let back = asked.file.is_some().then(|| {
        button(Button {
            words: "Back to the drawing",
            on_click: asked.on_file.reform(|_| None),
            ..Button::default()
        })
    });
    let refused = asked.is_refused.then(|| {
        el("span")
            .class("is-wrong")
            .attr(Attr::Role, "alert")
            .child("The browser cannot read an image from this file.")
    });
    fragment()
        .child(
            el("label")
                .class("button picture-file")
                .child("Use an image …")
                .child(field),
        )
        .child(back)
        .child(refused)
}
