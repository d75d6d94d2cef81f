//! The page: parameters, pictures, copies, and what is wrong.

use swizzle_draw::scene::{BlockMap, ScalePane, ScalePictures, ScaleWindow, actual_and_expected};
use swizzle_lints::{order_fault, verdict_of_scale};
use swizzle_tmem::scale::ScaleStage;
use swizzle_view::Route;
use swizzle_view::link::ScaleShown;
use yew::prelude::*;

use super::block_map::block_map;
use super::copies::copies;
use super::crossing::use_crossing;
use super::panel::panel;
use super::pictures::{Pictures, Pointed, Room, name};
use super::readings::{readings, scenes_of_readings};
use super::required::required;
use crate::arrow_keys::{ArrowKeys, use_arrow_keys};
use crate::control::icon::{ERROR, icon};
use crate::control::verdict_line;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::page::framed::{Framed, framed, unmeasured};
use crate::page::memory_parts::{SCALE, part_tools};
use crate::page::sheets::use_sheet;
use crate::page::{Format, Look, part_of, use_linked};
use crate::view::{Shared, use_width};

/// How it is kept in the address.
static FORMAT: Format<ScaleShown> = Format::of_form(|route| matches!(route, Route::Scale));

/// Properties of [`ScalePage`].
#[derive(Properties, PartialEq)]
pub(super) struct ScaleProps {
    /// Theme and colours.
    pub(super) look: Look,
}

/// The page.
#[component]
pub(super) fn ScalePage(props: &ScaleProps) -> Html {
    let (opened, on_shown) = use_linked(&FORMAT);
    let sheet = use_sheet();
    let (pointed, on_pointed) = use_value(|| None::<Pointed>);
    let node = use_node_ref();
    let (width, prints) = use_width(&node);
    let mut look = props.look;
    if prints {
        look.theme = swizzle_draw::Theme::Light;
    }
    let unread = opened.unread();
    let shown = opened.shown;
    let result = use_memo(shown, |shown| shown.stage().map(Shared::new));
    let result = (*result).as_ref();
    let line = verdict_of_scale(result.map(|stage| &**stage)).as_far_as_read(unread);
    let on_repair = part_of(&shown, &on_shown, |shown, order| shown.written = order);
    let content = match result.cloned() {
        Err(_) => {
            let words = "No pictures: no stage has these values.";
            fragment().child(el("p").class("hint").child(words))
        }
        Ok(stage) => {
            let body = html! {
                <Body
                    {shown} {stage} {look} {width} {pointed} on_pointed={on_pointed}
                    on_shown={on_shown.clone()}
                />
            };
            fragment().child(body)
        }
    };
    let verdict = fragment()
        .child(unmeasured())
        .child(verdict_line(&line, &on_repair));
    framed(Framed {
        class: "scale-page",
        title: SCALE.title.into(),
        facts: Some(format!(
            "{}({}, {})",
            name(shown.operand),
            shown.row,
            shown.block
        )),
        notices: &opened.notices,
        verdict: Some(verdict),
        panel: Some(panel(&shown, result, &on_shown)),
        content: fragment()
            .child(part_tools(&SCALE, Some(evidence_key())))
            .child(el("div").class("scale-body").node_ref(&node).child(content)),
        details: None,
        sheet,
    })
    .into()
}

/// Meaning of a dashed box.
fn evidence_key() -> Element {
    el("p")
        .class("scale-evidence")
        .child(el("i"))
        .child("dashed: evidence for a formula")
}

/// Properties of [`Body`].
#[derive(Properties, PartialEq)]
struct BodyProps {
    shown: ScaleShown,
    stage: Shared<ScaleStage>,
    look: Look,
    width: u32,
    pointed: Option<Pointed>,
    on_pointed: Callback<Option<Pointed>>,
    on_shown: Callback<ScaleShown>,
}

