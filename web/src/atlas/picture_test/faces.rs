//! The faces of mistakes: the same image read through five descriptors, one press each.

use std::rc::Rc;

use swizzle_core::Spec;
use swizzle_draw::image::Image;
use swizzle_infer::WholeRead;
use swizzle_text::whole_read_count;
use swizzle_view::shown_from_link;
use swizzle_view::state::{FACES, Face};
use yew::prelude::*;

use super::canvas::show;
use crate::browser;
use crate::element::{Attr, Element, el};
use crate::hooks::use_before_paint;
use crate::state::{Action, Dispatch};
use crate::view::{Picture, Shared};

/// A face: what its descriptor makes of the image.
pub(super) struct Drawn {
    pub(super) face: &'static Face,
    spec: Spec,
    image: Rc<Image>,
    /// How many units are wrong.
    count: String,
}

impl Drawn {
    fn of(face: &'static Face) -> Option<Self> {
        let spec = shown_from_link(face.link).shown.spec().ok()?;
        let read = WholeRead::of(&spec)?;
        Some(Self {
            face,
            image: Rc::new(Image::balloon(spec.extent()).as_read(&read)),
            count: whole_read_count(&read).replacen(" units", "", 1),
            spec,
        })
    }

    /// Whether it is what the atlas shows.
    pub(super) fn is_open(&self, spec: &Spec) -> bool {
        self.spec.given() == spec.given() && self.spec.tile() == spec.tile()
    }
}

/// All of them, drawn once.
#[hook]
pub(super) fn use_drawn() -> Shared<Vec<Drawn>> {
    let drawn = use_memo((), |()| {
        Shared::new(FACES.iter().filter_map(Drawn::of).collect::<Vec<_>>())
    });
    (*drawn).clone()
}

/// Properties of [`Faces`].
#[derive(Properties, PartialEq)]
pub(super) struct FacesProps {
    pub(super) drawn: Shared<Vec<Drawn>>,
    pub(super) picture: Shared<Picture>,
    pub(super) dispatch: Dispatch,
}

/// All faces: a component, so that no move of the pointer draws them anew.
#[component]
pub(super) fn Faces(props: &FacesProps) -> Html {
    el("section")
        .class("picture-faces")
        .attr(Attr::AriaLabel, "Five mistakes")
        .child(
            el("header")
                .child(el("h2").child("Which of these does your output look like?"))
                .child(el("span").class("picture-note").child(
                    "memory is right in all five, the descriptor is wrong; units of each read",
                )),
        )
        .child(
            el("div")
                .class("picture-row stack gap")
                .children(props.drawn.iter().map(|drawn| one(drawn, props))),
        )
        .into()
}

fn one(drawn: &Drawn, props: &FacesProps) -> Element {
    let face = drawn.face;
    let is_open = drawn.is_open(&props.picture.spec);
    let on_click = {
        let dispatch = props.dispatch.clone();
        let link = format!("{}&show=picture", face.link);
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Jump(link.clone()));
            // The images, which change, are above.
            if let Ok(Some(images)) = browser::document().query_selector(".picture-pair") {
                images.scroll_into_view_with_bool(true);
            }
        })
    };
    let image = drawn.image.clone();
    el("button")
        .attr(Attr::Type, "button")
        .class("picture-face boxed")
        .class_if(is_open, "is-open")
        .attr(Attr::AriaPressed, if is_open { "true" } else { "false" })
        .on_click(on_click)
        .child(html! { <Thumbnail {image} /> })
        .child(el("b").child(face.name))
        .child(el("span").child(drawn.count.clone()))
}

/// Properties of [`Thumbnail`].
#[derive(Properties, PartialEq)]
struct ThumbnailProps {
    image: Rc<Image>,
}

/// A small canvas.
#[component]
fn Thumbnail(props: &ThumbnailProps) -> Html {
    let canvas = use_node_ref();
    let place = canvas.clone();
    use_before_paint(props.image.clone(), move |image| show(&place, &image));
    el("canvas")
        .node_ref(&canvas)
        .attr(Attr::AriaHidden, "true")
        .into()
}
