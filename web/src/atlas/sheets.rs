//! The sheets of the atlas.

use swizzle_core::reader::VerdictKind;
use swizzle_core::{Coord, FieldId};
use swizzle_lints::{Severity, verdict_kind};
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

/// Returns the open sheet, and the callback that opens another. A cell tapped on a narrow screen is explained at once.
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

/// How many errors and warnings there are, and for the style sheet the classes of what the first of them blames, and of a
/// verdict that is a warning.
pub fn faults(picture: &Picture) -> (usize, Vec<&'static str>) {
    let findings = picture.findings();
    let faults: Vec<_> = findings
        .iter()
        .filter(|at| at.severity != Severity::Note)
        .collect();
    let first = faults.first();
    let blames = |field| first.is_some_and(|at| at.fields.contains(&field));
    let is_warning = verdict_kind(&picture.spec, findings) == VerdictKind::Warning;
    let classes = [
        blames(FieldId::Lbo).then_some("blames-lbo"),
        blames(FieldId::Sbo).then_some("blames-sbo"),
        is_warning.then_some("has-warning"),
    ];
    (faults.len(), classes.into_iter().flatten().collect())
}
