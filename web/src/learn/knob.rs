//! A control in a sentence, by the parameter's key in links.

use swizzle_core::hardware::{ADDRESS_BYTES, LINE_BYTES};
use swizzle_core::{Named, Operand, Order};
use swizzle_draw::Number as CellNumber;
use swizzle_draw::Shows;
use swizzle_learn::{Figure, offered, set};
use swizzle_view::Shown;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::control::{self, Number};
use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch};
use crate::view::number_words;

/// Kind of value that a knob turns.
enum Kind {
    /// One of some names: the words, and the value that they stand for.
    Names(Vec<(&'static str, &'static str)>, &'static str),
    /// A number.
    Number(Number),
}

/// The control; the key itself where nothing turns it.
pub(super) fn knob(
    key: &'static str,
    figure: &Figure,
    shown: &Shown,
    dispatch: &Dispatch,
) -> Element {
    match kind(key, shown) {
        Some((label, Kind::Names(mut names, chosen))) => {
            if let Some(offered) = offered(figure, key) {
                names.retain(|(name, _)| *name == chosen || offered.contains(name));
            }
            list(label, names, chosen, turns(key, shown, dispatch))
        }
        Some((label, Kind::Number(number))) => {
            let on_value = turns(key, shown, dispatch)
                .reform(|value: Option<u32>| value.unwrap_or(0).to_string());
            let bare = Number {
                label,
                is_bare: true,
                ..number
            };
            let number = control::number(bare, on_value, dispatch);
            el("span").class("learn-knob").child(number)
        }
        None => el("code").child(key),
    }
}

/// Sets a key to a value, where that has a picture.
fn turns(key: &'static str, shown: &Shown, dispatch: &Dispatch) -> Callback<String> {
    let (shown, dispatch) = (*shown, dispatch.clone());
    Callback::from(move |value: String| {
        if let Some(next) = set(&shown, key, &value) {
            dispatch.dispatch(Action::Turn(key, next));
        }
    })
}

/// The name of a knob, and what it turns. Where a read is shown, a plain name refers to its descriptor, as in
/// [`set`].
fn kind(key: &str, shown: &Shown) -> Option<(&'static str, Kind)> {
    let spec = shown.looked_at(&shown.spec().ok()?);
    let (tile, reader) = (spec.tile(), spec.reader());
    let read = spec.read(spec.place()).params();
    let is_read = shown.view.shows == Shows::Read;
    let of_read = |of_read, of_tile| if is_read { of_read } else { of_tile };
    let number = |value, step, max| {
        Kind::Number(Number {
            value,
            step,
            max,
            ..Number::default()
        })
    };
    let address = |value| {
        Kind::Number(Number {
            value,
            step: 16,
            max: ADDRESS_BYTES - 16,
            hex: true,
            ..Number::default()
        })
    };
    let stride = |value| {
        Kind::Number(Number {
            value,
            step: 16,
            multiple: 16,
            max: ADDRESS_BYTES - 16,
            ..Number::default()
        })
    };
    let swizzle = if is_read { read.swizzle } else { tile.swizzle };
    let lbo_is_of_read = is_read || spec.has_column_stride();
    Some(match key {
        "arch" => ("Architecture", names(reader.arch)),
        "element" => ("Element", names(tile.element)),
        "major" => ("Major", names(tile.major)),
        "swizzle" | "swizzle_alone" => ("Swizzle", names(swizzle)),
        "operand" => ("Operand", names(reader.operand)),
        "sparsity" => ("Sparsity", names(reader.sparsity)),
        "order" => {
            let words = |order| match (order, reader.operand) {
                (Order::K, _) => "K first",
                (Order::Mn, Operand::A) => "M first",
                (Order::Mn, Operand::B) => "N first",
            };
            let all = Order::ALL.iter().map(|order| (words(*order), order.name()));
            let kind = Kind::Names(all.collect(), words(tile.order));
            ("Order of the atoms", kind)
        }
        "lbo_mode" => ("LBO mode", names(reader.lbo_mode)),
        "mn" => ("MN", number(tile.mn, 8, 1024)),
        "k" => ("K", number(tile.k, tile.element.per_unit(), 4096)),
        "step" => ("Step", number(spec.place().step, 1, spec.steps() - 1)),
        "base_offset" => ("Base offset", number(read.base_offset.into(), 1, 7)),
        "start" => (
            "Start",
            address(of_read(read.start_bytes, tile.start_bytes)),
        ),
        "pattern" => {
            let pattern = Number {
                value: tile.pattern_bytes,
                step: LINE_BYTES,
                multiple: LINE_BYTES,
                max: ADDRESS_BYTES - LINE_BYTES,
                hex: true,
                ..Number::default()
            };
            ("Pattern origin", Kind::Number(pattern))
        }
        "number" => {
            let words = |number: &CellNumber| (number_words(*number), number.name());
            let all = CellNumber::ALL.iter().map(words).collect();
            ("Number", Kind::Names(all, number_words(shown.view.number)))
        }
        "meant_swizzle" => ("Written with", names(tile.swizzle)),
        "meant_start" => ("Written from", address(tile.start_bytes)),
        "meant_row_bytes" => (
            "Bytes of a plain row",
            Kind::Number(Number {
                value: tile.row_bytes.unwrap_or(0),
                step: 16,
                multiple: 16,
                min: 16,
                max: 4096,
                ..Number::default()
            }),
        ),
        "lbo_bytes" if lbo_is_of_read => ("LBO in bytes", stride(read.lbo_bytes)),
        "lbo_bytes" => ("LBO in bytes", stride(tile.lbo_bytes)),
        "sbo_bytes" => (
            "SBO in bytes",
            stride(of_read(read.sbo_bytes, tile.sbo_bytes)),
        ),
        _ => return None,
    })
}

fn names<T: Named>(chosen: T) -> Kind {
    let all = T::ALL.iter().map(|one| (one.name(), one.name()));
    Kind::Names(all.collect(), chosen.name())
}

fn list(
    label: &'static str,
    names: Vec<(&'static str, &'static str)>,
    chosen: &'static str,
    on_value: Callback<String>,
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
    select.on_change(Callback::from(move |event: Event| {
        let chosen = event.target_unchecked_into::<HtmlSelectElement>().value();
        if let Some((_, value)) = names.iter().find(|(words, _)| *words == chosen) {
            on_value.emit((*value).to_owned());
        }
    }))
}

/// A control with its name before it, for under a figure.
pub(super) fn named_knob(
    key: &'static str,
    figure: &Figure,
    shown: &Shown,
    dispatch: &Dispatch,
) -> Element {
    let label = kind(key, shown).map_or(key, |(label, _)| label);
    el("span")
        .class("learn-control")
        .child(el("span").attr(Attr::AriaHidden, "true").child(label))
        .child(knob(key, figure, shown, dispatch))
}
