//! The builder: a layout, and everything that follows for a kernel.

use swizzle_code::build::{
    Instruction, SaidInstruction, best_swizzle, findings_of_build, spec_for_building,
    verdict_of_build,
};
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Place, Said, Spec};
use swizzle_draw::scene::Drawing;
use swizzle_draw::{Shows, View};
use swizzle_lints::Severity;
use swizzle_text::operand_text;
use swizzle_view::link::{
    BuildShown, TmaShown, Unread, build_from_link, link_from_build, link_from_form, unread_of,
};
use swizzle_view::{Route, Shown, link_from_shown};
use yew::prelude::*;

use super::code::Code;
use super::codes::codes;
use super::idesc::Idesc;
use super::instruction::faults;
use super::pair::pair;
use super::panel::panel;
use super::picture::Picture;
use super::reads::{copy_descriptors, places, reads, reads_of_stage};
use crate::atlas::stage::which_view;
use crate::browser;
use crate::control::{Button, button, verdict_line};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::{use_is_measured, use_keys, use_value};
use crate::page::framed::{Framed, docked, framed};
use crate::page::sheets::use_sheet;
use crate::page::{Format, Look, Tab, box_elsewhere, edited_bar, part_of, undo_tools, use_linked};
use crate::state::{Action, Dispatch, State, sends};
use crate::view::Shared;

/// How the page is kept in the address.
static FORMAT: Format<BuildShown> = Format {
    is_own: |route| matches!(route, Route::Build(_)),
    read: build_from_link,
    write: link_from_build,
    way_back: "#/build",
};

/// Stages that have a button each.
const STAGES: u32 = 8;

/// Properties of [`BuildPage`].
#[derive(Properties, PartialEq)]
pub(super) struct BuildProps {
    /// Theme and colours.
    pub look: Look,
    /// Called with others.
    pub on_look: Callback<Look>,
}

/// The page with its bar.
#[component]
pub(super) fn BuildPage(props: &BuildProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let (at, on_at) = use_value(|| 0_usize);
    let (stage, on_stage) = use_value(|| 0_u32);
    let (is_memory, on_memory) = use_value(|| false);
    let is_measured = use_is_measured();
    let shown = opened.shown;
    let (state, dispatch) = use_tile(&shown, &on_shown);
    use_keys(dispatch.clone());
    let link = link_from_shown(&shown.layout);
    // The tile goes along to the atlas and to the memory side.
    use_effect_with(link.clone(), |link| browser::hand_over("atlas", link));
    let drawn = (shown.layout.said, shown.instruction.form, stage);
    let drawing = use_memo(drawn, |(said, form, stage)| {
        let spec = spec_for_building(said, *form).ok()?;
        let place = Place {
            stage: (*stage).min(spec.tile().stages - 1),
            ..Place::default()
        };
        let view = View {
            shows: Shows::Tile,
            ..View::default()
        };
        Some(Shared::new(Drawing::of(&spec.looking_at(place), view)))
    });
    let change = el("a")
        .attr(Attr::Href, link.clone())
        .child("Edit in the atlas");
    let said = shown.instruction;
    // Bits that were flipped before belong to the descriptor of the former instruction.
    let on_said = part_of(&shown, &on_shown, |shown, said| {
        (shown.instruction, shown.idesc) = (said, None);
    });
    let bar = edited_bar(
        Tab::Build,
        props.look,
        props.on_look.clone(),
        box_elsewhere(),
        undo_tools([state.can_undo(), state.can_redo()], &sends(&dispatch)),
    );
    let app = |page: Element| el("div").class("app").child(bar).child(page).into();
    let spec = match spec_for_building(&shown.layout.said, said.form) {
        Ok(spec) => spec,
        Err(error) => {
            let words = el("p").attr(Attr::Role, "alert").child(error.to_string());
            let content = el("div").child(words).child(change);
            return app(framed(Framed {
                notices: &opened.notices,
                ..Framed::plain("build", "Build", content)
            }));
        }
    };
    let built = Instruction::of(&spec, &said);
    let idesc = built.idesc().and_then(Result::ok);
    let unread = match unread_of(&shown.layout.said, &opened.notices) {
        // The instruction is of the link, too.
        Unread::All if said != SaidInstruction::default() => Unread::Part,
        unread => unread,
    };
    let line = verdict_of_build(&spec, &built).as_far_as_read(unread);
    // Where no instruction supports the layout, there are no reads to list and no code to write.
    let is_built = line.kind != VerdictKind::Wrong;
    let on_repair = {
        let dispatch = dispatch.clone();
        Callback::from(move |said: Said| dispatch.dispatch(Action::Repair(said)))
    };
    let stages = spec.tile().stages;
    let stage = stage.min(stages - 1);
    let listed = reads_of_stage(&spec, stage);
    let at = at.min(listed.0.len().saturating_sub(1));
    let boxes = TmaShown {
        tile: link.clone(),
        ..TmaShown::default()
    };
    let boxes = el("a")
        .attr(Attr::Href, link_from_form(&boxes))
        .child("TMA boxes for this tile");
    let tools = el("div")
        .class("framed-tools build-ways")
        .child(which_view(is_memory, &on_memory))
        .child((stages > 1 && is_built).then(|| stage_choice(stages, stage, &on_stage)))
        .child(is_built.then(|| copy_descriptors(&listed)))
        .child(boxes)
        .child(change);
    let picture = (*drawing).clone().map(|drawing| {
        html! {
            <Picture
                {drawing} places={places(&listed.0)} {at} on_at={on_at.clone()} is_read={is_built} look={props.look}
            />
        }
    });
    let content = el("div")
        .class("build-steps")
        .class_if(!is_measured, "is-measured-first")
        .child(tools)
        .child(faults(&built.findings(&spec)))
        .child(
            el("div")
                .class("build-picture")
                .class_if(!is_built, "is-not-read")
                .class_if(is_memory, "is-memory")
                .child(picture),
        )
        .child(is_built.then(|| {
            el("section")
                .attr(Attr::AriaLabel, "Reads")
                .child(reads(&spec, &listed, at, &on_at))
        }))
        .child((!is_built).then(|| codes(&spec)).flatten())
        .child(is_built.then(|| pair(&spec, &built, props.look)).flatten());
    let code: Html = match is_built {
        true => html! {
            <Code
                {link} {said} language={shown.language}
                on_language={part_of(&shown, &on_shown, |shown, language| shown.language = language)}
            />
        },
        false => no_code(&spec).into(),
    };
    let dock = idesc.map(|idesc| {
        let spec = Shared::new(spec.clone());
        let on_own = part_of(&shown, &on_shown, |shown, own| shown.idesc = own);
        el("div").child(
            html! { <Idesc key={idesc.to_string()} {idesc} {spec} form={built.form} own={shown.idesc} {on_own} /> },
        )
    });
    let page = Framed {
        class: "build",
        title: "Build".into(),
        facts: Some(operand_text(&spec)),
        notices: &opened.notices,
        verdict: Some(verdict_line(&line, &on_repair)),
        panel: Some(panel(&spec, &built, said, &on_said, &dispatch)),
        content,
        details: Some(("Code", fragment().child(code))),
        sheet,
    };
    app(docked(page, dock))
}

