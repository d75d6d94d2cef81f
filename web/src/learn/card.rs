//! An entry of the glossary on a page that is not of the lessons.

use swizzle_learn::TERMS;
use yew::prelude::*;

use super::entry::Entry;
use super::entry_form::Form;
use crate::browser;
use crate::page::Look;
use crate::page::framed_style::add_style;
use crate::page::load::{Loading, split_point};

split_point! {
    learn: fn load() -> DrawCard {
        add_styles();
        card
    }
}

/// Loads what draws one entry of the glossary on another page.
pub fn load_card() -> Loading<DrawCard> {
    Box::pin(load())
}

/// Adds the styles of the lessons, in which an entry is drawn, too.
pub(super) fn add_styles() {
    add_style(concat!(style!("loom.css"), style!("learn.css"),));
}

/// Draws the entry of a slug.
pub type DrawCard = fn(&str) -> Html;

/// The entry; nothing where there is none.
fn card(slug: &str) -> Html {
    let term = TERMS.iter().find(|term| term.slug == slug);
    let look = Look {
        theme: browser::remembered_theme(),
        palette: browser::remembered_palette(),
    };
    term.map_or_else(
        Html::default,
        |term| html! { <Entry key={term.slug} {term} {look} form={Form::Beside} /> },
    )
}
