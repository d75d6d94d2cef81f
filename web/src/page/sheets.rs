//! The parts beside or under the views, one at a time where there is no room for all of them at once.

use yew::prelude::*;

use crate::browser;
use crate::control::icon::{CLOSE, icon};
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::hooks::{use_escape, use_value};

/// A part of the page that is shown over the views, or beside them, when it is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sheet {
    /// The parameters.
    Edit,
    /// The descriptor.
    Bits,
    /// The findings.
    Findings,
    /// The way of an address.
    Trace,
}

/// A sheet of a page, the words of its button, and the drawing on it.
pub type SheetButton = (Sheet, &'static str, &'static str);

impl Sheet {
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

/// Returns the sheet that is open, and the callback that opens another.
#[hook]
pub fn use_sheet() -> (Option<Sheet>, Callback<Option<Sheet>>) {
    let (sheet, on_sheet) = use_value(|| None::<Sheet>);
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

/// Closes the part over the views, and returns the focus to the button that opened it.
fn close(on_sheet: &Callback<Option<Sheet>>) {
    browser::focus(".sheet-button[aria-pressed=true]");
    on_sheet.emit(None);
}

/// The top of a part over the views, with the button that closes it while it is open.
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

/// The bar that opens them; where there is room for all, it is not seen.
pub fn sheets(
    all: &[SheetButton],
    open: Option<Sheet>,
    on_sheet: &Callback<Option<Sheet>>,
    faults: usize,
) -> Element {
    let button = |&(sheet, words, drawing): &SheetButton| {
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
        .children(all.iter().map(button))
}
