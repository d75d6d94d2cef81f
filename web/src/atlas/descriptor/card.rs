//! A card: one field, what it holds, what that does here, and who says so.

use swizzle_core::hardware::{ADDRESS_BYTES, UNIT_BYTES, field_from_bytes};
use swizzle_core::words::{Effect, FieldReading};
use swizzle_core::{Descriptor, FieldId, number_from_text};
use yew::prelude::*;

use crate::control::TextField;
use crate::element::{Element, el};
use crate::state::{Dispatch, Edit};
use crate::view::tint;

/// The card of a field.
pub(super) fn card(reading: &FieldReading, descriptor: Descriptor, dispatch: &Dispatch) -> Element {
    let field = reading.field;
    let state = match reading.effect {
        Effect::Used => "is-used",
        Effect::Unused => "is-idle",
        Effect::Invalid => "is-invalid",
    };
    let head = el("div")
        .class("field-head")
        .child(el("h3").child(field.name))
        .child(el("span").class("field-bits").child(field.bits_text()))
        .child(el("span").class("field-badge").child(reading.effect.name()));
    let value = el("p")
        .class("field-value")
        .child(bytes(reading, descriptor, dispatch))
        .child(raw(reading, descriptor, dispatch));
    let formula = reading.formula.as_ref();
    let (isa, measured) = (reading.isa.as_ref(), reading.measured.as_ref());
    let sources = el("dl")
        .class("field-sources")
        .children(isa.map(|text| source("ISA", text)))
        .children(measured.map(|text| source("Measured", text)));
    el("li")
        .key(field.low)
        .class("field")
        .class(tint(field.id))
        .class(state)
        .child(head)
        .child(value)
        .child(
            el("div")
                .class("field-more")
                .child(el("p").class("field-meaning").child(&reading.meaning))
                .child(formula.map(|formula| el("code").class("field-formula").child(formula)))
                .child(sources),
        )
}

/// What the field stands for: a number of bytes can be edited, everything else follows from the raw value.
fn bytes(reading: &FieldReading, descriptor: Descriptor, dispatch: &Dispatch) -> Element {
    let id = reading.field.id;
    if !matches!(id, FieldId::Start | FieldId::Lbo | FieldId::Sbo) {
        return el("b").child(&reading.value);
    }
    let (number, unit) = reading
        .value
        .split_once(' ')
        .unwrap_or((&reading.value, "B"));
    let read = Callback::from(move |text: String| {
        let bytes = number_from_text(&text)?;
        if bytes >= ADDRESS_BYTES || !bytes.is_multiple_of(UNIT_BYTES) {
            return Err(format!(
                "{bytes} is no multiple of 16 below {ADDRESS_BYTES}"
            ));
        }
        let field = u64::from(field_from_bytes(bytes));
        Ok(Edit::Descriptor(Some(descriptor.with(id, field))))
    });
    let label = format!("{} in bytes", reading.field.name);
    el("b")
        .child(html! { <TextField {label} value={number.to_owned()} class="field-bytes" {read} dispatch={dispatch.clone()} /> })
        .child(format!(" {unit}"))
}

/// The bits of the field as a number.
fn raw(reading: &FieldReading, descriptor: Descriptor, dispatch: &Dispatch) -> Element {
    let field = reading.field;
    let read = Callback::from(move |text: String| {
        let raw = u64::from(number_from_text(&text)?);
        if raw >> field.width != 0 {
            return Err(format!(
                "{} bits hold at most {}",
                field.width,
                (1_u64 << field.width) - 1
            ));
        }
        Ok(Edit::Descriptor(Some(descriptor.with(field.id, raw))))
    });
    let label = format!("{} field", field.name);
    let value = reading.raw.to_string();
    el("span")
        .class("field-raw")
        .child("field ")
        .child(html! { <TextField {label} {value} class="field-units" {read} dispatch={dispatch.clone()} /> })
}

fn source(name: &'static str, text: &str) -> Element {
    el("div")
        .child(el("dt").child(name))
        .child(el("dd").child(text.to_owned()))
}
