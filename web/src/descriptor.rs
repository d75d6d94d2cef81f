//! The descriptor of the selected step: hex, bits, and a card for each field.

mod bits;
mod card;
mod fixed;
mod tint;

use swizzle_core::{fixed_from_descriptor, readings_from_descriptor, step_caption};
use yew::prelude::*;

use crate::copy_button::copy_button;
use crate::element::{Attr, Element, el, fragment};
use crate::picture::Picture;
use crate::state::Dispatch;
use bits::bits;
use card::card;
use fixed::fixed;
pub use tint::tint;

/// The descriptor.
pub fn descriptor(picture: &Picture, _: &Dispatch) -> Html {
    let spec = &picture.spec;
    let body = match picture.descriptor {
        Ok(descriptor) => {
            let hex = descriptor.to_string();
            let readings = readings_from_descriptor(spec, descriptor);
            let value = el("p")
                .class("descriptor-value")
                .child(digits(&hex))
                .child(copy_button(hex, "descriptor"));
            let cards = el("ul")
                .attr(Attr::Role, "list")
                .attr(
                    Attr::Class,
                    format!("descriptor-cards is-of-{}", readings.len()),
                )
                .children(readings.iter().map(card));
            fragment()
                .child(value)
                .child(bits(descriptor))
                .child(cards)
                .child(fixed(&fixed_from_descriptor(descriptor)))
        }
        Err(none) => el("p")
            .class("descriptor-none")
            .child(el("strong").child("There is no descriptor of this tile"))
            .child(none.to_string()),
    };
    let head = el("header")
        .class("descriptor-head")
        .child(
            el("h2")
                .attr(Attr::Id, "descriptor-title")
                .child("Descriptor"),
        )
        .child(
            el("span")
                .class("descriptor-step")
                .child(step_caption(spec)),
        );
    el("section")
        .class("descriptor")
        .attr(Attr::AriaLabelledby, "descriptor-title")
        .child(head)
        .child(body)
        .into()
}

/// The hex digits, in fours to the eye and in one piece to the clipboard.
fn digits(hex: &str) -> Element {
    let (prefix, digits) = hex.split_at(2);
    let four = |at: usize| {
        let four = &digits[at..(at + 4).min(digits.len())];
        el("span").class("descriptor-four").child(four.to_owned())
    };
    el("code")
        .class("descriptor-hex")
        .child(
            el("span")
                .class("descriptor-prefix")
                .child(prefix.to_owned()),
        )
        .children((0..digits.len()).step_by(4).map(four))
}
