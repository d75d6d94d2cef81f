//! The tile as an image, an element a pixel, and five mistakes that are known by theirs.

use std::rc::Rc;

use swizzle_draw::image::Image;
use swizzle_infer::WholeRead;
use swizzle_view::shown_from_link;
use swizzle_view::state::{FACES, Face};
use wasm_bindgen::{Clamped, JsCast as _};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};
use yew::prelude::*;

use super::facts::Facts;
use crate::kit::sends;
use crate::state::Action;
use crate::view::Shared;

/// Properties of [`Picture`].
#[derive(Properties, PartialEq)]
pub struct PictureProps {
    /// The tile and its read.
    pub facts: Shared<Facts>,
    /// The image in memory; none is the project's own.
    #[prop_or_default]
    pub own: Option<Shared<Image>>,
    /// Whether the image is as it is read.
    pub is_read: bool,
    /// Side in pixels.
    pub side: f64,
}

/// The tile as an image.
#[component]
pub fn Picture(props: &PictureProps) -> Html {
    let canvas = use_node_ref();
    {
        let canvas = canvas.clone();
        let on = (props.facts.clone(), props.own.clone(), props.is_read);
        use_effect_with(on, move |(facts, own, is_read)| {
            let image = image(facts, own.as_deref(), *is_read);
            if let Some((canvas, image)) = canvas.cast::<HtmlCanvasElement>().zip(image) {
                let _ = paint(&canvas, &image);
            }
        });
    }
    let side = props.side;
    html! { <canvas ref={canvas} class="picture" style={format!("width:{side}px;height:{side}px")} aria-hidden="true"></canvas> }
}

/// The image in memory, or as it is read; none of a tile that no shared memory holds.
fn image(facts: &Facts, own: Option<&Image>, is_read: bool) -> Option<Image> {
    let whole = facts.whole.as_ref()?;
    let own = own
        .cloned()
        .unwrap_or_else(|| Image::balloon(facts.spec.extent()));
    Some(if is_read { own.as_read(whole) } else { own })
}

/// Puts an image on a canvas, an element a pixel. `None` where the browser has no canvas.
pub fn paint(canvas: &HtmlCanvasElement, image: &Image) -> Option<()> {
    let extent = image.extent();
    if (canvas.width(), canvas.height()) != (extent.k, extent.mn) {
        canvas.set_width(extent.k);
        canvas.set_height(extent.mn);
    }
    let bytes = Clamped(image.bytes_rgba());
    let data = ImageData::new_with_u8_clamped_array_and_sh(bytes, extent.k, extent.mn).ok()?;
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    context.put_image_data(&data, 0.0, 0.0).ok()
}

/// Properties of [`Faces`].
#[derive(Properties, PartialEq)]
pub struct FacesProps {
    /// What is in view.
    pub facts: Shared<Facts>,
    /// Opens one.
    pub on: Callback<Action>,
}

/// Five mistakes, each with the image that it makes.
#[component]
pub fn Faces(props: &FacesProps) -> Html {
    let drawn = use_memo((), |()| FACES.iter().filter_map(face).collect::<Vec<_>>());
    let one = |(face, spec, image): &(&'static Face, swizzle_core::Spec, Rc<Image>)| {
        let is_here =
            spec.given() == props.facts.spec.given() && spec.tile() == props.facts.spec.tile();
        let onclick = sends(
            &props.on,
            Action::Jump(format!("{}&show=picture", face.link)),
        );
        html! {
            <button type="button" class="face" aria-pressed={is_here.to_string()} title={face.text} {onclick}>
                <Thumbnail image={image.clone()} /><span>{ face.name }</span>
            </button>
        }
    };
    html! {
        <section class="faces" aria-label="Five mistakes">
            <h2>{ "Which does your output look like?" }</h2>
            <div class="faces-all">{ for drawn.iter().map(one) }</div>
        </section>
    }
}

fn face(face: &'static Face) -> Option<(&'static Face, swizzle_core::Spec, Rc<Image>)> {
    let spec = shown_from_link(face.link).shown.spec().ok()?;
    let image = Image::balloon(spec.extent()).as_read(&WholeRead::of(&spec)?);
    Some((face, spec, Rc::new(image)))
}

#[derive(Properties, PartialEq)]
struct ThumbnailProps {
    image: Rc<Image>,
}

#[component]
fn Thumbnail(props: &ThumbnailProps) -> Html {
    let canvas = use_node_ref();
    {
        let canvas = canvas.clone();
        use_effect_with(props.image.clone(), move |image| {
            let _ = canvas
                .cast::<HtmlCanvasElement>()
                .and_then(|canvas| paint(&canvas, image));
        });
    }
    html! { <canvas ref={canvas} class="picture" aria-hidden="true"></canvas> }
}
