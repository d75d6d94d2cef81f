//! A swizzle as three wires: each gate is a switch, and the cells of eight lines and their banks follow.

mod gates;
mod picture;
mod said;
mod shares;

use std::cell::Cell;
use std::rc::Rc;

use swizzle_warp::Wires;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::js_sys::Date;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element as Node, HtmlInputElement};
use yew::prelude::*;

use self::gates::Gates;
use self::picture::{Picture, ROWS};
use self::shares::Shares;
use crate::browser;
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::page::Look;
use crate::page::keys::{PageKeys, use_page_keys};

/// Keys wherever the focus is: one for each wire, and one that opens all.
static KEYS: PageKeys<u32> = PageKeys {
    key_of: |key, _| key.parse().ok().filter(|key| *key <= Wires::COUNT),
    others: "[role=tab]",
    takes_shift: false,
};

/// The style of it.
pub const STYLE: &str = style!("wires.css");

/// Explanation of what a wire does.
const WHAT: &str = "Each takes one bit that counts lines, address bit 7, 8 or 9, and XORs it into one bit that selects a 16-byte unit, bit 4, 5 or 6. A cell is a unit, in the colour of its number; dots mark the units that eight lanes read together.";

/// Properties of [`Switches`].
#[derive(Properties, PartialEq)]
pub struct SwitchesProps {
    /// The wires that are closed.
    pub wires: Wires,
    /// Called with others.
    pub on_wires: Callback<Wires>,
    /// Theme and colours.
    pub look: Look,
    /// Whether a lesson is beside it, which explains the wires and asks for the guess.
    #[prop_or_default]
    pub is_in_lesson: bool,
    /// Whether the guess is open, as long as no wire was closed.
    #[prop_or(true)]
    pub is_asking: bool,
}

/// The switches and what follows from them.
#[component]
pub fn Switches(props: &SwitchesProps) -> Html {
    let wires = props.wires;
    let shares = use_state_eq(|| Shares::of(wires));
    let (is_dragged, on_dragged) = use_value(|| false);
    let (guess, on_guess) = use_value(|| None::<u32>);
    let (was_closed, on_closed) = use_value(|| false);
    let (at, on_at) = use_value(|| (ROWS - 1, 0_u32));
    {
        let (from, on_shares) = (*shares, shares.setter());
        use_effect_with((wires, is_dragged), move |(wires, is_dragged)| {
            if *wires != Wires::OPEN {
                on_closed.emit(true);
            }
            let goes_on = Rc::new(Cell::new(!is_dragged));
            if !is_dragged && from != Shares::of(*wires) {
                fall(from, *wires, on_shares, goes_on.clone());
            }
            move || goes_on.set(false)
        });
    }
    let on_wires = {
        let (on_wires, on_dragged) = (props.on_wires.clone(), on_dragged.clone());
        Callback::from(move |wires| {
            on_dragged.emit(false);
            on_wires.emit(wires);
        })
    };
    let on_key = on_wires.reform(move |key: u32| match key {
        0 => Wires::OPEN,
        wire => wires.flipped(wire - 1),
    });
    use_page_keys(&KEYS, on_key.clone());
    let on_drag = {
        let (on_shares, on_wires) = (shares.setter(), props.on_wires.clone());
        let on_dragged = on_dragged.clone();
        Callback::from(move |place: f64| {
            let nearest = Wires::lowest(place.round() as u32);
            on_shares.set(match browser::prefers_stillness() {
                true => Shares::of(nearest),
                false => Shares::at(place),
            });
            on_dragged.emit(true);
            if nearest != wires {
                on_wires.emit(nearest);
            }
        })
    };
    let is_asking = props.is_asking && !was_closed && wires == Wires::OPEN;
    let is_alone = !props.is_in_lesson;
    let on_answer = {
        let on_wires = on_wires.clone();
        Callback::from(move |answer| {
            on_guess.emit(Some(answer));
            on_wires.emit(Wires::lowest(1));
        })
    };
    let is_narrow = browser::matches("(max-width: 39.99rem)");
    let picture = Rc::new(Picture {
        wires,
        shares: *shares,
        at,
        is_narrow,
        look: props.look,
    });
    let gates = Gates {
        wires,
        shares: *shares,
        at,
        is_narrow,
        on_wires: &on_wires,
    };
    el("div")
        .class("wires-body")
        .child(is_alone.then(|| el("p").class("wires-what").child(WHAT)))
        .child(
            el("div")
                .class("wires-part")
                .child(gates.draw())
                .child(said::score(wires, at.1))
                .child(is_alone.then(|| said::guess(guess, is_asking, wires, &on_answer))),
        )
        .child(
            el("div")
                .class("wires-part")
                .class("is-picture")
                .child(memory(&picture, &on_at))
                .child(scrubber(
                    *shares, wires, on_drag, on_dragged, &on_wires, on_key,
                )),
        )
        .child(
            el("div")
                .class("wires-part")
                .child(said::modes(wires, is_asking))
                .child(said::twin(wires, at.1)),
        )
        .into()
}

