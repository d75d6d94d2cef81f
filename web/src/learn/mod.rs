//! The lessons and the glossary: everything here is loaded when one of them is opened.

mod address;
mod arrived;
mod ask;
mod bits;
pub mod card;
mod course;
mod digits;
mod entry;
mod entry_form;
mod figure;
mod glossary;
mod knob;
mod learned;
mod part_figure;
mod part_stop;
mod progress;
mod small;
mod stop;
mod stop_page;
mod tensor_entry;
mod tensor_stop;
mod text;
mod tile_stop;
mod to_question;
mod whole;
mod wires_figure;

use yew::prelude::*;

use crate::browser::{self, scroll};
use crate::element::fragment;
use crate::page::load::{Loading, split_point};
use crate::page::terms::Terms;
use crate::page::{DrawPage, Look, Tab, box_elsewhere, other_bar};
use address::LearnPage;
use card::add_styles;

split_point! {
    learn: fn load() -> DrawPage {
        learn
    }
}

/// Loads the lessons and the glossary.
pub fn load_page() -> Loading<DrawPage> {
    Box::pin(load())
}

/// The page of an address of the lessons or the glossary.
fn learn(address: &str, look: Look, on_look: Callback<Look>) -> Html {
    scroll::keep();
    add_styles();
    let place = LearnPage::of(address);
    browser::set_title(&format!("{} – Swizzle Atlas", place.title()));
    let tab = match place {
        LearnPage::Glossary(_) => Tab::Glossary,
        _ => Tab::Learn,
    };
    let page = match place {
        LearnPage::Course => course::course(look, address::unknown(address)),
        LearnPage::Glossary(term) => {
            let unknown = address::unknown(address);
            let letter = address::letter_of(address);
            html! { <glossary::Glossary {term} {letter} {unknown} {look} /> }
        }
        LearnPage::Stop { lesson, stop } => {
            html! { <stop::StopPage key={address.to_owned()} {lesson} {stop} {look} /> }
        }
        LearnPage::Whole(lesson) => whole::whole(lesson, look),
    };
    fragment()
        .child(other_bar(tab, look, on_look, box_elsewhere()))
        .child(page)
        .child(html! { <Terms /> })
        .into()
}
