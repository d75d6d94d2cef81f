//! A card: one field, what it holds, what that does here, and who says so.

use swizzle_code::number_from_text;
use swizzle_core::FieldId;
use swizzle_core::hardware::UNIT_BYTES;
use swizzle_text::{Effect, FieldReading};
use yew::prelude::*;

use crate::control::TextField;
use crate::element::{Attr, Element, el};
use crate::state::{Dispatch, Edit};
use crate::view::tint;

/// Columns of the cards: a bit each, and a gap between groups of 16.
const COLUMNS: u8 = 67;

/// Least width of a card, in bits.
const NARROWEST: u8 = 7;

/// Least width of a card where several narrow fields are side by side, in bits.
const LEAST: u8 = 4;

/// The columns that a card covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    from: u8,
    to: u8,
    /// Whether it begins before its bits, which leave too little room.
    is_moved: bool,
}

impl Columns {
    /// Them as the style sheet takes them.
    pub fn style(self) -> String {
        format!("--columns:{}/{}", self.from + 1, self.to + 1)
    }

    /// Whether there is room for one box alone.
    const fn is_narrow(self) -> bool {
        self.to - self.from <= NARROWEST
    }
}

/// The columns of the cards: each starts under the first bit of its field and extends to the next card.
pub fn columns(readings: &[FieldReading]) -> Vec<Columns> {
    let mut to = COLUMNS;
    let mut columns: Vec<Columns> = readings
        .iter()
        .enumerate()
        .rev()
        .map(|(before, reading)| {
            let left = 63 - reading.field.high();
            let first = left + left / 16;
            let room_before = LEAST * before as u8;
            let from = first.min(to.saturating_sub(NARROWEST)).max(room_before);
            let of_card = Columns {
                from,
                to,
                is_moved: from < first,
            };
            to = from;
            of_card
        })
        .collect();
    columns.reverse();
    columns
}

/// Contents of a card.
pub(super) struct Card<'a> {
    pub(super) reading: &'a FieldReading,
    pub(super) columns: Columns,
    pub(super) need: Option<String>,
}

/// The card of a field.
pub(super) fn card(card: Card<'_>, dispatch: &Dispatch) -> Element {
    let Card {
        reading,
        columns,
        need,
    } = card;
    let field = reading.field;
    let state = match reading.effect {
        Effect::Used => "is-used",
        Effect::Unused => "is-idle",
        Effect::Invalid => "is-invalid",
    };
    let is_wrong = need.is_some();
    // A field with the usual effect needs no badge.
    let effect = reading.effect;
    let badge = need.or_else(|| (effect != Effect::Used).then(|| effect.name().to_owned()));
    let head = el("div")
        .class("field-head")
        .child(el("h3").child(field.name))
        .child(el("span").class("field-bits").child(field.bits_text()))
        .child(badge.map(|words| {
            el("span")
                .class("field-badge quiet tiny")
                .attr(Attr::Title, words.clone())
                .child(words)
        }));
    let value = el("div")
        .class("field-value")
        .child(bytes(reading, dispatch))
        .child(raw(reading, dispatch));
    let formula = reading.formula.as_ref();
    let (isa, measured) = (reading.isa.as_ref(), reading.measured.as_ref());
    let sources = el("dl")
        .class("field-sources")
        .child(isa.map(|text| source("ISA", text)))
        .child(measured.map(|text| source("Measured", text)));
    el("li")
        .key(field.low)
        .class("field")
        .class(tint(field.id))
        .class(state)
        .class_if(is_wrong, "is-wrong")
        .class_if(columns.is_narrow(), "is-narrow")
        .class_if(columns.is_moved, "is-moved")
        .attr(Attr::Style, columns.style())
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

/// Value of the field where that is not its number: bytes can be edited, everything else follows from the raw value.
fn bytes(reading: &FieldReading, dispatch: &Dispatch) -> Option<Element> {
    let id = reading.field.id;
    if !matches!(id, FieldId::Start | FieldId::Lbo | FieldId::Sbo) {
        let words = el("span").child(&reading.value);
        return is_code(reading).then(|| el("b").child(words));
    }
    let (number, unit) = reading
        .value
        .split_once(' ')
        .unwrap_or((&reading.value, ""));
    let field = reading.field;
    let read = Callback::from(move |text: String| {
        let (bytes, end) = (number_from_text(&text)?, UNIT_BYTES << field.width);
        if bytes >= end || !bytes.is_multiple_of(UNIT_BYTES) {
            return Err(format!("{bytes} is not a multiple of 16 below {end}"));
        }
        Ok(Edit::Field(id, bytes / UNIT_BYTES))
    });
    let label = format!("{} in bytes", reading.field.name);
    let value = el("b")
        .child(html! { <TextField {label} value={number.to_owned()} class="field-bytes" {read} dispatch={dispatch.clone()} /> })
        .child(unit.to_owned());
    Some(value)
}

/// Whether the number stands for something else.
fn is_code(reading: &FieldReading) -> bool {
    reading.value != reading.raw.to_string()
}

/// The bits of the field as a number.
fn raw(reading: &FieldReading, dispatch: &Dispatch) -> Element {
    let field = reading.field;
    let read = Callback::from(move |text: String| {
        let raw = number_from_text(&text)?;
        if u64::from(raw) >> field.width != 0 {
            return Err(format!(
                "{} bits hold at most {}",
                field.width,
                (1_u64 << field.width) - 1
            ));
        }
        Ok(Edit::Field(field.id, raw))
    });
    let label = format!("{} field", field.name);
    let value = reading.raw.to_string();
    el("span")
        .class("field-raw")
        .child(is_code(reading).then(|| el("span").child("field ")))
        .child(html! { <TextField {label} {value} class="field-units" {read} dispatch={dispatch.clone()} /> })
}

fn source(name: &'static str, text: &str) -> Element {
    el("div")
        .child(el("dt").child(name))
        .child(el("dd").child(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use swizzle_core::Descriptor;
    use swizzle_core::{Chip, Named as _, Said};
    use swizzle_infer::spec_from_said;
    use swizzle_text::readings_from_descriptor;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn cards_follow_each_other_and_have_their_room() {
        for chip in Chip::ALL.iter().filter(|chip| chip.arch().is_some()) {
            let arch = chip.arch().expect("a family");
            let given = Descriptor::new(arch, 0x4000_4040_0001_0040).on(*chip);
            let spec = spec_from_said(&Said::default().with_given(given)).expect("a tile");
            let columns = columns(&readings_from_descriptor(&spec, given));
            assert_eq!(
                (columns[0].from, columns.last().map(|at| at.to)),
                (0, Some(COLUMNS))
            );
            for pair in columns.windows(2) {
                assert_eq!(pair[0].to, pair[1].from);
            }
            // Four narrow fields share the room of three.
            let least = if *chip == Chip::Sm107a { LEAST } else { 5 };
            assert!(
                columns.iter().all(|at| at.to - at.from >= least),
                "{columns:?}"
            );
        }
    }
}
