//! A number that is typed, stepped, or left to be automatic.

use swizzle_core::number_from_text;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::choice::hint;
use crate::element::{Attr, el, fragment};
use crate::hooks::use_value;
use crate::state::{Action, Dispatch, Edit};

/// Properties of [`NumberField`].
#[derive(Properties, PartialEq)]
pub(super) struct NumberFieldProps {
    /// What the number is.
    pub label: &'static str,
    /// Its value.
    pub value: u32,
    /// What it counts.
    #[prop_or_default]
    pub unit: String,
    /// Whether it is shown in hex.
    #[prop_or_default]
    pub hex: bool,
    /// How far one press of a button moves it.
    #[prop_or(1)]
    pub step: u32,
    /// Smallest value that the buttons reach.
    #[prop_or_default]
    pub min: u32,
    /// Largest value.
    #[prop_or(u32::MAX)]
    pub max: u32,
    /// What it has to be a multiple of.
    #[prop_or(1)]
    pub multiple: u32,
    /// Whether it can be dragged, too.
    #[prop_or_default]
    pub slider: bool,
    /// Called with a new value.
    pub on_change: Callback<u32>,
    /// Resets it to automatic; given only where there is an automatic value and this is not it.
    #[prop_or_default]
    pub on_reset: Option<Callback<()>>,
    /// Whether the value is the automatic one.
    #[prop_or_default]
    pub is_automatic: bool,
    /// Whether the value has no effect.
    #[prop_or_default]
    pub is_idle: bool,
    /// What it means.
    #[prop_or_default]
    pub hint: String,
    /// Whether it stands in a sentence: without label, unit, hint and slider.
    #[prop_or_default]
    pub is_bare: bool,
    /// Tells when typing begins and ends.
    pub dispatch: Dispatch,
}

/// What is being typed.
#[derive(Clone, Default, PartialEq)]
struct Typing {
    /// The text, until the field is left.
    draft: Option<String>,
    /// Why that is no number.
    fault: String,
}

/// What a number field shows and edits.
#[derive(Default)]
pub struct Number {
    /// What the number is.
    pub label: &'static str,
    /// Its value.
    pub value: u32,
    /// What it counts.
    pub unit: String,
    /// Whether it is shown in hex.
    pub hex: bool,
    /// How far one press of a button moves it; 0 counts as 1.
    pub step: u32,
    /// Smallest value that the buttons reach.
    pub min: u32,
    /// Largest value; none for all there are.
    pub max: Option<u32>,
    /// What it has to be a multiple of; 0 counts as 1.
    pub multiple: u32,
    /// Whether it can be dragged, too.
    pub slider: bool,
    /// The edit that a value makes.
    pub edit: Option<fn(u32) -> Edit>,
    /// What the value is multiplied by before; 0 counts as 1.
    pub scale: u32,
    /// The edit that makes it automatic, and whether it is.
    pub automatic: Option<(Edit, bool)>,
    /// Whether the value has no effect.
    pub is_idle: bool,
    /// What it means.
    pub hint: String,
    /// Whether it stands in a sentence, without anything around it.
    pub is_bare: bool,
}

/// A number field: `going_on` takes what is being typed or dragged, `whole` the way back to automatic.
pub fn number(
    number: Number,
    going_on: &Callback<Edit>,
    whole: &Callback<Edit>,
    dispatch: &Dispatch,
) -> Html {
    let scale = number.scale.max(1);
    let on_change = match number.edit {
        Some(edit) => going_on.reform(move |value| edit(value * scale)),
        None => Callback::noop(),
    };
    let on_reset = number
        .automatic
        .filter(|(_, is_automatic)| !is_automatic)
        .map(|(edit, _)| whole.reform(move |()| edit));
    html! {
        <NumberField
            label={number.label}
            value={number.value}
            unit={number.unit}
            hex={number.hex}
            step={number.step.max(1)}
            min={number.min}
            max={number.max.unwrap_or(u32::MAX)}
            multiple={number.multiple.max(1)}
            slider={number.slider}
            {on_change}
            {on_reset}
            is_automatic={number.automatic.is_some_and(|(_, is_automatic)| is_automatic)}
            is_idle={number.is_idle}
            hint={number.hint}
            is_bare={number.is_bare}
            dispatch={dispatch.clone()}
        />
    }
}

