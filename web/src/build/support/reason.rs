//! Why a cell is supported or not, and what to use instead.

use swizzle_code::build::{Support, SupportCell, SupportTable, instruction_facts};
use swizzle_core::{Major, Named as _, Said};
use swizzle_draw::scene::PaneKind;
use swizzle_view::link::build_address;
use swizzle_view::{Shown, link_from_shown};
use yew::prelude::*;

use super::cell::{Place, class, mark, name, place_of, words};
use crate::element::{Attr, Element, el, fragment};
use crate::page::Look;
use crate::view::PlainViews;

/// The one view of an atom.
const MATRIX: &[PaneKind] = &[PaneKind::Matrix];

/// Subject of the reason.
pub(super) struct Reason<'a> {
    /// The cells of the chip.
    pub table: &'a SupportTable,
    /// The cell that is explained.
    pub place: Place,
    /// Theme and colours.
    pub look: Look,
    /// Called with the cell that is to be used.
    pub on_choose: &'a Callback<Place>,
}

/// The reason of a cell.
pub(super) fn reason(of: &Reason<'_>) -> Option<Element> {
    let (found, chip) = (of.table, of.table.chip);
    let (element, major, mode) = of.place;
    let cell = found.cell(element, major, mode)?;
    let instead = found
        .instead_of(cell)
        .filter(|_| cell.support == Support::Illegal);
    let use_it = instead.map(|instead| {
        let place = place_of(instead);
        let words = match instead.major == major {
            true => format!("Use {}", instead.swizzle.name()),
            false => format!(
                "Use {}, {}-major",
                instead.swizzle.name(),
                instead.major.name()
            ),
        };
        el("button")
            .attr(Attr::Type, "button")
            .class("finding-repair")
            .on_click(of.on_choose.reform(move |_: MouseEvent| place))
            .child(words)
    });
    let is_illegal = cell.support == Support::Illegal;
    let build = (!is_illegal).then(|| {
        el("a")
            .class("button")
            .attr(Attr::Href, address(cell.said.with_chip(chip)))
            .child("Build this tile")
    });
    let text = match &*cell.text {
        "" => "All sources list it.".to_owned(),
        text => text.to_owned(),
    };
    let source = (!cell.source.is_empty()).then(|| el("small").child(cell.source));
    let drawn = if is_illegal { instead } else { Some(cell) };
    let atom = drawn.map(|drawn| {
        let title = if is_illegal {
            "Supported instead"
        } else {
            "Atom"
        };
        let views = html! {
            <PlainViews shown={one_atom(drawn)} kinds={MATRIX} look={of.look} zoom={Some(28)} />
        };
        el("section")
            .class("support-atom")
            .child(el("h2").child(title))
            .child(views)
    });
    let facts = drawn.map(|drawn| {
        let facts = instruction_facts(chip, drawn).into_iter();
        el("section")
            .child(el("h2").child("Instruction"))
            .child(el("dl").children(facts.map(|(name, value)| {
                fragment()
                    .child(el("dt").child(name))
                    .child(el("dd").child(value))
            })))
    });
    let reason = fragment()
        .child(
            el("section")
                .attr(Attr::AriaLive, "polite")
                .child(
                    el("h2")
                        .child("Reason")
                        .child(el("small").child(chip.name())),
                )
                .child(el("h3").child(name(of.place)))
                .child(
                    el("p")
                        .class("support-status")
                        .class(class(cell.support))
                        .child(mark(cell.support))
                        .child(words(cell.support)),
                )
                .child(el("p").child(text))
                .child(source)
                .child(el("p").class("support-do").child(use_it).child(build)),
        )
        .child(atom)
        .child(facts);
    Some(reason)
}

/// A tile of one atom.
fn one_atom(cell: &SupportCell) -> Shown {
    let atom = cell.swizzle.atom(cell.major);
    let along = atom.row_units * cell.element.per_unit();
    let mut said = cell.said;
    (said.tile.mn, said.tile.k) = match cell.major {
        Major::K => (Some(atom.rows), Some(along)),
        Major::Mn => (Some(along), Some(atom.rows)),
    };
    Shown {
        said,
        ..Shown::default()
    }
}

/// Address of the builder for a layout.
fn address(said: Said) -> String {
    build_address(&link_from_shown(&Shown {
        said,
        ..Shown::default()
    }))
}
