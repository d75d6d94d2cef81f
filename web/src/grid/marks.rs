//! What lies over the cells: lines, arrows, the step's read and the cursor.

use swizzle_core::scene::CellAt;
use yew::prelude::*;

use super::arrows::{across, down};
use super::drawn::{Drawn, clip, clipped_offset};
use super::viewport::Viewport;

/// Lines, arrows, the step's read, and the pinned cell and the one under the cursor.
pub fn marks(
    drawn: &Drawn,
    viewport: &Viewport,
    pinned: Option<CellAt>,
    hovered: Option<CellAt>,
) -> Html {
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
            html! {
                <rect {class} x={(x * i64::from(w)).to_string()} y={(y * i64::from(h)).to_string()} width={w.to_string()} height={h.to_string()} />
            }
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
        html! { <svg class="grid-arrows" {style}><g {transform}>{ for arrows }</g></svg> }
    };
    html! {
        <>
            <svg class="grid-marks" style={clip(geometry)}>
                <g transform={format!("translate({x},{y})")}>
                    <path class="grid-thin" d={lines.thin.clone()} />
                    <path class="grid-units" d={lines.units.clone()} />
                    <path class="grid-heavy" d={lines.heavy.clone()} />
                    <path class="grid-reads-halo" d={lines.reads.clone()} />
                    <path class="grid-reads" d={lines.reads.clone()} />
                    { for mark(pinned, "grid-pinned") }
                    { for mark(hovered, "grid-hovered") }
                </g>
            </svg>
            { band(
                format!("left:{}px;right:0;top:0;height:{}px", geometry.left, geometry.top),
                format!("translate({},0)", -viewport.left),
                true,
            ) }
            { band(
                format!("left:0;width:{}px;top:{}px;bottom:0", geometry.left, geometry.top),
                format!("translate(0,{})", -viewport.top),
                false,
            ) }
        </>
    }
}
