//! The parameters.

mod address;
mod instruction;
mod layout;
mod strides;
mod tile;

use yew::prelude::*;

use crate::button::{Button, button};
use crate::control::{Choice, Number, choice, number};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::picture::{Picture, Shared};
use crate::state::{Action, Dispatch, Edit};
use address::address;
use instruction::instruction;
use layout::layout;
use strides::strides;
use tile::tile;

/// Properties of [`Panel`].
#[derive(Properties, PartialEq)]
pub struct PanelProps {
    /// What the parameters give.
    pub picture: Shared<Picture>,
    /// How many links were opened: with each, what was being typed is dropped.
    pub opened: u32,
    /// Sends actions.
    pub dispatch: Dispatch,
}

/// All controls of tile and descriptor.
#[component]
pub fn Panel(props: &PanelProps) -> Html {
    let (by_repeats, on_counted) = use_value(|| false);
    let edits = Edits::new(&props.dispatch);
    let spec = &props.picture.spec;
    let counted = |words: &'static str, in_repeats: bool| {
        button(Button {
            words,
            class: "small-button",
            is_pressed: Some(by_repeats == in_repeats),
            on_click: on_counted.reform(move |_| in_repeats),
            ..Button::default()
        })
    };
    let unit_of_extents = el("span")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "How extents are counted")
        .child(counted("elements", false))
        .child(counted("repeats", true));
    let section = |title: &'static str, aside: Option<Element>, controls: Vec<Html>| {
        el("section")
            .child(el("h2").child(title).child(aside))
            .child(controls)
    };
    let tile = tile(spec, &edits, by_repeats);
    el("form")
        .key(props.opened)
        .class("panel")
        .attr(Attr::AriaLabel, "Parameters")
        .on_submit(Callback::from(|event: SubmitEvent| event.prevent_default()))
        .child(section("Instruction", None, instruction(spec, &edits)))
        .child(section("Layout", None, layout(spec, &edits)))
        .child(section("Tile", Some(unit_of_extents), tile))
        .child(section("Strides", None, strides(spec, &edits)))
        .child(section("Address", None, address(spec, &edits)))
        .into()
}

/// Where the controls send their edits.
pub struct Edits {
    /// Edits that go on until the control is left: what is typed or dragged.
    going_on: Callback<Edit>,
    /// Edits that are whole in themselves.
    whole: Callback<Edit>,
    dispatch: Dispatch,
}

impl Edits {
    /// Edits that go to the reducer.
    pub fn new(dispatch: &Dispatch) -> Self {
        Self {
            going_on: going_edits(dispatch),
            whole: whole_edits(dispatch),
            dispatch: dispatch.clone(),
        }
    }

    /// A number field.
    pub fn number(&self, field: Number) -> Html {
        number(field, &self.going_on, &self.whole, &self.dispatch)
    }

    fn choice(&self, options: Choice) -> Html {
        choice(options, &self.whole)
    }
}

/// Sends edits that go on until their control is left.
pub fn going_edits(dispatch: &Dispatch) -> Callback<Edit> {
    let dispatch = dispatch.clone();
    Callback::from(move |edit| dispatch.dispatch(Action::Edit(edit)))
}

/// Sends edits that are a step of Undo each.
pub fn whole_edits(dispatch: &Dispatch) -> Callback<Edit> {
    let dispatch = dispatch.clone();
    Callback::from(move |edit| {
        dispatch.dispatch(Action::Edit(edit));
        dispatch.dispatch(Action::Settle);
    })
}
