//! A control in a sentence, by the parameter's key in links.

use swizzle_core::{self as core, LinkState, Named, Operand, Order, Spec};
use swizzle_learn::{Figure, offered};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::control::{self, Number};
use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch, Edit};
use crate::view::number_words;

/// What a knob turns.
enum Kind {
    /// One of some names.
    Names(Vec<(&'static str, Edit)>, &'static str),
    /// A number.
    Number(Number),
}

/// The control; the key itself where nothing turns it.
pub(super) fn knob(
    key: &'static str,
    figure: &Figure,
    shown: &LinkState,
    dispatch: &Dispatch,
) -> Element {
    match kind(key, shown) {
        Some((label, Kind::Names(mut names, chosen))) => {
            if let Some(offered) = offered(figure, key) {
                names.retain(|(name, _)| *name == chosen || offered.contains(name));
            }
            list(label, names, chosen, dispatch)
        }
        Some((label, Kind::Number(number))) => stepper(Number { label, ..number }, dispatch),
        None => el("code").child(key),
    }
}

/// What a knob is called and what it turns.
fn kind(key: &str, shown: &LinkState) -> Option<(&'static str, Kind)> {
    let params = &shown.params;
    let spec = Spec::new(params).ok()?;
    let number = |value, step, max, edit| {
        Kind::Number(Number {
            value,
            step,
            max,
            edit: Some(edit),
            ..Number::default()
        })
    };
    let address = |value, edit| {
        Kind::Number(Number {
            value,
            step: 16,
            max: swizzle_core::ADDRESS_BYTES - 16,
            hex: true,
            edit: Some(edit),
            ..Number::default()
        })
    };
    let stride = |value, edit| {
        Kind::Number(Number {
            value,
            step: 16,
            multiple: 16,
            max: swizzle_core::ADDRESS_BYTES - 16,
            edit: Some(edit),
            ..Number::default()
        })
    };
    let read = spec.read(params.step).params();
    Some(match key {
        "arch" => ("Architecture", names(params.arch, Edit::Arch)),
        "element" => ("Element", names(params.element, Edit::Element)),
        "major" => ("Major", names(params.major, Edit::Major)),
        "swizzle" => ("Swizzle", names(params.swizzle, Edit::Swizzle)),
        "operand" => ("Operand", names(params.operand, Edit::Operand)),
        "sparsity" => ("Form", names(params.sparsity, Edit::Sparsity)),
        "order" => {
            let words = |order| match (order, params.operand) {
                (Order::K, _) => "K first",
                (Order::Mn, Operand::A) => "M first",
                (Order::Mn, Operand::B) => "N first",
            };
            let all = [Order::Mn, Order::K].map(|order| (words(order), Edit::Order(order)));
            let kind = Kind::Names(all.into(), words(params.order));
            ("Order of the atoms", kind)
        }
        "lbo_mode" => ("LBO mode", names(params.lbo_mode, Edit::LboMode)),
        "mn" => (
            "MN",
            number(params.mn, 8, 1024, Edit::Mn as fn(u32) -> Edit),
        ),
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
                {
                    use core::Number::{Bank, Logical, Memory, None};
                    [Memory, Logical, Bank, None]
                        .map(|number| (number_words(number), Edit::Number(number)))
                        .into()
                },
                number_words(shown.view.number),
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
            stride(read.lbo_bytes, |bytes| Edit::Lbo(Some(bytes))),
        ),
        "sbo" | "sbo_bytes" => (
            "SBO in bytes",
            stride(read.sbo_bytes, |bytes| Edit::Sbo(Some(bytes))),
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
    let options = names.iter().map(|(words, _)| {
        el("option")
            .attr(Attr::Value, *words)
            .attr(Attr::Selected, *words == chosen)
            .child(*words)
    });
    let select = el("select")
        .class("learn-knob")
        .attr(Attr::AriaLabel, label)
        .children(options);
    let dispatch = dispatch.clone();
    select.on_change(Callback::from(move |event: Event| {
        let value = event.target_unchecked_into::<HtmlSelectElement>().value();
        if let Some((_, edit)) = names.iter().find(|(words, _)| *words == value) {
            dispatch.dispatch(Action::Edit(*edit));
            dispatch.dispatch(Action::Settle);
        }
    }))
}

fn stepper(number: Number, dispatch: &Dispatch) -> Element {
    let going_on = {
        let dispatch = dispatch.clone();
        Callback::from(move |edit| dispatch.dispatch(Action::Edit(edit)))
    };
    let bare = Number {
        is_bare: true,
        ..number
    };
    el("span").class("learn-knob").child(control::number(
        bare,
        &going_on,
        &Callback::noop(),
        dispatch,
    ))
}

/// A control with its name before it, for under a figure.
pub(super) fn named_knob(
    key: &'static str,
    figure: &Figure,
    shown: &LinkState,
    dispatch: &Dispatch,
) -> Element {
    let label = kind(key, shown).map_or(key, |(label, _)| label);
    el("span")
        .class("learn-control")
        .child(el("span").attr(Attr::AriaHidden, "true").child(label))
        .child(knob(key, figure, shown, dispatch))
}
