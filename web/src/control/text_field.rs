//! A value that is edited in place.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::element::{Attr, el};
use crate::hooks::use_value;
use crate::state::{Action, Dispatch, Edit};

/// Properties of [`TextField`].
#[derive(Properties, PartialEq)]
pub struct TextFieldProps {
    /// Name of the value, for readers who do not see where it is.
    pub label: String,
    /// The value as it is written here.
    pub value: String,
    /// How the field is styled.
    pub class: &'static str,
    /// The edit that a text makes, or why it makes none.
    pub read: Callback<String, Result<Edit, String>>,
    /// Sends the edits.
    pub dispatch: Dispatch,
}

/// A value that is edited in place. What is being typed is never rewritten: it is a draft until the field is left,
/// and a draft that cannot be read stays, with the reason under it.
#[component]
pub fn TextField(props: &TextFieldProps) -> Html {
    // The text that is being typed, and why it cannot be read.
    let (draft, on_draft) = use_value(|| None::<(String, String)>);
    let is_typing = draft.is_some();
    let has_fault = draft.as_ref().is_some_and(|(_, fault)| !fault.is_empty());
    let on_input = {
        let (on_draft, dispatch) = (on_draft.clone(), props.dispatch.clone());
        let read = props.read.clone();
        Callback::from(move |event: InputEvent| {
            if !is_typing {
                dispatch.dispatch(Action::Settle);
            }
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let (action, fault) = match read.emit(text.clone()) {
                Ok(edit) => (Action::Edit(edit), String::new()),
                Err(why) => (Action::Cancel, why),
            };
            dispatch.dispatch(action);
            on_draft.emit(Some((text, fault)));
        })
    };
    let leave = {
        let dispatch = props.dispatch.clone();
        Callback::from(move |is_given_up: bool| {
            dispatch.dispatch(if is_given_up {
                Action::Cancel
            } else {
                Action::Settle
            });
            if is_given_up || !has_fault {
                on_draft.emit(None);
            }
        })
    };
    let on_blur = leave.reform(|_: FocusEvent| false);
    let on_key = Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => leave.emit(false),
        "Escape" => leave.emit(true),
        _ => {}
    });
    let (text, fault) = draft.unwrap_or_else(|| (props.value.clone(), String::new()));
    let is_bad = !fault.is_empty();
    el("span")
        .class("text-field")
        .child(
            el("input")
                .class(props.class)
                .attr(Attr::AriaLabel, props.label.clone())
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::Spellcheck, "false")
                .attr(Attr::AriaInvalid, is_bad.then_some("true"))
                // Said again to who comes back to it: the alert is heard but once.
                .attr(Attr::Title, is_bad.then(|| fault.clone()))
                .value(text)
                .on_input(on_input)
                .on_blur(on_blur)
                .on_key(on_key),
        )
        .child(is_bad.then(|| {
            el("span")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(fault)
        }))
        .into()
}
