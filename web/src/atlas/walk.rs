//! The reads that walk the tile along K, one row a step; a button plays them.

use gloo_timers::callback::Timeout;
use swizzle_core::reader::Verdict;
use swizzle_core::words::{rows_text, steps_text, tally_brief};
use swizzle_core::{Place, Spec, Tally, step_at};
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::state::{Action, Dispatch, Edit};
use crate::view::{Picture, Shared};

/// How long a step stands while the walk is played.
const STEP_MS: u32 = 900;

/// Rows that are shown at once.
const ROWS: u32 = 12;

/// Properties of [`Walk`].
#[derive(Properties, PartialEq)]
pub struct WalkProps {
    /// What is walked.
    pub picture: Shared<Picture>,
    /// Sends the steps.
    pub dispatch: Dispatch,
}

/// The table of steps.
#[component]
pub fn Walk(props: &WalkProps) -> Html {
    let (is_playing, on_playing) = use_value(|| false);
    let dispatch = &props.dispatch;
    // A given descriptor stands in its own row, wherever the reader looks.
    let Picture {
        spec, looked_at, ..
    } = &*props.picture;
    let (at, own) = (looked_at.place(), spec.place());
    let is_own_block = (at.block, at.stage) == (own.block, own.stage);
    let spec = if is_own_block { spec } else { looked_at };
    let (step, steps) = (at.step, spec.steps());
    {
        let (on_playing, dispatch) = (on_playing.clone(), dispatch.clone());
        use_effect_with((is_playing, step), move |(is_playing, step)| {
            let next = step + 1;
            let is_last = next >= steps;
            if *is_playing && is_last {
                on_playing.emit(false);
            }
            let timer = (*is_playing && !is_last).then(|| {
                Timeout::new(STEP_MS, move || {
                    dispatch.dispatch(Action::Edit(Edit::Step(next)));
                })
            });
            move || drop(timer)
        });
    }
    if steps < 2 {
        return Html::default();
    }
    let play = {
        let dispatch = dispatch.clone();
        button(Button {
            words: if is_playing { "Pause" } else { "Play" },
            on_click: Callback::from(move |_| {
                dispatch.dispatch(Action::Settle);
                if !is_playing && step + 1 >= steps {
                    dispatch.dispatch(Action::Edit(Edit::Step(0)));
                }
                on_playing.emit(!is_playing);
            }),
            ..Button::default()
        })
    };
    let first = step
        .saturating_sub(ROWS / 2)
        .min(steps.saturating_sub(ROWS));
    let shown = first..steps.min(first + ROWS);
    let head = |words: &'static str| el("th").attr(Attr::Scope, "col").child(words);
    let against = match spec.verdict() {
        Verdict::Unsaid => "Against the assumed tile",
        Verdict::Fits | Verdict::Differs => "Against the tile",
    };
    let words = [
        "Step",
        "Start",
        "Added",
        "K",
        "Atoms",
        "Descriptor",
        against,
    ];
    let table = el("table")
        .class("walk-table")
        .child(el("thead").child(el("tr").children(words.map(head))))
        .child(el("tbody").children(shown.clone().map(|at| row(spec, at, step, dispatch))));
    let rest = (shown.len() < steps as usize)
        .then(|| format!("Steps {} to {} of {steps}. ", shown.start, shown.end - 1));
    el("section")
        .class("walk")
        .attr(Attr::AriaLabelledby, "walk-title")
        .child(
            el("header")
                .class("descriptor-head")
                .child(el("h2").attr(Attr::Id, "walk-title").child("Steps along K"))
                .child(play),
        )
        .child(el("div").class("walk-scroller").child(table))
        .child(el("p").class("hint").child(rest).child(steps_text(spec)))
        .child(rows_text(spec).map(|words| el("p").class("hint").child(words)))
        .into()
}

fn row(spec: &Spec, at: u32, looked_at: u32, dispatch: &Dispatch) -> Element {
    let step = step_at(spec, at);
    let is_selected = at == looked_at;
    let added = match step.added_bytes {
        None => "–".into(),
        Some(bytes) => format!("{bytes:+} B, {:+} units", bytes / 16),
    };
    let last = step.atoms.end - 1;
    let atoms = if step.atoms.start == last {
        last.to_string()
    } else {
        format!("{}–{last}", step.atoms.start)
    };
    let place = Place {
        step: at,
        ..spec.place()
    };
    let tally = Tally::of_read(spec, place);
    let is_given = spec.given().is_some() && place == spec.place();
    let select = {
        let dispatch = dispatch.clone();
        Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Edit(Edit::Step(at)));
            dispatch.dispatch(Action::Settle);
        })
    };
    let number = el("button")
        .class("small-button")
        .attr(Attr::Type, "button")
        .attr(Attr::AriaLabel, format!("Step {at}"))
        .attr(
            Attr::AriaPressed,
            if is_selected { "true" } else { "false" },
        )
        .on_click(select)
        .child(at);
    let jump = step.is_jump.then(|| el("span").class("tag").child("jump"));
    let descriptor = step
        .descriptor
        .map_or_else(|none| none.to_string(), |at| at.to_string());
    let cell = |text: String| el("td").child(text);
    el("tr")
        .class_if(is_selected, "is-selected")
        .class_if(step.is_jump, "is-jump")
        .child(el("th").attr(Attr::Scope, "row").child(number))
        .child(cell(format!("0x{:x}", step.start_bytes)))
        .child(el("td").child(added).child(" ").child(jump))
        .child(cell(format!("{}–{}", step.k.start, step.k.end - 1)))
        .child(cell(atoms))
        .child(
            el("td")
                .child(descriptor)
                .children(is_given.then(|| el("span").class("tag").child("given"))),
        )
        .child(
            el("td")
                .class_if(tally.wrong > 0, "is-wrong")
                .child(tally_brief(tally)),
        )
}
