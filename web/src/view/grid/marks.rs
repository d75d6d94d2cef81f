//! Marks over the cells: lines, arrows and the step's read.

use super::arrows::{across, down};
use super::drawn::{Drawn, clip, clipped_offset};
use super::viewport::Viewport;
use crate::element::{Attr, Element, el, fragment};

/// Lines, arrows and the step's read.
pub fn marks(drawn: &Drawn, viewport: &Viewport) -> Element {
    let Drawn {
        scene,
        geometry,
        lines,
        ..
    } = drawn;
    let (x, y) = clipped_offset(geometry, viewport, scene);
    let band = |style: String, transform: String, is_across: bool| {
        let arrows = scene
            .arrows
            .iter()
            .filter(|arrow| (arrow.from.row == arrow.to.row) == is_across)
            .filter(|_| is_across || geometry.arrows > 0)
            .map(|arrow| {
                if is_across {
                    across(arrow, geometry, viewport)
                } else {
                    down(arrow, geometry, viewport)
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
        // Under the lines between atoms: it is to set off the outline, not to cut those.
        .child(path("grid-reads-halo", &lines.reads))
        .child(path("grid-heavy", &lines.heavy))
        .child(path("grid-gaps", &lines.gaps))
        .child(path("grid-reads", &lines.reads))
        .child(path("grid-missing", &lines.missing))
        .child(path("grid-right", &lines.right))
        .child(path("grid-wrong", &lines.wrong))
        .child(path("grid-differing", &lines.differing));
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
