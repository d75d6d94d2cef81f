//! One of the two images, with its heads and the units that are outlined.

use std::ops::Range;
use std::rc::Rc;

use swizzle_core::hardware::{LINE_UNITS, Major};
use swizzle_core::law::Extent;
use swizzle_core::{Coord, Spec};
use swizzle_text::unit_of;
use web_sys::HtmlElement;
use yew::prelude::*;

use crate::arrow_keys::{ArrowKeys, Place};
use crate::element::{Attr, Element, el};

/// The elements of an image, and which of them are a unit.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Units {
    pub(super) extent: Extent,
    /// The contiguous side.
    pub(super) major: Major,
    /// Elements of a unit.
    pub(super) per_unit: u32,
}

impl Units {
    /// Those of a tile.
    pub(super) const fn of(spec: &Spec) -> Self {
        Self {
            extent: spec.extent(),
            major: spec.layout().major(),
            per_unit: spec.tile().element.per_unit(),
        }
    }

    /// The rows and the K of an element's unit.
    fn around(self, at: Coord) -> (Range<u32>, Range<u32>) {
        unit_of(self.extent, self.major, self.per_unit, at)
    }
}

/// Meaning of a unit's outline.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Outline {
    /// Pointed at, where nothing is expected.
    Plain,
    /// A unit in its own place.
    Right,
    /// A unit that arrives, and does not belong there.
    Actual,
    /// A unit that belongs there, and does not arrive.
    Expected,
}

impl Outline {
    const fn class(self) -> &'static str {
        match self {
            Self::Plain => "is-plain",
            Self::Right => "is-right",
            Self::Actual => "is-actual",
            Self::Expected => "is-expected",
        }
    }
}

/// Units that are outlined, each by an element of it.
pub(super) type Outlines = [Option<(Coord, Outline)>; 2];

/// Data that one image is drawn from.
pub(super) struct Side<'a> {
    pub(super) title: &'static str,
    pub(super) note: String,
    /// Meaning of its columns.
    pub(super) columns: &'static str,
    pub(super) canvas: &'a NodeRef,
    pub(super) units: Units,
    /// Its rows with and without a fault, as a style.
    pub(super) gauge: Option<String>,
    pub(super) outlines: Outlines,
    /// Place of the arrow keys, and the callback that moves the cursor.
    pub(super) arrows: &'a Rc<ArrowKeys>,
    pub(super) on_at: &'a Callback<Option<Coord>>,
}

/// The image.
pub(super) fn side(side: Side<'_>) -> Element {
    let units = side.units;
    let extent = units.extent;
    let (mn, k) = (extent.mn, extent.k);
    let middle = |at: Coord| {
        let (rows, along) = units.around(at);
        let half = |range: &std::ops::Range<u32>| f64::from(range.start + range.end) / 2.0;
        (half(&along), half(&rows))
    };
    let curve = match side.outlines {
        [Some((meant, Outline::Expected)), Some((actual, _))] => {
            Some(curve(middle(actual), middle(meant)))
        }
        _ => None,
    };
    let outlined = side.outlines.into_iter().flatten();
    let rects = outlined.map(|(at, kind)| {
        let (rows, along) = units.around(at);
        el("rect")
            .class(kind.class())
            .attr(Attr::X, along.start)
            .attr(Attr::Y, rows.start)
            .attr(Attr::Width, along.end - along.start)
            .attr(Attr::Height, rows.end - rows.start)
    });
    let lines = el("svg")
        .attr(Attr::ViewBox, format!("0 0 {k} {mn}"))
        .attr(Attr::PreserveAspectRatio, "none")
        .attr(Attr::AriaHidden, "true")
        .child(curve.map(|path| el("path").class("is-actual").attr(Attr::D, path)))
        .children(rects);
    let on_move = {
        let on_at = side.on_at.clone();
        Callback::from(move |event: PointerEvent| on_at.emit(pointed(&event, extent)))
    };
    let widest = format!("max-width:calc(var(--tall)*{k}/{mn})");
    let name = format!(
        "{}: an image of {mn} rows and {k} {}",
        side.title, side.columns
    );
    el("figure")
        .class("picture-side")
        .child(
            el("figcaption")
                .child(el("b").child(side.title))
                .child(el("span").class("picture-note").child(side.note)),
        )
        .child(units_of_k(units).map(|units| {
            el("div")
                .class("picture-units")
                .attr(Attr::Style, widest.clone())
                .attr(Attr::AriaHidden, "true")
                .children((0..units).map(|unit| el("span").child(unit.to_string())))
        }))
        .child(
            el("div")
                .class("picture-canvas")
                .attr(Attr::Style, format!("aspect-ratio:{k}/{mn};{widest}"))
                .attr(Attr::Tabindex, "0")
                .attr(Attr::Role, "application")
                .attr(Attr::AriaLabel, name)
                .on_pointer_move(on_move.clone())
                .on_pointer_down(on_move)
                .on_pointer_leave(side.on_at.reform(|_| None))
                .on_key(keys(units, side.arrows, side.on_at))
                .child(el("canvas").node_ref(side.canvas))
                .child(lines)
                .child(
                    side.gauge
                        .map(|gauge| el("i").class("picture-gauge").attr(Attr::Style, gauge)),
                ),
        )
}

