//! Two states beside each other, each with its pictures, and the controls that change one of them or both.

use std::rc::Rc;

use swizzle_core::scene::{Drawing, Scene};
use swizzle_core::{
    CONTRAST_LEGEND, Contrast, ContrastRow, Coord, LinkState, Spec, contrast_cell_text,
    contrast_rows, link_from_pair,
};
use yew::prelude::*;

use super::address::{links, use_pair_address};
use super::side::{Side, side};
use super::summary::summary;
use crate::browser;
use crate::button::{Button, button};
use crate::copy_button::CopyButton;
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::notices::notices;
use crate::panel::{Panel, whole_edits};
use crate::picture::{Beside, Picture, Shared};
use crate::site::Look;
use crate::stage::{Reading, reading, what_is_drawn};
use crate::state::{Action, Dispatch, Edit, State};

/// Both layouts, worked out.
pub(super) struct Both {
    /// Their pictures, each marked against the other.
    pub(super) pictures: [Shared<Picture>; 2],
    /// What of the first lies elsewhere in the second, and the other way round.
    pub(super) contrasts: [Option<Contrast>; 2],
    /// The same of what the selected steps read.
    pub(super) reads: [Option<Contrast>; 2],
    /// What else differs.
    pub(super) rows: Vec<ContrastRow>,
}

impl Both {
    /// None where one of them has no picture, which reducer and link keep out.
    fn of(first: &LinkState, second: &LinkState) -> Option<Self> {
        let (mut first, mut second) = (Picture::of(first).ok()?, Picture::of(second).ok()?);
        let both_ways = |first: &Spec, second: &Spec| {
            [(first, second), (second, first)].map(|(here, there)| Contrast::of(here, there))
        };
        let contrasts = both_ways(&first.spec, &second.spec);
        let read = |picture: &Picture| picture.spec.of_read(picture.spec.params().step);
        let reads = both_ways(&read(&first), &read(&second));
        let rows = contrast_rows(&first.spec, &second.spec);
        let marks = |other: &Picture| -> Option<Box<dyn Beside>> {
            Some(Box::new(Marks(other.drawn.clone())))
        };
        (first.beside, second.beside) = (marks(&second), marks(&first));
        Some(Self {
            pictures: [first, second].map(Shared::new),
            contrasts,
            reads,
            rows,
        })
    }
}

/// Marks what lies elsewhere in another layout.
struct Marks(Spec);

impl Beside for Marks {
    fn mark(&self, scene: Scene, drawing: &Drawing) -> Scene {
        scene.contrasted(&drawing.drawn, &drawing.occupancy, &self.0)
    }
}

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
    let (zoom, on_zoom) = use_value(|| None::<u32>);
    let (hovered, on_hover) = use_value(|| None::<Coord>);
    let key = states.map(|state| (state.shown.params.clone(), state.shown.view));
    let both: Rc<Option<Both>> = {
        let shown = states.map(|state| state.shown.clone());
        use_memo(key, move |_| Both::of(&shown[0], &shown[1]))
    };
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
    let controls = reading(&Reading {
        view,
        marks: Some(CONTRAST_LEGEND),
        palette: props.look.palette,
        on_palette,
        theme: props.look.theme,
        zoom,
        on_zoom,
        on_edit: on_both.clone(),
    });
    // One pin for both: that of the first.
    let pinned = states[0].shown.pinned.or(states[1].shown.pinned);
    let sides = [0, 1].map(|index| {
        side(&Side {
            name: NAMES[index],
            shown: &states[index].shown,
            picture: &both.pictures[index],
            look: props.look,
            zoom,
            hovered,
            pinned,
            on_hover: on_hover.clone(),
            dispatch: &dispatches[0],
        })
    });
    let cell = match hovered.or(pinned) {
        Some(at) => contrast_cell_text(&both.pictures[0].drawn, &both.pictures[1].drawn, at),
        None => "Point at a cell to see where its element lies in both.".into(),
    };
    let head = el("header")
        .class("heading compare-title")
        .child(el("h1").child("Side by side"));
    let tools = el("div")
        .class("compare-tools")
        .child(what_is_drawn(view.shows, &on_both))
        .child(exchange(&states, &dispatches))
        .child(html! { <CopyButton text={browser::address_with(&link)} what="link to both" shows_what=true /> });
    let stage = el("main")
        .class("page-stage")
        .children([0, 1].map(|index| notices(&states[index].notices, dispatches[index].clone())))
        .child(
            el("div")
                .class("stage")
                .child(head.child(tools))
                .child(summary(both))
                .child(controls)
                .child(el("p").class("compare-cell").child(cell))
                .child(el("div").class("compare-sides").children(sides)),
        );
    let choose = |index: usize| {
        button(Button {
            words: NAMES[index],
            is_pressed: Some(at == index),
            on_click: on_at.reform(move |_| index),
            ..Button::default()
        })
    };
    let panel = el("aside")
        .class("page-panel")
        .attr(Attr::AriaLabel, "Panel")
        .child(
            el("div")
                .child(
                    el("div")
                        .class("compare-choose")
                        .attr(Attr::Role, "group")
                        .attr(Attr::AriaLabel, "Whose parameters")
                        .child(el("span").class("hint").child("Parameters of"))
                        .child(choose(0))
                        .child(choose(1))
                        .child(undo(states[at], &dispatches[at])),
                )
                .child(html! {
                    <Panel
                        key={at}
                        picture={both.pictures[at].clone()}
                        opened={states[at].opened}
                        dispatch={dispatches[at].clone()}
                    />
                }),
        );
    el("div")
        .class("page is-pair")
        .child(stage)
        .child(panel)
        .into()
}

/// What the two are called.
const NAMES: [&str; 2] = ["First", "Second"];

/// Exchanges the two, or makes them the same.
fn exchange(states: &[&State; 2], dispatches: &[Dispatch; 2]) -> Element {
    let shown = states.map(|state| state.shown.clone());
    let put = |words: &'static str, puts: [Option<usize>; 2]| {
        let (shown, dispatches) = (shown.clone(), dispatches.clone());
        button(Button {
            words,
            on_click: Callback::from(move |_| {
                for (dispatch, from) in dispatches.iter().zip(puts) {
                    if let Some(from) = from {
                        dispatch.dispatch(Action::Settle);
                        dispatch.dispatch(Action::Paste(shown[from].clone(), Vec::new()));
                        dispatch.dispatch(Action::Settle);
                    }
                }
            }),
            ..Button::default()
        })
    };
    el("span")
        .child(put("Exchange", [Some(1), Some(0)]))
        .child(" ")
        .child(put("Second like first", [None, Some(0)]))
}

/// The last step of one of them, back and forth.
fn undo(state: &State, dispatch: &Dispatch) -> Element {
    let send = |words: &'static str, action: Action, is_on: bool| {
        let dispatch = dispatch.clone();
        button(Button {
            words,
            is_off: !is_on,
            on_click: Callback::from(move |_| dispatch.dispatch(action.clone())),
            ..Button::default()
        })
    };
    el("span")
        .class("compare-undo")
        .child(send("Undo", Action::Undo, state.can_undo()))
        .child(" ")
        .child(send("Redo", Action::Redo, state.can_redo()))
}
