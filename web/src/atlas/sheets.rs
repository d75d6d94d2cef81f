//! What stands beside or under the views where there is no room for all of it at once: one part at a time.

use swizzle_core::{Coord, FieldId};
use swizzle_lints::Severity;
use yew::prelude::*;

use crate::browser;
use crate::control::icon::{BITS, CLOSE, EDIT, NOTE, TRACE, icon};
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::hooks::{use_escape, use_value};
use crate::view::Picture;

/// A part of the page that lies over the views, or beside them, when it is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// The parameters.
    Edit,
    /// The descriptor.
    Bits,
    /// What there is to say.
    Findings,
    /// The way of an address.
    Trace,
}

impl Sheet {
    const ALL: [(Self, &'static str, &'static str); 4] = [
        (Self::Edit, "Edit", EDIT),
        (Self::Bits, "Bits", BITS),
        (Self::Findings, "Findings", NOTE),
        (Self::Trace, "Trace", TRACE),
    ];

    /// The class of a page that shows it.
    pub const fn class(self) -> &'static str {
        match self {
            Self::Edit => "shows-edit",
            Self::Bits => "shows-bits",
            Self::Findings => "shows-findings",
            Self::Trace => "shows-trace",
        }
    }
}

/// Which is open, and what opens another. A cell that is tapped on a narrow screen is explained at once.
#[hook]
pub fn use_sheet(pinned: Option<Coord>) -> (Option<Sheet>, Callback<Option<Sheet>>) {
    let (sheet, on_sheet) = use_value(|| None::<Sheet>);
    let former = use_mut_ref(|| pinned);
    {
        let on_sheet = on_sheet.clone();
        use_effect_with(pinned, move |pinned| {
            let is_other = former.replace(*pinned) != *pinned;
            let is_tapped = is_other && pinned.is_some() && !browser::is_there("#paste:focus");
            if is_tapped && browser::is_narrow() {
                on_sheet.emit(Some(Sheet::Trace));
            }
        });
    }
    {
        let on_sheet = on_sheet.clone();
        use_escape(sheet.is_some(), move || {
            if browser::is_narrow() {
                close(&on_sheet);
            }
        });
    }
    (sheet, on_sheet)
}

/// Closes what lies over the views; the button that opened it has the focus again.
fn close(on_sheet: &Callback<Option<Sheet>>) {
    browser::focus(".sheet-button[aria-pressed=true]");
    on_sheet.emit(None);
}

/// The top of a part that lies over the views, with what closes it, while it is open.
pub fn sheet_top(open: Option<Sheet>, of: &[Sheet], on_sheet: &Callback<Option<Sheet>>) -> Element {
    let on_sheet = on_sheet.clone();
    let is_open = open.is_some_and(|open| of.contains(&open));
    let closer = is_open.then(|| {
        button(Button {
            words: "Close",
            icon: Some(CLOSE),
            on_click: Callback::from(move |_| close(&on_sheet)),
            ..Button::default()
        })
    });
    el("div").class("sheet-top").child(closer)
}

/// How many errors and warnings there are, and for the style sheet what the first of them is and blames.
pub fn faults(picture: &Picture) -> (usize, &'static str) {
    let findings = picture.findings().iter();
    let mut faults = findings.filter(|at| at.severity != Severity::Note);
    let Some(first) = faults.next() else {
        return (0, "");
    };
    let blames = |field| first.fields.contains(&field);
    let class = match (blames(FieldId::Lbo), blames(FieldId::Sbo)) {
        (true, true) => "blames-lbo blames-sbo",
        (true, false) => "blames-lbo",
        (false, true) => "blames-sbo",
        (false, false) => "",
    };
    (1 + faults.count(), class)
}

/// The bar that opens them; where there is room for all, it is not seen.
pub fn sheets(open: Option<Sheet>, on_sheet: &Callback<Option<Sheet>>, faults: usize) -> Element {
    let button = |(sheet, words, drawing): (Sheet, &'static str, &'static str)| {
        let is_open = open == Some(sheet);
        let next = (!is_open).then_some(sheet);
        let has_faults = sheet == Sheet::Findings && faults > 0;
        el("button")
            .attr(Attr::Type, "button")
            .class("sheet-button")
            .attr(Attr::AriaPressed, if is_open { "true" } else { "false" })
            .on_click(on_sheet.reform(move |_| next))
            .child(icon(drawing))
            .child(
                el("span")
                    .child(words)
                    .child(has_faults.then(|| el("b").child(format!(" {faults}")))),
            )
    };
    el("nav")
        .class("sheets")
        .attr(Attr::AriaLabel, "Parts of the page")
        .children(Sheet::ALL.map(button))
}
