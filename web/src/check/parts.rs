//! The tile as a sentence, and the same table as a list.

use super::*;

/// Properties of the parts.
#[derive(Properties, PartialEq)]
pub struct PartProps {
    /// What is in view.
    pub facts: Shared<Facts>,
    /// What is open.
    #[prop_or_default]
    pub open: Option<&'static str>,
    /// Takes acts.
    pub on: Callback<Act>,
}

impl PartProps {
    fn on(&self, id: ParamId) -> On {
        let arch = self.facts.spec.reader().arch;
        self.on.reform(move |change| Key::Param(id).act(arch, change))
    }

    fn row(&self, id: ParamId) -> Row {
        row(&self.facts, id)
    }
}

/// The tile as a sentence whose words are controls.
#[component]
pub fn Sentence(props: &PartProps) -> Html {
    let begins_with_vowel = has_vowel(props.facts.spec.tile().mn);
    let start = match (props.facts.has_wrong(), begins_with_vowel) {
        (true, true) => "assuming an ",
        (true, false) => "assuming a ",
        (false, true) => "An ",
        (false, false) => "A ",
    };
    let part = |part: Part| match part {
        Part::Text(text) => html! { text },
        Part::Value(key, after) => maybe(id_of(key).and_then(|id| {
            let by = times(&props.facts, id);
            let row = props.row(id).times(by);
            let text = word_text(&row, id, after);
            let on = props.on(id).reform(move |change: Change| change.divided(by));
            said(&row, text, props.open == Some(key), &on)
        })),
    };
    in_turn((start, parts(SENTENCE).map(part)))
}

/// How many times its value a sentence says: K is that of the product, of which a sparse tile stores half.
pub fn times(facts: &Facts, id: ParamId) -> u32 {
    if id == ParamId::K { SparseK::per_stored(&facts.spec) } else { 1 }
}

/// A word of a sentence that is a control, if it is there; a comma behind it is not part of it.
pub fn said(row: &Row, text: String, is_open: bool, on: &On) -> Option<Html> {
    let (text, after) = match text.strip_suffix(", ") {
        Some(word) => (word.to_owned(), ", "),
        None => (text, ""),
    };
    (!text.is_empty()).then(|| in_turn((word(row, text, is_open, on), after)))
}

/// Whether a number is spoken with a vowel first: eight, eleven, eighteen, eighty.
fn has_vowel(number: u32) -> bool {
    let text = number.to_string();
    text.starts_with('8') || matches!(number, 11 | 18 | 11_000..12_000 | 18_000..19_000)
}

/// All parameters, in their sections.
#[component]
pub fn Drawer(props: &PartProps) -> Html {
    let last = sections(DRAWER).last().map(|(name, _)| name);
    let section = |(name, ids): (&'static str, Vec<ParamId>)| {
        let ids = ids.into_iter();
        let ids = ids.filter(|id| is_offered(&props.facts.spec, *id));
        let rows: Vec<(ParamId, Row)> = ids.map(|id| (id, props.row(id))).collect();
        if rows.is_empty() {
            return Html::default();
        }
        let note = if rows.iter().all(|(_, row)| row.is_auto) { "all auto" } else { "" };
        let fields = rows.into_iter().map(|(id, row)| field(row, &props.on(id)));
        if Some(name) == last {
            bare("details", (tag("summary", "s", name), fields))
        } else {
            bare("section", (tag("h3", "title", (name, bare("small", note))), fields))
        }
    };
    several(sections(DRAWER).map(section))
}
