//! A stop whose figure is of a tile.

use gloo_timers::callback::Timeout;
use swizzle_draw::Shows;
use swizzle_learn::{Kind, TILE, shown_from_keys};
use swizzle_view::{Shown as TileShown, link_from_shown};
use yew::prelude::*;

use super::ask::{Act, Ask, Asked, act, ask, clicked, lit};
use super::figure::{Live, figure, is_changed, start, use_picture};
use super::knob::knob;
use super::progress::set_done;
use super::stop_page::{Shown, StopPageProps, page};
use super::text::At;
use crate::browser;
use crate::element::el;
use crate::hooks::use_value;
use crate::state::Action;
use crate::view::{use_hover, use_hovered};

/// How long each step stays that passes after a right answer.
const PASS_MS: u32 = 350;

/// The stop.
#[component]
pub(super) fn TileStop(props: &StopPageProps) -> Html {
    let (stop, address, was_done) = (props.of(), props.address(), props.was_done());
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
        true => Asked::former(stop, &TILE),
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
    let picture = use_picture(&TileShown {
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
                on_asked.emit(Asked::after(stop, &TILE, &answer, asked.typed));
            }
        });
    }
    let asked_about = shown_from_keys(stop.asked_link()).spec().ok();
    let (Some(picture), Some(spec)) = (picture, asked_about) else {
        return el("main").child("This figure has no picture.").into();
    };
    let turn = |key| knob(key, &stop.figure, &state.shown, &dispatch);
    let on_begin = {
        let dispatch = dispatch.clone();
        Callback::from(move |()| {
            dispatch.dispatch(Action::Begin(shown_from_keys(stop.figure.link)));
        })
    };
    let on_told = {
        let dispatch = dispatch.clone();
        Callback::from(move |()| {
            if let Some(at) = lit(stop) {
                dispatch.dispatch(Action::Pin(Some(at)));
            }
        })
    };
    let question = ask(&Ask {
        stop,
        subject: &TILE,
        at: At {
            facts: &spec,
            knob: &turn,
        },
        link: &|| link_from_shown(&state.shown),
        is_changed: is_changed(&stop.figure, &state.shown),
        asked: &asked,
        on_asked: &on_asked,
        on_begin: &on_begin,
        on_told: &on_told,
    });
    let figure = figure(&Live {
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
    page(
        props,
        Ok(Shown {
            asked: &asked,
            question,
            at: At {
                facts: &picture.spec,
                knob: &turn,
            },
            figure,
        }),
    )
}
