//! An element that is looked for by its name.

use swizzle_tmem::plan::{Cell, Plan};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::element::{Attr, el};
use crate::hooks::use_value;

/// Properties of [`Find`].
#[derive(Properties, PartialEq)]
pub(super) struct FindProps {
    /// The plan that has the element, or has it not.
    pub(super) plan: Plan,
    /// The cell at hand.
    pub(super) cell: Cell,
    /// Takes a text; the cell that it led to comes back, or what is wrong with it.
    pub(super) on_text: Callback<String, Result<Cell, String>>,
}

/// An element to look for. In another plan it is looked for again; with another cell the text goes.
#[component]
pub(super) fn Find(props: &FindProps) -> Html {
    let (text, on_draft) = use_value(String::new);
    let (found, on_found) = use_value(|| Ok::<Option<Cell>, String>(None));
    let look = {
        let (on_text, on_found) = (props.on_text.clone(), on_found.clone());
        move |text: &str| {
            on_found.emit(match text.trim() {
                "" => Ok(None),
                text => on_text.emit(text.to_owned()).map(Some),
            });
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
        .class("framed-row tensor-find")
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
