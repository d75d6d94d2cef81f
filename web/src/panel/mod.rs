//! The parameters.

mod address;
mod buffer;
mod examples;
mod instruction;
mod layout;
mod paste;
mod paste_said;
mod place;
mod strides;
mod tile;

use swizzle_params::ParamId;
use yew::prelude::*;

use crate::control::{Button, Edits, button};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::terms::Terms;
use crate::state::Dispatch;
use crate::view::{Picture, Shared};
use address::address;
use buffer::buffer;
use examples::Examples;
pub use instruction::element_words;
use instruction::instruction;
pub use layout::layout;
pub use paste::{Asked, PasteBox, Reader};
pub use paste_said::answer;
use place::place;
use strides::strides;
use tile::tile;

/// Properties of [`Panel`].
#[derive(Properties, PartialEq)]
pub struct PanelProps {
    /// The picture that follows from the parameters.
    pub picture: Shared<Picture>,
    /// How many links were opened: with each, what was being typed is dropped.
    pub opened: u32,
    /// Sends actions.
    pub dispatch: Dispatch,
}

/// Explanation of “auto”.
const ALL_AUTO: &str = "None of these was specified: they follow from the rest";

/// All controls of tile and descriptor.
#[component]
pub fn Panel(props: &PanelProps) -> Html {
    let (by_repeats, on_counted) = use_value(|| false);
    let more = use_value(|| false);
    let edits = Edits::new(&props.dispatch);
    let Picture {
        spec, looked_at, ..
    } = &*props.picture;
    let counted = |words: &'static str, in_repeats: bool| {
        button(Button {
            words,
            is_pressed: Some(by_repeats == in_repeats),
            on_click: on_counted.reform(move |_| in_repeats),
            ..Button::default()
        })
    };
    let unit_of_extents = el("span")
        .class("segments")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "How sizes are counted")
        .child(counted("size", false))
        .child(counted("repeats", true));
    let all_auto = |of: &[ParamId]| {
        let is_auto = spec.given().is_none() && of.iter().all(|id| !id.param().is_said(spec));
        is_auto.then(|| el("small").attr(Attr::Title, ALL_AUTO).child("all auto"))
    };
    let section = |title: &'static str, aside: Option<Element>, controls: Vec<Html>| {
        el("section")
            .child(el("h2").child(title).child(aside))
            .child(controls)
    };
    let mut tile = tile(spec, &edits, by_repeats);
    tile.extend(place(looked_at, &edits));
    tile.push(buffer(spec, &edits, more).into());
    el("form")
        .key(props.opened)
        .class("panel")
        .attr(Attr::AriaLabel, "Parameters")
        .on_submit(Callback::from(|event: SubmitEvent| event.prevent_default()))
        .child(section(
            "Instruction",
            all_auto(&[
                ParamId::Arch,
                ParamId::Operand,
                ParamId::Element,
                ParamId::Sparsity,
            ]),
            instruction(spec, &edits),
        ))
        .child(section(
            "Layout",
            all_auto(&[ParamId::Major, ParamId::Swizzle]),
            layout(spec, &edits),
        ))
        .child(section("Tile", Some(unit_of_extents), tile))
        .child(section("Strides", None, strides(spec, &edits)))
        .child(section("Address", None, address(spec, looked_at, &edits)))
        .child(html! { <Terms /> })
        .into()
}

/// Draws the examples of an empty box, and sends the one that is chosen.
pub fn examples(on_take: &Callback<Asked>) -> Html {
    html! { <Examples on_take={on_take.clone()} /> }
}
