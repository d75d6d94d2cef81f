//! A number that is typed, stepped, or left to be inferred.

use std::cell::RefCell;
use std::rc::Rc;

use swizzle_code::number_from_text;
use swizzle_core::{FieldId, Spec};
use swizzle_params::{Kind, ParamId, Scalar, Unit};
use web_sys::HtmlInputElement;
use web_sys::js_sys::Date;
use yew::prelude::*;

use super::label::label_words;
use super::standing::{foot, standing_button};
use crate::browser::late_style;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::state::{Action, Dispatch, Edit};

/// Milliseconds after which a number that was specified and is not drawn counts as refused.
const REFUSED_MS: f64 = 2000.0;

/// Contents of a number field, and its edit.
#[derive(Clone, PartialEq)]
pub struct Number {
    /// Name of the number.
    pub label: &'static str,
    /// Its value.
    pub value: u32,
    /// Unit of the value.
    pub unit: String,
    /// Whether it is shown in hex.
    pub hex: bool,
    /// How far one press of a button moves it.
    pub step: u32,
    /// Smallest value.
    pub min: u32,
    /// Largest value.
    pub max: u32,
    /// Number of which the value has to be a multiple.
    pub multiple: u32,
    /// Whether it can be dragged, too.
    pub slider: bool,
    /// The parameter or field that it edits.
    pub edit: Option<EditOf>,
    /// Factor by which the value is multiplied for its edit.
    pub scale: u32,
    /// Whether it was specified, if it can be.
    pub is_said: Option<bool>,
    /// Whether the value has no effect.
    pub is_idle: bool,
    /// The descriptor's value, if it differs.
    pub given: Option<u32>,
    /// Explanation under the field.
    pub hint: String,
    /// Whether it is part of a sentence: without label, unit, hint and slider.
    pub is_bare: bool,
}

/// Target of a number's edits.
#[derive(Clone, Copy, PartialEq)]
pub enum EditOf {
    /// A parameter.
    Value(ParamId),
    /// A field of the descriptor.
    Field(FieldId),
}

impl EditOf {
    /// Returns the edit that a value makes, or the one that leaves it to be inferred.
    fn edit(self, value: Option<u32>) -> Edit {
        match self {
            Self::Value(id) => Edit::Value(id, value.map(Scalar::Number)),
            Self::Field(id) => Edit::Field(id, value.unwrap_or(0)),
        }
    }
}

impl Default for Number {
    fn default() -> Self {
        Self {
            label: "",
            value: 0,
            unit: String::new(),
            hex: false,
            step: 1,
            min: 0,
            max: u32::MAX,
            multiple: 1,
            slider: false,
            edit: None,
            scale: 1,
            is_said: None,
            is_idle: false,
            given: None,
            hint: String::new(),
            is_bare: false,
        }
    }
}

impl Number {
    /// The number of a parameter, from the table of parameters.
    pub fn of_param(id: ParamId, spec: &Spec) -> Self {
        let param = id.param();
        let value = param.taken(spec).and_then(Scalar::number);
        let number = Self {
            label: param.label.of(spec.reader().operand),
            value: value.unwrap_or(0),
            is_said: value.map(|_| param.is_said(spec)),
            edit: Some(EditOf::Value(id)),
            ..Self::default()
        };
        match &param.kind {
            Kind::Choice(_) => number,
            Kind::Number { range, step, unit } => Self {
                unit: match unit {
                    Unit::Bytes => "B".into(),
                    _ => String::new(),
                },
                hex: *unit == Unit::Address,
                step: *step,
                min: *range.start(),
                max: *range.end(),
                ..number
            },
        }
    }

    /// Returns the value of a text, or why the text is not a valid value.
    fn read(&self, text: &str) -> Result<u32, String> {
        let value = number_from_text(text)?;
        let fault = |why: &str, of: u32| match self.hex {
            true => Err(format!("0x{value:x} is {why} 0x{of:x}")),
            false => Err(format!("{value} is {why} {of}")),
        };
        if value < self.min {
            fault("less than", self.min)
        } else if value > self.max {
            fault("more than", self.max)
        } else if !value.is_multiple_of(self.multiple) {
            fault("not a multiple of", self.multiple)
        } else {
            Ok(value)
        }
    }

    /// The value after a press of a button.
    fn stepped(&self, from: u32, up: bool) -> u32 {
        stepped(from, self.step, up).clamp(self.min, self.max)
    }

    fn id(&self) -> String {
        let name = self.label.to_ascii_lowercase().replace(' ', "-");
        format!("number-{name}")
    }
}

/// Draws a number field. It sends typed, dragged and specified values to `on_value`, and none to let the value be inferred.
pub fn number(number: Number, on_value: Callback<Option<u32>>, dispatch: &Dispatch) -> Html {
    field(number, Some(on_value), dispatch)
}

/// A number field that makes the edit which it names.
pub(super) fn editing(number: Number, dispatch: &Dispatch) -> Html {
    field(number, None, dispatch)
}

