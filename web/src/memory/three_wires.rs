//! The head of the page of conflicts: a swizzle as three wires.

use swizzle_warp::Wires;
use yew::prelude::*;

use crate::element::{Attr, el};
use crate::page::Look;
use crate::view::Switches;

/// Properties of [`ThreeWires`].
#[derive(Properties, PartialEq)]
pub(super) struct ThreeWiresProps {
    /// The wires that are closed.
    pub wires: Wires,
    /// Called with others.
    pub on_wires: Callback<Wires>,
    /// Theme and colours.
    pub look: Look,
    /// Whether it is unfolded.
    pub is_open: bool,
    /// Called when it is to be folded or unfolded.
    pub on_fold: Callback<bool>,
}

/// The head of the page of conflicts.
#[component]
pub(super) fn ThreeWires(props: &ThreeWiresProps) -> Html {
    let (is_open, on_fold) = (props.is_open, props.on_fold.clone());
    let on_fold = Callback::from(move |event: MouseEvent| {
        event.prevent_default();
        on_fold.emit(!is_open);
    });
    let (wires, on_wires, look) = (props.wires, props.on_wires.clone(), props.look);
    el("details")
        .class("wires")
        .attr(Attr::Open, is_open)
        .child(
            el("summary")
                .on_click(on_fold)
                .child(el("h2").child("A swizzle is three wires")),
        )
        .child(is_open.then(|| html! { <Switches {wires} {on_wires} {look} /> }))
        .into()
}