/// Lets the cells fall to where the wires lead, frame by frame; at once where motion is not wanted.
fn fall(from: Shares, wires: Wires, on_shares: UseStateSetter<Shares>, goes_on: Rc<Cell<bool>>) {
    if browser::prefers_stillness() {
        on_shares.set(Shares::of(wires));
        return;
    }
    let began = Date::now();
    spawn_local(async move {
        let mut shares = from;
        while shares != Shares::of(wires) {
            browser::frame().await;
            if !goes_on.get() {
                return;
            }
            shares = from.toward(wires, Date::now() - began);
            on_shares.set(shares);
        }
    });
}

/// Memory and banks: a cell that is pressed, or that arrow keys lead to, is the one at hand.
fn memory(picture: &Rc<Picture>, on_at: &Callback<(u32, u32)>) -> Element {
    let (row, unit) = picture.at;
    let on_click = {
        let (picture, on_at) = (picture.clone(), on_at.clone());
        Callback::from(move |event: MouseEvent| {
            let drawing = event
                .target()
                .and_then(|target| target.dyn_into::<Node>().ok());
            let drawing = drawing.and_then(|target| target.closest("svg").ok().flatten());
            let place = drawing.map(|drawing| drawing.get_bounding_client_rect());
            let at = place.and_then(|place| {
                let across = (f64::from(event.client_x()) - place.left()) / place.width();
                let down = (f64::from(event.client_y()) - place.top()) / place.height();
                picture.cell_at((across, down))
            });
            at.into_iter().for_each(|at| on_at.emit(at));
        })
    };
    let on_key = {
        let (wires, on_at) = (picture.wires, on_at.clone());
        Callback::from(move |event: KeyboardEvent| {
            let slot = wires.slot(row, unit);
            let (row, slot) = match event.key().as_str() {
                "ArrowUp" => (row.saturating_sub(1), slot),
                "ArrowDown" => ((row + 1).min(ROWS - 1), slot),
                "ArrowLeft" => (row, slot.saturating_sub(1)),
                "ArrowRight" => (row, (slot + 1).min(ROWS - 1)),
                _ => return,
            };
            event.prevent_default();
            on_at.emit((row, wires.slot(row, slot)));
        })
    };
    el("div")
        .class("wires-lines")
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "group")
        .attr(
            Attr::AriaLabel,
            "Eight lines of memory; arrow keys choose a cell",
        )
        .on_click(on_click)
        .on_key(on_key)
        .child(picture.draw())
        .child(
            el("p")
                .class("wires-here quiet small")
                .attr(Attr::AriaLive, "polite")
                .child(picture.wires.line_text(row, unit)),
        )
}

/// The scrubber with its detents, and what opens all wires.
fn scrubber(
    shares: Shares,
    wires: Wires,
    on_drag: Callback<f64>,
    on_dragged: Callback<bool>,
    on_wires: &Callback<Wires>,
    on_digit: Callback<u32>,
) -> Element {
    let step_to = on_wires.clone();
    let on_key = Callback::from(move |event: KeyboardEvent| {
        let key = event.key();
        let (closed, last) = (wires.closed(), Wires::COUNT);
        let to = match key.as_str() {
            "ArrowRight" | "ArrowUp" | "PageUp" => (closed + 1).min(last),
            "ArrowLeft" | "ArrowDown" | "PageDown" => closed.saturating_sub(1),
            "Home" => 0,
            "End" => last,
            _ => match (KEYS.key_of)(&key, None) {
                Some(digit) => return on_digit.emit(digit),
                None => return,
            },
        };
        event.prevent_default();
        step_to.emit(Wires::lowest(to));
    });
    let range = el("input")
        .attr(Attr::Type, "range")
        .class_if(wires.mode().is_none(), "is-no-mode")
        .attr(Attr::AriaLabel, "Wires closed, the lowest first")
        .attr(Attr::Min, "0")
        .attr(Attr::Max, "3")
        .attr(Attr::Step, "0.01")
        .attr(Attr::AriaValuetext, said::detent(wires))
        .value(format!("{:.2}", shares.place()))
        .on_input(on_drag.reform(|event: InputEvent| {
            let field = event.target_unchecked_into::<HtmlInputElement>();
            field.value_as_number()
        }))
        .on_change(on_dragged.reform(|_: Event| false))
        .on_key(on_key);
    el("div")
        .class("wires-scrubber")
        .child(el("div").child(range).child(said::detents(wires)))
        .child(said::opens_all(wires, on_wires))
        .child(
            el("p")
                .class("hint")
                .child("Keys 1, 2 and 3 flip a wire; 0 opens all."),
        )
}
