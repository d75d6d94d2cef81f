//! A control in a sentence, by the parameter's key in links.

use swizzle_core::{LinkState, Named, Number, Order, Spec, number_from_text};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch, Edit};

/// What a knob turns.
enum Kind {
    /// One of some names.
    Names(Vec<(&'static str, Edit)>, &'static str),
    /// A number: its value, how far a press moves it, its largest value, whether it is shown in hex.
    Number {
        value: u32,
        step: u32,
        max: u32,
        hex: bool,
        edit: fn(u32) -> Edit,
    },
}

/// The control; the key itself where nothing turns it.
pub(super) fn knob(key: &'static str, shown: &LinkState, dispatch: &Dispatch) -> Element {
    let Some((label, kind)) = kind(key, shown) else {
        return el("code").child(key);
    };
    match kind {
        Kind::Names(names, chosen) => list(label, names, chosen, dispatch),
        Kind::Number {
            value,
            step,
            max,
            hex,
            edit,
        } => number(label, (value, step, max), hex, edit, dispatch),
    }
}

/// What a knob is called and what it turns.
fn kind(key: &str, shown: &LinkState) -> Option<(&'static str, Kind)> {
    let params = &shown.params;
    let spec = Spec::new(params).ok()?;
    let number = |value, step, max, edit| Kind::Number {
        value,
        step,
        max,
        hex: false,
        edit,
    };
    let address = |value, edit| Kind::Number {
        value,
        step: 16,
        max: swizzle_core::ADDRESS_BYTES - 16,
        hex: true,
        edit,
    };
    let read = spec.read(params.step).params();
    Some(match key {
        "arch" => ("Architecture", names(params.arch, Edit::Arch)),
        "element" => ("Element", names(params.element, Edit::Element)),
        "major" => ("Major", names(params.major, Edit::Major)),
        "swizzle" => ("Swizzle", names(params.swizzle, Edit::Swizzle)),
        "operand" => ("Operand", names(params.operand, Edit::Operand)),
        "sparsity" => ("Form", names(params.sparsity, Edit::Sparsity)),
        "order" => ("Atoms follow", names::<Order>(params.order, Edit::Order)),
        "lbo_mode" => ("LBO mode", names(params.lbo_mode, Edit::LboMode)),
        "mn" => ("MN", number(params.mn, 8, 1024, Edit::Mn)),
        "k" => (
            "K",
            number(params.k, params.element.per_unit(), 4096, Edit::K),
        ),
        "step" => ("Step", number(params.step, 1, spec.steps() - 1, Edit::Step)),
        "base_offset" => (
            "Base offset",
            number(read.base_offset.into(), 1, 7, |value| {
                Edit::BaseOffset(Some(value as u8))
            }),
        ),
        "start" => ("Start", address(params.start_bytes, Edit::Start)),
        "pattern" => (
            "Pattern starts",
            address(params.pattern_bytes.unwrap_or(0), |bytes| {
                Edit::Pattern(Some(bytes))
            }),
        ),
        "number" => (
            "Number",
            Kind::Names(
                [Number::Memory, Number::Logical, Number::Bank, Number::None]
                    .map(|number| (number.name(), Edit::Number(number)))
                    .into(),
                shown.view.number.name(),
            ),
        ),
        "meant_swizzle" => {
            let written = params.meant.swizzle.unwrap_or(params.swizzle);
            (
                "Written with",
                names(written, |mode| Edit::MeantSwizzle(Some(mode))),
            )
        }
        "meant_start" => (
            "Written from",
            address(
                params.meant.start_bytes.unwrap_or(params.start_bytes),
                |bytes| Edit::MeantStart(Some(bytes)),
            ),
        ),
        "meant_row_bytes" => (
            "Bytes of a plain row",
            number(params.meant.row_bytes.unwrap_or(0), 16, 4096, |bytes| {
                Edit::MeantRow(Some(bytes))
            }),
        ),
        "lbo" | "lbo_bytes" => (
            "LBO in bytes",
            number(read.lbo_bytes, 16, 262_128, |bytes| Edit::Lbo(Some(bytes))),
        ),
        "sbo" | "sbo_bytes" => (
            "SBO in bytes",
            number(read.sbo_bytes, 16, 262_128, |bytes| Edit::Sbo(Some(bytes))),
        ),
        _ => return None,
    })
}

fn names<T: Named>(chosen: T, edit: fn(T) -> Edit) -> Kind {
    let all = T::ALL.iter().map(|one| (one.name(), edit(*one)));
    Kind::Names(all.collect(), chosen.name())
}

fn list(
    label: &'static str,
    names: Vec<(&'static str, Edit)>,
    chosen: &'static str,
    dispatch: &Dispatch,
) -> Element {
    let options = names.iter().map(|(name, _)| {
        el("option")
            .attr(Attr::Value, *name)
            .attr(Attr::Selected, *name == chosen)
            .child(*name)
    });
    let select = el("select")
        .class("learn-knob")
        .attr(Attr::AriaLabel, label)
        .children(options);
    let dispatch = dispatch.clone();
    select.on_change(Callback::from(move |event: Event| {
        let value = event.target_unchecked_into::<HtmlSelectElement>().value();
        if let Some((_, edit)) = names.iter().find(|(name, _)| *name == value) {
            dispatch.dispatch(Action::Edit(*edit));
            dispatch.dispatch(Action::Settle);
        }
    }))
}

fn number(
    label: &'static str,
    (value, step, max): (u32, u32, u32),
    hex: bool,
    edit: fn(u32) -> Edit,
    dispatch: &Dispatch,
) -> Element {
    let send = |value: u32| {
        let dispatch = dispatch.clone();
        move || {
            dispatch.dispatch(Action::Edit(edit(value)));
            dispatch.dispatch(Action::Settle);
        }
    };
    let button = |words: &'static str, name: &'static str, next: u32| {
        let send = send(next);
        el("button")
            .attr(Attr::Type, "button")
            .attr(Attr::AriaLabel, format!("{label}: {name}"))
            .attr(Attr::Disabled, next == value)
            .on_click(Callback::from(move |_: MouseEvent| send()))
            .child(words)
    };
    let shown = if hex {
        format!("0x{value:x}")
    } else {
        value.to_string()
    };
    let on_change = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| {
            let input = event.target_unchecked_into::<HtmlInputElement>();
            // What is no number of this kind gives way to the last that was one.
            if let Ok(value) = number_from_text(&input.value()) {
                dispatch.dispatch(Action::Edit(edit(value.min(max))));
                dispatch.dispatch(Action::Settle);
            }
        })
    };
    let width = shown.len().max(3);
    el("span")
        .class("learn-knob")
        .child(button("−", "less", value.saturating_sub(step)))
        .child(
            el("input")
                .attr(Attr::Type, "text")
                .attr(Attr::Inputmode, "numeric")
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::AriaLabel, label)
                .attr(Attr::Style, format!("width:calc({width}ch + 0.75rem)"))
                .value(shown)
                .on_change(on_change),
        )
        .child(button("+", "more", (value + step).min(max)))
}

/// A control with its name before it, for under a figure.
pub(super) fn named_knob(key: &'static str, shown: &LinkState, dispatch: &Dispatch) -> Element {
    let label = kind(key, shown).map_or(key, |(label, _)| label);
    el("span")
        .class("learn-control")
        .child(el("span").attr(Attr::AriaHidden, "true").child(label))
        .child(knob(key, shown, dispatch))
}