/// A number field. What is being typed is never rewritten under the caret: it is a draft until the field is left, and a
/// draft that is no number stays, with the reason beside it.
#[component]
pub(super) fn NumberField(props: &NumberFieldProps) -> Html {
    let (typing, on_typing) = use_value(Typing::default);
    let (is_typing, has_fault) = (typing.draft.is_some(), !typing.fault.is_empty());
    let dispatch = &props.dispatch;
    let id = format!(
        "number-{}",
        props.label.to_ascii_lowercase().replace(' ', "-")
    );

    let on_input = {
        let (on_typing, on_change) = (on_typing.clone(), props.on_change.clone());
        let (min, max, multiple) = (props.min, props.max, props.multiple);
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            // What is typed is a step of its own, apart from what the arrow keys did before.
            if !is_typing {
                dispatch.dispatch(Action::Settle);
            }
            let text = event.target_unchecked_into::<HtmlInputElement>().value();
            let fault = match number_from_text(&text) {
                Ok(value) if value < min => format!("{value} is less than {min}"),
                Ok(value) if value > max => format!("{value} is more than {max}"),
                Ok(value) if !value.is_multiple_of(multiple) => {
                    format!("{value} is no multiple of {multiple}")
                }
                Ok(value) => {
                    on_change.emit(value);
                    String::new()
                }
                Err(why) => why,
            };
            // The beginning of a bad number may have been a good one: it must not stay behind.
            if !fault.is_empty() {
                dispatch.dispatch(Action::Cancel);
            }
            on_typing.emit(Typing {
                draft: Some(text),
                fault,
            });
        })
    };
    let on_blur = {
        let (on_typing, dispatch) = (on_typing.clone(), dispatch.clone());
        Callback::from(move |_: FocusEvent| {
            if !has_fault {
                on_typing.emit(Typing::default());
            }
            dispatch.dispatch(Action::Settle);
        })
    };
    // Sets the value by other means than typing.
    let on_value = Callback::from({
        let (on_typing, on_change) = (on_typing.clone(), props.on_change.clone());
        move |value| {
            on_typing.emit(Typing::default());
            on_change.emit(value);
        }
    });
    let [lower, higher] =
        [false, true].map(|up| stepped(props.value, props.step, up).clamp(props.min, props.max));
    let on_key = {
        let (on_value, on_typing) = (on_value.clone(), on_typing.clone());
        let dispatch = dispatch.clone();
        Callback::from(move |event: KeyboardEvent| {
            let key = event.key();
            let ends = match key.as_str() {
                "ArrowUp" | "ArrowDown" => {
                    event.prevent_default();
                    on_value.emit(if key == "ArrowUp" { higher } else { lower });
                    return;
                }
                // A bad number stays, with its message.
                "Enter" if has_fault => return,
                "Enter" => Action::Settle,
                "Escape" => Action::Cancel,
                _ => return,
            };
            dispatch.dispatch(ends);
            on_typing.emit(Typing::default());
        })
    };
    let button = |up: bool| {
        let (on_value, dispatch) = (on_value.clone(), dispatch.clone());
        let next = if up { higher } else { lower };
        let on_click = Callback::from(move |_: MouseEvent| {
            on_value.emit(next);
            dispatch.dispatch(Action::Settle);
        });
        let words = if up { "more" } else { "less" };
        el("button")
            .attr(Attr::Type, "button")
            .class("number-step")
            .attr(Attr::AriaLabel, format!("{}: {words}", props.label))
            .on_click(on_click)
            .child(if up { "+" } else { "−" })
    };
    let reset = props.on_reset.as_ref().map(|on_reset| {
        let (on_typing, on_reset) = (on_typing.clone(), on_reset.clone());
        let on_click = Callback::from(move |_: MouseEvent| {
            on_typing.emit(Typing::default());
            on_reset.emit(());
        });
        let name = format!("{}: back to auto", props.label);
        el("button")
            .attr(Attr::Type, "button")
            .class("number-reset")
            .attr(Attr::AriaLabel, name)
            .attr(Attr::Title, "Back to automatic")
            .on_click(on_click)
            .child("auto")
    });
    let shown = match (typing.draft, props.hex) {
        (Some(draft), _) => draft,
        (None, true) => format!("0x{:x}", props.value),
        (None, false) => props.value.to_string(),
    };
    let slider = props.slider.then(|| {
        let on_drag = {
            let on_value = on_value.clone();
            Callback::from(move |event: InputEvent| {
                let text = event.target_unchecked_into::<HtmlInputElement>().value();
                if let Ok(value) = number_from_text(&text) {
                    on_value.emit(value);
                }
            })
        };
        let dispatch = dispatch.clone();
        let on_done = Callback::from(move |_: Event| dispatch.dispatch(Action::Settle));
        el("input")
            .attr(Attr::Type, "range")
            .class("number-slider")
            .attr(Attr::AriaLabel, format!("{}: slider", props.label))
            .attr(Attr::Min, props.min)
            .attr(Attr::Max, props.max)
            .attr(Attr::Step, props.step)
            .value(props.value.to_string())
            .on_input(on_drag)
            .on_change(on_done)
    });
    let can_be_automatic = props.is_automatic || props.on_reset.is_some();
    let fault_id = format!("{id}-fault");
    // Several of a sentence may have one name: none of them has an id.
    let is_bare = props.is_bare;
    let width = is_bare.then(|| format!("width:{}ch", shown.len().max(3)));
    let input = el("input")
        .attr(Attr::Id, (!is_bare).then(|| id.clone()))
        .attr(Attr::AriaLabel, is_bare.then_some(props.label))
        .attr(Attr::Style, width)
        .attr(Attr::Type, "text")
        .attr(Attr::Inputmode, "numeric")
        .attr(Attr::Autocomplete, "off")
        .attr(Attr::Spellcheck, "false")
        .value(shown)
        .attr(Attr::AriaInvalid, if has_fault { "true" } else { "false" })
        .attr(
            Attr::AriaDescribedby,
            (has_fault && !is_bare).then(|| fault_id.clone()),
        )
        .on_input(on_input)
        .on_blur(on_blur)
        .on_key(on_key);
    let unit = (!props.unit.is_empty()).then(|| el("span").class("number-unit").child(&props.unit));
    let number = el("span")
        .class("number")
        .class_if(has_fault, "has-fault")
        .child(button(false))
        .child(input)
        .child(unit)
        .child(button(true));
    if is_bare {
        let message = || {
            el("span")
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(typing.fault)
        };
        return fragment()
            .child(number)
            .child(has_fault.then(message))
            .into();
    }
    let label = el("label").attr(Attr::For, id.clone()).child(props.label);
    let tag = || el("span").class("tag").child("auto");
    let row = el("div")
        .class("control-row")
        .child(label)
        .child(props.is_automatic.then(tag))
        .children(reset)
        .child(number);
    let message = || {
        el("p")
            .class("fault")
            .attr(Attr::Id, fault_id)
            .attr(Attr::Role, "alert")
            .child(typing.fault)
    };
    el("div")
        .class("control")
        .class_if(props.is_idle, "is-idle")
        .class_if(can_be_automatic, "can-be-automatic")
        .child(row)
        .children(slider)
        .child(has_fault.then(message))
        .child(hint(props.hint.clone()))
        .into()
}

/// The next or previous multiple of the step.
const fn stepped(value: u32, step: u32, up: bool) -> u32 {
    if up {
        (value / step + 1).saturating_mul(step)
    } else {
        value.saturating_sub(1) / step * step
    }
}
