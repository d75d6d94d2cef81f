//! The supported combinations of a chip: type × major × mode, and why one is not supported.

mod cell;
mod panel;
mod reason;
mod table;

use swizzle_code::build::{Support, SupportTable, support_table};
use swizzle_core::reader::VerdictKind;
use swizzle_core::{Element as Type, Major, Said, Swizzle};
use swizzle_view::link::SupportShown;
use swizzle_view::{Route, Shown, link_from_shown, shown_from_link};
use yew::prelude::*;

use crate::browser;
use crate::control::icon::{GOOD, icon};
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::page::framed::{Framed, framed};
use crate::page::sheets::{Sheet, use_sheet};
use crate::page::{Format, Look, Tab, box_elsewhere, other_bar, use_linked};
use cell::{Place, mark};
use panel::panel;
use reason::{Reason, reason};
use table::{Table, table};

/// How the part that is shown is kept in the address.
static FORMAT: Format<SupportShown> = Format::of_form(|route| matches!(route, Route::Support));

/// Properties of [`SupportPage`].
#[derive(Properties, PartialEq)]
pub(super) struct SupportProps {
    /// Theme and colours.
    pub look: Look,
    /// Called with others.
    pub on_look: Callback<Look>,
}

/// The page.
#[component]
pub(super) fn SupportPage(props: &SupportProps) -> Html {
    let (opened, on_part) = use_linked(&FORMAT);
    let part = opened.shown;
    let (in_use, on_use) = use_value(tile_in_use);
    let (hovered, on_hover) = use_value(|| None::<Place>);
    let (is_unfolded, on_unfold) = use_value(|| false);
    let sheet = use_sheet();
    let table_key = (part.chip(), part.operand, part.sparsity);
    let found = use_memo(table_key, |(chip, operand, sparsity)| {
        support_table(*chip, *operand, *sparsity)
    });
    let used = place_of(&in_use);
    let looked_at = hovered.or(part.cell()).unwrap_or(used);
    // The place that was pointed at was chosen on the chip shown before; it is the same place on another.
    let on_choose = {
        let (on_part, on_sheet) = (on_part.clone(), sheet.1.clone());
        let (found, on_hover) = (found.clone(), on_hover.clone());
        Callback::from(move |place: Place| {
            on_hover.emit(Some(place));
            on_part.emit(part.with_cell(place));
            let (element, major, mode) = place;
            let cell = found.cell(element, major, mode);
            if cell.is_some_and(|cell| cell.support != Support::Illegal) {
                let said = with_place(in_use, place, &part);
                keep(said);
                on_use.emit(said);
            } else if browser::is_narrow() {
                on_sheet.emit(Some(Sheet::Findings));
            }
        })
    };
    let shown = Table {
        table: &found,
        looked_at,
        used,
        is_unfolded,
        on_unfold,
        on_look_at: on_hover.reform(Some),
        on_choose: on_choose.clone(),
    };
    let reason = reason(&Reason {
        table: &found,
        place: looked_at,
        look: props.look,
        on_choose: &on_choose,
    });
    let page = framed(Framed {
        class: "support",
        title: "Supported combinations".into(),
        facts: Some("element × swizzle × major".into()),
        notices: &opened.notices,
        verdict: Some(counts(&found, used, is_unfolded)),
        panel: Some(panel(&part, &in_use, &on_part)),
        content: table(&shown),
        details: Some(("Reason", fragment().child(reason))),
        sheet,
    });
    el("div")
        .class("app")
        .child(other_bar(
            Tab::Build,
            props.look,
            props.on_look.clone(),
            box_elsewhere(),
        ))
        .child(page)
        .into()
}

/// Tile that the atlas or the builder showed last.
fn tile_in_use() -> Said {
    let kept = browser::kept("atlas");
    kept.map_or_else(Said::default, |link| shown_from_link(&link).shown.said)
}

/// Leaves a tile to the atlas and the builder.
fn keep(said: Said) {
    let shown = Shown {
        said,
        ..Shown::default()
    };
    browser::hand_over("atlas", &link_from_shown(&shown));
}

/// The cell of a tile.
fn place_of(said: &Said) -> Place {
    let spec = swizzle_infer::spec_from_said(said);
    let tile = spec.ok().map(|spec| *spec.tile());
    tile.map_or((Type::Bf16, Major::K, Swizzle::B128), |tile| {
        (tile.element, tile.major, tile.swizzle)
    })
}

/// A tile with the type, the major and the mode of a cell. Its size, start and stages stay; what was given of a descriptor, and
/// strides, were of another layout.
fn with_place(said: Said, (element, major, mode): Place, part: &SupportShown) -> Said {
    let mut said = said.without_given().with_chip(part.chip());
    said.reader.operand = Some(part.operand);
    said.reader.sparsity = Some(part.sparsity);
    said.tile.element = Some(element);
    said.tile.major = Some(major);
    said.tile.swizzle = Some(mode);
    (said.tile.lbo_bytes, said.tile.sbo_bytes) = (None, None);
    said
}

/// How many cells are supported; the verdict on the tile in use goes with it.
fn counts(table: &SupportTable, (element, major, mode): Place, is_unfolded: bool) -> Element {
    // Rows that the chip does not read at all are counted in one line.
    let folded = table.rows().filter(|row| !is_unfolded && !row.is_read());
    let folded: usize = folded.map(|row| row.cells.len()).sum();
    let used = table.cell(element, major, mode);
    let verdict = match used.map(|cell| cell.support) {
        Some(Support::Legal) => VerdictKind::Right,
        Some(Support::Contested) => VerdictKind::Warning,
        Some(Support::Illegal) => VerdictKind::Wrong,
        None => VerdictKind::Incomplete,
    };
    let [legal, contested, illegal] =
        [Support::Legal, Support::Contested, Support::Illegal].map(|one| table.count(one));
    let contested = (contested > 0).then(|| {
        el("span")
            .class("is-contested")
            .child(mark(Support::Contested))
            .child(format!("{contested} contested"))
    });
    el("div")
        .class("heading-verdict support-counts")
        .attr(Attr::DataVerdict, verdict.name())
        .child(
            el("span")
                .class("is-legal")
                .child(icon(GOOD))
                .child(format!("{legal} supported")),
        )
        .child(contested)
        .child(el("small").child(match folded {
            0 => format!("{illegal} not supported"),
            _ => format!("{illegal} not supported, {folded} of them folded"),
        }))
}
