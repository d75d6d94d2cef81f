//! The instruction that takes the tile, and what of it can be chosen.

use swizzle_code::build::{Instruction, SaidInstruction, SourceOfA};
use swizzle_core::hardware::{Accumulator, Kind, wgmma_accumulators};
use swizzle_core::{Major, Named as _, Operand, Spec};
use swizzle_lints::instruction::InstructionFinding;
use swizzle_view::link::OTHER_MAX;
use yew::prelude::*;

use super::choice::{Count, list};
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
        Operand::A => ("Instruction N", built.n, built.b_major),
        Operand::B => ("Instruction M", built.m, built.a_major),
    };
    let extent =
        (reader.operand == Operand::A || reader.arch.has_instruction_descriptor()).then(|| {
            let on_said = on_said.clone();
            let on_typed = Callback::from(move |mn| {
                on_said.emit(SaidInstruction {
                    other_mn: Some(mn),
                    ..said
                });
                Ok(())
            });
            html! { <Count label={other} value={other_mn} most={OTHER_MAX} {on_typed} /> }
        });
    let major = list(
        match reader.operand {
            Operand::A => "Major of B",
            Operand::B => "Major of A",
        },
        Major::ALL,
        other_major,
        on_said.reform(move |major| SaidInstruction {
            other_major: Some(major),
            ..said
        }),
    );
    let source =
        (reader.operand == Operand::B && !reader.arch.has_instruction_descriptor()).then(|| {
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
            el("div")
                .class("build-controls")
                .child(kind)
                .child(accumulator)
                .child(extent)
                .child(major)
                .child(source),
        )
}

/// What is wrong with it.
pub(super) fn faults(findings: &[InstructionFinding]) -> Element {
    let fault = |finding: &InstructionFinding| {
        let corrected = finding.corrected();
        el("li")
            .child(el("strong").child(format!("{}: {}", finding.severity.name(), finding.title)))
            .child(" ")
            .child(finding.text.clone())
            .child(" ")
            .child(corrected.map(|corrected| format!("Repaired: {corrected}. ")))
            .child(el("small").child(finding.source))
    };
    el("ul")
        .class("build-faults")
        .attr(Attr::AriaLabel, "What is wrong with the instruction")
        .children(findings.iter().map(fault))
}
