//! The bits of the coordinate as buttons.

use swizzle_core::Coord;
use swizzle_text::bundle_text;
use swizzle_text::loom::{Bundle, CoordBit, Loom, Strand};
use wasm_bindgen::JsCast;
use web_sys::{Element as Node, EventTarget, HtmlElement};
use yew::prelude::*;

use super::weave::Weave;
use crate::element::{Attr, Element, el};

/// A button over each bit of the coordinate, which turns it over.
pub(super) fn buttons(
    loom: &Loom,
    weave: &Weave,
    on_turn: Option<&Callback<Coord>>,
) -> Option<Element> {
    let on_turn = on_turn?.clone();
    let bits: Vec<(&Bundle, CoordBit)> = loom
        .bundles
        .iter()
        .flat_map(|bundle| bundle.bits.iter().map(move |bit| (bundle, *bit)))
        .filter(|(bundle, _)| bundle.strand != Strand::Byte)
        .collect();
    let turned: Vec<Option<Coord>> = bits.iter().map(|(_, bit)| bit.turned).collect();
    let turn = move |target: Option<EventTarget>| {
        let at = place_of(target.as_ref()).and_then(|at| turned.get(at).copied().flatten());
        if let Some(coord) = at {
            on_turn.emit(coord);
        }
    };
    let on_click = {
        let turn = turn.clone();
        Callback::from(move |event: MouseEvent| turn(event.target()))
    };
    let on_key = Callback::from(move |event: KeyboardEvent| {
        match event.key().as_str() {
            "Enter" | " " => turn(event.target()),
            "ArrowLeft" => focus_beside(event.target(), false),
            "ArrowRight" => focus_beside(event.target(), true),
            _ => return,
        }
        event.prevent_default();
    });
    let button = |(at, (bundle, bit)): (usize, &(&Bundle, CoordBit))| {
        let (width, height) = weave.chip;
        let is_set = if bit.is_set { "1" } else { "0" };
        el("rect")
            .class("loom-bit")
            .class_if(bit.turned.is_none(), "is-idle")
            .attr(Attr::X, weave.x(bit.place) - width / 2)
            .attr(Attr::Y, weave.cell)
            .attr(Attr::Width, width)
            .attr(Attr::Height, height)
            .attr(Attr::Role, "button")
            .attr(Attr::Value, at as u32)
            .attr(Attr::Tabindex, if at == 0 { "0" } else { "-1" })
            .attr(Attr::AriaPressed, if bit.is_set { "true" } else { "false" })
            .attr(Attr::AriaDisabled, bit.turned.is_none().then_some("true"))
            .attr(
                Attr::AriaLabel,
                format!(
                    "{}{} of {}: {is_set}",
                    bit.letter,
                    bit.number,
                    bundle_text(bundle, true)
                ),
            )
    };
    let all = el("g")
        .on_click(on_click)
        .on_key(on_key)
        .children(bits.iter().enumerate().map(button));
    Some(all)
}

/// Returns the bit that an event is for.
fn place_of(target: Option<&EventTarget>) -> Option<usize> {
    let element = target?.dyn_ref::<Node>()?;
    element.get_attribute("value")?.parse().ok()
}

/// Moves the focus to the bit beside.
fn focus_beside(target: Option<EventTarget>, is_next: bool) {
    let Some(element) = target.and_then(|target| target.dyn_into::<Node>().ok()) else {
        return;
    };
    let beside = if is_next {
        element.next_element_sibling()
    } else {
        element.previous_element_sibling()
    };
    // Elements of a drawing take the focus as others do.
    if let Some(beside) = beside {
        let _ = beside.unchecked_into::<HtmlElement>().focus();
    }
}
