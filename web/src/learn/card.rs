//! An entry of the glossary on a page that is not of the lessons.

use swizzle_learn::TERMS;
use yew::prelude::*;

use super::entry::Entry;
use super::entry_form::Form;
use crate::browser;
use crate::page::Look;

/// Draws the entry of a slug.
pub type DrawCard = fn(&str) -> Html;

/// The entry; nothing where there is none.
pub(super) fn card(slug: &str) -> Html {
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
