//! An element that is looked for by its name.

use swizzle_tmem::plan::{Cell, Laid, Plan};
use swizzle_view::link::TensorMemoryShown;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::element::{Attr, el};
use crate::hooks::use_value;

/// Properties of [`Find`].
#[derive(Properties, PartialEq)]
pub(super) struct FindProps {
    /// The plan in which the element is looked for.
    pub(super) plan: Plan,
    /// The cell at hand.
    pub(super) cell: Cell,
    /// Takes a text; the cell that it led to comes back, or what is wrong with it.
    pub(super) on_text: Callback<String, Result<Cell, String>>,
    /// Called with whether the plan lacks what is looked for.
    pub(super) on_missing: Callback<bool>,
}

/// An element to look for. In another plan it is looked for again; with another cell the text goes.
#[component]
pub(super) fn Find(props: &FindProps) -> Html {
    let (text, on_draft) = use_value(String::new);
    let (found, on_found) = use_value(|| Ok::<Option<Cell>, String>(None));
    let look = {
        let (on_text, on_missing) = (props.on_text.clone(), props.on_missing.clone());
        move |text: &str| {
            let found = match text.trim() {
                "" => Ok(None),
                text => on_text.emit(text.to_owned()).map(Some),
            };
            on_missing.emit(found.is_err());
            on_found.emit(found);
        }
    };
    {
        let (text, found, look) = (text.clone(), found.clone(), look.clone());
        let on_draft = on_draft.clone();
        let former = use_mut_ref(|| (props.plan.clone(), props.cell));
        use_effect_with((props.plan.clone(), props.cell), move |now| {
            let former = former.replace(now.clone());
            let is_other_cell = former.1 != now.1 && found != Ok(Some(now.1));
            match (text.is_empty(), former.0 == now.0) {
                (true, _) => {}
                (false, false) => look(&text),
                (false, true) if is_other_cell => {
                    on_draft.emit(String::new());
                    look("");
                }
                (false, true) => {}
            }
        });
    }
    let on_input = Callback::from(move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        look(&text);
        on_draft.emit(text);
    });
    let fault = found.err();
    el("label")
        .class("framed-row stack small tensor-find")
        .child(el("span").child("Element"))
        .child(
            el("input")
                .attr(Attr::Type, "text")
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::Spellcheck, "false")
                .attr(Attr::Placeholder, "such as D(70, 33)")
                .attr(Attr::AriaInvalid, fault.as_ref().map(|_| "true"))
                .value(text)
                .on_input(on_input),
        )
        .child(fault.map(|fault| {
            el("span")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(fault)
        }))
        .into()
}

/// Looks for an element by its text in what is shown, and shows its first cell.
pub(super) fn looked_for(
    shown: &TensorMemoryShown,
    laid: &Laid,
    on_shown: &Callback<TensorMemoryShown>,
) -> Callback<String, Result<Cell, String>> {
    let (shown, on_shown, laid) = (shown.clone(), on_shown.clone(), laid.clone());
    Callback::from(move |text: String| match laid.find(&text) {
        Ok((index, cells)) => {
            let first = cells.first().copied().unwrap_or(shown.cell);
            on_shown.emit(shown.with_cell(first, Some(index)));
            Ok(first)
        }
        Err(why) => Err(format!("{why}{}", next_tile(&shown.plan, &text))),
    })
}

/// Hint for a row of the next tile: how it is reached.
fn next_tile(plan: &Plan, text: &str) -> String {
    let rows = plan.mma.m;
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let mut numbers = numbers.filter_map(|part| part.parse::<u32>().ok());
    let (Some(row), Some(column)) = (numbers.next(), numbers.next()) else {
        return String::new();
    };
    let is_of_d = text
        .trim_start()
        .starts_with(['d', 'D', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
    match is_of_d && row >= rows && row < 2 * rows {
        true => format!(
            ". Row {row} is row {} of the next tile: add a second D, then D 2 ({}, {column})",
            row - rows,
            row - rows
        ),
        false => String::new(),
    }
}
