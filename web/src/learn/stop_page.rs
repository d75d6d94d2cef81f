//! The page of a stop: text and question beside the figure, and the ways on.

use gloo_events::EventListener;
use swizzle_core::reader::VerdictKind;
use swizzle_learn::{LESSONS, Stop};
use swizzle_text::VerdictLine;
use wasm_bindgen::JsCast as _;
use web_sys::{Element as Node, KeyboardEvent};
use yew::prelude::*;

use super::address::{next, previous, stop_address, whole_address};
use super::arrived::Arrived;
use super::ask::Asked;
use super::learned::learned;
use super::progress::is_done;
use super::text::{At, blocks};
use super::to_question::ToQuestion;
use crate::browser;
use crate::control::verdict_line;
use crate::element::{Attr, Element, el, fragment};
use crate::page::Look;
use crate::page::framed::{Framed, framed};

/// Properties of a stop's page.
#[derive(Properties, PartialEq, Clone, Copy)]
pub(super) struct StopPageProps {
    /// The lesson, by its place.
    pub lesson: usize,
    /// Its stop, by its place.
    pub stop: usize,
    /// Theme and colours.
    pub look: Look,
    /// Whether it is below other stops on a page that has a heading.
    #[prop_or_default]
    pub is_part: bool,
}

impl StopPageProps {
    /// The stop.
    pub(super) fn of(&self) -> &'static Stop {
        &LESSONS[self.lesson].stops[self.stop]
    }

    /// Its address.
    pub(super) fn address(&self) -> String {
        stop_address(self.lesson, self.stop)
    }

    /// Whether it opens answered. All stops of a lesson on one page are there to be answered on paper, too.
    pub(super) fn was_done(&self) -> bool {
        !self.is_part && is_done(&self.address())
    }
}

/// Contents of a stop.
pub(super) struct Shown<'a> {
    pub asked: &'a Asked,
    /// The question with its controls.
    pub question: Element,
    /// State that its words are about: the figure as it is now.
    pub at: At<'a>,
    pub figure: Element,
}

/// The text beside the figure, and the page around both; the page alone, while nothing is known of the figure.
pub(super) fn page(props: &StopPageProps, shown: Result<Shown<'_>, Element>) -> Html {
    let (lesson, stop) = (&LESSONS[props.lesson], props.of());
    let (asked, content) = match shown {
        Ok(shown) => (Some(shown.asked.clone()), beside(props, shown)),
        Err(instead) => (None, el("div").class("learn").child(instead)),
    };
    if props.is_part {
        return content.into();
    }
    let is_answered = asked.as_ref().is_some_and(Asked::is_open);
    let content = fragment()
        .child(html! { <Arrived /> })
        .child(content)
        .child(steps(props.lesson, props.stop, is_answered))
        .child(html! { <Keys lesson={props.lesson} stop={props.stop} /> });
    framed(Framed {
        facts: Some(format!("Lesson {}: {}", props.lesson + 1, lesson.title)),
        verdict: asked.as_ref().and_then(verdict),
        ..Framed::plain("is-learn is-stop", stop.title, content)
    })
    .into()
}

/// Text and figure.
fn beside(props: &StopPageProps, shown: Shown<'_>) -> Element {
    let (lesson, stop) = (&LESSONS[props.lesson], props.of());
    let address = el("p")
        .class("learn-address")
        .child(browser::address_with(&props.address()));
    let is_last = props.stop + 1 == lesson.stops.len();
    let ends = is_last && shown.asked.is_open() && !props.is_part;
    let text = el("article")
        .class("learn-text")
        .child(props.is_part.then(|| el("h2").child(stop.title)))
        .child(address)
        .child(shown.question)
        .child(blocks(stop.blocks, &shown.at))
        .child(ends.then(|| learned(props.lesson)))
        .child((!props.is_part).then(|| {
            el("p").class("learn-where").child(
                el("a")
                    .attr(Attr::Href, whole_address(props.lesson))
                    .child("All stops of this lesson on one page"),
            )
        }));
    el(if props.is_part { "section" } else { "div" })
        .class("learn")
        .class_if(shown.asked.judged == Some(true), "is-right")
        .child(text)
        .child(shown.figure)
}

