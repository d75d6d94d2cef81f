//! One of the two views: a window onto a grid of cells that may be far larger.
//!
//! Three layers lie over each other: a canvas with one pixel a cell, stretched; the numbers as one block of text; an
//! SVG with lines, arrows and the cursor. None of them has a node per cell.

mod arrows;
mod cells;
mod drawn;
mod geometry;
mod heads;
mod input;
mod label;
mod marks;
mod metrics;
mod pane;
mod reveal;
mod viewport;

use std::rc::Rc;

use swizzle_core::scene::{CellAt, SceneKind};
use swizzle_core::{Coord, Palette, Theme};
use yew::prelude::*;

use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::state::Dispatch;
use crate::view::picture::{Picture, Shared};
use cells::{cells, use_paint};
use drawn::{Drawn, use_drawn};
use heads::heads;
use input::Input;
use marks::marks;
use pane::Pane;
use reveal::{Scroller, use_cursor_in_view, use_pin_in_view, use_step_in_view};
use viewport::{Viewport, use_viewport};

/// Properties of [`Grid`].
#[derive(Properties, PartialEq)]
pub struct GridProps {
    /// What is drawn.
    pub picture: Shared<Picture>,
    /// Which view.
    pub kind: SceneKind,
    /// Cell colours.
    pub palette: Palette,
    /// The page's theme.
    pub theme: Theme,
    /// Side of a cell in pixels; none fits the cells to the view.
    pub zoom: Option<u32>,
    /// The element under the pointer or the keyboard's cursor.
    pub hovered: Option<Coord>,
    /// The pinned element.
    pub pinned: Option<Coord>,
    /// Called when the cursor moves.
    pub on_hover: Callback<Option<Coord>>,
    /// Sends what is pinned.
    pub dispatch: Dispatch,
}

/// A view with its heads, arrows and cursor.
#[component]
pub fn Grid(props: &GridProps) -> Html {
    let (node, canvas) = (use_node_ref(), use_node_ref());
    let viewport = use_viewport(&node);
    let pane = Pane {
        picture: props.picture.clone(),
        kind: props.kind,
    };
    let drawn = use_drawn(&pane, &viewport, props.zoom);
    use_paint(&canvas, &pane, &drawn, props.palette, props.theme);
    let scroller = Scroller {
        node: node.clone(),
        pane: pane.clone(),
        geometry: drawn.geometry.clone(),
    };
    use_pin_in_view(&scroller, props.pinned);
    use_cursor_in_view(&scroller, props.hovered);
    use_step_in_view(&scroller, props.pinned.is_some());
    let (announced, on_announce) = use_value(|| AttrValue::Static(""));
    let input = Rc::new(Input {
        scroller,
        viewport,
        hovered: props.hovered,
        pinned: props.pinned,
        on_hover: props.on_hover.clone(),
        on_announce,
        dispatch: props.dispatch.clone(),
    });
    let marked = [props.pinned, props.hovered].map(|coord| pane.cell_of(coord?));
    let announcer = el("p")
        .class("visually-hidden")
        .attr(Attr::AriaLive, "polite")
        .child(announced);
    let grid = scrolled(&pane, &drawn)
        .node_ref(&node)
        .on_pointer_move(input.on_move())
        .on_pointer_leave(input.on_leave())
        .on_click(input.on_click())
        .on_focus(input.on_focus())
        .on_key(input.on_key())
        .child(sizer(&pane, &drawn).child(window(&drawn, &viewport, &canvas, marked)));
    fragment().child(announcer).child(grid).into()
}

/// The element that scrolls, and that the keyboard finds.
fn scrolled(pane: &Pane, drawn: &Drawn) -> Element {
    let size = pane.size();
    let full_height = drawn.geometry.full_height(size);
    let label = format!(
        "{}: {}, {} columns, {} rows. Arrow keys move from cell to cell, Enter pins one.",
        pane.name(),
        drawn.scene.title,
        size.columns,
        size.rows
    );
    el("div")
        .class("grid-scroller")
        .attr(Attr::Style, format!("--full-height:{full_height}px"))
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "application")
        .attr(Attr::AriaRoledescription, "grid of cells")
        .attr(Attr::AriaLabel, label)
}

/// What is as large as all cells would be: it makes the scroll bars right.
fn sizer(pane: &Pane, drawn: &Drawn) -> Element {
    let (size, geometry) = (pane.size(), &drawn.geometry);
    let style = format!(
        "width:{}px;height:{}px",
        geometry.full_width(size),
        geometry.full_height(size)
    );
    el("div").class("grid-sizer").attr(Attr::Style, style)
}

/// The layers of what is in view, with the pinned cell and the one under the cursor.
fn window(
    drawn: &Drawn,
    viewport: &Viewport,
    canvas: &NodeRef,
    [pinned, hovered]: [Option<CellAt>; 2],
) -> Element {
    let style = format!("width:{}px;height:{}px", viewport.width, viewport.height);
    el("div")
        .class("grid-window")
        .attr(Attr::AriaHidden, "true")
        .attr(Attr::Style, style)
        .child(cells(drawn, viewport, canvas))
        .child(heads(drawn, viewport))
        .child(marks(drawn, viewport, pinned, hovered))
}
