//! The instruction that takes the tile, and what of it can be chosen.

use swizzle_core::build::wgmma_accumulators;
use swizzle_core::build::{Instruction, InstructionFault, SaidInstruction, SourceOfA};
use swizzle_core::hardware::{Accumulator, Kind};
use swizzle_core::{Arch, Major, Named, Operand, Spec};
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::element::{Attr, Element, el};

/// The part.
pub(super) fn instruction(
    spec: &Spec,
    built: &Instruction,
    said: SaidInstruction,
    on_said: &Callback<SaidInstruction>,
) -> Element {
    let reader = spec.reader();
    let kinds: Vec<Kind> = Kind::of_element(spec.tile().element).collect();
    let kind = built.kind.filter(|_| kinds.len() > 1).map(|kind| {
        list(
            "Kind",
            &kinds,
            kind,
            on_said.reform(move |kind| SaidInstruction {
                kind: Some(kind),
                ..said
            }),
        )
    });
    let accumulators: &[Accumulator] = match built.kind {
        Some(kind) => kind.accumulators(),
        None => wgmma_accumulators(built.a),
    };
    let accumulator = (accumulators.len() > 1).then(|| {
        list(
            "Type of D",
            accumulators,
            built.d,
            on_said.reform(move |d| SaidInstruction {
                accumulator: Some(d),
                ..said
            }),
        )
    });
    let (other, other_mn, other_major) = match reader.operand {
        Operand::A => ("N of B", built.n, built.b_major),
        Operand::B => ("M of A", built.m, built.a_major),
    };
    let extent = (reader.operand == Operand::A || reader.arch == Arch::Tcgen05).then(|| {
        number(
            other,
            other_mn,
            on_said.reform(move |mn| SaidInstruction {
                other_mn: Some(mn),
                ..said
            }),
        )
    });
    let major = list(
        "Major of the other",
        Major::ALL,
        other_major,
        on_said.reform(move |major| SaidInstruction {
            other_major: Some(major),
            ..said
        }),
    );
    let source = (reader.operand == Operand::B && reader.arch == Arch::Wgmma).then(|| {
        list(
            "A from",
            SourceOfA::ALL,
            built.source_of_a,
            on_said.reform(move |source| SaidInstruction {
                source_of_a: Some(source),
                ..said
            }),
        )
    });
    el("div")
        .child(el("p").child(el("code").class("build-name").child(built.name())))
        .child(
            el("div").class("build-controls").children(
                [kind, accumulator, extent, Some(major), source]
                    .into_iter()
                    .flatten(),
            ),
        )
}

/// What is wrong with it.
pub(super) fn faults(faults: &[InstructionFault]) -> Element {
    let fault = |fault: &InstructionFault| {
        el("li")
            .child(el("strong").child(format!("{}: {}", fault.severity.name(), fault.title)))
            .child(" ")
            .child(fault.text.clone())
            .child(" ")
            .child(el("small").child(fault.source))
    };
    el("ul")
        .class("build-faults")
        .attr(Attr::AriaLabel, "What is wrong with the instruction")
        .children(faults.iter().map(fault))
}

/// One of a few, as a list.
fn list<T: Named + PartialEq + 'static>(
    label: &'static str,
    options: &[T],
    chosen: T,
    on_choose: Callback<T>,
) -> Element {
    let all: Vec<T> = options.to_vec();
    let on_change = Callback::from(move |event: Event| {
        let list = event.target_unchecked_into::<HtmlSelectElement>();
        if let Some(one) = all.get(list.selected_index() as usize) {
            on_choose.emit(*one);
        }
    });
    let option = |option: &T| {
        el("option")
            .attr(Attr::Selected, *option == chosen)
            .child(option.name())
    };
    el("label").child(el("span").child(label)).child(
        el("select")
            .on_change(on_change)
            .children(options.iter().map(option)),
    )
}

/// A number that is typed.
fn number(label: &'static str, value: u32, on_typed: Callback<u32>) -> Element {
    let on_change = Callback::from(move |event: Event| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        if let Ok(value) = swizzle_core::number_from_text(&text)
            && (1..=256).contains(&value)
        {
            on_typed.emit(value);
        }
    });
    el("label").child(el("span").child(label)).child(
        el("input")
            .attr(Attr::Type, "text")
            .attr(Attr::Inputmode, "numeric")
            .value(value.to_string())
            .on_change(on_change),
    )
}
