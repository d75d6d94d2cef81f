//! The tile that is built from, as far as a builder chooses it; the rest is said in the atlas.

use swizzle_core::hardware::LboMode;
use swizzle_core::link::build_address;
use swizzle_core::tile::EXTENT_MAX;
use swizzle_core::words::order_text;
use swizzle_core::{
    Arch, Element as Type, Major, Named as _, Operand, Order, Said, Shown, Sparsity, Spec, Swizzle,
    link_from_shown,
};
use yew::prelude::*;

use super::choice::{Count, list, list_in_words};
use crate::browser;
use crate::element::{Element, el};

/// The most copies of a buffer that are counted here.
const STAGES_MAX: u32 = 64;

/// The part.
pub(super) fn tile(spec: &Spec, said: Said) -> Element {
    let (tile, reader) = (spec.tile(), spec.reader());
    // Its place is there in any case: what stands beside it keeps the focus.
    let lbo_mode = el("span").child(reader.arch.has_absolute_lbo().then(|| {
        list(
            "LBO is",
            LboMode::ALL,
            reader.lbo_mode,
            goes(said, |said, mode| said.reader.lbo_mode = Some(mode)),
        )
    }));
    el("div")
        .class("build-controls")
        .child(list(
            "Instruction",
            Arch::ALL,
            reader.arch,
            goes(said, |said, arch| said.reader.arch = Some(arch)),
        ))
        .child(list(
            "Operand",
            Operand::ALL,
            reader.operand,
            goes(said, |said, operand| said.reader.operand = Some(operand)),
        ))
        .child(list(
            "Form",
            Sparsity::ALL,
            reader.sparsity,
            goes(said, |said, form| said.reader.sparsity = Some(form)),
        ))
        .child(list(
            "Element",
            Type::ALL,
            tile.element,
            goes(said, |said, element| said.tile.element = Some(element)),
        ))
        .child(list(
            "Major",
            Major::ALL,
            tile.major,
            goes(said, |said, major| said.tile.major = Some(major)),
        ))
        .child(html! {
            <Count
                label={reader.operand.mn_letter()} value={tile.mn} most={EXTENT_MAX}
                on_typed={counts(said, |said, mn| said.tile.mn = Some(mn))}
            />
        })
        .child(html! {
            <Count
                label="K" value={tile.k} most={EXTENT_MAX}
                on_typed={counts(said, |said, k| said.tile.k = Some(k))}
            />
        })
        .child(list_in_words(
            "Atoms follow",
            Order::ALL,
            tile.order,
            |order| order_text(reader.operand, *order),
            goes(said, |said, order| said.tile.order = Some(order)),
        ))
        .child(list(
            "Swizzle",
            Swizzle::ALL,
            tile.swizzle,
            goes(said, |said, mode| said.tile.swizzle = Some(mode)),
        ))
        .child(html! {
            <Count
                label="Stages" value={tile.stages} most={STAGES_MAX}
                on_typed={counts(said, |said, stages| said.tile.stages = Some(stages))}
            />
        })
        .child(lbo_mode)
}

/// Goes to the builder of what is said after a change of a number, if there is any.
fn counts(said: Said, change: fn(&mut Said, u32)) -> Callback<u32, Result<(), String>> {
    Callback::from(move |value| {
        let mut said = said;
        change(&mut said, value);
        said.check().map_err(|error| error.to_string())?;
        browser::go_to(&address(said));
        Ok(())
    })
}

/// Goes to the builder of what is said after a choice.
fn goes<T: 'static>(said: Said, change: fn(&mut Said, T)) -> Callback<T> {
    Callback::from(move |value| {
        let mut said = said;
        change(&mut said, value);
        browser::go_to(&address(said));
    })
}

/// Where the builder of a layout is.
pub(super) fn address(said: Said) -> String {
    build_address(&link_from_shown(&Shown {
        said,
        ..Shown::default()
    }))
}
