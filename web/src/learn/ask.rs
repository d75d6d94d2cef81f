//! A question: the controls for answering it, and the response to the answer.

use swizzle_code::number_from_text;
use swizzle_core::Coord;
use swizzle_learn::{Answer, Judged, Kind, Part, Stop, Subject};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::text::{At, spans};
use crate::browser;
use crate::element::{Attr, Element, el, fragment};

/// Message where a control holds a value that was rejected: the figure keeps the previous value.
const NOT_TAKEN: &str =
    "A number was rejected, so the previous one still applies. The reason is beside it.";

/// How far the reader is.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Asked {
    /// Answer that was typed, chosen or made.
    pub typed: String,
    /// Verdict on the last answer; `None` before the first, and for what is not an answer.
    pub judged: Option<bool>,
    /// Likely error in the last answer.
    pub hint: Option<String>,
    /// Whether the reader asked for a hint.
    pub is_hinted: bool,
    /// Whether the reader gave up and asked to be told.
    pub is_told: bool,
}

impl Asked {
    /// State of a question that was answered at an earlier visit and is opened again.
    pub(super) fn former(stop: &Stop, subject: &Subject) -> Self {
        let typed = match &stop.ask.kind {
            Kind::Choose(options) => (0..options.len())
                .find(|place| subject.judge(stop, &Answer::Choice(*place)) == Judged::Right)
                .map(|place| place.to_string()),
            _ => None,
        };
        Self {
            typed: typed.unwrap_or_default(),
            judged: Some(true),
            ..Self::default()
        }
    }

    /// Whether the answer is shown below the question.
    pub(super) const fn is_open(&self) -> bool {
        self.is_told || matches!(self.judged, Some(true))
    }

    /// After an answer; not judged where it answers another question.
    pub(super) fn after(stop: &Stop, subject: &Subject, answer: &Answer, typed: String) -> Self {
        let judged = match subject.judge(stop, answer) {
            Judged::Right => Some(true),
            Judged::Wrong => Some(false),
            Judged::NotAnAnswer => None,
        };
        Self {
            typed,
            judged,
            hint: subject.hint(stop, answer).filter(|_| judged == Some(false)),
            ..Self::default()
        }
    }
}

/// The answer that a click in a figure gives, where one is asked for.
pub(super) fn clicked(stop: &Stop, element: Coord) -> Option<Answer> {
    match stop.ask.kind {
        Kind::Click { in_memory, .. } => Some(Answer::Click { in_memory, element }),
        _ => None,
    }
}

/// The cell that is asked for, by its element.
pub(super) fn wanted(stop: &Stop) -> Option<Coord> {
    match stop.ask.kind {
        Kind::Click {
            element: (mn, k), ..
        } => Some(Coord { mn, k }),
        _ => None,
    }
}

/// The cell that is lit once the answer is known.
pub(super) fn lit(stop: &Stop) -> Option<Coord> {
    match act(stop) {
        Act::Cell(at) => Some(at),
        Act::Steps | Act::Lines => None,
    }
}

/// Reaction of the picture to a right answer.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Act {
    /// It lights the cell that was asked for, or about.
    Cell(Coord),
    /// The steps pass.
    Steps,
    /// Arrows and outlines are drawn anew.
    Lines,
}

/// Returns the reaction at a stop: an element is named by the question, or by the number that is asked for.
pub(super) fn act(stop: &Stop) -> Act {
    let of_number = |name: &str| {
        let mut words = name.split(' ');
        let quantity = words.next()?;
        let numbers: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
        match (quantity, &*numbers) {
            (_, [mn, k]) => Some(Act::Cell(Coord { mn: *mn, k: *k })),
            ("steps" | "start" | "step_bytes" | "read_units", _) => Some(Act::Steps),
            _ => None,
        }
    };
    let of_kind = match stop.ask.kind {
        Kind::Number(name) => of_number(name),
        Kind::Click { .. } | Kind::Cell { .. } | Kind::Choose(_) | Kind::Make(_) => {
            wanted(stop).map(Act::Cell)
        }
    };
    match of_kind.unwrap_or(Act::Lines) {
        Act::Steps if stop.figure.no_steps => Act::Lines,
        act => act,
    }
}

