//! The way of one element from its coordinate to its byte, with the reader's own numbers.

use swizzle_core::picture::{Cells, cell_caption};
use swizzle_core::reader::{Term, Trace};
use swizzle_core::scene::{
    CellAt, element_from_matrix_cell, matrix_cell_from_element, matrix_size,
};
use swizzle_core::words::{field_of_term, phase_text, term_words, xor_text};
use swizzle_core::{Coord, Shows, Spec, trace_from_element};
use yew::prelude::*;

use crate::element::{Attr, Element, el, fragment};
use crate::state::{Action, Dispatch};
use crate::view::{Hover, Picture, Shared, address, tint, use_hovered};

/// Properties of [`Inspector`].
#[derive(Properties, PartialEq)]
pub struct InspectorProps {
    /// What is looked into.
    pub picture: Shared<Picture>,
    /// The element under the cursor.
    pub hover: Hover,
    /// The pinned one.
    pub pinned: Option<Coord>,
    /// Frees it.
    pub dispatch: Dispatch,
}

/// The trace of the cell under the pointer, else of the pinned one.
#[component]
pub fn Inspector(props: &InspectorProps) -> Html {
    let hovered = use_hovered(&props.hover);
    let (picture, pinned) = (&*props.picture, props.pinned);
    let unpin = {
        let (hover, dispatch) = (props.hover.clone(), props.dispatch.clone());
        Callback::from(move |_: MouseEvent| {
            // A finger leaves the cursor where it was.
            hover.set(None);
            dispatch.dispatch(Action::Pin(None));
        })
    };
    let spec = &picture.drawn;
    // A link may pin what this tile does not have.
    let cell = hovered.or(pinned).filter(|at| spec.extent().contains(*at));
    let coord = cell.unwrap_or_else(|| example(picture));
    // In units the whole unit is looked at, from its first element on.
    let at = matrix_cell_from_element(spec, &picture.view, coord);
    let coord = element_from_matrix_cell(spec, &picture.view, at);
    let trace = trace_from_element(spec.layout(), coord);
    let tag = |words: &'static str| el("span").class("inspector-tag").child(words);
    let head = el("header")
        .class("inspector-head")
        .child(el("h2").attr(Attr::Id, "inspector-title").child("Trace"));
    let head = if cell.is_none() {
        head.child(tag("example"))
    } else if cell == pinned {
        head.child(tag("pinned")).child(
            el("button")
                .attr(Attr::Type, "button")
                .class("inspector-unpin")
                .on_click(unpin)
                .child("Unpin"),
        )
    } else {
        head
    };
    el("section")
        .class("inspector")
        .class_if(cell.is_some(), "is-of-cell")
        .attr(Attr::AriaLabelledby, "inspector-title")
        .child(head)
        .child(traced(picture, &trace))
        .into()
}

/// What stands here while no cell is looked at: one in which the XOR has something to do, where the tile has it.
fn example(picture: &Picture) -> Coord {
    let size = matrix_size(&picture.drawn, &picture.view);
    let at = CellAt {
        column: 5.min(size.columns - 1),
        row: 3.min(size.rows - 1),
    };
    element_from_matrix_cell(&picture.drawn, &picture.view, at)
}

/// A read counts from its own first element: which cell of the tile that is.
fn in_tile(picture: &Picture, coord: Coord) -> Option<Element> {
    let spec = &picture.looked_at;
    let first = spec.first_element(spec.place());
    let is_moved = picture.view.shows == Shows::Read && (first.mn, first.k) != (0, 0);
    let coord = Coord {
        mn: coord.mn + first.mn,
        k: coord.k + first.k,
    };
    let caption = || cell_caption(spec, &picture.view, coord);
    is_moved.then(|| {
        el("p")
            .class("hint")
            .child(format!("In the tile: {}", caption()))
    })
}

fn traced(picture: &Picture, trace: &Trace) -> Element {
    let spec = &picture.drawn;
    // The first element of a unit has nothing of its unit before it.
    let has_slots = picture.view.cells == Cells::Elements;
    let shown = |term: &&Term| has_slots || term.what != "element in unit";
    let terms = trace.terms.iter().filter(shown);
    let (phase, xor) = (phase_text(trace), xor_text(trace));
    let step = |name: &'static str, role: &'static str, text: String| {
        el("div")
            .class("inspector-step")
            .child(el("dt").class(role).child(name))
            .child(el("dd").child(text))
    };
    let absolute = el("tr")
        .child(
            row_head()
                .attr(Attr::Colspan, "2")
                .child("absolute address"),
        )
        .child(el("td").child(trace.absolute_bytes));
    let sum = el("table")
        .class("inspector-sum")
        .child(el("tbody").children(terms.map(|term| term_row(spec, term))))
        .child(el("tfoot").child(absolute));
    let result = el("tr")
        .child(row_head().child("shared-memory address"))
        .child(el("td").child(trace.address.byte));
    fragment()
        .child(el("p").class("inspector-cell").child(cell_caption(
            spec,
            &picture.view,
            trace.coord,
        )))
        .child(in_tile(picture, trace.coord))
        .child(sum)
        .child(address(trace.absolute_bytes, trace))
        .child(
            el("dl")
                .class("inspector-xor")
                .child(step(
                    "phase",
                    "is-read",
                    phase.unwrap_or_else(|| "none: no swizzle".into()),
                ))
                .child(step(
                    "XOR",
                    "is-changed",
                    xor.unwrap_or_else(|| "none: nothing moves".into()),
                )),
        )
        .child(
            el("table")
                .class("inspector-sum is-result")
                .child(el("tbody").child(result)),
        )
        .child(address(trace.address.byte, trace))
        .child(places(picture, trace))
}

fn row_head() -> Element {
    el("th").attr(Attr::Scope, "row")
}

fn term_row(spec: &Spec, term: &Term) -> Element {
    let field = field_of_term(spec, term);
    el("tr")
        .class_if(field.is_some(), field.map_or("", tint))
        .class_if(term.bytes == 0, "is-zero")
        .child(row_head().child(term_words(spec, term)))
        .child(el("td").class("inspector-formula").child(&term.formula))
        .child(el("td").child(term.bytes))
}

/// Where that is, in the units that other tools count in.
fn places(picture: &Picture, trace: &Trace) -> Element {
    let spec = &picture.drawn;
    let place = |name: &'static str, value: String| {
        el("div")
            .child(el("dt").child(name))
            .child(el("dd").child(value))
    };
    let has_bits = !spec.layout().element().pitch_bits().is_multiple_of(8);
    let bit = if has_bits {
        format!(", bit {}", trace.address.bit)
    } else {
        String::new()
    };
    let (first, last) = match picture.view.cells {
        Cells::Units => trace.banks,
        Cells::Elements => trace.element_banks,
    };
    let banks = if first == last {
        first.to_string()
    } else {
        format!("{first}–{last}")
    };
    let bank = if first == last { "bank" } else { "banks" };
    el("dl")
        .class("inspector-places")
        .child(place("byte", format!("0x{:x}{bit}", trace.address.byte)))
        .child(place(
            "line of 128 bytes",
            format!("0x{:x}", trace.line_bytes),
        ))
        .child(place("unit in line", trace.unit_in_line.to_string()))
        .child(place(bank, banks))
        .child(place("memory unit", trace.memory_unit.to_string()))
}
