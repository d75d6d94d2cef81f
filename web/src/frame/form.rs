//! Values of a page whose link is a form. Each is written or chosen, and one row of the page's table: the sentence and the drawer
//! are views of such rows.

use super::*;
use swizzle_view::link;
use swizzle_view::link::{Parameter, with_value};

/// A list of numbers as the sentence has it: `64 × 128`.
pub fn number_words(text: &str) -> String {
    let parts = text.split(',').map(|part| in_groups(part.trim()));
    parts.collect::<Vec<_>>().join(" × ")
}

/// A sentence with values in its braces, by their keys. Where a value does not matter, the words before it do not, either.
pub fn filled(sentence: &'static str, value: impl Fn(&'static str) -> Option<Html>) -> Html {
    let part = |part: &'static str| match part.split_once('{') {
        Some((before, key)) => maybe(value(key).map(|value| in_turn((before, value)))),
        None => html! { part },
    };
    several(sentence.split('}').map(part))
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

impl<T: link::Form> Form<'_, T> {
    /// A value in the drawer.
    pub fn field(&self, key: &str) -> Html {
        parameter(T::TABLE, key).map_or_else(Html::default, |value| self.field_of(value))
    }

    fn field_of(&self, value: &Parameter<T>) -> Html {
        let Values::Text { names, read } = (value.values)(self.shown, self.shown) else {
            return maybe(value.row(self.shown, self.shown).map(|row| field(row, &self.on_row(value.key))));
        };
        let (text, fault) = ((value.write)(self.shown), (self.fault)(value.key));
        let usual = read.filter(|read| fault.is_none() && !read.eq_ignore_ascii_case(text.trim()));
        let oninput = self.on_text(value.key).reform(|event: InputEvent| browser::typed(&event));
        let id = format!("names-{}", value.key);
        let list = (!names.is_empty()).then(|| id.clone());
        let name =
            |(name, words): &(String, String)| html! { <option value={name.clone()}>{ words }</option> };
        tag(
            "label",
            classes!("field", (!text.trim().is_empty()).then_some("is-set")),
            (
                span("", value.label),
                html! { <input class="input m" autocomplete="off" spellcheck="false" placeholder={value.beside} {list} value={text} aria-invalid={fault.as_ref().map(|_| "true")} {oninput} /> },
                fault_of(fault),
                usual.map(|usual| tag("small", "hint", usual)),
                (!names.is_empty())
                    .then(|| html! { <datalist {id}>{ for names.iter().map(name) }</datalist> }),
            ),
        )
    }

    /// The sections of the drawer, each with the fields of keys that are `asked`.
    pub fn sections(&self, asked: fn(&str) -> bool) -> impl Iterator<Item = (&'static str, Html)> {
        // Who types into a field keeps it while another one comes or goes.
        let field = move |value: &'static Parameter<T>| maybe(asked(value.key).then(|| self.field_of(value)));
        T::TABLE.iter().map(move |(name, all)| {
            let all = all.iter().filter(|value| !value.label.is_empty());
            (*name, all.map(field).collect())
        })
    }

    /// A value as a word of the sentence; `text` has the word for what is written or chosen.
    pub fn word(&self, key: &str, text: impl FnOnce(&str) -> String) -> Html {
        let Some(value) = parameter(T::TABLE, key) else {
            return Html::default();
        };
        let (is_open, written) = (self.desk.has_open(value.key), (value.write)(self.shown));
        if let Some(row) = self.row(key) {
            let now = match row.choices() {
                [] => written,
                _ => row.text(),
            };
            return word(&row, text(&now), is_open, &self.on_row(value.key));
        }
        let (fault, shown) = ((self.fault)(value.key), text(&written));
        let word = TextWord {
            label: value.label,
            shown: &shown,
            text: &written,
            hint: value.beside,
            fault: fault.as_deref(),
            is_open,
        };
        word.draw(self.desk.opens(value.key), &self.on_text(value.key))
    }

    /// The same in its own words.
    pub fn said(&self, key: &str) -> Html {
        self.word(key, str::to_owned)
    }

    /// A value that is no text, as a row of the kit.
    pub fn row(&self, key: &str) -> Option<Row> {
        parameter(T::TABLE, key)?.row(self.shown, self.shown)
    }

    /// Takes the changes of that row.
    pub fn on_row(&self, key: &'static str) -> Callback<Change> {
        let (shown, look) = (self.shown.clone(), self.desk.look);
        let (on, on_look) = (self.on.clone(), self.desk.on.clone());
        Callback::from(move |change: Change| match change {
            Change::Open => on_look.emit(look.with_open(key)),
            Change::To(value) | Change::Cancel(value) => {
                on.emit(with_value(&shown, key, value));
                if let Some(Scalar::Choice(_)) = value {
                    on_look.emit(look.closed());
                }
            }
            Change::Try(_) | Change::Settle => {}
        })
    }

    fn on_text(&self, key: &'static str) -> Callback<String> {
        let shown = self.shown.clone();
        self.on.reform(move |text: String| with_text(&shown, key, &text))
    }
}
