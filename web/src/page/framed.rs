//! The frame of every page but the atlas: the title's row with the verdict at its right, a panel of parameters at the left, the
//! content, and details at the right. On a narrow screen panel and details are sheets over the content.

use gloo_events::EventListener;
use swizzle_view::Notice;
use yew::prelude::*;

use super::notices::listed;
use super::sheets::{Sheet, SheetButton, sheet_top, sheets};
use super::terms::Terms;
use crate::browser::{late_style, set_printing, window};
use crate::control::icon::{BITS, EDIT, NOTE, icon};
use crate::element::{Attr, Element, el};

/// The sheet that is open on a narrow screen, and what opens another.
pub type OpenSheet = (Option<Sheet>, Callback<Option<Sheet>>);

/// The content of the frame.
pub struct Framed<'a> {
    /// The page's class.
    pub class: &'static str,
    /// Its title.
    pub title: AttrValue,
    /// More facts about it, in quiet type.
    pub facts: Option<String>,
    /// Parts of its link that could not be opened.
    pub notices: &'a [Notice],
    /// Its verdict.
    pub verdict: Option<Element>,
    /// The parameters.
    pub panel: Option<Element>,
    /// The main content.
    pub content: Element,
    /// Details of one part of the content, under its name.
    pub details: Option<(&'static str, Element)>,
    /// The sheet that is open on a narrow screen.
    pub sheet: OpenSheet,
}

/// The style of paper.
pub const PRINT: &str = style!("print.css");

impl Framed<'_> {
    /// A page that has a title and a content, and no parameters.
    pub fn plain(class: &'static str, title: &'static str, content: Element) -> Self {
        Self {
            class,
            title: title.into(),
            facts: None,
            notices: &[],
            verdict: None,
            panel: None,
            content,
            details: None,
            sheet: (None, Callback::noop()),
        }
    }
}

/// The source of what was never run.
pub const NOT_MEASURED: &str = "From the manual and CUTLASS; not measured";

/// A mark in the title's row: the source of what the page shows, and that it was not measured.
pub fn unmeasured() -> Element {
    el("p")
        .class("heading-mark row quiet tiny")
        .child(icon(NOTE))
        .child(NOT_MEASURED)
}

/// Says at the foot of paper where it was printed from, as pages with cells do by themselves.
#[component]
pub fn Printing() -> Html {
    use_effect_with((), |()| {
        let events = [("beforeprint", true), ("afterprint", false)];
        let listeners = events.map(|(event, prints)| {
            EventListener::new(&window(), event, move |_| set_printing(prints))
        });
        move || drop(listeners)
    });
    Html::default()
}

/// The page below the bar.
pub fn framed(page: Framed<'_>) -> Element {
    docked(page, None)
}

/// The same over a dock of bits.
pub fn docked(page: Framed<'_>, dock: Option<Element>) -> Element {
    late_style::add(PRINT);
    let (sheet, on_sheet) = &page.sheet;
    let part = |class: &'static str, name: &'static str, of: Sheet, content: Element| {
        el("aside")
            .class(class)
            .attr(Attr::AriaLabel, name)
            .child(sheet_top(*sheet, &[of], on_sheet))
            .child(el("div").class("framed-part").child(content))
    };
    let mut all: Vec<SheetButton> = Vec::new();
    if page.panel.is_some() {
        all.push((Sheet::Edit, "Edit", EDIT));
    }
    if dock.is_some() {
        all.push((Sheet::Bits, "Bits", BITS));
    }
    if let Some((name, _)) = page.details {
        all.push((Sheet::Findings, name, NOTE));
    }
    let facts = page.facts.map(|facts| {
        el("p")
            .class("heading-facts")
            .attr(Attr::Title, facts.clone())
            .child(facts)
    });
    let heading = el("header")
        .class("heading")
        .child(
            el("h1")
                .attr(Attr::Tabindex, "-1")
                .attr(
                    Attr::Title,
                    (page.title.len() > 40).then(|| page.title.to_string()),
                )
                .child(page.title),
        )
        .child(facts)
        .child(page.verdict);
    let main = el("main")
        .class("page-stage")
        .child(heading)
        .child((!page.notices.is_empty()).then(|| listed(page.notices)))
        .child(el("div").class("framed-content").child(page.content));
    let panel = page
        .panel
        .map(|panel| panel.child(html! { <Terms /> }))
        .map(|panel| part("page-panel", "Parameters", Sheet::Edit, panel));
    let details = page
        .details
        .map(|(name, details)| part("page-side", name, Sheet::Findings, details));
    let dock = dock.map(|dock| {
        el("div")
            .class("page-dock")
            .child(sheet_top(*sheet, &[Sheet::Bits], on_sheet))
            .child(dock)
    });
    el("div")
        .class("page is-framed")
        .class(page.class)
        .class_if(panel.is_none(), "has-no-panel")
        .class_if(details.is_none(), "has-no-details")
        .classes(sheet.map(Sheet::class))
        .child(main)
        .child(panel)
        .child(details)
        .child(dock)
        .child((!all.is_empty()).then(|| sheets(&all, *sheet, on_sheet, 0)))
        .child(html! { <Printing /> })
}
