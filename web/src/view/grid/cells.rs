//! Colours and numbers of the cells in view.

use std::rc::Rc;

use swizzle_draw::scene::{Scene, Size};
use swizzle_draw::{Palette, Theme};
use wasm_bindgen::JsCast as _;
use web_sys::js_sys::Uint8ClampedArray;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};
use yew::prelude::*;

use super::drawn::{Drawn, clip, clipped_offset};
use super::geometry::Geometry;
use super::numbers::Block;
use super::pane::Pane;
use super::viewport::Viewport;
use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_before_paint;

/// Colours and numbers.
pub fn cells(drawn: &Drawn, viewport: &Viewport, canvas: &NodeRef) -> Element {
    let Drawn {
        scene, geometry, ..
    } = drawn;
    let width = scene.window.columns.len() as u32 * geometry.pitch_x;
    let height = scene.window.rows.len() as u32 * geometry.pitch_y;
    let canvas = el("canvas")
        .node_ref(canvas)
        .attr(Attr::DataCellWidth, geometry.pitch_x)
        .attr(Attr::DataCellHeight, geometry.pitch_y)
        .attr(Attr::Style, format!("width:{width}px;height:{height}px"));
    let moved = el("div")
        .class("grid-moved")
        .attr(Attr::Style, moved(geometry, viewport, scene))
        .child(canvas)
        // In a list of their own: as many more of them would make another canvas, with nothing on it.
        .child(fragment().children(drawn.numbers.iter().map(Block::element)));
    el("div")
        .class("grid-clip")
        .attr(Attr::Style, clip(geometry))
        .child(moved)
}

/// Colours the canvas when what is in view or its colours change.
#[hook]
pub(super) fn use_paint(
    canvas: &NodeRef,
    pane: &Pane,
    drawn: &Rc<Drawn>,
    palette: Palette,
    theme: Theme,
) {
    let (canvas, drawn) = (canvas.clone(), drawn.clone());
    let in_view = (pane.clone(), drawn.scene.window.clone());
    let painted = use_mut_ref(|| None);
    use_before_paint((in_view, palette, theme), move |(_, palette, theme)| {
        let scene = &drawn.scene;
        let now = (scene.window.size(), scene.pixels(palette, theme));
        // Most edits move cells, but a step only what is drawn over them.
        let is_painted = painted.borrow().as_ref() == Some(&now);
        if !is_painted && paint(&canvas, now.0, &now.1).is_some() {
            painted.replace(Some(now));
        }
    });
}

/// Colours a canvas that stays as it is.
#[hook]
pub(super) fn use_paint_of(canvas: &NodeRef, drawn: &Rc<Drawn>, look: (Palette, Theme)) {
    let (canvas, drawn) = (canvas.clone(), drawn.clone());
    use_effect_with((), move |()| {
        let (scene, (palette, theme)) = (&drawn.scene, look);
        let _ = paint(&canvas, scene.window.size(), &scene.pixels(palette, theme));
    });
}

/// Colours the canvas, one pixel a cell. A browser without a canvas still shows the numbers.
pub fn paint(canvas: &NodeRef, size: Size, pixels: &[u8]) -> Option<()> {
    paint_canvas(&canvas.cast()?, size, pixels)
}

/// The same for a canvas that already exists.
pub(super) fn paint_canvas(canvas: &HtmlCanvasElement, size: Size, pixels: &[u8]) -> Option<()> {
    let (width, height) = (size.columns, size.rows);
    if width == 0 || height == 0 {
        return None;
    }
    if canvas.width() != width || canvas.height() != height {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    // A copy of the browser's own: a picture over the page's memory is void as soon as that memory grows.
    let pixels = Uint8ClampedArray::from(pixels);
    let image = ImageData::new_with_js_u8_clamped_array_and_sh(&pixels, width, height).ok()?;
    canvas
        .get_context("2d")
        .ok()??
        .dyn_into::<CanvasRenderingContext2d>()
        .ok()?
        .put_image_data(&image, 0.0, 0.0)
        .ok()
}

pub(super) fn moved(geometry: &Geometry, viewport: &Viewport, scene: &Scene) -> String {
    let (x, y) = clipped_offset(geometry, viewport, scene);
    format!("transform:translate({x}px,{y}px)")
}
