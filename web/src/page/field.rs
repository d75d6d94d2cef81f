//! Fields of a panel of parameters: a choice in a row of buttons, a list, and a number that is typed and stepped.

use swizzle_code::number_from_text;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use crate::element::{Attr, Element, el};
use crate::hooks::use_value;

/// One of a choice, and the change that it makes.
pub struct One<T> {
    /// Its words.
    pub words: String,
    /// Whether it is chosen.
    pub is_chosen: bool,
    /// The change.
    pub change: T,
}

impl<T> One<T> {
    /// One that can be chosen.
    pub fn new(words: impl Into<String>, is_chosen: bool, change: T) -> Self {
        Self {
            words: words.into(),
            is_chosen,
            change,
        }
    }
}

/// A choice as a list.
pub fn list<T: Clone + 'static>(
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
        .class("framed-list")
        .attr(Attr::AriaLabel, label)
        .on_change(on_change)
        .children(all.into_iter().enumerate().map(option))
}

/// Option of a number to follow from the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Auto {
    /// Whether it does.
    pub is_on: bool,
    /// Words on the button that makes it follow.
    pub words: &'static str,
    /// Title of that button.
    pub title: &'static str,
}

/// Properties of [`NumberField`].
#[derive(Properties, PartialEq, Clone)]
pub struct NumberProps {
    /// Its name.
    pub label: AttrValue,
    /// Its value.
    pub value: u32,
    /// How the value follows from the rest; none where it cannot.
    #[prop_or_default]
    pub auto: Option<Auto>,
    /// Distance from one value to the next.
    pub step: u32,
    /// The least value.
    #[prop_or_default]
    pub least: u32,
    /// The largest one.
    pub most: u32,
    /// Whether it is written in hex.
    #[prop_or_default]
    pub is_hex: bool,
    /// Whether a value counts only once it is all typed: where one on the way to it would change more than itself.
    #[prop_or_default]
    pub is_whole: bool,
    /// Error of the value together with the others; empty if there is none.
    #[prop_or_default]
    pub fault: AttrValue,
    /// Called with another; with none where it is to follow from the rest again.
    pub on_value: Callback<Option<u32>>,
}

impl NumberProps {
    /// Returns the value of a text, none if the value is to follow from the rest, or what is wrong with the text.
    fn read(&self, text: &str) -> Result<Option<u32>, String> {
        if self.auto.is_some() && text.trim().is_empty() {
            return Ok(None);
        }
        match number_from_text(text)? {
            less if less < self.least => Err(format!("{less} is less than {}", self.least)),
            more if more > self.most => Err(format!("{more} is more than {}", self.most)),
            number => Ok(Some(number)),
        }
    }

    /// The next multiple of the step, one way or the other.
    fn next(&self, is_up: bool) -> u32 {
        let step = self.step.max(1);
        let next = match is_up {
            true => (self.value / step).saturating_add(1).saturating_mul(step),
            false => self.value.saturating_sub(1) / step * step,
        };
        next.max(self.least).min(self.most)
    }
}

/// A number. What is being typed stays as it is until the field is left.
#[component]
pub fn NumberField(props: &NumberProps) -> Html {
    let (draft, on_draft) = use_value(|| None::<(String, String)>);
    let typed = |is_whole: bool| {
        let (props, on_draft) = (props.clone(), on_draft.clone());
        move |field: HtmlInputElement| {
            let text = field.value();
            match props.read(&text) {
                Ok(value) => {
                    // A finished value is shown as the page writes it.
                    on_draft.emit((!is_whole).then(|| (text, String::new())));
                    if is_whole == props.is_whole {
                        props.on_value.emit(value);
                    }
                }
                Err(why) => on_draft.emit(Some((text, why))),
            }
        }
    };
    let (on_input, on_change) = (typed(false), typed(true));
    let on_input = Callback::from(move |event: InputEvent| on_input(event.target_unchecked_into()));
    let on_change = Callback::from(move |event: Event| on_change(event.target_unchecked_into()));
    let button = |words: &'static str, sign: &'static str, next: u32| {
        let (on_value, on_draft) = (props.on_value.clone(), on_draft.clone());
        el("button")
            .attr(Attr::Type, "button")
            .class("number-step")
            .attr(Attr::AriaLabel, format!("{}: {words}", props.label))
            .attr(Attr::Disabled, next == props.value)
            .on_click(Callback::from(move |_: MouseEvent| {
                on_draft.emit(None);
                on_value.emit(Some(next));
            }))
            .child(sign)
    };
    let (text, fault) = match draft {
        Some(draft) => draft,
        None if props.is_hex => (format!("{:#x}", props.value), props.fault.to_string()),
        None => (props.value.to_string(), props.fault.to_string()),
    };
    let is_bad = !fault.is_empty();
    let is_auto = props.auto.is_some_and(|auto| auto.is_on);
    let back = props.auto.filter(|auto| !auto.is_on).map(|auto| {
        el("button")
            .attr(Attr::Type, "button")
            .class("small-button")
            .attr(Attr::Title, auto.title)
            .on_click(props.on_value.reform(|_: MouseEvent| None))
            .child(auto.words)
    });
    el("span")
        .class("framed-number")
        .child(
            el("span")
                .class("number")
                .class_if(is_bad, "has-fault")
                .class_if(is_auto, "is-auto")
                .child(button("less", "−", props.next(false)))
                .child(is_auto.then(|| el("small").child("auto")))
                .child(
                    el("input")
                        .attr(Attr::Type, "text")
                        .attr(Attr::Inputmode, (!props.is_hex).then_some("numeric"))
                        .attr(Attr::Autocomplete, "off")
                        .attr(Attr::Spellcheck, "false")
                        .attr(Attr::AriaLabel, props.label.to_string())
                        .attr(Attr::AriaInvalid, is_bad.then_some("true"))
                        .value(text)
                        .on_input(on_input)
                        .on_change(on_change)
                        .on_blur(on_draft.reform(|_: FocusEvent| None)),
                )
                .child(button("more", "+", props.next(true))),
        )
        .child(back)
        .child(is_bad.then(|| {
            el("span")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(fault)
        }))
        .into()
}
