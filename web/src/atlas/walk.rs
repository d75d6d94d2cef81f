//! The reads that walk the tile along K, a strip of steps; a button plays them, another opens them as a table.

use gloo_timers::callback::Timeout;
use swizzle_core::hardware::bytes_from_field;
use swizzle_core::reader::Step;
use swizzle_core::{Place, Spec, Tally, step_at};
use swizzle_infer::sequence::{Given, Sequence};
use swizzle_params::ParamId;
use swizzle_text::tally_brief;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::sequence::sequence;
use crate::browser;
use crate::control::{Button, button, icon};
use crate::element::{Attr, Element, el};
use crate::hooks::{use_escape, use_value};
use crate::state::{Action, Dispatch, Edit};
use crate::view::{Picture, Shared};

/// How long a step is shown while the walk is played.
const STEP_MS: u32 = 900;

/// Steps that are shown at once.
const SHOWN: u32 = 12;

/// Hex digits of a descriptor that stay where there is no room for all: those that a step changes, and one more.
const TAIL: usize = 5;

/// Properties of [`Walk`].
#[derive(Properties, PartialEq)]
pub struct WalkProps {
    /// Picture whose steps are walked.
    pub picture: Shared<Picture>,
    /// Sends the steps.
    pub dispatch: Dispatch,
}

/// The strip of steps.
#[component]
pub fn Walk(props: &WalkProps) -> Html {
    let (is_playing, on_playing) = use_value(|| false);
    let (is_open, on_open) = use_value(|| false);
    {
        let on_open = on_open.clone();
        use_escape(is_open, move || on_open.emit(false));
    }
    let dispatch = &props.dispatch;
    // A given descriptor is shown in its own row, whichever place is looked at.
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
                    dispatch.dispatch(Action::Edit(Edit::number(ParamId::Step, next)));
                })
            });
            move || drop(timer)
        });
    }
    let chips_node = use_node_ref();
    use_in_middle(&chips_node, step);
    let title = el("h2").attr(Attr::Id, "walk-title").child("Steps along K");
    let strip = el("section")
        .class("walk")
        .attr(Attr::AriaLabelledby, "walk-title")
        .child(title);
    if steps < 2 {
        return strip
            .child(el("p").class("hint").child("one read takes all of K"))
            .into();
    }
    let play = {
        let dispatch = dispatch.clone();
        button(Button {
            words: if is_playing { "Pause" } else { "Play" },
            icon: Some(if is_playing { icon::PAUSE } else { icon::PLAY }),
            on_click: Callback::from(move |_| {
                dispatch.dispatch(Action::Settle);
                if !is_playing && step + 1 >= steps {
                    dispatch.dispatch(Action::Edit(Edit::number(ParamId::Step, 0)));
                }
                on_playing.emit(!is_playing);
            }),
            ..Button::default()
        })
    };
    let first = step
        .saturating_sub(SHOWN / 2)
        .min(steps.saturating_sub(SHOWN));
    let shown = first..steps.min(first + SHOWN);
    let table = button(Button {
        words: "Table",
        is_pressed: Some(is_open),
        on_click: on_open.reform(move |_| !is_open),
        ..Button::default()
    });
    let turn = |to: Option<u32>, words: &'static str, name: &'static str| {
        let dispatch = dispatch.clone();
        (steps > SHOWN).then(|| {
            button(Button {
                words,
                name: Some(name.into()),
                is_off: to.is_none(),
                on_click: Callback::from(move |_| select(&dispatch, to.unwrap_or(0))),
                ..Button::default()
            })
        })
    };
    let before = (shown.start > 0).then(|| shown.start.saturating_sub(SHOWN / 2));
    let after = (shown.end < steps).then(|| (shown.end + SHOWN / 2).min(steps - 1));
    let list = (!spec.said().beside.is_empty()).then(|| Sequence::of(spec));
    let chips = shown.clone().map(|at| {
        let given = list.as_ref().and_then(|list| given_at(spec, list, at));
        chip(spec, at, step, given, dispatch)
    });
    strip
        .child(turn(before, "‹", "Steps before"))
        .child(
            el("div")
                .class("walk-steps")
                .node_ref(&chips_node)
                .children(chips),
        )
        .child(turn(after, "›", "Steps after"))
        .child(table)
        .child(play)
        .child(is_open.then(|| sequence(spec, dispatch)))
        .into()
}

