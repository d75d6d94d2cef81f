//! Values of a page whose link is a form. Each is written or chosen, and one row of the page's table: the sentence and the drawer
//! are views of such rows.

use swizzle_code::number_from_text;
use swizzle_core::Named;
use swizzle_params::Scalar;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::page::Desk;
use crate::kit::{Change, Choice, Row, TextWord, Values, field, in_groups, maybe, word};

/// What may be read and set of a value.
pub enum Kind<T: 'static> {
    /// A text.
    Text {
        /// The text as it was written.
        get: fn(&T) -> &str,
        /// Writes another one.
        set: fn(&mut T, String),
        /// Names that it can be, each with what it is.
        names: fn() -> Vec<(String, String)>,
        /// The name that it was read as.
        read: fn(&str) -> Option<&'static str>,
    },
    /// A number from 1 on, as it was written.
    Number {
        /// The text as it was written.
        get: fn(&T) -> &str,
        /// Writes another one.
        set: fn(&mut T, String),
        /// The largest.
        most: u32,
        /// One press of an arrow.
        step: u32,
        /// Values that are often wanted.
        presets: &'static [u32],
    },
    /// One of some choices.
    Choice {
        /// The name of the one in use.
        get: fn(&T) -> &'static str,
        /// Chooses by a name.
        set: fn(&mut T, &str),
        /// All of them.
        all: fn() -> Vec<Choice>,
    },
}

/// A value of a form.
pub struct Value<T: 'static> {
    /// Its key in the link.
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    /// What it is while nothing is written.
    pub hint: &'static str,
    /// How it is changed.
    pub kind: Kind<T>,
}

/// All choices of a type, with the words for each.
pub fn chosen<T: Named>(words: impl Fn(T) -> &'static str) -> Vec<Choice> {
    let choice = |one: &T| Choice {
        text: words(*one),
        ..Choice::named(one.name())
    };
    T::ALL.iter().map(choice).collect()
}

/// A row of a text.
macro_rules! written {
    ($key:literal, $label:literal, $hint:literal, $($path:ident).+) => {
        $crate::frame::written!($key, $label, $hint, $($path).+, Vec::new, |_| None)
    };
    ($key:literal, $label:literal, $hint:literal, $($path:ident).+, $names:expr, $read:expr) => {
        $crate::frame::Value {
            key: $key,
            label: $label,
            hint: $hint,
            kind: $crate::frame::Kind::Text {
                get: |shown| &shown.$($path).+,
                set: |shown, text| shown.$($path).+ = text,
                names: $names,
                read: $read,
            },
        }
    };
}
pub(crate) use written;

/// A list of numbers as the sentence has it: `64 × 128`.
pub fn number_words(text: &str) -> String {
    let parts = text.split(',').map(|part| in_groups(part.trim()));
    parts.collect::<Vec<_>>().join(" × ")
}

/// The values of a page, and what is wrong with them.
pub struct Form<'f, T: 'static> {
    /// What the link says.
    pub shown: &'f T,
    /// Takes what it says next.
    pub on: &'f Callback<T>,
    /// Why a value cannot be taken, by its key.
    pub fault: &'f dyn Fn(&str) -> Option<String>,
    /// How the page is looked at.
    pub desk: &'f Desk,
}