/// Data that the question needs from the page.
pub(super) struct Ask<'a> {
    /// The question.
    pub stop: &'static Stop,
    /// Subject that judges the answer.
    pub subject: &'static Subject,
    /// State that its words are about: the figure as it is in the lesson, regardless of what the reader changed.
    pub at: At<'a>,
    /// The link of the figure as it is now.
    pub link: &'a dyn Fn() -> String,
    /// Whether the figure differs from its state in the lesson.
    pub is_changed: bool,
    /// How far the reader is.
    pub asked: &'a Asked,
    /// Called when that changes.
    pub on_asked: &'a Callback<Asked>,
    /// Called when the figure is to be reset to its state in the lesson.
    pub on_begin: &'a Callback<()>,
    /// Called when the answer is told, which a cell of the figure may show.
    pub on_told: &'a Callback<()>,
}

/// The question with its controls.
pub(super) fn ask(ask: &Ask<'_>) -> Element {
    let asked = ask.asked;
    // The answer that the figure would be, as it is now.
    let made = matches!(ask.stop.ask.kind, Kind::Make(_)).then(|| {
        let link = (ask.link)();
        Asked::after(ask.stop, ask.subject, &Answer::State(link.clone()), link)
    });
    let at = &ask.at;
    let controls = match &ask.stop.ask.kind {
        Kind::Click { in_memory, .. } => {
            let view = if *in_memory { "memory" } else { "matrix" };
            el("p").class("hint").child(format!(
                "Click the cell in the {view}, or walk there with the arrow keys and press Enter."
            ))
        }
        Kind::Cell { part, .. } => {
            let (cell, picture) = match part {
                Part::Map | Part::Columns => ("place", "the map"),
                Part::Factors | Part::Blocks | Part::Words | Part::Steps => {
                    ("factor", "the picture of factors")
                }
                Part::Lanes => ("cell", "the picture of lanes"),
                Part::Registers => ("register", "the picture of threads"),
            };
            el("p").class("hint").child(format!(
                "Click the {cell} in {picture}, or walk there with the arrow keys and press Enter."
            ))
        }
        Kind::Number(_) => number(ask, asked),
        Kind::Choose(options) => {
            el("div")
                .class("learn-options")
                .children(options.iter().enumerate().map(|(place, (words, _))| {
                    let answer = Answer::Choice(place);
                    let next = Asked::after(ask.stop, ask.subject, &answer, place.to_string());
                    let is_last = asked.typed == next.typed && asked.judged.is_some();
                    el("button")
                        .class("button")
                        .attr(Attr::Type, "button")
                        .attr(Attr::AriaPressed, if is_last { "true" } else { "false" })
                        .on_click(ask.on_asked.reform(move |_| next.clone()))
                        .child(*words)
                }))
        }
        Kind::Make(_) => fragment().child(made.clone().map(|made| check(ask, made))),
    };
    // A verdict on a figure that has changed since says nothing about the present one.
    let is_stale = made.as_ref().is_some_and(|made| made.typed != asked.typed);
    let verdict = match (
        asked.judged.filter(|is_right| *is_right || !is_stale),
        asked.is_told,
    ) {
        (Some(true), _) => Some(("learn-right", "Right.")),
        (_, true) => Some(("learn-told", "")),
        (Some(false), _) => Some(("learn-wrong", "Not yet.")),
        (None, _) => None,
    };
    let is_open = asked.is_open();
    let tell = {
        let (next, then) = if is_open {
            (Asked::default(), ask.on_begin.clone())
        } else {
            let told = Asked {
                is_told: true,
                ..asked.clone()
            };
            (told, ask.on_told.clone())
        };
        let on_asked = ask.on_asked.clone();
        el("button")
            .class("small-button")
            .attr(Attr::Type, "button")
            .on_click(Callback::from(move |_| {
                on_asked.emit(next.clone());
                then.emit(());
            }))
            .child(if is_open { "Try again" } else { "Show answer" })
    };
    let has_hint = !ask.stop.ask.hint.is_empty();
    let said = match verdict {
        Some((class, words)) => el("p")
            .class(class)
            .child((!words.is_empty()).then(|| el("strong").child(words)))
            .child(" ")
            .child((!is_open).then(|| match &asked.hint {
                Some(hint) => fragment().child(hint.clone()),
                None if has_hint => spans(ask.stop.ask.hint, at),
                None => fragment().child("Look again, or show the answer."),
            }))
            .child(is_open.then(|| spans(ask.stop.ask.answer, at))),
        None if asked.is_hinted => el("p").child(spans(ask.stop.ask.hint, at)),
        None => el("p").class("hint").child("Not answered yet."),
    };
    let show_hint = (has_hint && !is_open && !asked.is_hinted).then(|| {
        let hinted = Asked {
            is_hinted: true,
            ..asked.clone()
        };
        el("button")
            .class("button learn-hint")
            .attr(Attr::Type, "button")
            .on_click(ask.on_asked.reform(move |_| hinted.clone()))
            .child("Show a hint")
    });
    // The figure as changed answers a question that asks for it; every other question is about the original figure.
    let is_apart = ask.is_changed && made.is_none();
    let is_unmade = is_open && made.is_some_and(|made| made.judged != Some(true));
    let unmade = is_unmade.then(|| {
        el("p")
            .class("hint")
            .child("The answer describes the figure with the right settings.")
    });
    let apart = is_apart.then(|| {
        el("p").class("hint").child(if is_open {
            "Question and answer refer to the original figure: Reset restores it."
        } else {
            "The question refers to the original figure: Reset restores it."
        })
    });
    el("section")
        .class("learn-ask")
        .attr(Attr::AriaLabel, format!("Question: {}", ask.stop.title))
        .child(
            el("p")
                .class("learn-question")
                .child(spans(ask.stop.ask.question, at)),
        )
        .child(controls)
        .child(apart)
        .child(unmade)
        .child(el("p").class("learn-blank").attr(Attr::AriaHidden, "true"))
        .child(
            el("div")
                .class("learn-state")
                .attr(Attr::AriaLive, "polite")
                .child(said),
        )
        .child(el("div").class("learn-acts").child(show_hint).child(tell))
}