/// Keeps the selected step in the middle of a strip that has no room for all. Once the step is painted: before that, asking
/// where it is would lay out the page a second time.
#[hook]
fn use_in_middle(strip: &NodeRef, step: u32) {
    let strip = strip.clone();
    use_effect_with(step, move |_| {
        spawn_local(async move {
            browser::frame_painted().await;
            put_in_middle(&strip);
        });
    });
}

fn put_in_middle(strip: &NodeRef) -> Option<()> {
    let strip = strip.cast::<HtmlElement>()?;
    let chip = strip.query_selector(".is-selected").ok()??;
    let chip = chip.dyn_into::<HtmlElement>().ok()?;
    let from_edge = chip.offset_left() - strip.offset_left();
    strip.set_scroll_left(from_edge - (strip.client_width() - chip.offset_width()) / 2);
    Some(())
}

fn select(dispatch: &Dispatch, step: u32) {
    dispatch.dispatch(Action::Edit(Edit::number(ParamId::Step, step)));
    dispatch.dispatch(Action::Settle);
}

/// Returns the one of several explicit descriptors that belongs at a step, with its index.
fn given_at<'a>(spec: &Spec, list: &'a Sequence, step: u32) -> Option<(usize, &'a Given)> {
    let place = Place {
        step,
        ..spec.place()
    };
    let given = list.given.iter().enumerate();
    let mut here = given.filter(|(_, given)| given.place == Some(place));
    here.next()
}

/// The read of a step against the tile, and whether its descriptor was given.
fn found(spec: &Spec, step: u32, given: Option<&Given>) -> (Tally, bool) {
    let place = Place {
        step,
        ..spec.place()
    };
    match given {
        Some(given) => {
            let spec = spec.with_given_at(given.descriptor, place);
            (Tally::of_read(&spec, place), true)
        }
        None => {
            let is_given = spec.given().is_some() && place == spec.place();
            (Tally::of_read(spec, place), is_given)
        }
    }
}

fn descriptor_of(step: &Step) -> String {
    step.descriptor
        .map_or_else(|none| none.to_string(), |at| at.to_string())
}

/// A step to go to: its number, its start, and the end of its descriptor; of several given ones the one that belongs here.
fn chip(
    spec: &Spec,
    at: u32,
    looked_at: u32,
    given: Option<(usize, &Given)>,
    dispatch: &Dispatch,
) -> Element {
    let mut step = step_at(spec, at);
    if let Some((_, given)) = given {
        step.descriptor = Ok(given.descriptor);
        step.start_bytes = bytes_from_field(given.descriptor.decode().start_field);
    }
    let is_selected = at == looked_at;
    let (tally, is_given) = found(spec, at, given.map(|(_, given)| given));
    let opened = given.map(|(index, _)| spec.said().opening(index));
    let on_click = {
        let dispatch = dispatch.clone();
        Callback::from(move |_| match opened {
            Some(said) => dispatch.dispatch(Action::Repair(said)),
            None => select(&dispatch, at),
        })
    };
    let descriptor = descriptor_of(&step);
    let (head, tail) = match step.descriptor {
        Ok(_) => descriptor.split_at(descriptor.len() - TAIL),
        Err(_) => ("", &*descriptor),
    };
    let part = |class: &'static str| el("span").class(class);
    el("button")
        .attr(Attr::Type, "button")
        .class("step")
        .class_if(is_selected, "is-selected")
        .class_if(step.is_jump, "is-jump")
        .class_if(tally.wrong > 0, "is-wrong")
        .attr(Attr::Value, at)
        .attr(
            Attr::Title,
            format!(
                "K {}–{}: {}",
                step.k.start,
                step.k.end - 1,
                tally_brief(tally)
            ),
        )
        .attr(
            Attr::AriaPressed,
            if is_selected { "true" } else { "false" },
        )
        .on_click(on_click)
        .child(part("visually-hidden").child("Step "))
        .child(el("b").child(at))
        .child(" ")
        .child(part("step-start").child(format!("0x{:x}", step.start_bytes)))
        .child(" ")
        .child(
            part("step-descriptor")
                .child(part("step-head").child(head.to_owned()))
                .child(tail.to_owned()),
        )
        .child(is_given.then(|| part("tag").child(" from your input")))
}