/// Verdict on the answer, in the title's row.
fn verdict(asked: &Asked) -> Option<Element> {
    let (kind, headline) = match asked.judged? {
        true => (VerdictKind::Right, "Answered"),
        false if asked.is_told => return None,
        false => (VerdictKind::Wrong, "Not yet"),
    };
    let line = VerdictLine::<()>::new(kind, headline);
    Some(verdict_line(&line, &Callback::noop()))
}

/// Properties of [`Keys`].
#[derive(Properties, PartialEq)]
struct KeysProps {
    lesson: usize,
    stop: usize,
}

/// The arrow keys change the stop and H shows the hint, where nothing else takes them.
#[component]
fn Keys(props: &KeysProps) -> Html {
    use_effect_with((props.lesson, props.stop), |&(lesson, stop)| {
        let listener = EventListener::new(&browser::document(), "keydown", move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                return;
            };
            let at = event.target().and_then(|at| at.dyn_into::<Node>().ok());
            let takes_keys = "input, select, textarea, summary, .wires-switch, [role=application], [role=dialog]";
            let is_taken = at.is_some_and(|at| at.closest(takes_keys).is_ok_and(|at| at.is_some()));
            if is_taken
                || event.default_prevented()
                || event.ctrl_key()
                || event.meta_key()
                || event.alt_key()
            {
                return;
            }
            let to = match event.key().as_str() {
                "ArrowRight" => next(lesson, stop),
                "ArrowLeft" => previous(lesson, stop),
                "h" | "H" => return browser::click(".learn-hint"),
                _ => return,
            };
            if let Some((lesson, stop)) = to {
                browser::go_to(&stop_address(lesson, stop));
            }
        });
        move || drop(listener)
    });
    Html::default()
}

/// The way on and back, and how far the lesson is.
fn steps(lesson: usize, stop: usize, is_answered: bool) -> Element {
    let title = |(lesson, stop): (usize, usize)| LESSONS[lesson].stops[stop].title;
    let link = |to: (usize, usize), words: String| {
        el("a")
            .class("button")
            .attr(Attr::Href, stop_address(to.0, to.1))
            .child(words)
    };
    let has_hint = !LESSONS[lesson].stops[stop].ask.hint.is_empty();
    let count = LESSONS[lesson].stops.len();
    let dots = (0..count).map(|at| {
        let address = stop_address(lesson, at);
        let done = if is_done(&address) { ", answered" } else { "" };
        el("a")
            .class("learn-dot")
            .class_if(is_done(&address), "is-done")
            .class_if(at == stop, "is-here")
            .attr(
                Attr::AriaLabel,
                format!("Stop {}: {}{done}", at + 1, LESSONS[lesson].stops[at].title),
            )
            .attr(Attr::AriaCurrent, (at == stop).then_some("step"))
            .attr(Attr::Href, address)
    });
    let onward = next(lesson, stop).map(|to| match is_answered {
        true => link(to, format!("Next: {} →", title(to))).class("is-main"),
        false => link(to, "Skip →".into()),
    });
    let keys = el("p")
        .class("learn-keys")
        .attr(Attr::AriaHidden, "true")
        .child(el("kbd").child("←"))
        .child(el("kbd").child("→"))
        .child("stops")
        .child(has_hint.then(|| fragment().child(el("kbd").child("H")).child("hint")));
    el("nav")
        .class("learn-steps")
        .attr(Attr::AriaLabel, "Stops")
        .child(
            el("span").child(previous(lesson, stop).map(|to| link(to, format!("← {}", title(to))))),
        )
        .child(
            el("div")
                .class("learn-progress-of-stops")
                .child(el("span").class("learn-dots").children(dots))
                .child(el("small").child(format!("stop {} of {count}", stop + 1))),
        )
        .child(
            el("div")
                .class("learn-onward-of-stops")
                .child(keys)
                .child((!is_answered).then(|| html! { <ToQuestion /> }))
                .child(onward),
        )
}
