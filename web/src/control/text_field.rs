//! A value that is edited where it stands.

use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::element::{Attr, el};
use crate::state::{Action, Dispatch, Edit};

/// Properties of [`TextField`].
#[derive(Properties, PartialEq)]
pub struct TextFieldProps {
    /// What the value is, for those who do not see where it stands.
    pub label: AttrValue,
    /// The value as it is written here.
    pub value: AttrValue,
    /// How the field is styled.
    pub class: &'static str,
    /// The edit that a text makes, or why it makes none.
    pub read: Callback<String, Result<Edit, String>>,
}

/// A value that is edited where it stands. What is being typed is never rewritten: it is a draft until the field is left,
/// and a draft that cannot be read stays, with the reason under it.
#[component]
pub fn TextField(props: &TextFieldProps) -> Html {
    let draft = use_state(|| None::<(String, String)>);
    let Some(dispatch) = use_context::<Dispatch>() else {
        return Html::default();
    };
    let on_input = {
        let (draft, dispatch, read) = (draft.clone(), dispatch.clone(), props.read.clone());
        Callback::from(move |event: InputEvent| {
            if draft.is_none() {
                dispatch.dispatch(Action::Settle);
            }
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let (action, fault) = match read.emit(text.clone()) {
                Ok(edit) => (Action::Edit(edit), String::new()),
                Err(why) => (Action::Cancel, why),
            };
            dispatch.dispatch(action);
            draft.set(Some((text, fault)));
        })
    };
    let leave = {
        let draft = draft.clone();
        move |action: Action, keeps_faults: bool| {
            dispatch.dispatch(action);
            if !keeps_faults || draft.as_ref().is_some_and(|(_, fault)| fault.is_empty()) {
                draft.set(None);
            }
        }
    };
    let on_blur = {
        let leave = leave.clone();
        Callback::from(move |_: FocusEvent| leave(Action::Settle, true))
    };
    let on_key = Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" => leave(Action::Settle, true),
        "Escape" => leave(Action::Cancel, false),
        _ => {}
    });
    let (text, fault) = match &*draft {
        Some((text, fault)) => (text.clone(), fault.clone()),
        None => (props.value.to_string(), String::new()),
    };
    let is_bad = !fault.is_empty();
    el("span")
        .class("text-field")
        .child(
            el("input")
                .class(props.class)
                .attr(Attr::AriaLabel, props.label.to_string())
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::Spellcheck, "false")
                .attr(Attr::AriaInvalid, is_bad.then_some("true"))
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
