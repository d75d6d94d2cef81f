//! What lies over the cells: lines, arrows, the step's read and the cursor.

use swizzle_core::scene::CellAt;

use super::arrows::{across, down};
use super::drawn::{Drawn, clip, clipped_offset};
use super::viewport::Viewport;
use crate::element::{Attr, Element, el, fragment};

/// Lines, arrows, the step's read, and the pinned cell and the one under the cursor.
pub fn marks(
    drawn: &Drawn,
    viewport: &Viewport,
    pinned: Option<CellAt>,
    hovered: Option<CellAt>,
) -> Element {
    let Drawn {
        scene,
        geometry,
        lines,
        ..
    } = drawn;
    let (x, y) = clipped_offset(geometry, viewport, scene);
    let mark = |at: Option<CellAt>, class: &'static str| {
        at.map(|at| {
            let x = i64::from(at.column) - i64::from(scene.window.columns.start);
            let y = i64::from(at.row) - i64::from(scene.window.rows.start);
            let (w, h) = (geometry.pitch_x, geometry.pitch_y);
            el("rect")
                .class(class)
                .attr(Attr::X, (x * i64::from(w)).to_string())
                .attr(Attr::Y, (y * i64::from(h)).to_string())
                .attr(Attr::Width, w)
                .attr(Attr::Height, h)
        })
    };
    let band = |style: String, transform: String, is_across: bool| {
        let arrows = scene
            .arrows
            .iter()
            .filter(|arrow| (arrow.from.row == arrow.to.row) == is_across)
            .map(|arrow| {
                if is_across {
                    across(arrow, geometry)
                } else {
                    down(arrow, geometry)
                }
            });
        let arrows = el("g").attr(Attr::Transform, transform).children(arrows);
        el("svg")
            .class("grid-arrows")
            .attr(Attr::Style, style)
            .child(arrows)
    };
    let path =
        |class: &'static str, path: &String| el("path").class(class).attr(Attr::D, path.clone());
    let over_cells = el("g")
        .attr(Attr::Transform, format!("translate({x},{y})"))
        .child(path("grid-thin", &lines.thin))
        .child(path("grid-units", &lines.units))
        .child(path("grid-heavy", &lines.heavy))
        .child(path("grid-reads-halo", &lines.reads))
        .child(path("grid-reads", &lines.reads))
        .child(path("grid-missing", &lines.missing))
        .child(path("grid-wrong-halo", &lines.wrong))
        .child(path("grid-wrong", &lines.wrong))
        .child(path("grid-differing", &lines.differing))
        .children(mark(pinned, "grid-pinned"))
        .children(mark(hovered, "grid-hovered"));
    let (left, top) = (geometry.left, geometry.top);
    fragment()
        .child(
            el("svg")
                .class("grid-marks")
                .attr(Attr::Style, clip(geometry))
                .child(over_cells),
        )
        .child(band(
            format!("left:{left}px;right:0;top:0;height:{top}px"),
            format!("translate({},0)", -viewport.left),
            true,
        ))
        .child(band(
            format!("left:0;width:{left}px;top:{top}px;bottom:0"),
            format!("translate(0,{})", -viewport.top),
            false,
        ))
}
