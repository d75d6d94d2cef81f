//! Two states beside each other, each with its pictures, and the controls that change one of them or both.

use std::rc::Rc;

use gloo_events::EventListener;
use swizzle_core::Coord;
use swizzle_draw::Shows;
use swizzle_lints::{PAIR_NAMES, SideSaid};
use swizzle_text::{TWO_LAYOUTS_LEGEND, TWO_LAYOUTS_SAME_LEGEND, two_layouts_cell_text};
use swizzle_view::link::{link_from_pair, unread_of};
use yew::prelude::*;

use super::address::{links, names_no_layout, use_pair_address};
use super::both::Both;
use super::controls::controls;
use super::side::{Side, side};
use super::summary::summary;
use super::tools::exchange;
use crate::atlas::later::{reader, use_later};
use crate::browser;
use crate::control::{Button, button, verdict_line, whole_edits};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::{use_is_measured, use_keys, use_value};
use crate::page::notices::notices;
use crate::page::{Look, Tab, other_bar};
use crate::panel::PasteBox;
use crate::state::{Action, Dispatch, Edit, State};
use crate::view::{Reading, reading, use_hover, use_hovered, what_is_drawn};

/// Properties of [`Pair`].
#[derive(Properties, PartialEq)]
pub(super) struct PairProps {
    pub(super) look: Look,
    pub(super) on_look: Callback<Look>,
}

/// The page under the bar.
#[component]
pub(super) fn Pair(props: &PairProps) -> Html {
    let first = use_reducer_eq(|| State::from_address(&links()[0]));
    let second = use_reducer_eq(|| State::from_address(&links()[1]));
    let states: [&State; 2] = [&first, &second];
    let dispatches = [first.dispatcher(), second.dispatcher()];
    let link = link_from_pair(&states[0].shown, &states[1].shown);
    use_pair_address(&link, dispatches.clone());
    // Whose parameters the panel shows.
    let (at, on_at) = use_value(|| 1_usize);
    use_keys(dispatches[at].clone());
    use_one_pin(states[1].shown.pinned, dispatches.clone());
    use_one_view(
        states.map(|state| state.shown.view.shows),
        dispatches.clone(),
    );
    let (zoom, on_zoom) = use_value(|| None::<u32>);
    let hover = use_hover();
    let hovered = use_hovered(&hover);
    let key = states.map(|state| (state.shown.said, state.shown.view, state.shown.at));
    let unread = states.map(|state| unread_of(&state.shown.said, &state.notices));
    let both: Rc<Option<Both>> = {
        let shown = states.map(|state| state.shown);
        use_memo((key, unread), move |_| {
            Both::of(&shown[0], &shown[1], unread)
        })
    };
    let is_measured = use_is_measured();
    let (arrival, on_need) = use_later();
    let has_panel = arrival.is_some();
    let Some(both) = both.as_ref() else {
        return Html::default();
    };

    let on_both = {
        let edits = dispatches.each_ref().map(whole_edits);
        Callback::from(move |edit: Edit| edits.iter().for_each(|on_edit| on_edit.emit(edit)))
    };
    let on_palette = {
        let (look, on_look) = (props.look, props.on_look.clone());
        on_look.reform(move |palette| Look { palette, ..look })
    };
    let view = both.pictures[0].view;
    let marks = match both.marks_same {
        true => TWO_LAYOUTS_SAME_LEGEND,
        false => TWO_LAYOUTS_LEGEND,
    };
    let reading = reading(&Reading {
        view,
        marks: Some(marks),
        palette: props.look.palette,
        on_palette,
        theme: props.look.theme,
        zoom,
        on_zoom,
        on_edit: on_both.clone(),
    });
    let pinned = states[0].shown.pinned;
    let sides = [0, 1].map(|index| {
        side(&Side {
            name: PAIR_NAMES[index],
            shown: &states[index].shown,
            picture: &both.pictures[index],
            beside: &both.pictures[1 - index],
            look: props.look,
            zoom,
            pinned,
            hover: hover.clone(),
            dispatch: &dispatches[0],
        })
    });
    let cell = el("p").class("compare-cell");
    let cell = match hovered.or(pinned) {
        Some(at) => {
            let [first, second] = &both.pictures;
            cell.child(two_layouts_cell_text(&first.drawn, &second.drawn, at))
        }
        // The style sheet says which.
        None => cell
            .child(el("span").class("is-pointed").child("Point at"))
            .child(el("span").class("is-tapped").child("Tap"))
            .child(" a cell to see where its element lies in both."),
    };
    let on_repair = {
        let dispatches = dispatches.clone();
        Callback::from(move |SideSaid { side, said }| {
            dispatches[side].dispatch(Action::Repair(said));
        })
    };
    let head = el("header")
        .class("heading compare-title")
        .child(el("h1").child("Side by side"))
        .child(verdict_line(&both.line, &on_repair));
    let tools = el("div")
        .class("compare-tools")
        .child(what_is_drawn(view.shows, &on_both))
        .child(exchange(&states, &dispatches));
    let (names_none, on_names_none) = use_names_none();
    let stage = el("main")
        .class("page-stage")
        .child(names_none.then(|| none_named(on_names_none)))
        .children([0, 1].map(|index| notices(&states[index].notices, dispatches[index].clone())))
        .child(
            el("div")
                .class("stage")
                .child(head)
                .child(
                    el("div")
                        .class("compare-row")
                        .child(summary(both))
                        .child(tools),
                )
                .child(reading)
                .child(
                    el("div")
                        .class("compare-says")
                        .child(cell)
                        // Where the toolbar has no room for it.
                        .child(el("p").class("hint compare-marks").child(marks)),
                )
                .child(
                    el("div")
                        .class("compare-sides")
                        .class_if(!is_measured, "is-coming")
                        .children(sides),
                ),
        );
    let paste = html! {
        <PasteBox
            key={at}
            shown={states[at].shown}
            reader={reader(arrival)}
            {on_need}
            dispatch={dispatches[at].clone()}
        />
    };
    let page = el("div").class("page is-pair").child(stage).child(controls(
        both,
        &states,
        &dispatches,
        at,
        &on_at,
        has_panel,
    ));
    fragment()
        .child(other_bar(
            Tab::Compare,
            props.look,
            props.on_look.clone(),
            paste,
        ))
        .child(page)
        .into()
}

