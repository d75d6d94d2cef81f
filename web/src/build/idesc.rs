//! tcgen05's instruction descriptor: 32 bits that flip, and the fields that they are.

use swizzle_code::build::kinds_of_instruction;
use swizzle_core::descriptor::{InstructionDescriptor, InstructionField, InstructionFieldId};
use swizzle_core::hardware::CtaForm;
use swizzle_core::{Named as _, Spec};
use swizzle_lints::instruction::{InstructionWord, findings_from_word};
use swizzle_parse::instruction_from_text;
use swizzle_text::{instruction_shape_text, instruction_value_text};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::instruction::faults;
use crate::control::{Button, button, copy_button, walk_bits};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::page::table::{self, table};
use crate::view::Shared;

/// Properties of [`Idesc`].
#[derive(Properties, PartialEq)]
pub(super) struct IdescProps {
    /// The one that is built from the tile.
    pub idesc: InstructionDescriptor,
    /// The tile.
    pub spec: Shared<Spec>,
    /// How its instruction is issued.
    pub form: CtaForm,
    /// Value that was typed or flipped in its place.
    pub own: Option<u32>,
    /// Called with another one; with none to go back to the built one.
    pub on_own: Callback<Option<u32>>,
}

/// The built one, or what was pasted or flipped instead, against the tile.
#[component]
pub(super) fn Idesc(props: &IdescProps) -> Html {
    let (own, on_own) = (props.own, props.on_own.clone());
    let (fault, on_fault) = use_value(String::new);
    let kind = props.idesc.kind();
    let idesc = InstructionDescriptor::new(kind, own.unwrap_or(props.idesc.raw()));
    let on_change = {
        let on_own = on_own.clone();
        Callback::from(move |event: Event| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            match instruction_from_text(Some(kind), &text) {
                Ok(read) => {
                    on_fault.emit(String::new());
                    on_own.emit(Some(read.idesc.raw()));
                }
                Err(why) => on_fault.emit(why),
            }
        })
    };
    let built = (own.is_some_and(|own| own != props.idesc.raw())).then(|| {
        let on_own = on_own.clone();
        button(Button {
            words: "Back to the built one",
            on_click: on_own.reform(|_| None),
            ..Button::default()
        })
    });
    let others: Vec<&str> = kinds_of_instruction(idesc.raw())
        .into_iter()
        .filter(|other| *other != kind)
        .map(|kind| kind.name())
        .collect();
    let also = (!others.is_empty()).then(|| {
        el("p").class("hint").child(format!(
            "The same 32 bits are also valid with kind::{}.",
            others.join(", kind::")
        ))
    });
    let hex = idesc.to_string();
    let fault = (!fault.is_empty()).then(|| {
        el("p")
            .class("fault")
            .attr(Attr::Role, "alert")
            .child(fault)
    });
    let word = el("div")
        .child(
            el("h2")
                .child("Instruction descriptor")
                .child(el("small").child(format!("kind::{}", kind.name()))),
        )
        .child(
            el("p")
                .child(
                    el("input")
                        .attr(Attr::Type, "text")
                        .attr(Attr::AriaLabel, "Instruction descriptor in hex")
                        .attr(Attr::Spellcheck, "false")
                        .value(hex.clone())
                        .on_change(on_change),
                )
                .child(" ")
                .child(copy_button(hex, "the instruction descriptor")),
        )
        .child(fault)
        .child(
            el("p")
                .class("build-note")
                .child(instruction_shape_text(idesc)),
        )
        .child(built);
    let of_bits = el("div")
        .child(bits(idesc, &on_own))
        .child(
            el("div")
                .class("build-idesc-more")
                .child(fields(idesc))
                .child(also),
        )
        .child(faults(&findings_from_word(&InstructionWord {
            idesc,
            form: Some(props.form),
            spec: Some((*props.spec).clone()),
            of_pair: Some([props.idesc.m(), props.idesc.n()].map(Some)),
        })));
    el("section")
        .class("build-idesc")
        .attr(Attr::AriaLabel, "Instruction descriptor")
        .child(word)
        .child(of_bits)
        .into()
}

