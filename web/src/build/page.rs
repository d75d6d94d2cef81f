//! The builder: a layout, and everything that follows for a kernel.

use swizzle_core::build::{Instruction, SaidInstruction, spec_for_building, verdict_of_build};
use swizzle_core::reader::VerdictKind;
use swizzle_core::words::{sparse_text, tile_text};
use swizzle_core::{Route, shown_from_link};
use yew::prelude::*;

use super::code::Code;
use super::idesc::Idesc;
use super::instruction::{faults, instruction};
use super::layout::layout;
use super::reads::reads;
use super::tile::{address, tile};
use crate::browser;
use crate::control::verdict_line;
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::notices::listed;

/// Properties of [`BuildPage`].
#[derive(Properties, PartialEq)]
pub(super) struct BuildPageProps {
    /// The layout's link.
    pub link: String,
}

/// The page below the bar.
#[component]
pub(super) fn BuildPage(props: &BuildPageProps) -> Html {
    let (said, on_said) = use_value(SaidInstruction::default);
    // The tile goes along to the atlas and to the memory side.
    use_effect_with(props.link.clone(), |link| browser::hand_over("atlas", link));
    let opened = shown_from_link(&props.link);
    let change = el("a")
        .attr(Attr::Href, props.link.clone())
        .child("Change the rest in the atlas");
    let (title, head) = (el("h1").child("Build"), el("main").class("build"));
    let spec = match spec_for_building(&opened.shown.said) {
        Ok(spec) => spec,
        Err(error) => {
            let words = el("p").attr(Attr::Role, "alert").child(error.to_string());
            return head.child(title).child(words).child(change).into();
        }
    };
    let built = Instruction::of(&spec, &said);
    let idesc = built.idesc().and_then(Result::ok);
    let notices = (!opened.notices.is_empty()).then(|| listed(&opened.notices));
    let boxes = el("a")
        .attr(Attr::Href, Route::Memory(Some("tma")).address())
        .child("Boxes that TMA writes it with");
    let support = el("a")
        .attr(Attr::Href, Route::Support.address())
        .child("What goes with what");
    let line = verdict_of_build(&spec, &built);
    // No instruction takes it: there are no reads to list, and no code to write.
    let is_built = line.kind != VerdictKind::Wrong;
    let on_repair = Callback::from(|said| browser::go_to(&address(said)));
    let head = head.child(
        el("header")
            .class("heading")
            .child(title)
            .child(verdict_line(&line, &on_repair)),
    );
    let steps = el("div")
        .class("build-steps")
        .child(section("Layout", layout(&spec)))
        .child(section(
            "Instruction",
            instruction(&spec, &built, said, &on_said),
        ))
        .child(faults(&built.faults(&spec)))
        .child(idesc.map(|idesc| {
            let spec = crate::view::Shared::new(spec.clone());
            html! { <Idesc key={idesc.to_string()} {idesc} {spec} /> }
        }))
        .child(is_built.then(|| section("Reads", reads(&spec))));
    head.child(
        el("p")
            .class("build-tile")
            .child(tile_text(&spec))
            .child(". ")
            .child(sparse_text(&spec).map(|text| format!("{text} ")))
            .child(change)
            .child(" · ")
            .child(boxes)
            .child(" · ")
            .child(support),
    )
    .child(notices)
    .child(tile(&spec, opened.shown.said.without_given()))
    .child(
        el("div")
            .class("build-columns")
            .child(steps)
            .child(match is_built {
                true => html! { <Code link={props.link.clone()} {said} /> },
                false => no_code().into(),
            }),
    )
    .into()
}

/// What stands in the code's place where no instruction takes the layout.
fn no_code() -> Element {
    el("section")
        .class("build-source")
        .child(el("h2").child("Code"))
        .child(el("p").child("No code for this combination."))
}

/// A part of the page under its heading.
pub(super) fn section(title: &'static str, content: Element) -> Element {
    el("section").child(el("h2").child(title)).child(content)
}
