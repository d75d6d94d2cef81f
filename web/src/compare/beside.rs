//! Both reads beside each other where there is room for a part of each: as many rows of both at a time.

use gloo_events::{EventListener, EventListenerOptions};
use swizzle_draw::Cells;
use swizzle_draw::scene::Fold;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;
use yew::prelude::*;

use super::both::Both;
use crate::browser::document;
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::hooks::use_value;
use crate::view::NARROW_COLUMNS;

/// The parts of two reads that are folded alike.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Parts {
    /// How many there are.
    count: u32,
    /// Rows of a part, and of both reads.
    rows: (u32, u32),
}

impl Parts {
    /// None where the two are not folded, or not alike.
    pub(super) fn of(both: &Both) -> Option<Self> {
        let [first, second] = both.pictures.each_ref().map(|of| Fold::of(&of.drawing));
        let fold = first.filter(|_| first == second)?;
        let size = fold.size();
        let is_in_units = both.pictures.iter().all(|of| of.view.cells == Cells::Units);
        is_in_units.then(|| Self {
            count: size.columns.div_ceil(NARROW_COLUMNS),
            rows: (
                size.rows * NARROW_COLUMNS * fold.strips() / size.columns,
                both.pictures[0].drawn.extent().mn,
            ),
        })
    }
}

/// The matrices of both.
fn scrollers() -> [Option<HtmlElement>; 2] {
    [1, 2].map(|at| {
        let css = format!(".pair-half:nth-of-type({at}) .view:first-child .grid-scroller");
        let found = document().query_selector(&css).ok().flatten();
        found.and_then(|found| found.dyn_into().ok())
    })
}

/// Returns the part in view, and the callback that shows another. A part with a cell brought into view is seen whole, in both.
#[hook]
pub(super) fn use_parts(parts: Option<Parts>) -> (u32, Callback<u32>) {
    let (at, on_at) = use_value(|| 0_u32);
    let count = parts.map_or(1, |parts| parts.count);
    {
        let on_at = on_at.clone();
        use_effect_with((count, at), move |(count, at)| {
            let (count, at) = (*count, *at);
            let capture = EventListenerOptions::run_in_capture_phase();
            let listener =
                EventListener::new_with_options(&document(), "scroll", capture, move |event| {
                    let target = event
                        .target()
                        .and_then(|at| at.dyn_into::<HtmlElement>().ok());
                    let both = scrollers();
                    let Some(scrolled) = target.filter(|_| count > 1) else {
                        return;
                    };
                    if both.contains(&Some(scrolled.clone())) {
                        let room = scrolled.scroll_width() - scrolled.client_width();
                        let part = part_at(scrolled.scroll_left(), room, count, at);
                        on_at.emit(part);
                        show(&both, part, count);
                        for view in both.iter().flatten() {
                            view.set_scroll_top(scrolled.scroll_top());
                        }
                    }
                });
            move || drop(listener)
        });
    }
    let on_show = Callback::from(move |part| {
        on_at.emit(part);
        show(&scrollers(), part, count);
    });
    (at.min(count - 1), on_show)
}

/// The part that a view was scrolled to, or towards.
fn part_at(left: i32, room: i32, count: u32, from: u32) -> u32 {
    let last = count - 1;
    if room <= 0 || last == 0 {
        return 0;
    }
    let (left, room) = (left.max(0) as u32 * last, room as u32);
    let at = match left > from * room {
        true => left.div_ceil(room),
        false => left / room,
    };
    at.min(last)
}

fn show(both: &[Option<HtmlElement>; 2], part: u32, count: u32) {
    for view in both.iter().flatten() {
        let room = view.scroll_width() - view.client_width();
        let left = room * part as i32 / (count.max(2) - 1) as i32;
        if view.scroll_left() != left {
            view.set_scroll_left(left);
        }
    }
}

/// The choice of the rows that are seen.
pub(super) fn pager(parts: Parts, (at, on_at): &(u32, Callback<u32>)) -> Element {
    let (step, all) = parts.rows;
    let choose = |part: u32| {
        let rows = format!("{}–{}", part * step, ((part + 1) * step).min(all) - 1);
        let words = match part {
            0 => format!("rows {rows}"),
            _ => rows.clone(),
        };
        button(Button {
            name: Some(format!("Rows {rows}")),
            is_pressed: Some(part == *at),
            on_click: on_at.reform(move |_| part),
            ..Button::default()
        })
        .child(words)
    };
    el("div")
        .class("segments pair-pager")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, "Rows of both reads")
        .children((0..parts.count).map(choose))
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn a_view_stands_at_whole_parts() {
        // Two parts, 160 pixels apart: a cell that is brought into view takes its part along.
        assert_eq!(part_at(0, 160, 2, 0), 0);
        assert_eq!(part_at(40, 160, 2, 0), 1);
        assert_eq!(part_at(160, 160, 2, 1), 1);
        assert_eq!(part_at(120, 160, 2, 1), 0);
        // Nothing to scroll.
        assert_eq!(part_at(0, 0, 2, 1), 0);
        assert_eq!(part_at(7, 160, 1, 0), 0);
    }
}
