//! Effect of the read on the product: the expected D, and D of what the tensor core gets.

use std::rc::Rc;

use swizzle_core::Coord;
use swizzle_core::hardware::Operand;
use swizzle_draw::image::Image;
use swizzle_draw::scene::Size;
use swizzle_text::product_count;
use yew::prelude::*;

use super::canvas::use_healed;
use crate::element::{Attr, Element, el};
use crate::view::{Picture, Shared};

/// Properties of [`Product`].
#[derive(Properties, PartialEq)]
pub(super) struct ProductProps {
    pub(super) picture: Shared<Picture>,
    pub(super) image: Rc<Image>,
}

/// Both products: a component, so that no move of the pointer computes them anew.
#[component]
pub(super) fn Product(props: &ProductProps) -> Html {
    let key = (props.image.clone(), props.picture.clone());
    let meant = use_memo(props.image.clone(), |image| image.product());
    let actual = use_memo(key, |(image, picture)| {
        let read = picture.whole_read();
        read.map_or_else(|| (**image).clone(), |read| image.as_read(read))
            .product()
    });
    let canvases = [use_node_ref(), use_node_ref()];
    let extent = props.image.extent();
    let whole = vec![(Coord { mn: 0, k: 0 }, extent)];
    use_healed(&canvases[0], meant, whole.clone());
    use_healed(&canvases[1], actual, whole);
    let (other, line) = match props.picture.spec.reader().operand {
        Operand::A => ("B", "row"),
        Operand::B => ("A", "column"),
    };
    let read = props.picture.whole_read();
    let count = read.map(|read| product_count(&props.picture.spec, read));
    let is_wrong = read.is_some_and(|read| read.wrong() > 0);
    let [left, right] = &canvases;
    let size = Size {
        columns: extent.k,
        rows: extent.mn,
    };
    el("section")
        .class("picture-product")
        .attr(Attr::AriaLabel, "The product")
        .child(
            el("header")
                .child(el("h2").child("What that does to D = A × B"))
                .child(el("span").class("picture-note").child(format!(
                    "{other} is a blur, so D should be the same image, blurred along K; a row of pixels is a {line} of D"
                ))),
        )
        .child(
            el("div")
                .class("picture-pair")
                .child(one("D as meant", left, size))
                .child(
                    el("div")
                        .class("picture-between row gap")
                        .child(el("strong").class_if(is_wrong, "is-wrong").child(count)),
                )
                .child(one("Actual D", right, size)),
        )
        .into()
}

fn one(title: &'static str, canvas: &NodeRef, size: Size) -> Element {
    let Size { columns, rows } = size;
    el("figure")
        .class("picture-side")
        .child(el("figcaption").child(el("b").child(title)))
        .child(
            el("div")
                .class("picture-canvas")
                .attr(Attr::Style, format!("aspect-ratio:{columns}/{rows}"))
                .attr(Attr::Role, "img")
                .attr(Attr::AriaLabel, title)
                .child(el("canvas").node_ref(canvas)),
        )
}
