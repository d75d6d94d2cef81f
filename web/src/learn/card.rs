//! An entry of the glossary beside a word, on any page: its words and a picture.

use super::glossary::way_to_lesson;
use super::*;

split_point! {
    learn: fn load() -> DrawCard {
        card
    }
}

/// Loads what draws one entry of the glossary on another page.
pub fn load_card() -> Loading<DrawCard> {
    Box::pin(load())
}

/// Draws the entry of a slug.
type DrawCard = fn(&str) -> Html;

/// Rows of a picture.
const ROWS: u32 = 16;

/// The entry; nothing where there is none.
fn card(slug: &str) -> Html {
    let Some(term) = TERMS.iter().find(|term| term.slug == slug) else {
        return Html::default();
    };
    let look = Look::remembered();
    let facts = (swizzle_learn::subject_of(&term.figure).facts)(term.figure.link);
    // A control is its value here; in the glossary it can be changed.
    let value = |key: &'static str| {
        let value = facts.as_ref().and_then(|facts| facts.value(key));
        bare("b", value.unwrap_or_else(|| key.into()))
    };
    span(
        "learn-pop stack",
        (
            bare("strong", term.title),
            blocks(term.blocks, At { facts: facts.as_deref(), knob: &value }),
            small(&term.picture, ROWS, look),
            span("row gap-3 learn-ways", (way_to_lesson(term), a("go", term_address(term.slug), "Glossary"))),
        ),
    )
    .with("role", "dialog")
    .with("aria-label", term.title)
    .with("tabindex", "-1")
}
