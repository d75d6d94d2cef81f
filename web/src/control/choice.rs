//! A choice among named things, as a row of buttons or as a list.
//!
//! Plain functions: they hold no state, and a component of its own would cost the download some kilobytes a type.

use swizzle_core::Named;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

/// What a choice shows.
pub struct ChoiceProps<T: Named> {
    /// What is chosen.
    pub label: &'static str,
    /// The present choice.
    pub value: T,
    /// The words that the reader sees for each choice.
    pub words: fn(T) -> String,
    /// Called with a new choice.
    pub on_change: Callback<T>,
    /// What the present choice means.
    pub hint: String,
}

/// A few choices side by side.
pub fn choice<T: Named>(props: &ChoiceProps<T>) -> Html {
    let options = T::ALL.iter().map(|value| {
        let value = *value;
        let on_change = props.on_change.reform(move |_: Event| value);
        radio(
            props.label,
            value.name(),
            (props.words)(value),
            value == props.value,
            on_change,
        )
    });
    html! {
        <fieldset class="control">
            <legend>{ props.label }</legend>
            <div class="choice">{ for options }</div>
            { hint(&props.hint) }
        </fieldset>
    }
}

fn radio(
    label: &'static str,
    name: &'static str,
    words: String,
    is_checked: bool,
    on_change: Callback<Event>,
) -> Html {
    html! {
        <label class="choice-option">
            <input
                type="radio"
                name={format!("choice-{label}")}
                value={name}
                checked={is_checked}
                onchange={on_change}
            />
            <span>{ words }</span>
        </label>
    }
}

/// Many choices in a list.
pub fn pick<T: Named>(props: &ChoiceProps<T>) -> Html {
    let on_change = props.on_change.clone();
    let on_change = Callback::from(move |event: Event| {
        let name = event.target_unchecked_into::<HtmlSelectElement>().value();
        if let Ok(choice) = T::from_name(&name) {
            on_change.emit(choice);
        }
    });
    let options = T::ALL
        .iter()
        .map(|value| option(value.name(), (props.words)(*value), *value == props.value));
    list(props.label, on_change, options.collect(), &props.hint)
}

fn option(name: &'static str, words: String, is_selected: bool) -> Html {
    html! { <option value={name} selected={is_selected}>{ words }</option> }
}

fn list(label: &'static str, on_change: Callback<Event>, options: Html, words: &str) -> Html {
    html! {
        <div class="control">
            <label class="control-row">
                <span>{ label }</span>
                <select onchange={on_change}>{ options }</select>
            </label>
            { hint(words) }
        </div>
    }
}

/// A line under a control, where there is something to say.
pub(super) fn hint(text: &str) -> Html {
    if text.is_empty() {
        return Html::default();
    }
    html! { <p class="hint">{ text }</p> }
}