/// The tile as a state of its own, so that the atlas' controls edit it and Undo takes their edits back; the address and the
/// tile follow each other.
#[hook]
fn use_tile(shown: &BuildShown, on_shown: &Callback<BuildShown>) -> (State, Dispatch) {
    let of_address = Shown {
        said: shown.layout.said.without_given(),
        ..shown.layout
    };
    let state = use_reducer_eq(|| State::of(of_address));
    let dispatch = state.dispatcher();
    let of_state = state.shown;
    // The layout that both have, or are about to have. Where both change at once, as under fast typing, each would otherwise
    // take the other's value, again and again.
    let common = use_mut_ref(|| of_address);
    {
        let (dispatch, common) = (dispatch.clone(), common.clone());
        use_effect_with(of_address, move |layout| {
            if common.replace(*layout) != *layout {
                dispatch.dispatch(Action::Begin(*layout));
            }
        });
    }
    {
        let (shown, on_shown) = (shown.clone(), on_shown.clone());
        use_effect_with(of_state, move |layout| {
            if common.replace(*layout) != *layout {
                // Bits that were flipped before belong to the descriptor of the former tile.
                on_shown.emit(BuildShown {
                    layout: *layout,
                    idesc: None,
                    ..shown
                });
            }
        });
    }
    ((*state).clone(), dispatch)
}

/// Buttons that choose the copy of the tile that is looked at.
fn stage_choice(stages: u32, stage: u32, on_stage: &Callback<u32>) -> Element {
    const NAMES: [&str; STAGES as usize] = ["0", "1", "2", "3", "4", "5", "6", "7"];
    let choose = |(at, words): (u32, &'static str)| {
        button(Button {
            words,
            name: Some(format!("Stage {at}")),
            is_pressed: Some(at == stage),
            on_click: on_stage.reform(move |_| at),
            ..Button::default()
        })
    };
    let shown = (0..stages).zip(NAMES).map(choose);
    fragment().child("Stage").child(
        el("div")
            .class("segments")
            .attr(Attr::Role, "group")
            .attr(Attr::AriaLabel, "Stage")
            .children(shown),
    )
}

/// Text in place of the code where no instruction supports the layout.
fn no_code(spec: &Spec) -> Element {
    let best = best_swizzle(spec);
    let is_other = best.swizzle != spec.tile().swizzle;
    let errors = findings_of_build(spec).into_iter();
    let errors = errors.filter(|finding| finding.severity == Severity::Error);
    el("section")
        .class("build-source")
        .child(el("h2").child("Code"))
        .child(el("p").child("No code for this combination."))
        .children(errors.map(|finding| el("p").class("build-note").child(finding.text)))
        .child(is_other.then(|| el("p").class("build-note").child(best.why)))
        .child(
            el("p").child(
                el("a")
                    .attr(Attr::Href, Route::Support.address())
                    .child("Supported combinations"),
            ),
        )
}