/// Pictures and copies of a stage that could be read.
#[component]
fn Body(props: &BodyProps) -> Html {
    let (stage, shown) = (&props.stage, props.shown);
    let arrows = use_arrow_keys(Some((shown.row, shown.block)));
    let last_window = use_mut_ref(|| None::<ScaleWindow>);
    // The pinned factor decides what is in view; one that is pointed at in the open block brings the bands along.
    let pinned = {
        let window = ScaleWindow::with(shown.row, shown.block, *last_window.borrow());
        last_window.replace(Some(window));
        window
    };
    let is_wrong = stage.wrong_factors() > 0;
    let at = match props.pointed {
        Some(Pointed::Factor(_, at)) => at,
        Some(Pointed::Step(step)) => (shown.row, step * stage.shape.scaling.per_step()),
        Some(Pointed::Copy(_)) | None => (shown.row, shown.block),
    };
    let window = match props.pointed {
        Some(Pointed::Factor(ScalePane::Memory, (row, factor))) => ScaleWindow {
            line: pinned.line,
            open: pinned.open,
            ..ScaleWindow::with(row, factor, Some(pinned))
        },
        _ => pinned,
    };
    let scenes = use_memo((stage.shape, window), |(_, window)| {
        let data = ScalePictures {
            stage,
            window: *window,
            reading: 0,
        };
        [ScalePane::Matrix, ScalePane::Memory, ScalePane::Tensor]
            .map(|pane| Shared::new(data.scenes(pane)))
    });
    let map = use_memo(stage.shape, |_| BlockMap::of(stage));
    let former = use_crossing(&map);
    let of_readings = use_memo((stage.shape, window), |(_, window)| {
        scenes_of_readings(stage, *window)
    });
    // A step at hand may be out of the part in view, which the pinned factor decides.
    let followed = stage.follow(at.0, at.1);
    let followed = followed
        .or_else(|_| stage.follow(shown.row, shown.block))
        .ok();
    let place = followed.as_ref().map(|one| (one.row, one.factor));
    let is_map = is_wrong || former.is_some();
    let arriving = use_memo((stage.shape, place, is_map), |_| {
        let followed = followed.as_ref().filter(|_| is_map)?;
        Some(Shared::new(actual_and_expected(stage, followed)))
    });
    let Some(followed) = followed else {
        return Html::default();
    };
    let on_pin = part_of(
        &shown,
        &props.on_shown,
        |shown, (row, block): (u32, u32)| {
            (shown.row, shown.block) = (row, block);
            *shown = shown.within();
        },
    );
    let on_key = {
        let (on_pin, on_pointed) = (on_pin.clone(), props.on_pointed.clone());
        Callback::from(move |event: KeyboardEvent| {
            let Some(next) = moved(&event.key(), shown, &arrows) else {
                return;
            };
            event.prevent_default();
            on_pointed.emit(None);
            on_pin.emit(next);
        })
    };
    let room = Room::of(props.width);
    let said = ScalePictures {
        stage,
        window,
        reading: 0,
    }
    .spoken(&followed);
    let pictures = match &*arriving {
        Some(scenes) => {
            let drawn = (&*map, former.as_deref(), scenes);
            block_map(stage, drawn, &followed, props.look, room, &on_pin)
        }
        None => Pictures {
            stage,
            scenes: (*scenes).clone(),
            window,
            followed: &followed,
            pointed: props.pointed,
            room,
            look: props.look,
            on_pointed: &props.on_pointed,
            on_pin: &on_pin,
            on_key: &on_key,
        }
        .draw(),
    };
    let here = match props.pointed {
        Some(Pointed::Copy(copy)) => copy,
        _ => followed.copy,
    };
    let on_copy = props
        .on_pointed
        .reform(|copy: Option<usize>| copy.map(Pointed::Copy));
    fragment()
        .child(
            el("p")
                .class("visually-hidden")
                .attr(Attr::AriaLive, "polite")
                .child(said),
        )
        .child(pictures)
        .child(order_fault(stage).map(fault))
        .child(readings(stage, &of_readings, window, &followed, props.look))
        .child(copies(stage, &map, Some(here), &on_copy))
        .child(required(stage))
        .into()
}

/// Leads to the row and the block of a key, and tells them; the last block is that of the largest number.
pub(super) fn moved(key: &str, shown: ScaleShown, arrows: &ArrowKeys) -> Option<(u32, u32)> {
    let (row, block) = arrows.here()?;
    let (row, block) = match key {
        "ArrowUp" => (row.saturating_sub(1), block),
        "ArrowDown" => (row + 1, block),
        "ArrowLeft" => (row, block.saturating_sub(1)),
        "ArrowRight" => (row, block + 1),
        "PageUp" => (row.saturating_sub(32), block),
        "PageDown" => (row + 32, block),
        "Home" => (row, 0),
        "End" => (row, u32::MAX),
        _ => return None,
    };
    let next = ScaleShown {
        row,
        block,
        ..shown
    }
    .within();
    arrows.lead((next.row, next.block));
    Some((next.row, next.block))
}

/// Fault in the order of blocks.
fn fault([what, why]: [String; 2]) -> Element {
    el("section")
        .class("scale-fault")
        .attr(Attr::AriaLabel, "Order of blocks")
        .child(icon(ERROR))
        .child(
            el("div")
                .child(el("b").child(what))
                .child(el("p").child(why)),
        )
}
