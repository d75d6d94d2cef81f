//! The sheets of the atlas.

use swizzle_core::{Coord, FieldId};
use swizzle_lints::Severity;
use yew::prelude::*;

use crate::browser;
use crate::control::icon::{BITS, EDIT, NOTE, TRACE};
use crate::page::sheets::{self, Sheet, SheetButton};
use crate::view::Picture;

/// All of them.
pub const SHEETS: &[SheetButton] = &[
    (Sheet::Edit, "Edit", EDIT),
    (Sheet::Bits, "Bits", BITS),
    (Sheet::Findings, "Findings", NOTE),
    (Sheet::Trace, "Trace", TRACE),
];

/// Which is open, and what opens another. A cell that is tapped on a narrow screen is explained at once.
#[hook]
pub fn use_sheet(pinned: Option<Coord>) -> (Option<Sheet>, Callback<Option<Sheet>>) {
    let (sheet, on_sheet) = sheets::use_sheet();
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
    (sheet, on_sheet)
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
