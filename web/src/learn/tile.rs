//! A stop, and an entry of the glossary, whose figure is of a tile.

use swizzle_core::Coord;
use swizzle_draw::Shows;
use swizzle_learn::{Answer, Asked, Figure, Kind, TILE, lit, shown_from_keys};
use swizzle_view::link_from_shown;
use yew::prelude::*;

use super::ask::Ask;
use super::figure::{Act, Desk, Live, use_picture, use_views};
use super::glossary::EntryProps;
use super::lesson::{Shown, StopProps, page};
use super::progress::set_done;
use super::text::{At, blocks};
use crate::cells::{Event, use_ink};

/// The state of a figure, and what changes it.
#[hook]
pub(super) fn use_desk(figure: &'static Figure, first: Option<Coord>) -> (Desk, Callback<Act>) {
    let desk = use_state_eq(|| Desk::of(figure).after(figure, Act::Pin(first)));
    // Acts may follow each other before the page is drawn anew.
    let last = use_mut_ref(|| (*desk).clone());
    let on = {
        let set = desk.setter();
        Callback::from(move |act: Act| {
            let next = last.borrow().clone().after(figure, act);
            last.replace(next.clone());
            set.set(next);
        })
    };
    ((*desk).clone(), on)
}

/// The stop.
#[component]
pub(super) fn TileStop(props: &StopProps) -> Html {
    let (stop, address, was_done) = (props.of(), props.address(), props.was_done());
    let figure = &stop.figure;
    let (desk, on) = use_desk(figure, lit(stop).filter(|_| was_done));
    let asked = use_state_eq(|| match was_done {
        true => Asked::former(stop, &TILE),
        false => Asked::default(),
    });
    let on_asked = {
        let (on, set) = (on.clone(), asked.setter());
        Callback::from(move |asked: Asked| {
            // Before the page is drawn again, whose dots show it.
            if asked.judged == Some(true) {
                set_done(&address);
                lit(stop)
                    .into_iter()
                    .for_each(|at| on.emit(Act::Pin(Some(at))));
            }
            set.set(asked);
        })
    };
    let is_asking = !asked.is_open();
    let picture = use_picture(&desk.shown);
    let views = use_views(&picture, figure, is_asking);
    let ink = use_ink(props.look);
    let asked_about = use_memo(stop.asked_link(), |link| shown_from_keys(link).spec().ok());
    let (Some(picture), Some(spec), Some(ink)) = (picture, &*asked_about, ink) else {
        return page(props, Err(html! { "This figure has no picture." }));
    };
    let on_figure = {
        // A cell that is pressed is an answer where a click is asked for.
        let (on, on_asked, asked, desk) =
            (on.clone(), on_asked.clone(), asked.clone(), desk.clone());
        Callback::from(move |act: Act| match (&act, stop.ask.kind) {
            (Act::Cells(at, Event::Pin(cell)), Kind::Click { in_memory, .. }) if is_asking => {
                if let Some(element) = desk.pressed(*cell).filter(|_| in_memory == (*at == 1)) {
                    let answer = Answer::Click { in_memory, element };
                    on_asked.emit(Asked::after(stop, &TILE, &answer, asked.typed.clone()));
                }
            }
            _ => on.emit(act),
        })
    };
    let knob = |key| desk.knob(key, true, figure, &on);
    let question = Ask {
        stop,
        subject: &TILE,
        at: At {
            facts: Some(spec),
            knob: &knob,
        },
        link: &|| link_from_shown(&desk.shown),
        is_changed: desk.is_changed(figure),
        asked: &asked,
        on_asked: &on_asked,
        on_begin: &on.reform(|()| Act::Reset),
        on_told: &{
            let on = on.clone();
            Callback::from(move |()| {
                lit(stop)
                    .into_iter()
                    .for_each(|at| on.emit(Act::Pin(Some(at))));
            })
        },
        next: props.next(),
    };
    let live = Live {
        figure,
        desk: &desk,
        picture: &picture,
        views: &views,
        is_asking,
        shows_descriptor: matches!(stop.ask.kind, Kind::Make(_))
            && desk.shown.view.shows == Shows::Read,
        ink,
        width: props.width,
        on: &on_figure,
    };
    page(
        props,
        Ok(Shown {
            asked: &asked,
            question: question.draw(),
            at: At {
                facts: Some(&picture.spec),
                knob: &knob,
            },
            figure: live.draw(),
        }),
    )
}

/// Words and figure of an entry.
#[component]
pub(super) fn TileEntry(props: &EntryProps) -> Html {
    let term = props.term;
    let (desk, on) = use_desk(&term.figure, None);
    let picture = use_picture(&desk.shown);
    let views = use_views(&picture, &term.figure, false);
    let ink = use_ink(props.look);
    let (Some(picture), Some(ink)) = (picture, ink) else {
        return Html::default();
    };
    let knob = |key| desk.knob(key, true, &term.figure, &on);
    let live = Live {
        figure: &term.figure,
        desk: &desk,
        picture: &picture,
        views: &views,
        is_asking: false,
        shows_descriptor: false,
        ink,
        width: props.width,
        on: &on,
    };
    html! { <>{ props.head() }{ blocks(term.blocks, At { facts: Some(&picture.spec), knob: &knob }) }{ live.draw() }</> }
}
