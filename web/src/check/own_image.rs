//! The reader's own image in the tile. It stays in this browser, also for the next visit.

use super::*;
use crate::browser::file::canvas;
use crate::browser::{remember, remembered, window};
use wasm_bindgen_futures::JsFuture;
use web_sys::ImageBitmap;

/// Key under which the browser remembers the image.
const KEPT: &str = "image";
/// Pixels along each side of what it remembers: the most that a picture shows.
const SIDE: u32 = 256;

/// The image that was asked for.
#[derive(Clone, PartialEq)]
pub struct ImageAsked {
    /// The image, in the size of the tile; none where the drawing is shown.
    pub image: Option<Rc<Image>>,
    /// Its address, with all of it in it.
    address: Option<Rc<str>>,
    is_refused: bool,
    /// Takes the file of an image, the first of these, or none for the drawing.
    pub on_files: Callback<Vec<File>>,
}

/// An image of a file, scaled to the tile, now and whenever the tile has another size.
#[hook]
pub fn use_own_image(extent: Extent) -> ImageAsked {
    let (address, on_address) = use_value(|| {
        let kept = remembered(KEPT).filter(|address| !address.is_empty());
        kept.map(Rc::<str>::from)
    });
    let (is_refused, on_refused) = use_value(|| false);
    let image = use_later(WAIT_MS, (address.clone(), extent), |(address, extent), _| async move {
        scaled(&address?, extent).await.map(Rc::new)
    });
    let on_files = use_callback((), move |files: Vec<File>, ()| {
        let file = files.into_iter().next();
        let (on_address, on_refused) = (on_address.clone(), on_refused.clone());
        spawn_local(async move {
            let address = match &file {
                Some(file) => address_of(file).await,
                None => None,
            };
            let is_refused = file.is_some() && address.is_none();
            on_refused.emit(is_refused);
            if !is_refused {
                remember(KEPT, address.as_deref().unwrap_or_default());
                on_address.emit(address.map(Rc::from));
            }
        });
    });
    ImageAsked { image, address, is_refused, on_files }
}

/// A file's image as an address that has all of it; none where the browser cannot read it.
async fn address_of(file: &File) -> Option<String> {
    let asked = window().create_image_bitmap_with_blob(file).ok()?;
    let bitmap: ImageBitmap = JsFuture::from(asked).await.ok()?.dyn_into().ok()?;
    let (canvas, context) = canvas(SIDE, SIDE)?;
    let side = f64::from(SIDE);
    context.draw_image_with_image_bitmap_and_dw_and_dh(&bitmap, 0.0, 0.0, side, side).ok()?;
    canvas.to_data_url().ok()
}

/// The image at an address, with one pixel for each element.
async fn scaled(address: &str, extent: Extent) -> Option<Image> {
    let image = HtmlImageElement::new().ok()?;
    image.set_src(address);
    JsFuture::from(image.decode()).await.ok()?;
    let (_, context) = canvas(extent.k, extent.mn)?;
    let (width, height) = (f64::from(extent.k), f64::from(extent.mn));
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height).ok()?;
    let data = context.get_image_data(0.0, 0.0, width, height).ok()?;
    Image::from_rgba(extent, &data.data())
}

/// The choice of an image.
pub fn own_image(asked: &ImageAsked) -> Html {
    let back = asked
        .address
        .is_some()
        .then(|| text_button("", "Back to the drawing", sends(&asked.on_files, Vec::new())));
    let refused = asked
        .is_refused
        .then(|| span("is-wrong", "The browser cannot read an image from this file.").with("role", "alert"));
    in_turn((
        tag(
            "label",
            "button",
            (
                "Use an image …",
                html! { <input type="file" aria-label="Use an image" onchange={file::chosen(&asked.on_files)} /> },
            ),
        ),
        back,
        refused,
    ))
}
