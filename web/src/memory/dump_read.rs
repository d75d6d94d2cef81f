//! What a descriptor reads of a dump: the matrix that the tensor core would see.

use std::rc::Rc;

use swizzle_code::raw_from_hex;
use swizzle_core::{Descriptor, Said};
use swizzle_dump::{Found, read_of_dump};
use swizzle_infer::spec_from_said;
use swizzle_lints::{Finding, Repair, Severity, findings_from_spec};
use yew::prelude::*;

use super::field::{section, text};
use super::given::Recognized;
use super::text_grid::{TextGrid, text_grid};
use crate::control::copy_button;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;

/// Properties of [`ReadPart`].
#[derive(Properties, PartialEq)]
pub(super) struct ReadProps {
    pub(super) recognized: Rc<Recognized>,
    /// Which of the layouts.
    pub(super) chosen: usize,
    pub(super) descriptor: String,
    pub(super) on_descriptor: Callback<String>,
}

#[component]
pub(super) fn ReadPart(props: &ReadProps) -> Html {
    let (at, on_at) = use_value(|| None::<(u32, u32)>);
    let typed = props.descriptor.trim();
    let descriptor = (!typed.is_empty()).then(|| raw_from_hex(typed));
    let fault = descriptor
        .as_ref()
        .and_then(|read| read.as_ref().err())
        .map(ToString::to_string);
    let raw = descriptor.and_then(Result::ok);
    section("What the tensor core reads")
        .child(
            el("div").class("memory-fields").child(
                text(
                    "Descriptor",
                    &props.descriptor,
                    "0x4000004000010040",
                    fault.as_deref(),
                    props.on_descriptor.clone(),
                )
                .class("is-wide"),
            ),
        )
        .child(raw.map(|raw| seen(props, raw, at, on_at)))
        .into()
}

/// What is wrong with the descriptor, and what would be right.
fn findings(found: &Found, descriptor: Descriptor) -> Element {
    let said = found.said().map(|tile| Said {
        tile,
        ..Said::default()
    });
    // What the atlas has no word for is told by the picture alone.
    let spec = said.and_then(|said| spec_from_said(&said.with_given(descriptor)).ok());
    let all = spec.as_ref().map_or_else(Vec::new, findings_from_spec);
    let wrong = all
        .into_iter()
        .filter(|finding| finding.severity != Severity::Note);
    let repair = |repair: &Repair| {
        let descriptor = repair.descriptor.map(|mended| {
            let hex = format!("{:#018x}", mended.raw());
            fragment()
                .child(": ")
                .child(el("code").child(hex.clone()))
                .child(" ")
                .child(copy_button(hex, "descriptor"))
        });
        el("li").child(repair.label.clone()).child(descriptor)
    };
    let finding = |finding: Finding| {
        el("li").child(el("b").child(finding.title.clone())).child(
            el("ul")
                .class("memory-layouts")
                .children(finding.repairs.iter().map(repair)),
        )
    };
    el("ul")
        .class("memory-layouts")
        .children(wrong.map(finding))
}

/// The matrix, its wrong cells marked.
fn seen(
    props: &ReadProps,
    raw: u64,
    at: Option<(u32, u32)>,
    on_at: Callback<Option<(u32, u32)>>,
) -> Element {
    let Recognized {
        dumps,
        asked,
        found,
        ..
    } = &*props.recognized;
    let found = &found[props.chosen];
    let descriptor = Descriptor::guessed(raw);
    let Some(read) = read_of_dump(dumps, asked, found, descriptor) else {
        return el("p").child("It reads nothing of this dump.");
    };
    let (right, of) = read.right_of();
    let (class, marked) = match right == of {
        true => ("memory-good", ""),
        false => ("memory-bad", " Wrong ones are red, with a *."),
    };
    let text = read.text(found);
    let grid = TextGrid {
        name: "The matrix that the tensor core would see",
        before: text.before,
        letters: text.letters,
        text: text.lines,
        columns: read.extent.k,
        rows: read.extent.mn,
        under: vec![("memory-unit-wrong", read.wrong_path())],
        at,
        on_at,
    };
    fragment()
        .child(el("p").class(class).child(format!(
            "{right} of {of} values come out right, from (mn {}, k {}) on.{marked}",
            read.first.mn, read.first.k
        )))
        .child(findings(found, descriptor))
        .child(text_grid(grid))
        .child(
            el("p")
                .class("memory-told")
                .attr(Attr::AriaLive, "polite")
                .child(
                    at.and_then(|(k, mn)| read.told(found, mn, k))
                        .unwrap_or_default(),
                ),
        )
}