/// A line from what arrives to what belongs there, bent to one side.
fn curve((x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> String {
    let (x, y) = (
        (x0 + x1) / 2.0 + (y1 - y0) / 4.0,
        (y0 + y1) / 2.0 - (x1 - x0) / 4.0,
    );
    format!("M{x0} {y0}Q{x:.1} {y:.1} {x1} {y1}")
}

/// Units of 16 bytes along K, if so few that each has its number.
fn units_of_k(of: Units) -> Option<u32> {
    let units = of.extent.k.div_ceil(of.per_unit);
    (of.major == Major::K && units <= 2 * LINE_UNITS).then_some(units)
}

/// The element under a pointer: the image covers all of what it points at.
fn pointed(event: &PointerEvent, extent: Extent) -> Option<Coord> {
    let image = event.target_dyn_into::<HtmlElement>()?;
    let along = |at: i32, of: i32, count: u32| {
        let at = u32::try_from(at).ok()?;
        (at * count).checked_div(u32::try_from(of).ok()?)
    };
    let at = Coord {
        mn: along(event.offset_y(), image.client_height(), extent.mn)?,
        k: along(event.offset_x(), image.client_width(), extent.k)?,
    };
    extent.contains(at).then_some(at)
}

/// The place of an element.
pub(super) const fn place(at: Coord) -> Place {
    (at.mn, at.k)
}

/// The arrow keys go from unit to unit, Escape away.
fn keys(
    units: Units,
    arrows: &Rc<ArrowKeys>,
    on_at: &Callback<Option<Coord>>,
) -> Callback<KeyboardEvent> {
    let (arrows, on_at, extent) = (arrows.clone(), on_at.clone(), units.extent);
    let (by_row, by_k) = match units.major {
        Major::K => (1, units.per_unit),
        Major::Mn => (units.per_unit, 1),
    };
    Callback::from(move |event: KeyboardEvent| {
        let at = arrows.here().map(|(mn, k)| Coord { mn, k });
        let from = at.unwrap_or(Coord { mn: 0, k: 0 });
        let forth = |at: u32, by: u32, end: u32| (at + by).min(end - 1);
        let next = match (&*event.key(), at) {
            ("Escape", _) => None,
            ("ArrowDown" | "ArrowUp" | "ArrowLeft" | "ArrowRight", None) => Some(from),
            ("ArrowDown", _) => Some(Coord {
                mn: forth(from.mn, by_row, extent.mn),
                ..from
            }),
            ("ArrowUp", _) => Some(Coord {
                mn: from.mn.saturating_sub(by_row),
                ..from
            }),
            ("ArrowRight", _) => Some(Coord {
                k: forth(from.k, by_k, extent.k),
                ..from
            }),
            ("ArrowLeft", _) => Some(Coord {
                k: from.k.saturating_sub(by_k),
                ..from
            }),
            _ => return,
        };
        event.prevent_default();
        match next {
            Some(next) => arrows.lead(place(next)),
            None => arrows.end(),
        }
        on_at.emit(next);
    })
}
