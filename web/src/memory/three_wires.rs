//! The head of the page of conflicts: a swizzle as three wires.

use swizzle_warp::Wires;
use yew::prelude::*;

use crate::element::{Attr, el};
use crate::hooks::use_value;
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
    /// Whether it is unfolded where nobody has folded it.
    pub is_unfolded: bool,
}

/// The head of the page of conflicts.
#[component]
pub(super) fn ThreeWires(props: &ThreeWiresProps) -> Html {
    let was_unfolded = use_mut_ref(|| false);
    let is_unfolded = props.is_unfolded || *was_unfolded.borrow();
    was_unfolded.replace(is_unfolded);
    let (said, on_said) = use_value(|| None::<bool>);
    let is_open = said.unwrap_or(is_unfolded);
    let on_fold = Callback::from(move |event: MouseEvent| {
        event.prevent_default();
        on_said.emit(Some(!is_open));
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
