//! The colours of a view in the document as it arrives, before the rest of the page is built.

use swizzle_draw::scene::{Fold, PaneKind};
use swizzle_draw::{Palette, Theme};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlCanvasElement;

use super::cells::{moved, paint_canvas};
use super::drawn::clip;
use super::geometry::{Geometry, Zoom};
use super::label::Largest;
use super::pane::Pane;
use super::viewport::{Viewport, shell};
use super::window_style;
use crate::view::picture::{Picture, Shared};

/// Colours a view of a picture where the document has room for it, just where the page will draw it. What is not seen is left.
pub fn color_shell(
    picture: &Shared<Picture>,
    kind: PaneKind,
    zoom: Option<u32>,
    (palette, theme): (Palette, Theme),
) -> Option<()> {
    let view = shell(kind)?;
    let viewport = Viewport::in_shell(kind);
    if viewport.width == 0 {
        return Some(());
    }
    let fold = Fold::of(&picture.drawing).filter(|_| !kind.has_addresses());
    let pane = Pane {
        picture: picture.clone(),
        kind,
        fold,
    };
    let zoom = Zoom {
        side: zoom,
        fills: true,
    };
    let geometry = Geometry::new(&pane, &viewport, &Largest::of(&pane, None), zoom);
    let scene = pane.draw(&geometry.window(pane.size(), &viewport));
    let size = scene.window.size();
    view.set_inner_html(&format!(
        "<div class=grid-window style=\"{}\"><div class=grid-clip style=\"{}\"><div class=grid-moved style=\"{}\"><canvas style=\"width:{}px;height:{}px\"></canvas></div></div></div>",
        window_style(scene.size, &geometry, &viewport),
        clip(&geometry),
        moved(&geometry, &viewport, &scene),
        size.columns * geometry.pitch_x,
        size.rows * geometry.pitch_y,
    ));
    let canvas = view.get_elements_by_tag_name("canvas").item(0)?;
    let canvas = canvas.dyn_into::<HtmlCanvasElement>().ok()?;
    paint_canvas(&canvas, size, &scene.pixels(palette, theme))
}
