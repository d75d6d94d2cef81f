//! The texts and paths of what is in view, and where they are.

use std::rc::Rc;

use swizzle_draw::scene::{Paths, Scene};
use yew::prelude::*;

use super::geometry::{Geometry, Zoom};
use super::label::Largest;
use super::numbers::{Block, blocks};
use super::pane::Pane;
use super::viewport::Viewport;
use crate::view::picture::{Picture, Shared};

/// Half of the outer border is outside the cells.
const BORDER: u32 = 2;

/// The texts and paths of the part of a picture that is in view.
pub struct Drawn {
    /// The cells in view.
    pub scene: Scene,
    /// Positions of the cells.
    pub geometry: Geometry,
    /// The numbers of the cells; none where there is no room.
    pub(super) numbers: Vec<Block>,
    /// Lines between cells, and around what the step reads.
    pub(super) lines: Paths,
}

impl Drawn {
    /// Draws what is in view.
    pub fn new(scene: Scene, geometry: Geometry) -> Self {
        let numbers = blocks(&scene, &geometry);
        let lines = Paths::new(&scene, geometry.pitch_x, geometry.pitch_y);
        Self {
            scene,
            geometry,
            numbers,
            lines,
        }
    }
}

/// Draws what is in view, when that changes.
#[hook]
pub(super) fn use_drawn(
    pane: &Pane,
    beside: Option<&Shared<Picture>>,
    viewport: &Viewport,
    zoom: Zoom,
) -> Rc<Drawn> {
    let largest = use_memo((pane.clone(), beside.cloned()), |(pane, beside)| {
        Largest::of(pane, beside.as_ref())
    });
    let geometry = Geometry::new(pane, viewport, &largest, zoom);
    let window = geometry.window(pane.size(), viewport);
    use_memo(
        (pane.clone(), window, geometry),
        |(pane, window, geometry)| Drawn::new(pane.draw(window), geometry.clone()),
    )
}

/// Returns the style that clips the layers over the cells.
pub(super) fn clip(geometry: &Geometry) -> String {
    format!(
        "left:{}px;top:{}px",
        geometry.left - BORDER,
        geometry.top - BORDER
    )
}

/// Offset from the corner of the view to the corner of the cells in view.
pub(super) fn offset(geometry: &Geometry, viewport: &Viewport, scene: &Scene) -> (i64, i64) {
    let corner = |first: u32, pitch: u32, scroll: i32| i64::from(first * pitch) - i64::from(scroll);
    (
        corner(scene.window.columns.start, geometry.pitch_x, viewport.left),
        corner(scene.window.rows.start, geometry.pitch_y, viewport.top),
    )
}

/// The same from the corner of the clipped layers, which leave room for the outer border.
pub(super) fn clipped_offset(
    geometry: &Geometry,
    viewport: &Viewport,
    scene: &Scene,
) -> (i64, i64) {
    let (x, y) = offset(geometry, viewport, scene);
    (x + i64::from(BORDER), y + i64::from(BORDER))
}
