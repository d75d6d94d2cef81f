//! The gates as switches of the swizzle mode.

use swizzle_core::Swizzle;
use swizzle_text::loom::Rung;
use swizzle_warp::Wires;
use web_sys::{KeyboardEvent, MouseEvent};
use yew::prelude::*;

use super::weave::Weave;
use crate::element::{Attr, Element, el};

/// A switch over each gate and its wire. As the modes close the lowest gates first, closing one closes those below it, and
/// opening one opens those above it.
pub(super) fn switches(weave: &Weave, on_mode: Option<&Callback<Swizzle>>) -> Option<Element> {
    let on_mode = on_mode.filter(|_| weave.is_switched)?;
    let closed = weave.rungs.iter().filter(|rung| rung.is_closed).count();
    let wires = Wires::lowest(closed as u32);
    let switch = |(at, rung): (usize, &Rung)| {
        let wire = Wires::COUNT - 1 - at as u32;
        let mode = wires.switched(wire).mode();
        let on_click = {
            let on_mode = on_mode.clone();
            Callback::from(move |_: MouseEvent| {
                mode.into_iter().for_each(|mode| on_mode.emit(mode))
            })
        };
        let on_key = {
            let on_mode = on_mode.clone();
            Callback::from(move |event: KeyboardEvent| {
                if matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    mode.into_iter().for_each(|mode| on_mode.emit(mode));
                }
            })
        };
        let left = weave.x(rung.gate.control as i32) - weave.chip.0 / 2;
        let right = weave.x(rung.gate.target as i32) + weave.radius + 4;
        el("rect")
            .class("loom-switch")
            .attr(Attr::X, left)
            .attr(Attr::Y, weave.gate_y(at) - weave.gate_step / 2)
            .attr(Attr::Width, right - left)
            .attr(Attr::Height, weave.gate_step)
            .attr(Attr::Role, "switch")
            .attr(Attr::Tabindex, "0")
            .attr(
                Attr::AriaChecked,
                if rung.is_closed { "true" } else { "false" },
            )
            .attr(Attr::AriaLabel, format!("Wire {}", Wires::wire_text(wire)))
            .on_click(on_click)
            .on_key(on_key)
            .child(wires.switch_text(wire).map(|text| el("title").child(text)))
    };
    Some(el("g").children(weave.rungs.iter().enumerate().map(switch)))
}
