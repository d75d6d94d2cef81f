//! Two states beside each other, each with its pictures, and the controls that change one of them or both.

use std::rc::Rc;

use swizzle_core::Coord;
use swizzle_draw::Shows;
use swizzle_lints::{PAIR_NAMES, SideSaid};
use swizzle_params::ParamId;
use swizzle_view::link::{link_from_pair, pair_to_complete, unread_of};
use swizzle_view::link_from_shown;
use yew::prelude::*;

use super::address::{links, use_asks, use_pair_address};
use super::ask::Ask;
use super::beside::{Parts, pager, use_parts};
use super::both::Both;
use super::cell::cell;
use super::chips::chips;
use super::controls::{controls, which};
use super::dock::{dock, tag};
use super::facts::{all_facts, facts};
use super::half::{Half, half, has_room};
use super::tools::{exchange, put, use_joint};
use crate::atlas::inspector::InspectorProps;
use crate::atlas::later::{reader, use_later};
use crate::atlas::walk::WalkProps;
use crate::browser;
use crate::control::{verdict_line, whole_edits};
use crate::element::{Attr, el, fragment};
use crate::hooks::{use_is_measured, use_keys, use_value};
use crate::page::framed::{Framed, docked};
use crate::page::notices::notices;
use crate::page::sheets::{Sheet, use_sheet};
use crate::page::{Look, Tab, edited_bar, undo_tools};
use crate::panel::PasteBox;
use crate::state::{Action, Dispatch, Edit, State, sends};
use crate::view::{Linked, Reading, reading, use_hover, use_hovered, what_is_drawn};

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
    let (asks, on_asks) = use_asks(second.can_undo());
    let link = match asks {
        true => pair_to_complete(&link_from_shown(&first.shown)),
        false => link_from_pair(&first.shown, &second.shown),
    };
    use_pair_address(&link, dispatches.clone());
    // The half whose parameters the panel shows, and whose picture is seen where there is room for one.
    let (at, on_at) = use_value(|| 1_usize);
    let at = if asks { 0 } else { at };
    let sheet = use_sheet();
    use_keys(dispatches[at].clone());
    use_one_pin(states[1].shown.pinned, dispatches.clone());
    use_one_view(
        states.map(|state| state.shown.view.shows),
        asks,
        dispatches.clone(),
    );
    let joint = use_joint(states, dispatches.clone());
    let (zoom, on_zoom) = use_value(|| None::<u32>);
    let hover = use_hover();
    let hovered = use_hovered(&hover);
    let linked = use_memo((), |()| [Linked::default(), Linked::default()]);
    let key = states.map(|state| (state.shown.said, state.shown.view, state.shown.at));
    let unread = states.map(|state| unread_of(&state.shown.said, &state.notices));
    let both: Rc<Option<Both>> = {
        let shown = states.map(|state| state.shown);
        use_memo((key, unread), move |_| {
            Both::of(&shown[0], &shown[1], unread)
        })
    };
    let steps = both.as_ref().as_ref().map(|both| {
        let pictures = both.pictures.each_ref();
        pictures.map(|picture| (picture.looked_at.place().step, picture.spec.steps()))
    });
    use_one_step(steps.unwrap_or_default(), asks, dispatches.clone());
    let is_measured = use_is_measured();
    let (arrival, on_need) = use_later();
    let parts = both.as_ref().as_ref().filter(|_| !asks).and_then(Parts::of);
    let part = use_parts(parts);
    let later = arrival.and_then(Result::ok);
    let Some(both) = both.as_ref() else {
        return Html::default();
    };

    let on_both = {
        let edits = dispatches.each_ref().map(whole_edits);
        let count = if asks { 1 } else { 2 };
        Callback::from(move |edit: Edit| {
            edits[..count].iter().for_each(|on_edit| on_edit.emit(edit))
        })
    };
    let on_edit = {
        let (on_sheet, on_at) = (sheet.1.clone(), on_at.clone());
        let edited = sheet.0.filter(|of| *of == Sheet::Edit).map(|_| at);
        Callback::from(move |side: usize| {
            on_at.emit(side);
            on_sheet.emit((edited != Some(side)).then_some(Sheet::Edit));
        })
    };
    let pinned = states[0].shown.pinned;
    let pictures = both.pictures.each_ref().map(|picture| &**picture);
    let (shared, own) = match asks {
        true => (all_facts(pictures[0]), Default::default()),
        false => facts(pictures),
    };
    let draw = |index: usize| {
        half(&Half {
            at: index,
            words: &own[index],
            shown: &states[index].shown,
            picture: &both.pictures[index],
            beside: &both.pictures[1 - index],
            look: props.look,
            zoom,
            linked: linked[index].clone(),
            example: both.example,
            blamed: &both.blamed[index],
            pinned,
            hover: hover.clone(),
            dispatch: &dispatches[0],
            edits: (at == index && sheet.0 == Some(Sheet::Edit), on_edit.clone()),
            trace: later.filter(|_| has_room(pictures[index])).map(|later| {
                (later.inspector)(InspectorProps {
                    picture: both.pictures[index].clone(),
                    hover: hover.clone(),
                    pinned,
                    dispatch: dispatches[0].clone(),
                    beside: Some((PAIR_NAMES[index], both.example)),
                })
            }),
        })
    };
    let copied = {
        let (states, dispatches) = (states.map(State::clone), dispatches.clone());
        let (on_asks, joint) = (on_asks.clone(), joint.clone());
        Callback::from(move |_: MouseEvent| {
            put(states.each_ref(), &dispatches, [None, Some(0)], &joint);
            on_asks.emit(false);
        })
    };
    let other = match asks {
        true => el("section")
            .class("pair-half")
            .attr(Attr::AriaLabel, "B")
            .child(
                el("header").class("pair-head").child(
                    el("h2")
                        .child(tag(1))
                        .child(el("small").child("no layout yet")),
                ),
            )
            .child(html! {
                <Ask
                    shown={first.shown}
                    reader={reader(arrival)}
                    dispatch={dispatches[1].clone()}
                    on_copy={copied}
                    on_known={on_asks.reform(|()| false)}
                    look={props.look}
                />
            }),
        false => draw(1),
    };
    let halves = el("div")
        .class("pair-halves")
        .class_if(at == 1 && !asks, "is-second")
        .class_if(asks, "is-asking")
        .class_if(!is_measured, "is-measured-first")
        .class_if(parts.is_some(), "is-beside")
        .class_if(pictures.iter().all(|picture| has_room(picture)), "is-low")
        .child(draw(0))
        .child(other)
        .child(parts.map(|_| {
            el("div")
                .class("pair-of")
                .child(el("h3").child("Memory of"))
                .child(which("Memory of", at, &on_at))
        }));

    let view = both.pictures[0].view;
    let reading = {
        let (look, on_look) = (props.look, props.on_look.clone());
        reading(&Reading {
            view,
            marks: both.legend,
            palette: look.palette,
            on_palette: on_look.reform(move |palette| Look { palette, ..look }),
            theme: look.theme,
            zoom,
            on_zoom,
            on_edit: on_both.clone(),
        })
    };
    let tools = el("div")
        .class("pair-tools")
        .child(reading)
        .child((!asks).then(|| which("Which of the two", at, &on_at)))
        .child(what_is_drawn(view.shows, false, &on_both))
        .child(parts.map(|parts| pager(parts, &part)))
        .child((!asks).then(|| exchange(&states, &dispatches, &joint)));
    let on_bits = {
        let on_sheet = sheet.1.clone();
        Callback::from(move |()| {
            if browser::is_narrow() {
                on_sheet.emit(Some(Sheet::Bits));
            }
        })
    };
    let row = el("div")
        .class("pair-row")
        .child(match asks {
            true => el("p")
                .class("hint")
                .child("A is the layout in use. The differences appear here when B is known."),
            false => chips(both, &on_bits),
        })
        .child(tools);

    let told = hovered.or(pinned).unwrap_or(both.example);
    let walk = later.map(|later| {
        (later.walk)(WalkProps {
            picture: both.pictures[0].clone(),
            dispatch: dispatches[0].clone(),
        })
    });
    let strip = el("div")
        .class("page-steps pair-steps")
        .child(walk)
        .child((!asks).then(|| cell(both, told)));

    let on_repair = {
        let dispatches = dispatches.clone();
        Callback::from(move |SideSaid { side, said }| {
            dispatches[side].dispatch(Action::Repair(said));
        })
    };
    let is_edited = sheet.0 == Some(Sheet::Edit);
    let page = docked(
        Framed {
            class: "is-pair",
            title: "Compare".into(),
            facts: (!shared.is_empty()).then_some(shared),
            notices: &[],
            verdict: (!asks).then(|| verdict_line(&both.line, &on_repair)),
            // Its style comes with what is loaded later.
            panel: Some(match later {
                Some(_) if is_edited => controls(both, &states, &dispatches, at, &on_at),
                _ => fragment(),
            }),
            content: fragment()
                .children(
                    [0, 1]
                        .map(|index| notices(&states[index].notices, dispatches[index].clone()))
                        .into_iter(),
                )
                .child(row)
                .child(halves)
                .child(strip),
            details: None,
            sheet: sheet.clone(),
        },
        // Its room is there from the start.
        Some(match later {
            Some(_) => dock(both, &dispatches, asks, &on_edit),
            None => fragment(),
        }),
    );
    let boxed = if asks { 1 } else { at };
    let paste = html! {
        <PasteBox
            key={boxed}
            shown={states[boxed].shown}
            reader={reader(arrival)}
            {on_need}
            dispatch={dispatches[boxed].clone()}
        />
    };
    fragment()
        .child(edited_bar(
            Tab::Compare,
            props.look,
            props.on_look.clone(),
            paste,
            undo_tools(
                [states[at].can_undo(), states[at].can_redo()],
                &sends(&dispatches[at]),
            ),
        ))
        .child(page)
        .into()
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
fn use_one_view(shows: [Shows; 2], asks: bool, dispatches: [Dispatch; 2]) {
    use_follow(shows, move |changed, shows| {
        if !asks && shows[0] != shows[1] {
            whole_edits(&dispatches[1 - changed]).emit(Edit::Shows(shows[changed]));
        }
    });
}

/// A step that is looked at in one is looked at in the other, where that has as many; each is followed by how many there are.
#[hook]
fn use_one_step(steps: [(u32, u32); 2], asks: bool, dispatches: [Dispatch; 2]) {
    use_follow(steps.map(|(step, _)| step), move |changed, at| {
        let (_, count) = steps[1 - changed];
        if !asks && at[0] != at[1] && at[changed] < count {
            let edit = Edit::number(ParamId::Step, at[changed]);
            whole_edits(&dispatches[1 - changed]).emit(edit);
        }
    });
}

/// Calls back with which of two values changed, where one alone did.
#[hook]
fn use_follow<T: PartialEq + Copy + 'static>(
    values: [T; 2],
    follow: impl FnOnce(usize, [T; 2]) + 'static,
) {
    let former = use_mut_ref(|| values);
    use_effect_with(values, move |values| {
        let [first, second] = former.replace(*values);
        match (first == values[0], second == values[1]) {
            (false, true) => follow(0, *values),
            (true, false) => follow(1, *values),
            _ => {}
        }
    });
}
