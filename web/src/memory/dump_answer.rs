//! The answer to a dump: layouts, rivals, what is open, what would mend it, and what a descriptor would read.

use std::rc::Rc;

use swizzle_core::reader::Said;
use swizzle_dump::{DumpMap, Fact, Found, Readable};
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use super::dump_map::Map;
use super::dump_read::ReadPart;
use super::field::section;
use super::given::Recognized;
use crate::element::{Attr, Element, el, fragment};

/// Properties of [`AnswerPart`].
#[derive(Properties, PartialEq)]
pub(super) struct AnswerProps {
    pub(super) recognized: Rc<Recognized>,
    /// Which of the layouts is looked at.
    pub(super) chosen: usize,
    pub(super) on_chosen: Callback<usize>,
    pub(super) descriptor: String,
    pub(super) on_descriptor: Callback<String>,
}

#[component]
pub(super) fn AnswerPart(props: &AnswerProps) -> Html {
    let recognized = &props.recognized;
    let chosen = props.chosen.min(recognized.found.len().saturating_sub(1));
    let Some(found) = recognized.found.get(chosen) else {
        let map = DumpMap::new(&recognized.dumps, &recognized.asked, None);
        return fragment()
            .child(
                section("No layout fits")
                    .attr(Attr::AriaLive, "polite")
                    .child(el("p").child("Neither a canonical layout of any mode and phase nor rows of any pitch, padded or with units exchanged, places most of the values."))
                    .child(el("p").class("hint").child("The extents of the matrix help, the right width of an element, and values that are the index of their cell."))
                    .child(timing(recognized)),
            )
            .child(html! { <Map {map} /> })
            .into();
    };
    let map = DumpMap::new(&recognized.dumps, &recognized.asked, Some(found));
    fragment()
        .child(verdict(recognized, chosen, props.on_chosen.clone()))
        .child(html! { <ReadPart recognized={recognized.clone()} {chosen} descriptor={props.descriptor.clone()} on_descriptor={props.on_descriptor.clone()} /> })
        .child(html! { <Map key={chosen} {map} /> })
        .into()
}

fn verdict(recognized: &Recognized, chosen: usize, on_chosen: Callback<usize>) -> Element {
    let found = &recognized.found[chosen];
    let class = match found.readable() {
        Readable::Yes => "is-good",
        Readable::WithBaseOffset(_) => "is-warning",
        Readable::No => "is-bad",
    };
    let share = f64::from(found.right) / f64::from(found.of.max(1)) * 100.0;
    let fact = |fact: Fact| {
        el("div")
            .class_if(!fact.is_shown, "is-open")
            .child(el("dt").child(fact.name))
            .child(el("dd").child(fact.value))
    };
    section("Layout found")
        .class("memory-verdict")
        .class(class)
        .attr(Attr::AriaLive, "polite")
        .child(el("p").class("memory-found").child(found.text()))
        .child(
            el("p")
                .class("memory-readable")
                .child(found.readable().text()),
        )
        .child(
            el("div")
                .class("memory-share")
                .attr(Attr::AriaHidden, "true")
                .child(el("div").attr(Attr::Style, format!("width:{share:.1}%"))),
        )
        .child(el("p").child(format!("{} of {} cells match.", found.right, found.of)))
        .child(
            found
                .mend()
                .map(|mend| el("p").class("memory-mend").child(mend)),
        )
        .child(
            el("dl")
                .class("memory-facts")
                .children(found.facts().into_iter().map(fact)),
        )
        .child(
            found
                .open_start_text()
                .map(|open| el("p").class("hint").child(format!("{open}."))),
        )
        .child(open_text(found).map(|open| el("p").class("hint").child(open)))
        .child(rivals(recognized, chosen, on_chosen))
        .child(said(found))
        .child(timing(recognized))
}

/// The other layouts that fit, each to be looked at.
fn rivals(recognized: &Recognized, chosen: usize, on_chosen: Callback<usize>) -> Element {
    let found = &recognized.found[chosen];
    if found.rests_on_its_extents(&recognized.asked) {
        return el("p").class("hint").child(format!(
            "Taken for {} × {}, since no extents were said: rows of a matrix of another width may hold the same bytes. Say M, N or K.",
            found.shape.mn, found.shape.k
        ));
    }
    if recognized.found.len() == 1 {
        return el("p").class("hint").child("Nothing else fits as well.");
    }
    let layouts = recognized.found.iter().enumerate().map(|(at, found)| {
        let on_chosen = on_chosen.reform(move |_: Event| at);
        let radio = el("input")
            .attr(Attr::Type, "radio")
            .attr(Attr::Name, "memory-layout")
            .checked(at == chosen)
            .on_change(on_chosen);
        el("li").child(
            el("label")
                .child(radio)
                .child(el("span").child(found.text())),
        )
    });
    el("fieldset")
        .class("memory-rivals")
        .child(el("legend").child("All matches"))
        .child(el("ul").class("memory-layouts").children(layouts))
}

/// What so small a dump leaves open.
fn open_text(found: &Found) -> Option<String> {
    (!found.undetermined.is_empty()).then(|| {
        format!(
            "Not shown by this dump, and taken as in a packed tile: {}.",
            found.undetermined.join(", ").replace('_', " ")
        )
    })
}

/// How much was looked at, and how long it took.
fn timing(recognized: &Recognized) -> Element {
    let bytes: usize = recognized.dumps.iter().map(|dump| dump.bytes.len()).sum();
    el("p").class("hint memory-timing").child(format!(
        "{bytes} bytes, searched in {} ms.",
        recognized.took_ms
    ))
}

/// The link that makes it what is said in the atlas.
fn said(found: &Found) -> Option<Element> {
    let tile = found.said()?;
    let shown = Shown {
        said: Said {
            tile,
            ..Said::default()
        },
        ..Shown::default()
    };
    Some(
        el("p").child(
            el("a")
                .class("button")
                .class("is-main")
                .attr(Attr::Href, link_from_shown(&shown))
                .child("Use as tile in the atlas"),
        ),
    )
}
