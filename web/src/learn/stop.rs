//! One stop of a lesson: text and question beside the figure.

use gloo_events::EventListener;
use gloo_timers::callback::Timeout;
use swizzle_core::reader::VerdictKind;
use swizzle_draw::Shows;
use swizzle_learn::{Kind, LESSONS, shown_from_keys};
use swizzle_text::VerdictLine;
use swizzle_view::Shown;
use wasm_bindgen::JsCast as _;
use web_sys::{Element as Node, KeyboardEvent};
use yew::prelude::*;

use super::address::{next, previous, stop_address, whole_address};
use super::arrived::Arrived;
use super::ask::{Act, Ask, Asked, act, ask, clicked, lit};
use super::figure::{Live, figure, is_changed, start, use_picture};
use super::learned::learned;
use super::progress::{is_done, set_done};
use super::text::{At, blocks};
use crate::browser;
use crate::control::verdict_line;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::page::Look;
use crate::page::framed::{Framed, framed};
use crate::state::Action;
use crate::view::{use_hover, use_hovered};

/// How long each step stays that passes after a right answer.
const PASS_MS: u32 = 350;

/// Properties of [`StopPage`].
#[derive(Properties, PartialEq)]
pub(super) struct StopPageProps {
    /// The lesson, by its place.
    pub lesson: usize,
    /// Its stop, by its place.
    pub stop: usize,
    /// Theme and colours.
    pub look: Look,
    /// Whether it stands below other stops on a page that has a heading.
    #[prop_or_default]
    pub is_part: bool,
}

/// The page of a stop.
#[component]
pub(super) fn StopPage(props: &StopPageProps) -> Html {
    let lesson = &LESSONS[props.lesson];
    let stop = &lesson.stops[props.stop];
    let address = stop_address(props.lesson, props.stop);
    // All stops of a lesson on one page are there to be answered on paper, too.
    let was_done = !props.is_part && is_done(&address);
    let handle = use_reducer_eq(|| {
        let mut state = start(&stop.figure);
        state.shown.pinned = lit(stop).filter(|_| was_done);
        state
    });
    let (state, dispatch) = (&*handle, handle.dispatcher());
    let hover = use_hover();
    let hovered = use_hovered(&hover);
    let (asked, on_asked) = use_value(|| None::<Asked>);
    let asked = asked.unwrap_or_else(|| match was_done {
        true => Asked::former(stop),
        false => Asked::default(),
    });
    let (passing, on_passing) = use_value(|| None::<u32>);
    let on_asked = {
        let (dispatch, on_passing) = (dispatch.clone(), on_passing.clone());
        Callback::from(move |asked: Asked| {
            // Before the page is drawn again, whose dots show it.
            if asked.judged == Some(true) {
                set_done(&address);
                match act(stop) {
                    Act::Cell(at) => dispatch.dispatch(Action::Pin(Some(at))),
                    Act::Steps if !browser::prefers_stillness() => on_passing.emit(Some(0)),
                    Act::Steps | Act::Lines => {}
                }
            }
            on_asked.emit(Some(asked));
        })
    };
    let picture = use_picture(&Shown {
        at: match passing {
            Some(step) => Some(step.into()),
            None => state.shown.at,
        },
        ..state.shown
    });
    let steps_of = picture.as_ref().map_or(1, |picture| picture.spec.steps());
    use_effect_with((passing, steps_of), move |(passing, steps)| {
        let next = passing.map(|step| {
            let next = Some(step + 1).filter(|next| next < steps);
            Timeout::new(PASS_MS, move || on_passing.emit(next))
        });
        move || drop(next)
    });
    {
        // A cell that is pinned is an answer where a click is asked for.
        let (asked, on_asked) = (asked.clone(), on_asked.clone());
        use_effect_with(state.shown.pinned, move |pinned| {
            let at = pinned.filter(|_| !asked.is_open());
            let answer = at.and_then(|at| clicked(stop, at));
            if let Some(answer) = answer {
                on_asked.emit(Asked::after(stop, &answer, asked.typed));
            }
        });
    }
    let asked_about = shown_from_keys(stop.asked_link()).spec().ok();
    let (Some(picture), Some(spec)) = (picture, asked_about) else {
        return el("main").child("This figure has no picture.").into();
    };
    let question = ask(&Ask {
        stop,
        shown: &state.shown,
        spec: &spec,
        is_changed: is_changed(&stop.figure, &state.shown),
        asked: &asked,
        on_asked: &on_asked,
        dispatch: &dispatch,
    });
    let live = figure(&Live {
        figure: &stop.figure,
        of: stop.title,
        heading: if props.is_part { "h3" } else { "h2" },
        shown: &state.shown,
        picture: &picture,
        look: props.look,
        shows_descriptor: matches!(stop.ask.kind, Kind::Make(_))
            && state.shown.view.shows == Shows::Read,
        is_asking: !asked.is_open(),
        hovered,
        hover,
        dispatch: &dispatch,
    });
    let at = At {
        shown: &state.shown,
        spec: &picture.spec,
        dispatch: &dispatch,
        figure: &stop.figure,
    };
    let print_address = || {
        el("p")
            .class("learn-address")
            .child(browser::address_with(&stop_address(
                props.lesson,
                props.stop,
            )))
    };
    let is_last = props.stop + 1 == lesson.stops.len();
    let is_answered = asked.is_open();
    let text = el("article")
        .class("learn-text")
        .child(props.is_part.then(|| el("h2").child(stop.title)))
        .child(print_address())
        .child(question)
        .child(blocks(stop.blocks, &at))
        .child((is_last && is_answered && !props.is_part).then(|| learned(props.lesson)))
        .child((!props.is_part).then(|| {
            el("p").class("learn-where").child(
                el("a")
                    .attr(Attr::Href, whole_address(props.lesson))
                    .child("All stops of this lesson on one page"),
            )
        }));
    let content = el(if props.is_part { "section" } else { "div" })
        .class("learn")
        .class_if(asked.judged == Some(true), "is-right")
        .child(text)
        .child(live);
    if props.is_part {
        return content.into();
    }
    let content = fragment()
        .child(html! { <Arrived /> })
        .child(content)
        .child(steps(props.lesson, props.stop, is_answered))
        .child(html! { <Keys lesson={props.lesson} stop={props.stop} /> });
    framed(Framed {
        facts: Some(format!("Lesson {}: {}", props.lesson + 1, lesson.title)),
        verdict: verdict(&asked),
        ..Framed::plain("is-learn is-stop", stop.title, content)
    })
    .into()
}

/// What came of the question, in the title's row.
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
            let takes_keys = "input, select, textarea, summary, [role=application], [role=dialog]";
            let is_taken = at.is_some_and(|at| at.closest(takes_keys).is_ok_and(|at| at.is_some()));
            if is_taken || event.ctrl_key() || event.meta_key() || event.alt_key() {
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
                .child(onward),
        )
}
