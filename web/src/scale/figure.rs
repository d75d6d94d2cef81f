//! A figure of a lesson: pictures of the page of scale factors, in a state that is a link of it.

use swizzle_draw::scene::{Formula, ScalePane, ScalePictures, ScaleWindow, step_rows};
use swizzle_learn::Part;
use swizzle_tmem::scale::ScaleStage;
use swizzle_view::link::{ScaleShown, form_from_link, link_from_form};
use yew::prelude::*;

use super::page::moved;
use super::pictures::{Pictures, Pointed, Room, foot, name};
use super::steps::{OnStep, steps};
use crate::arrow_keys::use_arrow_keys;
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::figure_part::PartFigureProps;
use crate::page::framed::unmeasured;
use crate::page::part_of;
use crate::view::Shared;

/// A width at which pictures are one below the other, without lines between them.
const NARROW: u32 = 400;

/// The figure.
#[component]
pub(crate) fn ScaleFigure(props: &PartFigureProps) -> Html {
    let shown = form_from_link::<ScaleShown>(&props.link).shown;
    let (pointed, on_pointed) = use_value(|| None::<Pointed>);
    let arrows = use_arrow_keys(Some((shown.row, shown.block)));
    let stage = use_memo(shown, |shown| shown.stage().ok().map(Shared::new));
    let window = ScaleWindow::with(shown.row, shown.block, None);
    let scenes = use_memo((stage.clone(), window), |(stage, window)| {
        let stage = (**stage).as_ref()?;
        let data = ScalePictures {
            stage,
            window: *window,
            reading: 0,
        };
        let all = [ScalePane::Matrix, ScalePane::Memory, ScalePane::Tensor];
        Some(all.map(|pane| Shared::new(data.scenes(pane))))
    });
    let (Some(stage), Some(scenes)) = (&*stage, &*scenes) else {
        return Html::default();
    };
    let at = match pointed {
        Some(Pointed::Factor(_, at)) => at,
        Some(Pointed::Step(step)) => (shown.row, step * stage.shape.scaling.per_step()),
        Some(Pointed::Copy(_)) | None => (shown.row, shown.block),
    };
    let followed = stage.follow(at.0, at.1);
    let followed = followed.or_else(|_| stage.follow(shown.row, shown.block));
    let Ok(followed) = followed else {
        return Html::default();
    };
    let on_shown = props
        .on_link
        .reform(|shown: ScaleShown| link_from_form(&shown));
    let on_pin = part_of(&shown, &on_shown, |shown, (row, block): (u32, u32)| {
        (shown.row, shown.block) = (row, block);
        *shown = shown.within();
    });
    let on_key = {
        let on_pin = on_pin.clone();
        Callback::from(move |event: KeyboardEvent| {
            if let Some(next) = moved(&event.key(), shown, &arrows) {
                event.prevent_default();
                on_pin.emit(next);
            }
        })
    };
    let pictures = Pictures {
        stage,
        scenes: scenes.clone(),
        window,
        followed: &followed,
        pointed,
        room: Room::of(NARROW),
        look: props.look,
        on_pointed: &on_pointed,
        on_pin: &on_pin,
        on_key: &on_key,
    };
    let one = |part: &Part| {
        let (pane, formula) = match part {
            Part::Factors => (ScalePane::Matrix, Formula::of_matrix(stage, &followed)),
            Part::Blocks => (ScalePane::Memory, Formula::of_memory(stage, &followed)),
            Part::Words => (ScalePane::Tensor, Formula::of_tensor(stage, &followed, 0)),
            Part::Steps => {
                let on = OnStep {
                    on_at: on_pointed.reform(|step: Option<u32>| step.map(Pointed::Step)),
                    on_press: {
                        let (row, per_step) = (shown.row, stage.shape.scaling.per_step());
                        on_pin.reform(move |step: u32| (row, step * per_step))
                    },
                };
                return all_steps(stage, (followed.row, followed.factor), props, &on);
            }
            Part::Map | Part::Columns | Part::Lanes | Part::Registers => return el("div"),
        };
        let foot = (!props.is_asking).then(|| foot(&formula, Some(pictures.data().attested(pane))));
        pictures.pane(pane).child(foot)
    };
    let told = (!props.is_asking).then(|| {
        el("p")
            .class("hint")
            .attr(Attr::AriaLive, "polite")
            .child(format!(
                "{}: {}",
                name(stage.shape.operand),
                pictures.data().spoken(&followed)
            ))
    });
    el("div")
        .class("tensor-figure")
        .child(unmeasured())
        .child(
            el("div")
                .class("scale-in-lesson")
                .children(props.parts.iter().map(one)),
        )
        .child(told)
        .into()
}

/// The table of steps.
fn all_steps(stage: &ScaleStage, at: (u32, u32), props: &PartFigureProps, on: &OnStep) -> Element {
    let rows = step_rows(stage, at);
    let here = at.1 / stage.shape.scaling.per_step();
    el("section")
        .attr(Attr::AriaLabel, "K steps")
        .child(el("h2").child("K steps"))
        .child(steps(
            &rows,
            Some(here),
            stage.shape.operand,
            props.look,
            on,
        ))
}
