//! The builder: a layout, and everything that follows for a kernel.

use swizzle_code::build::{Instruction, SaidInstruction, spec_for_building, verdict_of_build};
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Place, Said};
use swizzle_draw::scene::PaneKind;
use swizzle_text::{sparse_text, tile_text};
use swizzle_view::link::{
    BuildShown, TmaShown, Unread, build_from_link, link_from_build, link_from_form, unread_of,
};
use swizzle_view::{Route, Shown, link_from_shown};
use yew::prelude::*;

use super::code::Code;
use super::idesc::Idesc;
use super::instruction::{faults, instruction};
use super::layout::layout;
use super::reads::reads;
use super::tile::{tile, with_said};
use crate::browser;
use crate::control::verdict_line;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::page::framed::{Framed, framed};
use crate::page::sheets::use_sheet;
use crate::page::{Format, Look, part_of, use_linked};
use crate::view::{PlainViews, Shared};

/// How the page is kept in the address.
static FORMAT: Format<BuildShown> = Format {
    is_own: |route| matches!(route, Route::Build(_)),
    read: build_from_link,
    write: link_from_build,
    way_back: "#/build",
};

/// Properties of [`BuildPage`].
#[derive(Properties, PartialEq)]
pub(super) struct BuildProps {
    /// Theme and colours.
    pub look: Look,
}

/// The page below the bar.
#[component]
pub(super) fn BuildPage(props: &BuildProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let (at, on_look) = use_value(Place::default);
    let shown = opened.shown;
    let link = link_from_shown(&shown.layout);
    // The tile goes along to the atlas and to the memory side.
    use_effect_with(link.clone(), |link| browser::hand_over("atlas", link));
    let change = el("a")
        .attr(Attr::Href, link.clone())
        .child("Edit in the atlas");
    let said = shown.instruction;
    // What was flipped of the descriptor before was of the former instruction.
    let on_said = part_of(&shown, &on_shown, |shown, said| {
        (shown.instruction, shown.idesc) = (said, None);
    });
    let spec = match spec_for_building(&shown.layout.said) {
        Ok(spec) => spec,
        Err(error) => {
            let words = el("p").attr(Attr::Role, "alert").child(error.to_string());
            let content = el("div").child(words).child(change);
            return framed(Framed {
                notices: &opened.notices,
                ..Framed::plain("build", "Build", content)
            })
            .into();
        }
    };
    let built = Instruction::of(&spec, &said);
    let idesc = built.idesc().and_then(Result::ok);
    let boxes = TmaShown {
        tile: link.clone(),
        ..TmaShown::default()
    };
    let boxes = el("a")
        .attr(Attr::Href, link_from_form(&boxes))
        .child("TMA boxes for this tile");
    let support = el("a")
        .attr(Attr::Href, Route::Support.address())
        .child("Supported combinations");
    let unread = match unread_of(&shown.layout.said, &opened.notices) {
        // The instruction is of the link, too.
        Unread::All if said != SaidInstruction::default() => Unread::Part,
        unread => unread,
    };
    let line = verdict_of_build(&spec, &built).as_far_as_read(unread);
    // No instruction takes it: there are no reads to list, and no code to write.
    let is_built = line.kind != VerdictKind::Wrong;
    let on_repair = {
        let shown = shown.clone();
        Callback::from(move |said: Said| {
            let changed = with_said(&shown, |of_shown| *of_shown = said);
            browser::go_to(&link_from_build(&changed));
        })
    };
    let panel = fragment()
        .child(section("Tile", tile(&spec, &shown)))
        .child(section(
            "Instruction",
            instruction(&spec, &built, said, &on_said),
        ))
        .child(section("Layout", layout(&spec, &shown)))
        .child(
            el("section")
                .class("build-ways")
                .child(el("p").child(change))
                .child(el("p").child(boxes))
                .child(el("p").child(support)),
        );
    let sparse = sparse_text(&spec).map(|text| el("p").class("hint").child(text));
    let looked_at = Shown {
        at: Some(at),
        ..shown.layout
    };
    let content = el("div")
        .class("build-steps")
        .child(faults(&built.findings(&spec)))
        .child(sparse)
        .child(el("div").class("build-picture").class_if(!is_built, "is-not-read").child(html! {
            <PlainViews shown={looked_at} kinds={PaneKind::OF_TILE} look={props.look} zoom={None::<u32>} />
        }))
        .child(is_built.then(|| section("Reads", reads(&spec, at, &on_look))))
        .child(idesc.map(|idesc| {
            let spec = Shared::new(spec.clone());
            let on_own = part_of(&shown, &on_shown, |shown, own| shown.idesc = own);
            html! { <Idesc key={idesc.to_string()} {idesc} {spec} own={shown.idesc} {on_own} /> }
        }));
    let code: Html = match is_built {
        true => html! {
            <Code
                {link} {said} language={shown.language}
                on_language={part_of(&shown, &on_shown, |shown, language| shown.language = language)}
            />
        },
        false => no_code().into(),
    };
    framed(Framed {
        class: "build",
        title: "Build".into(),
        facts: Some(tile_text(&spec)),
        notices: &opened.notices,
        verdict: Some(verdict_line(&line, &on_repair)),
        panel: Some(panel),
        content,
        details: Some(("Code", fragment().child(code))),
        sheet,
    })
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
