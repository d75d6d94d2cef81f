//! An entry of the glossary on a page that is not of the lessons.

use swizzle_learn::TERMS;
use yew::prelude::*;

use super::entry::{Entry, Form};
use crate::browser;
use crate::page::Look;

/// Draws the entry of a slug; a term in it is handed on.
pub type DrawCard = fn(&str, &Callback<&'static str>) -> Html;

/// The entry; nothing where there is none.
pub(super) fn card(slug: &str, on_term: &Callback<&'static str>) -> Html {
    let term = TERMS.iter().find(|term| term.slug == slug);
    let look = Look {
        theme: browser::remembered_theme(),
        palette: browser::remembered_palette(),
    };
    let form = Form::Beside(format!("entry-{slug}"), on_term.clone());
    term.map_or_else(
        Html::default,
        |term| html! { <Entry key={term.slug} {term} {look} {form} /> },
    )
}