fn field(number: Number, on_value: Option<Callback<Option<u32>>>, dispatch: &Dispatch) -> Html {
    html! { <NumberField {number} {on_value} dispatch={dispatch.clone()} /> }
}

/// Properties of [`NumberField`].
#[derive(Properties)]
struct NumberFieldProps {
    number: Number,
    /// None where the field makes the edit of its number.
    on_value: Option<Callback<Option<u32>>>,
    /// Tells when typing begins and ends.
    dispatch: Dispatch,
}

/// A field with a callback is never the same: whoever draws it makes that anew.
impl PartialEq for NumberFieldProps {
    fn eq(&self, other: &Self) -> bool {
        let is_plain = self.on_value.is_none() && other.on_value.is_none();
        is_plain && self.number == other.number
    }
}

/// The text that is being typed.
#[derive(Clone, Default, PartialEq)]
struct Typing {
    /// The text, until the field is left.
    draft: Option<String>,
    /// Why that is not a number.
    fault: String,
}

/// A number field. What is being typed is never rewritten under the caret: it is a draft until the field is left, and a
/// draft that is not a number stays, with the reason beside it.
#[component]
fn NumberField(props: &NumberFieldProps) -> Html {
    use_memo((), |()| late_style::add(style!("number.css")));
    let (typing, on_typing) = use_value(Typing::default);
    let latest = use_mut_ref(|| None);
    latest
        .borrow_mut()
        .take_if(|(value, _)| *value == props.number.value);
    let field = Rc::new(Field {
        number: props.number.clone(),
        typing,
        on_typing,
        on_value: props.on_value.clone(),
        dispatch: props.dispatch.clone(),
        latest,
    });
    if field.number.is_bare {
        let fault = field.fault("span");
        return fragment().child(field.stepper()).child(fault).into();
    }
    let Number {
        label,
        is_idle,
        is_said,
        hint: words,
        ..
    } = &field.number;
    let row = el("div")
        .class("control-row")
        .child(
            el("label")
                .attr(Attr::For, field.number.id())
                .child(label_words(label)),
        )
        .child(field.stepper());
    let fault = field.fault("p");
    el("div")
        .class("control")
        .class_if(*is_idle, "is-idle")
        .class_if(*is_said == Some(false), "is-assumed")
        .child(row)
        .child(field.number.slider.then(|| field.slider()))
        .child(fault.map(|fault| fault.attr(Attr::Id, field.fault_id())))
        .child(foot(words.clone(), field.standing_button()))
        .into()
}

/// A field while it is drawn, and for its events.
struct Field {
    number: Number,
    typing: Typing,
    on_typing: Callback<Typing>,
    on_value: Option<Callback<Option<u32>>>,
    dispatch: Dispatch,
    /// The value that was specified last and is not drawn yet, and when.
    latest: Rc<RefCell<Option<(u32, f64)>>>,
}

impl Field {
    /// Specifies a value, or leaves it to be inferred.
    fn say(&self, value: Option<u32>) {
        match (&self.on_value, &self.number.edit) {
            (Some(on_value), _) => on_value.emit(value),
            (None, Some(edit)) => self.dispatch.dispatch(Action::Edit(edit.edit(value))),
            (None, None) => {}
        }
    }

    fn has_fault(&self) -> bool {
        !self.typing.fault.is_empty()
    }

    fn fault_id(&self) -> String {
        format!("{}-fault", self.number.id())
    }

    fn change(&self, value: u32) {
        self.latest.replace(Some((value, Date::now())));
        self.say(Some(value * self.number.scale));
    }

    /// Sets the value by other means than typing.
    fn set(&self, value: u32) {
        self.on_typing.emit(Typing::default());
        self.change(value);
    }

    /// Moves one step. A number is drawn a frame or two after it was specified; a key before then continues from that number.
    fn step(&self, up: bool) {
        let from = match *self.latest.borrow() {
            Some((value, at)) if Date::now() - at < REFUSED_MS => value,
            _ => self.number.value,
        };
        self.set(self.number.stepped(from, up));
    }

    fn typed(&self, text: String) {
        // Typing is a step of its own in Undo, apart from what the arrow keys did before.
        if self.typing.draft.is_none() {
            self.dispatch.dispatch(Action::Settle);
        }
        let fault = match self.number.read(&text) {
            Ok(value) => {
                self.change(value);
                String::new()
            }
            Err(why) => {
                // The beginning of a bad number may have been a good one: it must not stay behind.
                self.end(Action::Cancel);
                why
            }
        };
        self.on_typing.emit(Typing {
            draft: Some(text),
            fault,
        });
    }

    fn pressed(&self, event: &KeyboardEvent) {
        let ends = match event.key().as_str() {
            key @ ("ArrowUp" | "ArrowDown") => {
                event.prevent_default();
                return self.step(key == "ArrowUp");
            }
            // A bad number stays, with its message.
            "Enter" if self.has_fault() => return,
            "Enter" => Action::Settle,
            "Escape" => Action::Cancel,
            _ => return,
        };
        self.end(ends);
        self.on_typing.emit(Typing::default());
    }