/// The fields from bit 31 down.
fn from_the_top(idesc: InstructionDescriptor) -> Vec<InstructionField> {
    let mut fields = InstructionDescriptor::fields(idesc.kind()).to_vec();
    fields.sort_by_key(|field| std::cmp::Reverse(field.low));
    fields
}

/// All 32 bits in a row, with the numbers of each field's first and last bit over it, its name and its value under it.
fn bits(idesc: InstructionDescriptor, on_own: &Callback<Option<u32>>) -> Element {
    let bit = |at: u8| {
        let (is_set, flipped) = (idesc.raw() >> at & 1 == 1, idesc.raw() ^ 1 << at);
        button(Button {
            words: if is_set { "1" } else { "0" },
            class: "build-bit",
            name: Some(format!("Instruction bit {at}: {}", u8::from(is_set))),
            is_pressed: Some(is_set),
            on_click: on_own.reform(move |_| Some(flipped)),
            ..Button::default()
        })
        .attr(Attr::Value, u32::from(at))
        .attr(Attr::Tabindex, if at == 31 { "0" } else { "-1" })
    };
    let number = |at: u8| el("i").child(u32::from(at));
    let field = |field: InstructionField| {
        let (low, high) = (field.low, field.high());
        let words = (field.id != InstructionFieldId::Reserved).then(|| {
            fragment()
                .child(el("b").child(field.id.name()))
                .child(el("span").child(instruction_value_text(idesc, field)))
        });
        el("span")
            .class("build-field")
            .class(tint(field.id))
            .attr(Attr::Style, format!("--bits:{}", field.width))
            .attr(Attr::Title, field_words(field))
            .child(
                el("span")
                    .class("build-edges")
                    .child(number(high))
                    .child((low < high).then(|| number(low))),
            )
            .child(
                el("span")
                    .class("build-byte")
                    .children((low..=high).rev().map(bit)),
            )
            .child(words)
    };
    el("div")
        .class("build-bits")
        // In a toolbar screen readers leave the arrow keys to the page.
        .attr(Attr::Role, "toolbar")
        .attr(Attr::AriaLabel, "Bits 31 to 0")
        .on_key(Callback::from(|event| walk_bits(&event, ".build-bit", 31)))
        .children(from_the_top(idesc).into_iter().map(field))
}

fn field_words(field: InstructionField) -> String {
    format!("Bits {}: {}", bits_words(field), field.id.meaning())
}

fn bits_words(field: InstructionField) -> String {
    match field.high() {
        high if high == field.low => high.to_string(),
        high => format!("{high}–{}", field.low),
    }
}

/// The colour of a field: those of the matrix descriptor's, one for what belongs together.
const fn tint(id: InstructionFieldId) -> &'static str {
    match id {
        InstructionFieldId::M => "tint-start",
        InstructionFieldId::N => "tint-sbo",
        InstructionFieldId::A => "tint-lbo",
        InstructionFieldId::B => "tint-swizzle",
        InstructionFieldId::D => "tint-mode",
        InstructionFieldId::TransposeA | InstructionFieldId::TransposeB => "tint-base",
        InstructionFieldId::ScaleA
        | InstructionFieldId::ScaleB
        | InstructionFieldId::ScaleType
        | InstructionFieldId::KSize
        | InstructionFieldId::Reserved
        | InstructionFieldId::Selector
        | InstructionFieldId::Sparse
        | InstructionFieldId::Saturate
        | InstructionFieldId::NegateA
        | InstructionFieldId::NegateB
        | InstructionFieldId::MaxShift => "tint-fixed",
    }
}

/// The same as a table, with what each field means.
fn fields(idesc: InstructionDescriptor) -> Element {
    let row = |field: &InstructionField| {
        let cells = [
            bits_words(*field),
            idesc.bits_of(*field).to_string(),
            instruction_value_text(idesc, *field),
            field.id.meaning().to_owned(),
        ];
        table::row(field.id.name(), cells)
    };
    let head = ["Field", "Bits", "Raw", "Value", "Meaning"];
    let fields = InstructionDescriptor::fields(idesc.kind());
    el("details")
        .child(el("summary").child("Fields of the instruction descriptor"))
        .child(table(
            "Fields of the instruction descriptor",
            head,
            fields.iter().map(row),
        ))
}
