//! A dump as a picture: eight units a line, each with what it holds.

use swizzle_core::Named as _;
use swizzle_dump::{DumpMap, UnitHolds};
use yew::prelude::*;

use super::field::section;
use super::text_grid::{TextGrid, text_grid};
use crate::element::{Attr, el};
use crate::hooks::use_value;

/// Properties of [`Map`].
#[derive(Properties, PartialEq)]
pub(super) struct MapProps {
    pub(super) map: DumpMap,
}

/// Lines that are drawn at the most; the rest is in the counts.
const LINES_MAX: u32 = 1024;

const CLASSES: [(UnitHolds, &str); 3] = [
    (UnitHolds::Right, "memory-unit-right"),
    (UnitHolds::Wrong, "memory-unit-wrong"),
    (UnitHolds::Other, "memory-unit-other"),
];

/// The dump as a picture. The unit under the pointer, or the one that the arrow keys lead to, is told in words.
#[component]
pub(super) fn Map(props: &MapProps) -> Html {
    let map = &props.map;
    let (at, on_at) = use_value(|| None::<(u32, u32)>);
    let lines = map.lines().min(LINES_MAX);
    let legend = CLASSES.into_iter().map(|(holds, class)| {
        let swatch = el("svg")
            .class("memory-swatch")
            .attr(Attr::ViewBox, "0 0 1 1")
            .attr(Attr::AriaHidden, "true")
            .child(el("path").class(class).attr(Attr::D, "M0 0h1v1h-1z"));
        el("li")
            .child(swatch)
            .child(format!("{} units {}", map.count(holds), holds.name()))
    });
    let told = at.and_then(|(unit, line)| map.unit_text(line, unit));
    let told = told.unwrap_or_else(|| {
        "In each unit of 16 bytes stands the first cell, (mn, k). Point at one.".into()
    });
    let grid = TextGrid {
        name: "The dump, eight units of 16 bytes a line; arrow keys lead from unit to unit",
        text: map.text(lines),
        before: DumpMap::BEFORE,
        letters: DumpMap::LETTERS,
        columns: 8,
        rows: lines,
        under: (CLASSES.into_iter())
            .map(|(holds, class)| (class, map.path(holds)))
            .collect(),
        at,
        on_at,
    };
    let more = (map.lines() > lines).then(|| {
        el("p").class("hint").child(format!(
            "{} more lines are counted above.",
            map.lines() - lines
        ))
    });
    section("Memory contents")
        .child(el("ul").class("memory-legend").children(legend))
        .child(text_grid(grid))
        .child(more)
        .child(
            el("p")
                .class("memory-told")
                .attr(Attr::AriaLive, "polite")
                .child(told),
        )
        .into()
}