    /// Ends an edit: the state then determines the number.
    fn end(&self, how: Action) {
        self.latest.take();
        self.dispatch.dispatch(how);
    }

    fn left(&self) {
        if !self.has_fault() {
            self.on_typing.emit(Typing::default());
        }
        self.dispatch.dispatch(Action::Settle);
    }

    /// Calls a function with the field and an event.
    fn on<E: 'static>(self: &Rc<Self>, act: impl Fn(&Self, E) + 'static) -> Callback<E> {
        let field = self.clone();
        Callback::from(move |event| act(&field, event))
    }

    /// The number between its two buttons.
    fn stepper(self: &Rc<Self>) -> Element {
        let unit = &self.number.unit;
        el("span")
            .class("number")
            .class_if(self.has_fault(), "has-fault")
            .child(self.button(false))
            .child(self.number.given.map(|given| {
                el("span")
                    .class("number-given")
                    .attr(Attr::Title, format!("The descriptor says {given}"))
                    .child(
                        el("span")
                            .class("visually-hidden")
                            .child("The descriptor says "),
                    )
                    .child(given)
            }))
            .child(self.input())
            .child((!unit.is_empty()).then(|| el("span").class("number-unit").child(unit)))
            .child(self.button(true))
    }

    fn input(self: &Rc<Self>) -> Element {
        let Number {
            label,
            value,
            hex,
            is_bare,
            ..
        } = self.number;
        let shown = match (&self.typing.draft, hex) {
            (Some(draft), _) => draft.clone(),
            (None, true) => format!("0x{value:x}"),
            (None, false) => value.to_string(),
        };
        let width = is_bare.then(|| format!("width:{}ch", shown.len().max(3)));
        // Several of a sentence may have one name: none of them has an id.
        let id = (!is_bare).then(|| self.number.id());
        let has_fault = self.has_fault();
        let described_by = (has_fault && !is_bare).then(|| self.fault_id());
        el("input")
            .attr(Attr::Id, id)
            .attr(Attr::AriaLabel, is_bare.then_some(label))
            .attr(Attr::Style, width)
            .attr(Attr::Type, "text")
            .attr(Attr::Inputmode, "numeric")
            .attr(Attr::Autocomplete, "off")
            .attr(Attr::Spellcheck, "false")
            .value(shown)
            .attr(Attr::AriaInvalid, if has_fault { "true" } else { "false" })
            .attr(Attr::AriaDescribedby, described_by)
            .on_input(self.on(|field, event: InputEvent| field.typed(text_of(&event))))
            .on_blur(self.on(|field, _| field.left()))
            .on_key(self.on(|field, event| field.pressed(&event)))
    }

    fn button(self: &Rc<Self>, up: bool) -> Element {
        let (sign, words) = if up { ("+", "more") } else { ("−", "less") };
        el("button")
            .attr(Attr::Type, "button")
            .class("number-step")
            .attr(Attr::AriaLabel, format!("{}: {words}", self.number.label))
            .on_click(self.on(move |field, _| {
                field.step(up);
                field.dispatch.dispatch(Action::Settle);
            }))
            .child(sign)
    }

    fn standing_button(self: &Rc<Self>) -> Option<Element> {
        let Number { label, is_said, .. } = self.number;
        let is_said = is_said?;
        let on_click = self.on(move |field, _| {
            field.on_typing.emit(Typing::default());
            if is_said {
                field.say(None);
            } else {
                field.change(field.number.value);
            }
            field.dispatch.dispatch(Action::Settle);
        });
        Some(standing_button(label, is_said, on_click))
    }

    fn slider(self: &Rc<Self>) -> Element {
        let number = &self.number;
        el("input")
            .attr(Attr::Type, "range")
            .class("number-slider")
            .attr(Attr::AriaLabel, format!("{}: slider", number.label))
            .attr(Attr::Min, number.min)
            .attr(Attr::Max, number.max)
            .attr(Attr::Step, number.step)
            .value(number.value.to_string())
            .on_input(self.on(|field, event: InputEvent| {
                if let Ok(value) = number_from_text(&text_of(&event)) {
                    field.set(value);
                }
            }))
            .on_change(self.on(|field, _| field.dispatch.dispatch(Action::Settle)))
    }

    /// Why the text cannot be used.
    fn fault(&self, tag: &'static str) -> Option<Element> {
        self.has_fault().then(|| {
            el(tag)
                .class("fault")
                .attr(Attr::Role, "alert")
                .child(&self.typing.fault)
        })
    }
}

fn text_of(event: &InputEvent) -> String {
    event.target_unchecked_into::<HtmlInputElement>().value()
}

/// The next or previous multiple of the step.
const fn stepped(value: u32, step: u32, up: bool) -> u32 {
    if up {
        (value / step + 1).saturating_mul(step)
    } else {
        value.saturating_sub(1) / step * step
    }
}
