//! The bits of both descriptors, one row above the other, and the fields under them.

use swizzle_core::{Descriptor, FieldId};
use swizzle_lints::PAIR_NAMES;
use swizzle_text::{Effect, FieldReading, bits_text, differing_text, readings_from_descriptor};
use yew::prelude::*;

use super::both::Both;
use crate::atlas::descriptor::bits::{Bits, bits};
use crate::atlas::descriptor::card::{Columns, columns};
use crate::control::CopyButton;
use crate::element::{Attr, Element, el, fragment};
use crate::state::Dispatch;
use crate::view::tint;

/// The descriptors: of the first alone while the second is not known.
pub(super) fn dock(
    both: &Both,
    dispatches: &[Dispatch; 2],
    asks: bool,
    on_edit: &Callback<usize>,
) -> Element {
    let all = both.pictures.each_ref().map(|picture| picture.descriptor);
    let [first, second] = all.map(Result::ok);
    let second = second.filter(|_| !asks);
    let differing = first
        .zip(second)
        .map(|(first, second)| first.raw() ^ second.raw());
    let rows = (0..2).filter(|side| *side == 0 || !asks).map(|side| {
        let hex = match all[side] {
            Ok(descriptor) => hex(descriptor, [second, first][side]),
            Err(none) => el("span").class("hint").child(none.to_string()),
        };
        el("p")
            .class_if(!both.blamed[side].is_empty(), "is-wrong")
            .child(tag(side))
            .child(hex)
    });
    let copy = differing.map(|differing| {
        let both = all.iter().flatten().map(ToString::to_string);
        let text = both.collect::<Vec<_>>().join(" ");
        el("div")
            .class("descriptor-acts row wraps")
            .child(html! { <CopyButton {text} what="both" shows_what=true /> })
            .child(
                el("span")
                    .class("hint")
                    .attr(Attr::Title, bits_text(differing))
                    .child(differing_text(differing)),
            )
    });
    let ids = el("div")
        .class("descriptor-id pair-ids")
        .child(el("h2").class("visually-hidden").child("Descriptors"))
        .children(rows)
        .child(asks.then(|| {
            el("p")
                .child(tag(1))
                .child(el("span").class("hint").child("no layout yet"))
        }))
        .child(copy);
    let row = |side: usize, descriptor: Descriptor| {
        let marks = Bits {
            descriptor,
            of: (!asks).then_some(PAIR_NAMES[side]),
            suspect: differing.unwrap_or(0),
            differing: 0,
            class: match both.blamed.iter().all(Vec::is_empty) {
                true => "is-neutral",
                false => "",
            },
        };
        bits(&marks, &dispatches[side])
    };
    let of = |sides: &[usize]| {
        let known = [first, second];
        let known = sides.iter().filter_map(|side| Some((*side, known[*side]?)));
        let known: Vec<(usize, Descriptor)> = known.collect();
        fragment()
            .child(
                el("div").class("pair-bits").children(
                    known
                        .iter()
                        .map(|(side, descriptor)| row(*side, *descriptor)),
                ),
            )
            .child(fields(both, &known, on_edit))
    };
    // Two families have two tables of bits.
    let is_alike = match (first, second) {
        (Some(first), Some(second)) => first.chip() == second.chip(),
        _ => true,
    };
    let bits = match is_alike {
        true => of(&[0, 1]),
        false => fragment().child(of(&[0])).child(of(&[1])),
    };
    el("section")
        .class("descriptor")
        .attr(Attr::AriaLabel, "Descriptors")
        .child(ids)
        .child(el("div").class("descriptor-main").child(bits))
}

/// The letter of one of the two.
pub(super) fn tag(side: usize) -> Element {
    el("span").class("pair-tag").child(PAIR_NAMES[side])
}

/// A descriptor in hex, with the digits marked that the other has otherwise.
pub(super) fn hex(own: Descriptor, other: Option<Descriptor>) -> Element {
    let (own, other) = (own.to_string(), other.unwrap_or(own).to_string());
    let digits = own.chars().zip(other.chars());
    el("code")
        .class("pair-hex")
        .children(digits.map(|(own, other)| {
            let digit = String::from(own);
            match own == other {
                true => el("span").child(digit),
                false => el("mark").child(digit),
            }
        }))
}

/// The fields under their bits, with both values where they differ; a press opens the parameters of that layout.
fn fields(both: &Both, known: &[(usize, Descriptor)], on_edit: &Callback<usize>) -> Element {
    let readings: Vec<(usize, Vec<FieldReading>)> = known
        .iter()
        .map(|(side, descriptor)| {
            let spec = &both.pictures[*side].looked_at;
            (*side, readings_from_descriptor(spec, *descriptor))
        })
        .collect();
    let Some((_, first)) = readings.first() else {
        return fragment();
    };
    let field = |(at, columns): (usize, Columns)| {
        let own = &first[at];
        let is_same = readings
            .iter()
            .all(|(_, others)| others[at].value == own.value);
        let shown = &readings[..if is_same { 1 } else { readings.len() }];
        let values = shown.iter().map(|(side, readings)| {
            let (id, side): (FieldId, usize) = (readings[at].field.id, *side);
            el("button")
                .attr(Attr::Type, "button")
                .class_if(both.blamed[side].contains(&id), "is-wrong")
                .on_click(on_edit.reform(move |_| side))
                .child((!is_same).then(|| el("i").child(PAIR_NAMES[side])))
                .child((!is_same).then_some(" "))
                .child(readings[at].value.clone())
        });
        let is_idle = shown
            .iter()
            .all(|(_, readings)| readings[at].effect == Effect::Unused);
        el("li")
            .class("field")
            .class(tint(own.field.id))
            .class_if(is_idle, "is-idle")
            .attr(Attr::Style, columns.style())
            .child(
                el("div")
                    .class("field-head")
                    .child(el("h3").child(own.field.name))
                    .child(is_idle.then(|| {
                        el("span")
                            .class("field-badge quiet tiny")
                            .child(own.effect.name())
                    })),
            )
            .child(el("div").class("field-value").children(values))
    };
    el("ul")
        .attr(Attr::Role, "list")
        .class("descriptor-cards")
        .children(columns(first).into_iter().enumerate().map(field))
}
