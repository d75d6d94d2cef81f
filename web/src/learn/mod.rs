//! Learn: one road from the journey of a byte through the lessons to figures and glossary. Everything here is loaded when one of
//! its pages is opened.
//!
//! `link → Desk → Picture → scenes → cells` and `Picture → rows → kit → Act → Desk`; the texts are data of `swizzle_learn`.

mod ask;
pub mod card;
mod course;
mod figure;
mod figures;
mod glossary;
mod journey;
mod lesson;
mod parts;
mod small;
mod text;
mod wires;

use crate::browser::scroll;
use crate::check::drawn::Picture;
use crate::page::Look;
use crate::page::figure_part::OnLink;
use crate::page::terms::Terms;
use crate::prelude::*;
use figure::Live;
use small::{small, thumbnail};
use std::cell::Cell;
use swizzle_learn::{Kind, Subject, *};
use text::{At, blocks, words};

loaded_page!(
    learn,
    concat!(
        later_style!(),
        page_style!("learn.css"),
        page_style!("ends.css"),
        page_style!("figure.css"),
        page_style!("lesson.css"),
        page_style!("journey.css"),
        page_style!("way.css")
    ),
    |props| {
        scroll::keep();
        html! { <Learn ..props /> }
    }
);

/// Room of a figure beside its text, below it, and at the right of a list; and the windows that have the two.
const SIDES: f64 = 48.0;
const WIDEST: f64 = 1344.0;
const TEXT: f64 = 416.0 + 72.0;
const CARD: f64 = 520.0 - 56.0;
const BESIDE: f64 = 1000.0;

#[component]
fn Learn(props: &PageProps) -> Html {
    let (address, look) = (props.named.as_deref().unwrap_or_default(), props.look);
    let (window, _) = use_window();
    let place = LearnPage::of(address);
    use_effect_with(place, |place| {
        if *place != LearnPage::Journey {
            browser::set_title(place.title());
        }
    });
    use_arrived(address);
    let wide = window.min(WIDEST + SIDES) - SIDES;
    let beside = if window < BESIDE { window - 32.0 } else { wide - TEXT };
    let width = if window < BESIDE { window - 88.0 } else { CARD };
    let unknown = swizzle_learn::unknown(address);
    let page = match place {
        LearnPage::Course => html! { <course::Course {look} {unknown} /> },
        LearnPage::Glossary(term) => {
            html! { <glossary::Glossary {term} {unknown} {look} {width} /> }
        }
        LearnPage::Figures => html! { <figures::Figures {look} {width} /> },
        LearnPage::Journey => html! { <journey::Journey {look} /> },
        LearnPage::Stop { lesson, stop } => {
            lesson::stop(lesson::StopProps { lesson, stop, look, width: beside, is_part: false })
        }
        LearnPage::Whole(lesson) => lesson::whole(lesson, look, beside),
    };
    div("app", (bar_or_way(props), page, html! { <Terms /> }))
}

thread_local! {
    /// Whether no page of these was shown yet.
    static IS_FIRST: Cell<bool> = const { Cell::new(true) };
    /// The address of the page that came last.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Gives the focus to the title of a page that replaces another, since what was pressed to come here is gone. The first page
/// leaves the focus where the browser put it, and so does one within which only something else is asked for.
#[hook]
fn use_arrived(address: &str) {
    use_effect_with(address.to_owned(), |address| {
        let path = |address: &str| address.split(['?']).next().unwrap_or_default().to_owned();
        let last = LAST.replace(address.clone());
        let is_within = path(&last) == path(address)
            || last.starts_with("#/glossary") && address.starts_with("#/glossary");
        // A term takes the focus itself.
        let is_term = address.starts_with("#/glossary/") || address.contains("letter=");
        // By now the reader may have gone on.
        let has_gone_on = browser::is_there("main :focus");
        if !IS_FIRST.replace(false) && !is_within && !is_term && !has_gone_on {
            browser::focus("main h1");
            browser::window().scroll_to_with_x_and_y(0.0, 0.0);
        }
    });
}

/// Key in the browser's storage.
const KEY: &str = "learned";

/// What was answered so far.
pub fn progress() -> Progress {
    Progress(browser::remembered(KEY).unwrap_or_default())
}

/// Remembers that the question of an address was answered right.
pub fn set_done(address: &str) {
    browser::remember(KEY, &progress().with(address).0);
}
