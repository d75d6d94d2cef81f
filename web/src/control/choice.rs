//! A choice among named things, as a row of buttons or as a list.
//!
//! Plain functions that know only edits: they hold no state, and code per type of choice would be paid by the download.

use swizzle_core::Named;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::state::Edit;

/// What a choice shows, for any type of choice.
pub struct Choice {
    label: &'static str,
    options: Vec<ChoiceOption>,
    hint: String,
}

struct ChoiceOption {
    name: &'static str,
    words: String,
    edit: Edit,
    is_chosen: bool,
}

impl Choice {
    /// All choices of a type, with the words that the reader sees and the edit that each makes.
    pub fn new<T: Named>(
        label: &'static str,
        value: T,
        words: impl Fn(T) -> String,
        edit: fn(T) -> Edit,
    ) -> Self {
        let option = |choice: &T| ChoiceOption {
            name: choice.name(),
            words: words(*choice),
            edit: edit(*choice),
            is_chosen: *choice == value,
        };
        Self {
            label,
            options: T::ALL.iter().map(option).collect(),
            hint: String::new(),
        }
    }

    /// All choices of a type, and automatic before them.
    pub fn or_automatic<T: Named>(
        label: &'static str,
        value: Option<T>,
        words: impl Fn(T) -> String,
        edit: fn(Option<T>) -> Edit,
    ) -> Self {
        let automatic = ChoiceOption {
            name: "auto",
            words: "automatic".into(),
            edit: edit(None),
            is_chosen: value.is_none(),
        };
        let option = |choice: &T| ChoiceOption {
            name: choice.name(),
            words: words(*choice),
            edit: edit(Some(*choice)),
            is_chosen: Some(*choice) == value,
        };
        let options = T::ALL.iter().map(option);
        Self {
            label,
            options: std::iter::once(automatic).chain(options).collect(),
            hint: String::new(),
        }
    }

    /// Says what the present choice means.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: hint.into(),
            ..self
        }
    }
}

/// A few choices side by side.
pub fn choice(choice: Choice, on_edit: &Callback<Edit>) -> Html {
    let label = choice.label;
    let radio = |option: ChoiceOption| {
        let edit = option.edit;
        let input = el("input")
            .attr(Attr::Type, "radio")
            .attr(Attr::Name, format!("choice-{label}"))
            .value(option.name)
            .checked(option.is_chosen)
            .on_change(on_edit.reform(move |_: Event| edit));
        el("label")
            .class("choice-option")
            .child(input)
            .child(el("span").child(option.words))
    };
    let radios = choice.options.into_iter().map(radio);
    el("fieldset")
        .class("control")
        .child(el("legend").child(label))
        .child(el("div").class("choice").children(radios))
        .child(hint(choice.hint))
        .into()
}

/// Many choices in a list.
pub fn pick(choice: Choice, on_edit: &Callback<Edit>) -> Html {
    let edits: Vec<Edit> = choice.options.iter().map(|option| option.edit).collect();
    let on_edit = on_edit.clone();
    let on_change = Callback::from(move |event: Event| {
        let list = event.target_unchecked_into::<HtmlSelectElement>();
        if let Some(edit) = edits.get(list.selected_index() as usize) {
            on_edit.emit(*edit);
        }
    });
    let option = |option: ChoiceOption| {
        el("option")
            .attr(Attr::Value, option.name)
            .attr(Attr::Selected, option.is_chosen)
            .child(option.words)
    };
    let list = el("select")
        .on_change(on_change)
        .children(choice.options.into_iter().map(option));
    let row = el("label")
        .class("control-row")
        .child(el("span").child(choice.label))
        .child(list);
    el("div")
        .class("control")
        .child(row)
        .child(hint(choice.hint))
        .into()
}

/// A line under a control, where there is something to say.
pub(super) fn hint(text: String) -> Option<Element> {
    (!text.is_empty()).then(|| el("p").class("hint").child(text))
}
