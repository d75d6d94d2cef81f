//! Why an operand is what it is: its descriptor's fields, and the lines of the text from which they follow.

use swizzle_core::descriptor::FieldId;
use swizzle_lens::{Part, Why};
use swizzle_text::{Effect, grouped, readings_from_descriptor};
use yew::prelude::*;

use super::findings::Ask;
use crate::element::{Attr, Element, el};
use crate::view::tint;

/// Lines that are shown at once.
const SHOWN: usize = 16;

/// A constant that holds the fields of a descriptor, in hex.
fn in_hex(line: &str) -> Option<String> {
    let words = line.split([' ', '\t', ',', ';']);
    let mut numbers = words.filter_map(|word| word.parse::<i64>().ok());
    let constant = numbers.find(|number| number.unsigned_abs() >> 32 != 0)?;
    Some(format!("{constant:#018x}"))
}

/// Effect of a shift by a number on what it shifts.
fn note(line: &str) -> Option<String> {
    let (opcode, operands) = line.trim().split_once([' ', '\t'])?;
    let mut operands = operands.trim_end_matches(';').split(',').skip(2);
    let bits = operands.next()?.trim().parse::<u32>().ok()?;
    let sign = match opcode.split('.').next()? {
        "shl" => '×',
        "shr" | "bfe" => '÷',
        _ => return None,
    };
    Some(format!("{sign} {}", grouped(1u32.checked_shl(bits)?)))
}

/// The descriptor, and the chain of lines.
pub(super) fn why(
    part: Option<&Part>,
    chain: &Why,
    at_fault: Option<u32>,
    on_ask: &Callback<Ask>,
) -> Element {
    let fields = part.and_then(|part| {
        let spec = part.shown.spec().ok()?;
        let given = spec.given()?;
        let derived = spec.derived_descriptor(spec.place()).ok();
        let rows = readings_from_descriptor(&spec, given)
            .into_iter()
            .map(|reading| {
                let id = reading.field.id;
                let wanted = derived
                    .map(|derived| derived.get(id))
                    .filter(|wanted| *wanted != reading.raw);
                // A place is compared as it is; of what has no effect nothing is expected.
                let wanted = wanted
                    .filter(|_| id == FieldId::Start)
                    .map(|raw| format!("expected {:#x}", raw * 16));
                el("div")
                    .class("kernel-field")
                    .class(tint(id))
                    .child(el("dt").child(reading.field.name))
                    .child(
                        el("dd")
                            .child(
                                el("b")
                                    .class_if(wanted.is_some(), "is-wrong")
                                    .child(reading.value.clone()),
                            )
                            .child(" ")
                            .child(wanted.or_else(|| {
                                (reading.effect == Effect::Unused)
                                    .then(|| reading.effect.name().into())
                            })),
                    )
            });
        let placed = (!part.is_placed).then(|| {
            el("p")
                .class("hint")
                .child("The base address is not known from the PTX; 0x400 is assumed.")
        });
        Some(
            el("div")
                .child(
                    el("p")
                        .class("kernel-raw")
                        .child(el("code").child(format!("{:#018x}", given.raw()))),
                )
                .child(el("dl").children(rows))
                .child(placed),
        )
    });
    let link = |line: &swizzle_lens::WhyLine| {
        let number = line.line;
        let text: String = line.text.chars().take(120).collect();
        el("li")
            .class_if(at_fault == Some(number), "is-wrong")
            .class_if(!line.is_followed, "is-end")
            .child(
                el("button")
                    .attr(Attr::Type, "button")
                    .attr(Attr::AriaLabel, format!("Show line {number}"))
                    .on_click(on_ask.reform(move |_| Ask::Line(number)))
                    .child(number),
            )
            .child(el("code").child(text))
            .child(in_hex(&line.text).map(|hex| el("small").child(el("code").child(hex))))
            .child(note(&line.text).map(|note| el("small").child(note)))
            .child((!line.is_followed).then(|| el("small").child("not followed further")))
    };
    let (first, rest) = chain.lines.split_at(chain.lines.len().min(SHOWN));
    let chain = (!first.is_empty()).then(|| {
        let list = |lines: &[swizzle_lens::WhyLine]| {
            el("ol")
                .class("kernel-chain")
                .children(lines.iter().map(link))
        };
        let more = (!rest.is_empty()).then(|| {
            el("details")
                .child(el("summary").child(format!("{} more lines", rest.len())))
                .child(list(rest))
        });
        el("div")
            .child(el("h3").child("Follows from"))
            .child(list(first))
            .child(more)
    });
    el("section")
        .class("kernel-why")
        .child(el("h2").child("Why"))
        .child(fields)
        .child(chain)
}
