//! The way of one element from its coordinate to its byte, with the reader's own numbers.

mod address;

use swizzle_core::scene::{
    CellAt, element_from_matrix_cell, matrix_cell_from_element, matrix_size,
};
use swizzle_core::{
    Cells, Coord, Spec, Term, Trace, cell_caption, field_of_term, phase_text, term_words,
    trace_from_element, xor_text,
};
use yew::prelude::*;

use crate::descriptor::tint;
use crate::picture::Picture;
use crate::state::{Action, Dispatch};
use address::address;

/// The trace of the cell under the pointer, else of the pinned one.
pub fn inspector(
    picture: &Picture,
    hovered: Option<Coord>,
    pinned: Option<Coord>,
    dispatch: Dispatch,
) -> Html {
    let unpin = Callback::from(move |_: MouseEvent| dispatch.dispatch(Action::Pin(None)));
    let spec = &picture.drawn;
    let cell = hovered.or(pinned);
    let coord = cell.unwrap_or_else(|| example(picture));
    // In units the whole unit is looked at, from its first element on.
    let at = matrix_cell_from_element(spec, &picture.view, coord);
    let coord = element_from_matrix_cell(spec, &picture.view, at);
    let trace = trace_from_element(spec.tile(), coord);
    html! {
        <section class={classes!("inspector", cell.map(|_| "is-of-cell"))} aria-labelledby="inspector-title">
            <header class="inspector-head">
                <h2 id="inspector-title">{ "Address of a cell" }</h2>
                if cell.is_none() {
                    <span class="inspector-tag">{ "example" }</span>
                } else if cell == pinned {
                    <span class="inspector-tag">{ "pinned" }</span>
                    <button type="button" class="inspector-unpin" onclick={unpin}>{ "Unpin" }</button>
                }
            </header>
            { traced(picture, &trace) }
        </section>
    }
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

fn traced(picture: &Picture, trace: &Trace) -> Html {
    let spec = &picture.drawn;
    // The first element of a unit has nothing of its unit before it.
    let has_slots = picture.view.cells == Cells::Elements;
    let shown = |term: &&Term| has_slots || term.what != "element in unit";
    let terms = trace.terms.iter().filter(shown);
    let (phase, xor) = (phase_text(trace), xor_text(trace));
    let step = |name: &'static str, role: &'static str, text: String| {
        html! { <div class="inspector-step"><dt class={role}>{ name }</dt><dd>{ text }</dd></div> }
    };
    html! {
        <>
            <p class="inspector-cell">{ cell_caption(spec, &picture.view, trace.coord) }</p>
            <table class="inspector-sum">
                <tbody>{ for terms.map(|term| term_row(spec, term)) }</tbody>
                <tfoot>
                    <tr><th scope="row" colspan="2">{ "absolute address" }</th><td>{ trace.absolute_bytes }</td></tr>
                </tfoot>
            </table>
            { address(trace.absolute_bytes, trace) }
            <dl class="inspector-xor">
                { step("phase", "is-read", phase.unwrap_or_else(|| "none: no swizzle".into())) }
                { step("XOR", "is-changed", xor.unwrap_or_else(|| "none: nothing moves".into())) }
            </dl>
            <table class="inspector-sum is-result">
                <tbody>
                    <tr><th scope="row">{ "shared-memory address" }</th><td>{ trace.address.byte }</td></tr>
                </tbody>
            </table>
            { address(trace.address.byte, trace) }
            { places(picture, trace) }
        </>
    }
}

fn term_row(spec: &Spec, term: &Term) -> Html {
    let field = field_of_term(spec, term);
    let state = (term.bytes == 0).then_some("is-zero");
    html! {
        <tr class={classes!(field.map(tint), state)}>
            <th scope="row">{ term_words(spec, term) }</th>
            <td class="inspector-formula">{ &term.formula }</td>
            <td>{ term.bytes }</td>
        </tr>
    }
}

/// Where that is, in the units that other tools count in.
fn places(picture: &Picture, trace: &Trace) -> Html {
    let spec = &picture.drawn;
    let place = |name: &'static str, value: String| {
        html! { <div><dt>{ name }</dt><dd>{ value }</dd></div> }
    };
    let has_bits = !spec.tile().element().pitch_bits().is_multiple_of(8);
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
    html! {
        <dl class="inspector-places">
            { place("byte", format!("0x{:x}{bit}", trace.address.byte)) }
            { place("line of 128 bytes", format!("0x{:x}", trace.line_bytes)) }
            { place("unit in line", trace.unit_in_line.to_string()) }
            { place(if first == last { "bank" } else { "banks" }, banks) }
            { place("memory unit", trace.memory_unit.to_string()) }
        </dl>
    }
}