impl<T: Clone + 'static> Form<'_, T> {
    /// A value in the drawer.
    pub fn field(&self, value: &Value<T>) -> Html {
        let Kind::Text {
            get, names, read, ..
        } = value.kind
        else {
            return maybe(self.row(value).map(|row| field(row, &self.on_row(value))));
        };
        let (text, fault) = (get(self.shown).to_owned(), (self.fault)(value.key));
        let usual =
            read(&text).filter(|read| fault.is_none() && !read.eq_ignore_ascii_case(text.trim()));
        let on = self.on_text(value);
        let oninput = on
            .reform(|event: InputEvent| event.target_unchecked_into::<HtmlInputElement>().value());
        let (names, id) = (names(), format!("names-{}", value.key));
        let list = (!names.is_empty()).then(|| id.clone());
        let name = |(name, words): &(String, String)| html! { <option value={name.clone()}>{ words }</option> };
        html! {
            <label class={classes!("field", (!text.trim().is_empty()).then_some("is-set"))}>
                <span>{ value.label }</span>
                <input class="input m" autocomplete="off" spellcheck="false" placeholder={value.hint} {list} value={text} aria-invalid={fault.as_ref().map(|_| "true")} {oninput} />
                if let Some(fault) = fault { <span class="hint is-wrong toned" role="alert">{ fault }</span> }
                if let Some(usual) = usual { <small class="hint">{ usual }</small> }
                if !names.is_empty() { <datalist {id}>{ for names.iter().map(name) }</datalist> }
            </label>
        }
    }

    /// A value as a word of the sentence, which is `text` there.
    pub fn word(&self, value: &Value<T>, text: &str) -> Html {
        let is_open = self.desk.has_open(value.key);
        let Kind::Text { get, .. } = value.kind else {
            let row = self.row(value);
            return maybe(row.map(|row| word(&row, text.into(), is_open, &self.on_row(value))));
        };
        let fault = (self.fault)(value.key);
        let word = TextWord {
            label: value.label,
            shown: text,
            text: get(self.shown),
            hint: value.hint,
            fault: fault.as_deref(),
            is_open,
        };
        word.draw(self.desk.opens(value.key), &self.on_text(value))
    }

    /// The same in its own words.
    pub fn said(&self, value: &Value<T>) -> Html {
        let text = match (self.row(value), &value.kind) {
            (_, Kind::Text { get, .. } | Kind::Number { get, .. }) => get(self.shown).to_owned(),
            (row, Kind::Choice { .. }) => row.map_or_else(String::new, |row| row.text()),
        };
        self.word(value, &text)
    }

    fn on_text(&self, value: &Value<T>) -> Callback<String> {
        let set = match value.kind {
            Kind::Text { set, .. } | Kind::Number { set, .. } => set,
            Kind::Choice { .. } => return Callback::noop(),
        };
        let shown = self.shown.clone();
        self.on.reform(move |text| {
            let mut next = shown.clone();
            set(&mut next, text);
            next
        })
    }

    /// A value that is no text, as a row of the kit.
    pub fn row(&self, value: &Value<T>) -> Option<Row> {
        let (values, now) = match value.kind {
            Kind::Text { .. } => return None,
            Kind::Number {
                get,
                most,
                step,
                presets,
                ..
            } => {
                let values = Values::Number {
                    range: (1, most),
                    step,
                    is_hex: false,
                    unit: "",
                    presets,
                };
                let now = number_from_text(get(self.shown)).unwrap_or(0);
                (values, now.into())
            }
            Kind::Choice { get, all, .. } => {
                (Values::Choice(all()), Scalar::Choice(get(self.shown)))
            }
        };
        Some(Row {
            beside: value.hint.into(),
            is_kept: true,
            ..Row::free(value.label, values, now)
        })
    }

    /// Takes the changes of that row.
    pub fn on_row(&self, value: &Value<T>) -> Callback<Change> {
        let (shown, key, look) = (self.shown.clone(), value.key, self.desk.look);
        let (on, on_look, on_text) = (self.on.clone(), self.desk.on.clone(), self.on_text(value));
        let choose = match value.kind {
            Kind::Choice { set, .. } => Some(set),
            _ => None,
        };
        Callback::from(move |change: Change| match (change, choose) {
            (Change::Open, _) => on_look.emit(look.with_open(key)),
            (Change::To(Some(Scalar::Choice(name))), Some(set)) => {
                let mut next = shown.clone();
                set(&mut next, name);
                on.emit(next);
                on_look.emit(look.closed());
            }
            (
                Change::To(Some(Scalar::Number(number)))
                | Change::Cancel(Some(Scalar::Number(number))),
                None,
            ) => {
                on_text.emit(number.to_string());
            }
            _ => {}
        })
    }
}
