//! A stop, and an entry of the glossary, whose figure is a link of another page, which draws it.

use swizzle_learn::{Answer, Asked, Figure, FigureKind, Kind};
use yew::prelude::*;

use super::ask::Ask;
use super::figure::control;
use super::glossary::EntryProps;
use super::lesson::{Shown, StopProps, page};
use super::progress::set_done;
use super::text::{At, blocks};
use super::wires;
use crate::blackwell::load_figure;
use crate::browser;
use crate::kit::maybe;
use crate::page::Look;
use crate::page::figure_part::{FigurePart, PartFigureProps, Pressed};
use crate::page::load::{Arrival, missing, use_loaded};

/// The part that draws a figure, once it is there, or what is to be seen until then.
#[hook]
fn use_part(figure: &Figure) -> Result<FigurePart, Html> {
    let load = match figure.kind() {
        FigureKind::Wires => wires::load,
        FigureKind::TensorMemory | FigureKind::Tile => load_figure,
    };
    let (loaded, again): (Arrival<FigurePart>, _) = use_loaded(load);
    match loaded {
        Some(Ok(part)) => Ok(part),
        Some(Err(why)) => Err(missing(why, "The figure", &again)),
        None => Err(html! { "Loading the figure…" }),
    }
}

/// Draws a figure in a state, which is a link.
fn figure_of(
    (part, figure): (FigurePart, &'static Figure),
    link: &AttrValue,
    is_asking: bool,
    (look, width): (Look, f64),
    on_link: &Callback<String>,
    on_pressed: Callback<Pressed>,
) -> Html {
    let drawn = (part.draw)(PartFigureProps {
        link: link.clone(),
        parts: figure.parts_when(!is_asking),
        is_blank: figure.no_contents && is_asking,
        is_asking,
        look,
        width,
        on_link: on_link.clone(),
        on_pressed,
    });
    let knob = |key: &&'static str| control(key, false, (part.knob)(key, figure, link, on_link));
    let reset = (*link != figure.link).then(|| {
        let onclick = on_link.reform(|_: MouseEvent| figure.link.to_owned());
        html! { <button type="button" class="plain" {onclick}>{ "Reset" }</button> }
    });
    html! {
        <figure class="learn-figure">{ drawn }<figcaption class="stack"><div class="cluster gap-3 learn-controls">
            { for figure.knobs.iter().map(knob) }{ maybe(reset) }
            <a class="plain" href={link.clone()}>{ (part.door)(figure.link) }</a>
        </div></figcaption></figure>
    }
}

/// The state of a figure: a link.
#[hook]
fn use_link(figure: &'static Figure) -> (AttrValue, Callback<String>) {
    let link = use_state_eq(|| AttrValue::Static(figure.link));
    let set = link.setter();
    (
        (*link).clone(),
        Callback::from(move |link: String| set.set(link.into())),
    )
}

/// The stop.
#[component]
pub(super) fn PartStop(props: &StopProps) -> Html {
    match use_part(&props.of().figure) {
        Ok(part) => {
            // The title that had the focus while the part was on its way is replaced with the page around it.
            let was_at_title = !props.is_part && browser::is_there("main h1:focus");
            html! { <Loaded {part} place={*props} {was_at_title} /> }
        }
        Err(instead) => page(props, Err(instead)),
    }
}

#[derive(Properties, PartialEq)]
struct LoadedProps {
    part: FigurePart,
    place: StopProps,
    was_at_title: bool,
}

#[component]
fn Loaded(props: &LoadedProps) -> Html {
    let (place, part) = (props.place, props.part);
    let (stop, address, was_done) = (place.of(), place.address(), place.was_done());
    let was_at_title = props.was_at_title;
    use_effect_with((), move |()| {
        if was_at_title {
            browser::focus("main h1");
        }
    });
    let subject = part.subject;
    let (link, on_link) = use_link(&stop.figure);
    let asked = use_state_eq(|| match was_done {
        true => Asked::former(stop, subject),
        false => Asked::default(),
    });
    let facts = use_memo(link.clone(), |link| (subject.facts)(link));
    let asked_about = use_memo((), |()| (subject.facts)(stop.asked_link()));
    let (Some(facts), Some(asked_about)) = (&*facts, &*asked_about) else {
        return page(&place, Err(html! { "This figure has no picture." }));
    };
    // Once told, the cell that was asked for, or about, is at hand.
    let on_told = {
        let (on_link, told) = (on_link.clone(), (part.told)(stop, &link, &**asked_about));
        Callback::from(move |()| told.iter().for_each(|told| on_link.emit(told.clone())))
    };
    let on_asked = {
        let (on_told, set) = (on_told.clone(), asked.setter());
        Callback::from(move |asked: Asked| {
            if asked.judged == Some(true) {
                set_done(&address);
                on_told.emit(());
            }
            set.set(asked);
        })
    };
    let on_pressed = {
        let (asked, on_asked) = (asked.clone(), on_asked.clone());
        Callback::from(move |(part, at): Pressed| {
            let is_asked = matches!(stop.ask.kind, Kind::Cell { part: of, .. } if of == part);
            if is_asked && !asked.is_open() {
                let answer = Answer::Cell { part, at };
                on_asked.emit(Asked::after(stop, subject, &answer, asked.typed.clone()));
            }
        })
    };
    let knob = |key| control(key, true, (part.knob)(key, &stop.figure, &link, &on_link));
    let question = Ask {
        stop,
        subject,
        at: At {
            facts: Some(&**asked_about),
            knob: &knob,
        },
        link: &|| link.to_string(),
        is_changed: (part.is_changed)(&link, stop.figure.link),
        asked: &asked,
        on_asked: &on_asked,
        on_begin: &on_link.reform(|()| stop.figure.link.to_owned()),
        on_told: &on_told,
        next: place.next(),
    };
    let figure = figure_of(
        (part, &stop.figure),
        &link,
        !asked.is_open(),
        (place.look, place.width),
        &on_link,
        on_pressed,
    );
    page(
        &place,
        Ok(Shown {
            asked: &asked,
            question: question.draw(),
            at: At {
                facts: Some(&**facts),
                knob: &knob,
            },
            figure,
        }),
    )
}

/// Words and figure of an entry.
#[component]
pub(super) fn PartEntry(props: &EntryProps) -> Html {
    let term = props.term;
    let part = use_part(&term.figure);
    let (link, on_link) = use_link(&term.figure);
    let part = match part {
        Ok(part) => part,
        Err(instead) => return html! { <>{ props.head() }<p>{ term.sentence() }</p>{ instead }</> },
    };
    let Some(facts) = (part.subject.facts)(&link) else {
        return Html::default();
    };
    let knob = |key| control(key, true, (part.knob)(key, &term.figure, &link, &on_link));
    let figure = figure_of(
        (part, &term.figure),
        &link,
        false,
        (props.look, props.width),
        &on_link,
        Callback::noop(),
    );
    html! { <>{ props.head() }{ blocks(term.blocks, At { facts: Some(&*facts), knob: &knob }) }{ figure }</> }
}