/// Whether the page was opened at an address that names no layout.
#[hook]
fn use_names_none() -> (bool, Callback<bool>) {
    let (names_none, on_names_none) = use_value(names_no_layout);
    {
        let on_names_none = on_names_none.clone();
        use_effect_with((), move |()| {
            let listener = EventListener::new(&browser::window(), "hashchange", move |_| {
                on_names_none.emit(names_no_layout());
            });
            move || drop(listener)
        });
    }
    (names_none, on_names_none)
}

fn none_named(on_names_none: Callback<bool>) -> Element {
    el("section")
        .class("notices")
        .attr(Attr::Role, "alert")
        .child(el("p").child(
            "This address names no layout: both are what a fresh page shows. Paste one, or open a figure beside itself.",
        ))
        .child(button(Button {
            words: "Dismiss",
            on_click: on_names_none.reform(|_| false),
            ..Button::default()
        }))
}

/// One pin is enough for both: what a link pins in the second goes to the first.
#[hook]
fn use_one_pin(pinned: Option<Coord>, dispatches: [Dispatch; 2]) {
    use_effect_with(pinned, move |pinned| {
        if pinned.is_some() {
            dispatches[0].dispatch(Action::Pin(*pinned));
            dispatches[1].dispatch(Action::Pin(None));
        }
    });
}

/// A descriptor that is pasted into one shows its read: so does the other then, or there is nothing to compare.
#[hook]
fn use_one_view(shows: [Shows; 2], dispatches: [Dispatch; 2]) {
    let former = use_mut_ref(|| shows);
    use_effect_with(shows, move |shows| {
        let [first, second] = former.replace(*shows);
        let changed = match (first == shows[0], second == shows[1]) {
            (false, true) => 0,
            (true, false) => 1,
            _ => return,
        };
        if shows[0] != shows[1] {
            whole_edits(&dispatches[1 - changed]).emit(Edit::Shows(shows[changed]));
        }
    });
}
