//! The descriptor of the selected step: hex, bits, and a card for each field.

pub mod bits;
pub mod card;
mod fixed;
pub mod needs;
mod value;

use swizzle_core::FieldId;
use swizzle_text::{fixed_from_descriptor, readings_from_descriptor, step_caption};
use yew::prelude::*;

use crate::element::{Attr, el, fragment};
use crate::state::Dispatch;
use crate::view::Picture;
use bits::{Bits, bits};
use card::{Card, card, columns};
use fixed::fixed;
use needs::needs;
use value::{origin, value};

/// The descriptor.
pub fn descriptor(picture: &Picture, dispatch: &Dispatch) -> Html {
    let spec = &picture.looked_at;
    let title = el("header")
        .class("descriptor-head row wraps")
        .child(
            el("h2")
                .attr(Attr::Id, "descriptor-title")
                .child("Descriptor"),
        )
        .child(picture.descriptor.is_ok().then(|| origin(spec, dispatch)))
        .child(
            el("span")
                .class("descriptor-step quiet tiny")
                .child(step_caption(spec)),
        );
    let head = el("div").class("descriptor-id").child(title);
    let body = match picture.descriptor {
        Ok(descriptor) => {
            let readings = readings_from_descriptor(spec, descriptor);
            let mut needs = needs(picture, descriptor);
            let cards = readings
                .iter()
                .zip(columns(&readings))
                .map(|(reading, columns)| {
                    let of_field = |(id, _): &(FieldId, _)| *id == reading.field.id;
                    let need = needs
                        .iter()
                        .position(of_field)
                        .map(|at| needs.swap_remove(at).1);
                    card(
                        Card {
                            reading,
                            columns,
                            need,
                        },
                        dispatch,
                    )
                });
            let cards = el("ul")
                .attr(Attr::Role, "list")
                .class("descriptor-cards")
                .children(cards.collect::<Vec<_>>().into_iter());
            let head = head.child(value(descriptor, spec, dispatch));
            let main = el("div")
                .class("descriptor-main")
                .child(bits(&Bits::of(descriptor, picture), dispatch))
                .child(cards)
                .child(fixed(&fixed_from_descriptor(descriptor)));
            fragment().child(head).child(main)
        }
        Err(none) => fragment().child(head).child(
            el("p")
                .class("descriptor-none")
                .child(el("strong").child("There is no descriptor of this tile"))
                .child(none.to_string()),
        ),
    };
    el("section")
        .class("descriptor")
        .attr(Attr::AriaLabelledby, "descriptor-title")
        .child(body)
        .into()
}
