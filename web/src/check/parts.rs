//! The tile as a sentence, and the same table as a list.

use swizzle_params::ParamId;
use yew::prelude::*;

use super::facts::Facts;
use super::state::Act;
use super::table::{DRAWER, Key, Part, SENTENCE, is_offered, row, word_text};
use crate::kit::{On, Row, Shared, field, word};

/// Properties of the parts.
#[derive(Properties, PartialEq)]
pub struct PartProps {
    /// What is in view.
    pub facts: Shared<Facts>,
    /// What is open.
    #[prop_or_default]
    pub open: Option<&'static str>,
    /// Whether the last step was a fix.
    #[prop_or_default]
    pub is_fixed: bool,
    /// Takes acts.
    pub on: Callback<Act>,
}

impl PartProps {
    fn on(&self, id: ParamId) -> On {
        let arch = self.facts.spec.reader().arch;
        self.on
            .reform(move |change| Key::Param(id).act(arch, change))
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
    let part = |part: &Part| match part {
        Part::Text(text) => html! { text },
        Part::Value(id, after) => {
            let row = props.row(*id);
            let text = word_text(&row, *id, after);
            word(
                &row,
                text,
                props.open == Some(id.param().key),
                &props.on(*id),
            )
        }
    };
    html! { <>{ start }{ for SENTENCE.iter().map(part) }</> }
}

/// Whether a number is spoken with a vowel first: eight, eleven, eighteen, eighty.
fn has_vowel(number: u32) -> bool {
    let text = number.to_string();
    text.starts_with('8') || matches!(number, 11 | 18 | 11_000..12_000 | 18_000..19_000)
}

/// All parameters, in their sections.
#[component]
pub fn Drawer(props: &PartProps) -> Html {
    let section = |(at, (name, ids)): (usize, &(&'static str, &[ParamId]))| {
        let ids = ids
            .iter()
            .copied()
            .filter(|id| is_offered(&props.facts.spec, *id));
        let rows: Vec<(ParamId, Row)> = ids.map(|id| (id, props.row(id))).collect();
        if rows.is_empty() {
            return Html::default();
        }
        let note = if rows.iter().all(|(_, row)| row.is_auto) {
            "all auto"
        } else {
            ""
        };
        let fields = rows.into_iter().map(|(id, row)| field(row, &props.on(id)));
        if at + 1 == DRAWER.len() {
            html! { <details><summary class="s">{ *name }</summary>{ for fields }</details> }
        } else {
            html! { <section><h3 class="title">{ *name }<small>{ note }</small></h3>{ for fields }</section> }
        }
    };
    html! { <>{ for DRAWER.iter().enumerate().map(section) }</> }
}
