//! A choice among named things, as a row of buttons or as a list.
//!
//! Plain functions that know only edits: they hold no state, and code per type of choice would be paid by the download.

use swizzle_core::{Named, Spec};
use swizzle_params::{Kind, Link, ParamId, Scalar};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use super::label::label_words;
use super::standing::{foot, standing_button};
use crate::element::{Attr, Element, el};
use crate::state::Edit;

/// Contents of a choice, for any type of choice.
pub struct Choice {
    label: &'static str,
    options: Vec<ChoiceOption>,
    hint: String,
    /// A word under each option, and what all of them are about.
    notes: Option<(Vec<String>, String)>,
    /// Whether the value was specified, and the edit that turns that.
    standing: Option<(bool, Edit)>,
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
            notes: None,
            standing: None,
        }
    }

    /// Returns all choices of a parameter, with the words that the reader sees: of each by its place and its name. A value of
    /// an explicit descriptor is neither specified nor inferred.
    pub fn of_param(id: ParamId, spec: &Spec, words: &dyn Fn(usize, &str) -> String) -> Self {
        let param = id.param();
        let taken = param.taken(spec);
        let mut options = Vec::new();
        if let Kind::Choice(choices) = param.kind {
            for (at, name) in choices.names().enumerate() {
                let value = Some(Scalar::Choice(name));
                options.push(ChoiceOption {
                    name,
                    words: words(at, name),
                    edit: Edit::Value(id, value),
                    is_chosen: value == taken,
                });
            }
        }
        let is_of_descriptor =
            matches!(param.link, Link::Path | Link::OfDescriptor) && spec.given().is_some();
        let is_said = param.is_said(spec);
        let turned = taken.filter(|_| !is_said);
        Self {
            label: param.label.of(spec.reader().operand),
            options,
            hint: String::new(),
            notes: None,
            standing: (!is_of_descriptor).then_some((is_said, Edit::Value(id, turned))),
        }
    }

    /// The same of a parameter that the tile may be without, and what being without is called.
    pub fn optional(
        id: ParamId,
        spec: &Spec,
        (none, without): (&'static str, &'static str),
        words: &dyn Fn(usize, &str) -> String,
    ) -> Self {
        let mut choice = Self::of_param(id, spec, words);
        let first = ChoiceOption {
            name: none,
            words: without.into(),
            edit: Edit::Value(id, None),
            is_chosen: choice.options.iter().all(|option| !option.is_chosen),
        };
        choice.options.insert(0, first);
        choice.standing = None;
        choice
    }

    fn button(&self, on_edit: &Callback<Edit>) -> Option<Element> {
        let (is_said, turned) = self.standing?;
        let on_click = on_edit.reform(move |_: MouseEvent| turned);
        Some(standing_button(self.label, is_said, on_click))
    }

    fn is_assumed(&self) -> bool {
        matches!(self.standing, Some((false, _)))
    }

    /// Puts a word under each option, and under them what those are about.
    pub fn notes(self, notes: Vec<String>, about: String) -> Self {
        Self {
            notes: Some((notes, about)),
            ..self
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
    let (button, is_assumed) = (choice.button(on_edit), choice.is_assumed());
    let radio = |option: ChoiceOption| {
        let edit = option.edit;
        let input = el("input")
            .attr(Attr::Type, "radio")
            .attr(Attr::Name, format!("choice-{label}"))
            .value(option.name)
            .checked(option.is_chosen)
            // Click, not change: a press on an inferred value specifies it, and one before the page is drawn again counts, too.
            .on_click(on_edit.reform(move |_: MouseEvent| edit));
        // Text in parentheses is for where there is room, and for those who do not see it.
        let brief = option.words.find('(').unwrap_or(option.words.len());
        let (words, more) = option.words.split_at(brief);
        let more =
            (!more.is_empty()).then(|| el("span").class("choice-more").child(more.to_owned()));
        el("label")
            .class("choice-option")
            .child(input)
            .child(el("span").child(words.to_owned()).child(more))
    };
    let is_wide = choice.options.len() > 3;
    let notes = choice.notes.map(|(notes, about)| {
        let note = |(note, option): (String, &ChoiceOption)| {
            el("span")
                .class_if(option.is_chosen, "is-chosen")
                .child(
                    el("span")
                        .class("visually-hidden")
                        .child(format!("{}: ", option.words)),
                )
                .child(note)
                .child(el("span").class("visually-hidden").child("; "))
        };
        el("p")
            .class("choice-notes")
            .children(notes.into_iter().zip(&choice.options).map(note))
            .child(el("small").child(about))
    });
    let radios = choice.options.into_iter().map(radio);
    el("fieldset")
        .class("control")
        .class_if(is_assumed, "is-assumed")
        .class_if(is_wide, "is-wide")
        .child(el("legend").child(label_words(label)))
        .child(el("div").class("choice").children(radios))
        .child(notes)
        .child(foot(choice.hint, button))
        .into()
}

/// The place of a control that is there at times: those beside it stay the elements that they are, and keep the focus.
pub fn slot(control: Option<Html>) -> Html {
    el("div")
        .class("slot")
        .child(control.into_iter().collect::<Vec<Html>>())
        .into()
}

/// Many choices in a list.
pub fn pick(choice: Choice, on_edit: &Callback<Edit>) -> Html {
    let (button, is_assumed) = (choice.button(on_edit), choice.is_assumed());
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
        .child(label_words(choice.label))
        .child(list);
    el("div")
        .class("control")
        .class_if(is_assumed, "is-assumed")
        .child(row)
        .child(foot(choice.hint, button))
        .into()
}
