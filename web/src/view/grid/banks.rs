//! The banks of the column under the cursor: a ribbon over the memory lines, and its caption.

use swizzle_core::Coord;
use swizzle_warp::ColumnBanks;
use yew::prelude::*;

use super::drawn::{Drawn, offset};
use super::viewport::Viewport;
use crate::element::{Attr, Element, el};
use crate::view::hover::{Hover, use_hovered};
use crate::view::picture::{Picture, Shared};

/// The groups of four banks over their lines: those of the column are dark, with how often, where that is not once; without
/// one, that of a single unit.
pub(super) fn ribbon(
    drawn: &Drawn,
    viewport: &Viewport,
    column: Option<&ColumnBanks>,
    only: Option<u32>,
) -> Element {
    let Drawn {
        scene, geometry, ..
    } = drawn;
    let (x, _) = offset(geometry, viewport, scene);
    let (per_unit, pitch) = (scene.unit_columns, geometry.pitch_x);
    let (mut all, mut held, mut twice) = (String::new(), String::new(), String::new());
    let mut counts = Vec::new();
    for unit in scene.window.columns.start / per_unit..scene.window.columns.end.div_ceil(per_unit) {
        let left = i64::from(unit * per_unit) - i64::from(scene.window.columns.start);
        let (left, width) = (left * i64::from(pitch) + 1, per_unit * pitch - 2);
        let bar = format!("M{left} -21h{width}");
        all.push_str(&bar);
        let units = column.and_then(|column| column.groups.get(unit as usize));
        match units.copied().unwrap_or(u32::from(only == Some(unit))) {
            0 => {}
            1 => held.push_str(&bar),
            units => {
                twice.push_str(&bar);
                let count = el("text")
                    .attr(Attr::X, (left + i64::from(width)).to_string())
                    .attr(Attr::Y, "-5")
                    .attr(Attr::TextAnchor, "end")
                    .child(format!("×{units}"));
                counts.push(count);
            }
        }
    }
    let path = |class: &'static str, path: String| el("path").class(class).attr(Attr::D, path);
    let (left, top) = (geometry.left, geometry.top);
    let bars = el("g")
        .attr(Attr::Transform, format!("translate({x},{top})"))
        .child(path("", all))
        .child(path("is-held", held))
        .child(path("is-twice", twice))
        .children(counts.into_iter());
    el("svg")
        .class("grid-heads grid-banks")
        .attr(Attr::Style, format!("left:{left}px;height:{top}px"))
        .child(bars)
}

/// Properties of [`BankWords`].
#[derive(Properties, PartialEq)]
pub(super) struct BankWordsProps {
    pub(super) picture: Shared<Picture>,
    pub(super) pinned: Option<Coord>,
    pub(super) hover: Hover,
}

/// Caption of the ribbon, in the title's row while there is a cursor.
#[component]
pub(super) fn BankWords(props: &BankWordsProps) -> Html {
    let at = use_hovered(&props.hover).or(props.pinned);
    let column = at.map(|at| ColumnBanks::of(&props.picture.drawn, at));
    el("p")
        .class("grid-bank-words")
        .attr(Attr::Title, column.as_ref().map(ColumnBanks::note))
        .child(column.as_ref().map(ColumnBanks::text))
        .into()
}
