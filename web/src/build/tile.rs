//! The tile that is built from, as far as a builder chooses it; the rest is said in the atlas.

use swizzle_core::hardware::LboMode;
use swizzle_core::tile::{EXTENT_MAX, STAGES_MAX};
use swizzle_core::{
    Arch, Element as Type, Major, Named as _, Operand, Order, Said, Sparsity, Spec, Swizzle,
};
use swizzle_text::order_text;
use swizzle_view::link::{BuildShown, build_address, link_from_build};
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use super::choice::{Count, list, list_in_words};
use crate::browser;
use crate::element::{Element, el};

/// The part.
pub(super) fn tile(spec: &Spec, shown: &BuildShown) -> Element {
    let (tile, reader) = (spec.tile(), spec.reader());
    // Its place is there in any case: what stands beside it keeps the focus.
    let lbo_mode = el("span").child(reader.arch.has_absolute_lbo().then(|| {
        list(
            "LBO is",
            LboMode::ALL,
            reader.lbo_mode,
            goes(shown, |said, mode| said.reader.lbo_mode = Some(mode)),
        )
    }));
    el("div")
        .class("build-controls")
        .child(list(
            "Instruction",
            Arch::ALL,
            reader.arch,
            goes(shown, |said, arch| said.reader.arch = Some(arch)),
        ))
        .child(list(
            "Operand",
            Operand::ALL,
            reader.operand,
            goes(shown, |said, operand| said.reader.operand = Some(operand)),
        ))
        .child(list(
            "Sparsity",
            Sparsity::ALL,
            reader.sparsity,
            goes(shown, |said, form| said.reader.sparsity = Some(form)),
        ))
        .child(list(
            "Element",
            Type::ALL,
            tile.element,
            goes(shown, |said, element| said.tile.element = Some(element)),
        ))
        .child(list(
            "Major",
            Major::ALL,
            tile.major,
            goes(shown, |said, major| said.tile.major = Some(major)),
        ))
        .child(html! {
            <Count
                label={reader.operand.mn_letter()} value={tile.mn} most={EXTENT_MAX}
                on_typed={counts(shown, |said, mn| said.tile.mn = Some(mn))}
            />
        })
        .child(html! {
            <Count
                label="K" value={tile.k} most={EXTENT_MAX}
                on_typed={counts(shown, |said, k| said.tile.k = Some(k))}
            />
        })
        .child(list_in_words(
            "Atom order",
            Order::ALL,
            tile.order,
            |order| order_text(reader.operand, *order),
            goes(shown, |said, order| said.tile.order = Some(order)),
        ))
        .child(list(
            "Swizzle",
            Swizzle::ALL,
            tile.swizzle,
            goes(shown, |said, mode| said.tile.swizzle = Some(mode)),
        ))
        .child(html! {
            <Count
                label="Stages" value={tile.stages} most={STAGES_MAX}
                on_typed={counts(shown, |said, stages| said.tile.stages = Some(stages))}
            />
        })
        .child(lbo_mode)
}

/// Goes to the builder of what is said after a change of a number, if there is any.
fn counts(shown: &BuildShown, change: fn(&mut Said, u32)) -> Callback<u32, Result<(), String>> {
    let shown = shown.clone();
    Callback::from(move |value| {
        let changed = with_said(&shown, |said| change(said, value));
        let check = changed.layout.said.check();
        check.map_err(|error| error.to_string())?;
        browser::go_to(&link_from_build(&changed));
        Ok(())
    })
}

/// Goes to the builder of what is said after a choice.
fn goes<T: 'static>(shown: &BuildShown, change: fn(&mut Said, T)) -> Callback<T> {
    let shown = shown.clone();
    Callback::from(move |value| {
        let changed = with_said(&shown, |said| change(said, value));
        browser::go_to(&link_from_build(&changed));
    })
}

/// The same instruction of another tile. What was flipped of the descriptor before was of the former one.
pub(super) fn with_said(shown: &BuildShown, change: impl FnOnce(&mut Said)) -> BuildShown {
    let mut changed = shown.clone();
    changed.layout.said = changed.layout.said.without_given();
    change(&mut changed.layout.said);
    changed.idesc = None;
    changed
}

/// Where the builder of a layout is.
pub(super) fn address(said: Said) -> String {
    build_address(&link_from_shown(&Shown {
        said,
        ..Shown::default()
    }))
}