/// The button that judges what was made of the figure.
fn check(ask: &Ask<'_>, made: Asked) -> Element {
    let on_check = ask.on_asked.reform(move |_: MouseEvent| {
        if browser::is_there(".learn .number.has-fault") {
            return Asked {
                hint: Some(NOT_TAKEN.into()),
                judged: Some(false),
                ..made.clone()
            };
        }
        Asked {
            judged: made.judged.or(Some(false)),
            ..made.clone()
        }
    });
    el("div").class("learn-number").child(
        el("button")
            .class("button is-main")
            .attr(Attr::Type, "button")
            .on_click(on_check)
            .child("Check"),
    )
}

fn number(ask: &Ask<'_>, asked: &Asked) -> Element {
    let on_typed = {
        let on_asked = ask.on_asked.clone();
        Callback::from(move |event: InputEvent| {
            let typed = event.target_unchecked_into::<HtmlInputElement>().value();
            on_asked.emit(Asked {
                typed,
                ..Asked::default()
            });
        })
    };
    let on_submit = {
        let (on_asked, asked) = (ask.on_asked.clone(), asked.clone());
        let (stop, subject) = (ask.stop, ask.subject);
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let typed = asked.typed.clone();
            on_asked.emit(match number_from_text(&typed) {
                Ok(number) => Asked::after(stop, subject, &Answer::Number(number.into()), typed),
                Err(why) => Asked {
                    typed,
                    judged: Some(false),
                    hint: Some(format!("{why}.")),
                    ..Asked::default()
                },
            });
        })
    };
    el("form")
        .class("learn-number")
        .on_submit(on_submit)
        .child(
            el("input")
                .attr(Attr::Type, "text")
                .attr(Attr::AriaLabel, "Your answer: decimal, or hex with 0x")
                .attr(Attr::Autocomplete, "off")
                .value(asked.typed.clone())
                .on_input(on_typed),
        )
        .child(
            el("button")
                .class("button")
                .attr(Attr::Type, "submit")
                .child("Check"),
        )
}
