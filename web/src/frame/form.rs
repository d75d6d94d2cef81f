//! Values of a page whose link is a form. Each is written or chosen, and one row of the page's table: the sentence and the drawer
//! are views of such rows.

use swizzle_core::Named;
use swizzle_params::Scalar;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::page::Desk;
use crate::kit::{Change, Choice, Row, TextWord, Values, field, in_groups, word};

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
            return self.choice(value, field);
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
            return self.choice(value, |row, on| word(&row, text.into(), is_open, on));
        };
        let fault = (self.fault)(value.key);
        let word = TextWord {
            label: value.label,
            before: "",
            shown: text,
            text: get(self.shown),
            hint: value.hint,
            fault: fault.as_deref(),
            is_open,
        };
        word.draw(self.desk.opens(value.key), &self.on_text(value))
    }

    fn on_text(&self, value: &Value<T>) -> Callback<String> {
        let (shown, key) = (self.shown.clone(), &value.kind);
        let set = match key {
            Kind::Text { set, .. } => *set,
            Kind::Choice { .. } => return Callback::noop(),
        };
        self.on.reform(move |text| {
            let mut next = shown.clone();
            set(&mut next, text);
            next
        })
    }

    fn choice(&self, value: &Value<T>, draw: impl Fn(Row, &Callback<Change>) -> Html) -> Html {
        let Kind::Choice { get, set, all } = value.kind else {
            return Html::default();
        };
        let row = Row {
            label: value.label.into(),
            beside: value.hint.into(),
            about: String::new(),
            values: Values::Choice(all()),
            value: Scalar::Choice(get(self.shown)),
            is_auto: false,
            is_kept: true,
            is_free: true,
        };
        let (shown, key, look) = (self.shown.clone(), value.key, self.desk.look);
        let (on, on_look) = (self.on.clone(), self.desk.on.clone());
        let on = Callback::from(move |change: Change| match change {
            Change::Open => on_look.emit(look.with_open(key)),
            Change::To(Some(Scalar::Choice(name))) => {
                let mut next = shown.clone();
                set(&mut next, name);
                on.emit(next);
                on_look.emit(look.closed());
            }
            _ => {}
        });
        draw(row, &on)
    }
}
