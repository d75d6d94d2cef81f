//! A cell of the table: its place, its mark, its name.

use swizzle_code::build::{Support, SupportCell};
use swizzle_core::{Element as Type, Major, Named as _, Swizzle};

use crate::control::icon::GOOD;
use crate::element::{Attr, Element, el};

/// Type, major and mode.
pub(super) type Place = (Type, Major, Swizzle);

/// That of a cell.
pub(super) const fn place_of(cell: &SupportCell) -> Place {
    (cell.element, cell.major, cell.swizzle)
}

/// A ring, and the half of it that is filled.
const RING: &str = "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z";
const HALF: &str = "M8 3a5 5 0 0 0 0 10Z";
/// Nothing.
const NONE: &str = "M1 15L15 1";

/// Meaning of a mark.
pub(super) const fn words(support: Support) -> &'static str {
    match support {
        Support::Legal => "Supported",
        Support::Contested => "Sources disagree",
        Support::Illegal => "Not supported",
    }
}

/// The style of a mark.
pub(super) const fn class(support: Support) -> &'static str {
    match support {
        Support::Legal => "is-legal",
        Support::Contested => "is-contested",
        Support::Illegal => "is-illegal",
    }
}

/// The mark.
pub(super) fn mark(support: Support) -> Element {
    let path = match support {
        Support::Legal => GOOD,
        Support::Contested => RING,
        Support::Illegal => NONE,
    };
    el("svg")
        .class("icon")
        .attr(Attr::ViewBox, "0 0 16 16")
        .attr(Attr::AriaHidden, "true")
        .attr(
            Attr::PreserveAspectRatio,
            (support == Support::Illegal).then_some("none"),
        )
        .child(el("path").attr(Attr::D, path))
        .child((support == Support::Contested).then(|| {
            el("path")
                .attr(Attr::Style, "fill:currentColor")
                .attr(Attr::D, HALF)
        }))
}

/// Name of a cell.
pub(super) fn name((element, major, mode): Place) -> String {
    format!(
        "{}, {}-major, {}",
        element.name(),
        major.name(),
        mode.name()
    )
}

/// The id of its button.
pub(super) fn id((element, major, mode): Place) -> String {
    format!("cell-{}-{}-{}", element.name(), major.name(), mode.name())
}
