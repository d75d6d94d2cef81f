//! Fields of the panel: a choice in a row of buttons, a list, and a number that is typed and stepped.

use swizzle_code::number_from_text;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::hooks::use_value;

/// A row of the panel: its name, and what is beside it.
pub(super) fn row(label: &'static str, content: Element) -> Element {
    el("div")
        .class("framed-row")
        .child(el("span").child(label))
        .child(content)
}

/// One of a choice: its words, whether it is chosen, whether it cannot be, and the change that it makes.
pub(super) struct One<T> {
    pub(super) words: String,
    pub(super) is_chosen: bool,
    pub(super) is_off: bool,
    pub(super) change: T,
}

impl<T> One<T> {
    pub(super) fn new(words: impl Into<String>, is_chosen: bool, change: T) -> Self {
        Self {
            words: words.into(),
            is_chosen,
            is_off: false,
            change,
        }
    }
}

/// A choice as a row of buttons.
pub(super) fn segments<T: Clone + 'static>(
    label: &'static str,
    all: Vec<One<T>>,
    on_change: &Callback<T>,
) -> Element {
    let option = |one: One<T>| {
        let change = one.change;
        el("button")
            .attr(Attr::Type, "button")
            .class("button")
            .attr(
                Attr::AriaPressed,
                if one.is_chosen { "true" } else { "false" },
            )
            .attr(Attr::Disabled, one.is_off)
            .on_click(on_change.reform(move |_: MouseEvent| change.clone()))
            .child(one.words)
    };
    el("div")
        .class("segments")
        .attr(Attr::Role, "group")
        .attr(Attr::AriaLabel, label)
        .children(all.into_iter().map(option))
}

/// A choice as a list; each has its words and the change that it makes.
pub(super) fn list<T: Clone + 'static>(
    label: &'static str,
    all: Vec<One<T>>,
    on_change: &Callback<T>,
) -> Element {
    let changes: Vec<T> = all.iter().map(|one| one.change.clone()).collect();
    let on_change = on_change.clone();
    let on_change = Callback::from(move |event: Event| {
        let list = event.target_unchecked_into::<HtmlSelectElement>();
        let at = usize::try_from(list.selected_index()).ok();
        if let Some(change) = at.and_then(|at| changes.get(at)) {
            on_change.emit(change.clone());
        }
    });
    let option = |(at, one): (usize, One<T>)| {
        el("option")
            .attr(Attr::Value, at.to_string())
            .attr(Attr::Selected, one.is_chosen)
            .child(one.words)
    };
    el("select")
        .class("tensor-list")
        .attr(Attr::AriaLabel, label)
        .on_change(on_change)
        .children(all.into_iter().enumerate().map(option))
}

/// Properties of [`NumberField`].
#[derive(Properties, PartialEq)]
pub(super) struct NumberProps {
    pub(super) label: String,
    /// Its value.
    pub(super) value: u32,
    /// Whether the value follows from the rest; none where it cannot.
    #[prop_or_default]
    pub(super) is_auto: Option<bool>,
    pub(super) step: u32,
    pub(super) most: u32,
    #[prop_or_default]
    pub(super) is_wrong: bool,
    /// Called with another; with none where it is to follow from the rest again.
    pub(super) on_value: Callback<Option<u32>>,
}

/// A number. What is being typed stays as it is until the field is left.
#[component]
pub(super) fn NumberField(props: &NumberProps) -> Html {
    let (draft, on_draft) = use_value(|| None::<(String, String)>);
    let (value, step, most) = (props.value, props.step.max(1), props.most);
    let (on_value, can_be_auto) = (props.on_value.clone(), props.is_auto.is_some());
    let on_input = {
        let (on_value, on_draft) = (on_value.clone(), on_draft.clone());
        Callback::from(move |event: InputEvent| {
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let fault = match number_from_text(&text) {
                _ if can_be_auto && text.trim().is_empty() => {
                    on_value.emit(None);
                    String::new()
                }
                Ok(number) if number <= most => {
                    on_value.emit(Some(number));
                    String::new()
                }
                Ok(number) => format!("{number} is more than {most}"),
                Err(why) => why,
            };
            on_draft.emit(Some((text, fault)));
        })
    };
    let by = |up: bool| {
        let (on_value, on_draft) = (on_value.clone(), on_draft.clone());
        Callback::from(move |_: MouseEvent| {
            // To the next multiple of the step.
            let next = match up {
                true => (value / step + 1) * step,
                false => value.saturating_sub(1) / step * step,
            };
            on_draft.emit(None);
            on_value.emit(Some(next.min(most)));
        })
    };
    let button = |words: &'static str, sign: &'static str, up: bool, is_off: bool| {
        el("button")
            .attr(Attr::Type, "button")
            .class("number-step")
            .attr(Attr::AriaLabel, format!("{}: {words}", props.label))
            .attr(Attr::Disabled, is_off)
            .on_click(by(up))
            .child(sign)
    };
    let on_blur = on_draft.reform(|_: FocusEvent| None);
    let (text, fault) = draft.unwrap_or_else(|| (value.to_string(), String::new()));
    let is_bad = props.is_wrong || !fault.is_empty();
    let is_auto = props.is_auto == Some(true);
    let auto = {
        let on_value = on_value.clone();
        (props.is_auto == Some(false)).then(|| {
            el("button")
                .attr(Attr::Type, "button")
                .class("tensor-auto")
                .attr(Attr::Title, "Pack it behind the regions before it")
                .on_click(Callback::from(move |_: MouseEvent| on_value.emit(None)))
                .child("Pack")
        })
    };
    el("span")
        .class("tensor-number")
        .child(
            el("span")
                .class("number")
                .class_if(is_bad, "has-fault")
                .class_if(is_auto, "is-auto")
                .child(button("less", "−", false, value == 0))
                .child(is_auto.then(|| el("small").child("auto")))
                .child(
                    el("input")
                        .attr(Attr::Type, "text")
                        .attr(Attr::Inputmode, "numeric")
                        .attr(Attr::Autocomplete, "off")
                        .attr(Attr::AriaLabel, props.label.clone())
                        .attr(Attr::AriaInvalid, is_bad.then_some("true"))
                        .value(text)
                        .on_input(on_input)
                        .on_blur(on_blur),
                )
                .child(button("more", "+", true, value >= most)),
        )
        .child(auto)
        .child((!fault.is_empty()).then(|| {
            el("span")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(fault)
        }))
        .into()
}

/// Properties of [`Find`].
#[derive(Properties, PartialEq)]
pub(super) struct FindProps {
    /// Takes a text; what is wrong with it comes back.
    pub(super) on_text: Callback<String, Option<String>>,
}

/// An element to look for.
#[component]
pub(super) fn Find(props: &FindProps) -> Html {
    let (fault, on_fault) = use_value(|| None::<String>);
    let on_text = props.on_text.clone();
    let on_input = Callback::from(move |event: InputEvent| {
        let text = event.target_unchecked_into::<HtmlInputElement>().value();
        on_fault.emit(match text.trim() {
            "" => None,
            text => on_text.emit(text.to_owned()),
        });
    });
    el("label")
        .class("framed-row tensor-find")
        .child(el("span").child("Element"))
        .child(
            el("input")
                .attr(Attr::Type, "text")
                .attr(Attr::Autocomplete, "off")
                .attr(Attr::Spellcheck, "false")
                .attr(Attr::Placeholder, "D(70, 33)")
                .attr(Attr::AriaInvalid, fault.as_ref().map(|_| "true"))
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
