//! A figure of the wires of the XOR: the switches of the page of conflicts, in a state that is a link of it.

use swizzle_learn::WIRES;
use swizzle_view::link::{LanesShown, form_from_link, link_from_form};
use yew::prelude::*;

use crate::browser::late_style;
use crate::element::{el, fragment};
use crate::page::figure_part::{FigurePart, PartFigureProps};
use crate::page::part_of;
use crate::view::{Switches, WIRES_STYLE};

/// The part that draws the figures, and the questions about them.
pub(super) static PART: FigurePart = FigurePart {
    draw: |props| html! { <WiresFigure ..props /> },
    subject: &WIRES,
    // A switch is its own control.
    knob: |_, _, _, _, _| fragment(),
    told: |stop, _, _| Some(stop.asked_link().to_owned()),
    // A question names the wires that it is about.
    is_changed: |_, _| false,
    door: |_| "Open in Conflicts",
};

#[component]
fn WiresFigure(props: &PartFigureProps) -> Html {
    late_style::add(WIRES_STYLE);
    let shown = form_from_link::<LanesShown>(&props.link).shown;
    let on_shown = props
        .on_link
        .reform(|shown: LanesShown| link_from_form(&shown));
    let on_wires = part_of(&shown, &on_shown, |shown, wires| shown.wires = wires);
    el("div")
        .class("wires")
        .child(html! {
            <Switches wires={shown.wires} {on_wires} look={props.look} is_in_lesson={true} is_asking={props.is_asking} />
        })
        .into()
}
