//! The whole sequence as a table: every block, step and stage, what was given of it, and ways to take it along.

use swizzle_code::{SequenceForm, sequence_code};
use swizzle_core::{Named as _, Place, Spec};
use swizzle_infer::said_with_increment;
use swizzle_infer::sequence::{Row, Sequence};
use swizzle_params::ParamId;
use swizzle_parse::number_from_expression;
use swizzle_text::{place_text, rows_text, sequence_text, steps_text};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::control::copy_button;
use crate::element::{Attr, Element, el};
use crate::page::table::{row_head, table};
use crate::state::{Action, Dispatch, Edit};

/// Rows that the table shows at once; a copy contains all of them.
const SHOWN: usize = 64;

/// The table, over the views.
pub fn sequence(spec: &Spec, dispatch: &Dispatch) -> Element {
    let sequence = Sequence::of(spec);
    let at = sequence
        .rows
        .iter()
        .position(|row| row.place == spec.place());
    let first = (at.unwrap_or(0) / SHOWN) * SHOWN;
    let shown = sequence.rows.iter().skip(first).take(SHOWN);
    let table = table(
        "The sequence as a table",
        ["Place", "Start", "Added", "Descriptor", "Given", "Copy"],
        shown.map(|one| row(spec, &sequence, one, dispatch)),
    );
    let all = sequence.rows.len();
    let part = (all > SHOWN).then(|| {
        let last = (first + SHOWN).min(all);
        format!(
            "Rows {} to {last} of {}. Every copy has all of them.",
            first + 1,
            sequence.count
        )
    });
    let notes = [part, steps_text(spec), rows_text(spec)];
    el("div")
        .class("walk-sequence")
        .child(
            el("p")
                .class("walk-said")
                .attr(Attr::AriaLive, "polite")
                .child(sequence_text(spec, &sequence)),
        )
        .child(tools(spec, &sequence, dispatch))
        .child(table)
        .children(
            notes
                .into_iter()
                .flatten()
                .map(|words| el("p").class("hint").child(words)),
        )
}

/// One's own increment, and every descriptor in several spellings.
fn tools(spec: &Spec, sequence: &Sequence, dispatch: &Dispatch) -> Element {
    let (dispatch, base) = (dispatch.clone(), spec.clone());
    let on_change = Callback::from(move |event: Event| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        // A step back wraps, as in C.
        let units =
            number_from_expression(text.trim().trim_start_matches("+=").trim_start_matches('+'));
        if let Some(said) = units
            .ok()
            .and_then(|units| said_with_increment(&base, units.cast_signed()))
        {
            dispatch.dispatch(Action::Repair(said));
        }
    });
    let own = el("label").child("My loop adds ").child(
        el("input")
            .class("walk-increment")
            .attr(Attr::Type, "text")
            .attr(Attr::Inputmode, "text")
            .attr(Attr::Autocomplete, "off")
            .attr(Attr::AriaLabel, "Units that my loop adds from step to step")
            .on_change(on_change),
    );
    let own = own.child(" units a step");
    let copies = SequenceForm::ALL.iter().map(|form| {
        el("span")
            .class("walk-copy")
            .child(form.name())
            .child(" ")
            .child(copy_button(
                sequence_code(sequence, *form),
                "all descriptors",
            ))
    });
    el("div")
        .class("walk-tools row wraps small")
        .child(own)
        .children(copies)
}

fn row(spec: &Spec, sequence: &Sequence, row: &Row, dispatch: &Dispatch) -> Element {
    let is_here = row.place == spec.place();
    let given = row.given.and_then(|index| sequence.given.get(index));
    let is_wrong = given.is_some_and(|given| !given.is_right);
    let added = match row.added_units {
        None => "–".into(),
        Some(units) => format!("{units:+} units"),
    };
    let descriptor = match &row.descriptor {
        Ok(descriptor) => descriptor.to_string(),
        Err(none) => none.to_string(),
    };
    let open = {
        let (dispatch, place) = (dispatch.clone(), row.place);
        let given = row
            .given
            .filter(|_| sequence.given.len() > 1)
            .map(|index| spec.said().opening(index));
        el("button")
            .attr(Attr::Type, "button")
            .class("small-button is-link")
            .on_click(Callback::from(move |_: MouseEvent| match given {
                Some(said) => dispatch.dispatch(Action::Repair(said)),
                None => look_at(&dispatch, place),
            }))
            .child(place_text(spec, row.place))
    };
    let verdict = match given {
        None => String::new(),
        Some(given) if given.is_right => "right".into(),
        Some(given) => format!("wrong: {}", given.descriptor),
    };
    let cell = |text: String| el("td").child(text);
    el("tr")
        .class_if(is_here, "is-here")
        .child(row_head(open))
        .child(cell(format!("0x{:x}", row.start_bytes)))
        .child(cell(added))
        .child(cell(descriptor.clone()))
        .child(cell(verdict).class_if(is_wrong, "is-wrong"))
        .child(el("td").child(copy_button(descriptor, "this descriptor")))
}

/// Looks at a place of the sequence.
fn look_at(dispatch: &Dispatch, place: Place) {
    dispatch.dispatch(Action::Edit(Edit::number(ParamId::Stage, place.stage)));
    dispatch.dispatch(Action::Edit(Edit::number(ParamId::Block, place.block)));
    dispatch.dispatch(Action::Edit(Edit::number(ParamId::Step, place.step)));
    dispatch.dispatch(Action::Settle);
}
