//! The faces of mistakes: the same image read through five descriptors, one press each.

use swizzle_core::law::Extent;
use swizzle_core::reader::WholeRead;
use swizzle_draw::image::Image;
use swizzle_draw::scene::Size;
use swizzle_text::whole_read_count;
use swizzle_view::shown_from_link;
use swizzle_view::state::{FACES, Face};
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::hooks::use_before_paint;
use crate::state::{Action, Dispatch};
use crate::view::{Picture, paint};

/// A face: what its descriptor makes of the image.
struct Drawn {
    extent: Extent,
    read: WholeRead,
    is_open: bool,
}

impl Drawn {
    fn of(face: &Face, picture: &Picture) -> Option<Self> {
        let spec = shown_from_link(face.link).shown.spec().ok()?;
        Some(Self {
            extent: spec.extent(),
            read: WholeRead::of(&spec)?,
            is_open: spec.given() == picture.spec.given() && spec.tile() == picture.spec.tile(),
        })
    }
}

/// All faces.
pub(super) fn faces(picture: &Picture, dispatch: &Dispatch) -> Element {
    let drawn = FACES
        .iter()
        .filter_map(|face| Some((face, Drawn::of(face, picture)?)));
    let open = drawn.clone().find(|(_, drawn)| drawn.is_open);
    el("section")
        .class("picture-faces")
        .attr(Attr::AriaLabel, "Five mistakes")
        .child(
            el("header")
                .child(el("h2").child("The same image under five mistakes"))
                .child(
                    el("span")
                        .class("picture-note")
                        .child("the tile is right, the descriptor is not"),
                ),
        )
        .child(
            el("div")
                .class("picture-row")
                .children(drawn.map(|(face, drawn)| one(face, &drawn, dispatch))),
        )
        .child(open.map(|(face, _)| el("p").class("picture-why").child(face.text)))
}

fn one(face: &'static Face, drawn: &Drawn, dispatch: &Dispatch) -> Element {
    let on_click = {
        let dispatch = dispatch.clone();
        let link = format!("{}&show=picture", face.link);
        Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Jump(link.clone())))
    };
    let pixels = Image::balloon(drawn.extent)
        .as_read(&drawn.read)
        .bytes_rgba();
    let size = Size {
        columns: drawn.extent.k,
        rows: drawn.extent.mn,
    };
    el("button")
        .attr(Attr::Type, "button")
        .class("picture-face")
        .class_if(drawn.is_open, "is-open")
        .attr(
            Attr::AriaPressed,
            if drawn.is_open { "true" } else { "false" },
        )
        .on_click(on_click)
        .child(html! { <Thumbnail {pixels} {size} /> })
        .child(el("b").child(face.name))
        .child(el("span").child(whole_read_count(&drawn.read)))
}

/// Properties of [`Thumbnail`].
#[derive(Properties, PartialEq)]
struct ThumbnailProps {
    pixels: Vec<u8>,
    size: Size,
}

/// A small canvas.
#[component]
fn Thumbnail(props: &ThumbnailProps) -> Html {
    let canvas = use_node_ref();
    let (place, size) = (canvas.clone(), props.size);
    use_before_paint(props.pixels.clone(), move |pixels| {
        let _ = paint(&place, size, &pixels);
    });
    el("canvas")
        .node_ref(&canvas)
        .attr(Attr::AriaHidden, "true")
        .into()
}
