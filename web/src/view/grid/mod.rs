//! One of the two views: a window onto a grid of cells that may be far larger.
//!
//! Three layers lie over each other: a canvas with one pixel a cell, stretched; the numbers as one block of text; an
//! SVG with lines, arrows and the cursor. None of them has a node per cell.

mod arrows;
mod cells;
mod draw;
mod drawn;
mod geometry;
mod heads;
mod marks;
mod metrics;
mod viewport;

use swizzle_core::scene::{self, CellAt, SceneKind, Size};
use swizzle_core::{
    ADDRESS_BYTES, Cells, Coord, Palette, Shows, Theme, UNIT_BYTES, View, cell_caption,
};
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use crate::browser;
use crate::element::{Attr, el, fragment};
use crate::hooks::use_value;
use crate::state::{Action, Dispatch};
use crate::view::picture::{Picture, Shared};
use cells::{cells, paint};
use draw::draw;
use drawn::Drawn;
use geometry::Geometry;
use heads::heads;
use marks::marks;
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
    let scroller = use_node_ref();
    let viewport = use_viewport(&scroller);
    let picture = &props.picture;
    let size = picture.drawing.size(props.kind);
    let longest = use_memo((picture.clone(), props.kind), |(picture, kind)| {
        longest_label(picture, *kind)
    });
    let geometry = Geometry::new(picture, props.kind, size, &viewport, *longest, props.zoom);
    let window = geometry.window(size, &viewport);
    let drawn = use_memo(
        (picture.clone(), props.kind, window, geometry.clone()),
        |(picture, kind, window, geometry)| {
            let scene = draw(picture, *kind, window);
            Drawn::new(scene, geometry.clone())
        },
    );
    let canvas = use_node_ref();
    {
        let (canvas, drawn) = (canvas.clone(), drawn.clone());
        let scene_of = (picture.clone(), props.kind, drawn.scene.window.clone());
        use_effect_with(
            (scene_of, props.palette, props.theme),
            move |(_, palette, theme)| {
                let _ = paint(&canvas, &drawn.scene, *palette, *theme);
            },
        );
    }

    // What is pinned in one view is brought into view in the other.
    {
        let (scroller, picture, kind) = (scroller.clone(), picture.clone(), props.kind);
        let geometry = geometry.clone();
        use_effect_with((props.pinned, picture.clone()), move |(pinned, _)| {
            if let Some(at) = pinned.and_then(|coord| cell_of(&picture, kind, coord)) {
                reveal(&scroller, &geometry, at);
            }
        });
    }

    // The keyboard's cursor of one view is brought into view in the other.
    {
        let (scroller, picture, kind) = (scroller.clone(), picture.clone(), props.kind);
        let geometry = geometry.clone();
        use_effect_with(props.hovered, move |hovered| {
            let at = hovered.and_then(|coord| cell_of(&picture, kind, coord));
            if let Some(at) = at.filter(|_| browser::is_there(".grid-scroller:focus-visible")) {
                reveal(&scroller, &geometry, at);
            }
        });
    }

    // What a step reads is brought into view, its first cell above all.
    {
        let (scroller, picture, kind) = (scroller.clone(), picture.clone(), props.kind);
        let (geometry, params) = (geometry.clone(), picture.spec.params());
        let has_pin = props.pinned.is_some();
        use_effect_with(
            (params.step, params.start_bytes, picture.view.shows),
            move |(step, _, shows)| {
                let k = match shows {
                    Shows::Tile => step * picture.spec.read_k(),
                    Shows::Read => 0,
                };
                let read = picture.spec.read_extent();
                let last = Coord {
                    mn: read.mn - 1,
                    k: k + read.k - 1,
                };
                for coord in [last, Coord { mn: 0, k }] {
                    if let Some(at) = cell_of(&picture, kind, coord).filter(|_| !has_pin) {
                        reveal(&scroller, &geometry, at);
                    }
                }
            },
        );
    }

    let cell_under = {
        let (scroller, geometry, viewport) = (scroller.clone(), geometry.clone(), viewport);
        move |event: &MouseEvent| {
            let element = scroller.cast::<Element>()?;
            let place = element.get_bounding_client_rect();
            let x = event.client_x() - place.left() as i32;
            let y = event.client_y() - place.top() as i32;
            geometry.cell_at(size, &viewport, x, y)
        }
    };
    let on_move = {
        let (cell_under, picture, kind) = (cell_under.clone(), picture.clone(), props.kind);
        let (hovered, on_hover) = (props.hovered, props.on_hover.clone());
        Callback::from(move |event: PointerEvent| {
            let under = cell_under(&event).and_then(|at| element_of(&picture, kind, at));
            if under != hovered {
                on_hover.emit(under);
            }
        })
    };
    let on_focus = {
        let (picture, kind) = (picture.clone(), props.kind);
        let (is_somewhere, on_hover) = (
            props.hovered.or(props.pinned).is_some(),
            props.on_hover.clone(),
        );
        Callback::from(move |_: FocusEvent| {
            if !is_somewhere {
                on_hover.emit(element_of(&picture, kind, CellAt { column: 0, row: 0 }));
            }
        })
    };
    let on_leave = props.on_hover.reform(|_: PointerEvent| None);
    let on_click = {
        let (picture, kind) = (picture.clone(), props.kind);
        let (pinned, dispatch) = (props.pinned, props.dispatch.clone());
        Callback::from(move |event: MouseEvent| {
            let under = cell_under(&event).and_then(|at| element_of(&picture, kind, at));
            dispatch.dispatch(Action::Pin(under.filter(|_| under != pinned)));
        })
    };
    let (announced, on_announce) = use_value(|| AttrValue::Static(""));
    let on_key = {
        let (picture, kind, scroller) = (picture.clone(), props.kind, scroller.clone());
        let (hovered, pinned) = (props.hovered, props.pinned);
        let (on_hover, dispatch) = (props.on_hover.clone(), props.dispatch.clone());
        let geometry = geometry.clone();
        Callback::from(move |event: KeyboardEvent| {
            let from = hovered.or(pinned);
            match event.key().as_str() {
                "Enter" | " " => {
                    event.prevent_default();
                    let pin = from.filter(|_| from != pinned || pinned.is_none());
                    dispatch.dispatch(Action::Pin(pin));
                }
                "Escape" => {
                    on_hover.emit(None);
                    dispatch.dispatch(Action::Pin(None));
                }
                key => {
                    let at = from.and_then(|coord| cell_of(&picture, kind, coord));
                    let Some(next) = moved(key, event.ctrl_key(), at, size) else {
                        return;
                    };
                    event.prevent_default();
                    reveal(&scroller, &geometry, next);
                    let coord = element_of(&picture, kind, next);
                    on_announce.emit(coord.map_or("nothing lies here".into(), |coord| {
                        spoken(&picture, coord).into()
                    }));
                    on_hover.emit(coord.or(from));
                }
            }
        })
    };

    let name = match props.kind {
        SceneKind::Matrix => "Matrix view",
        SceneKind::Memory => "Shared-memory view",
    };
    let sizer = format!(
        "width:{}px;height:{}px",
        geometry.full_width(size),
        geometry.full_height(size)
    );
    let [pinned, hovered] = [props.pinned, props.hovered]
        .map(|coord| coord.and_then(|coord| cell_of(picture, props.kind, coord)));
    let label = format!(
        "{name}: {}, {} columns, {} rows. Arrow keys move from cell to cell, Enter pins one.",
        drawn.scene.title, size.columns, size.rows
    );
    let window = el("div")
        .class("grid-window")
        .attr(Attr::AriaHidden, "true")
        .attr(
            Attr::Style,
            format!("width:{}px;height:{}px", viewport.width, viewport.height),
        )
        .child(cells(&drawn, &viewport, &canvas))
        .child(heads(&drawn, &viewport))
        .child(marks(&drawn, &viewport, pinned, hovered));
    let full_height = format!("--full-height:{}px", geometry.full_height(size));
    let grid = el("div")
        .node_ref(&scroller)
        .class("grid-scroller")
        .attr(Attr::Style, full_height)
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "application")
        .attr(Attr::AriaRoledescription, "grid of cells")
        .attr(Attr::AriaLabel, label)
        .on_pointer_move(on_move)
        .on_pointer_leave(on_leave)
        .on_click(on_click)
        .on_focus(on_focus)
        .on_key(on_key)
        .child(
            el("div")
                .class("grid-sizer")
                .attr(Attr::Style, sizer)
                .child(window),
        );
    let announcer = el("p")
        .class("visually-hidden")
        .attr(Attr::AriaLive, "polite")
        .child(announced);
    fragment().child(announcer).child(grid).into()
}

/// What a screen reader says of the cell under the keyboard's cursor.
fn spoken(picture: &Picture, coord: Coord) -> String {
    let byte = picture.drawn.tile().byte_from_element(coord).byte;
    let cell = cell_caption(&picture.drawn, &picture.view, coord);
    format!("{cell}, byte 0x{byte:x}")
}

/// Characters of the longest label: among the first rows, which may lie before the start, and the last, which have the
/// largest numbers; or that of the largest address, where the tile runs over it.
fn longest_label(picture: &Picture, kind: SceneKind) -> usize {
    let size = picture.drawing.size(kind);
    let longest = |rows: std::ops::Range<u32>| {
        let window = scene::Window {
            columns: 0..size.columns.min(EDGE_COLUMNS),
            rows,
        };
        let scene = draw(picture, kind, &window);
        let lengths = scene
            .cells
            .iter()
            .map(|cell| cell.label.to_string().chars().count());
        lengths.max().unwrap_or(1).max(1)
    };
    let edges = longest(0..8).max(longest(size.rows.saturating_sub(8)..size.rows));
    let wraps = picture.drawn.span_bytes() > ADDRESS_BYTES;
    let per_unit = size.columns.div_ceil(scene_units(picture, kind));
    if wraps && kind == SceneKind::Matrix {
        edges.max((ADDRESS_BYTES / UNIT_BYTES * per_unit).to_string().len())
    } else {
        edges
    }
}

/// Columns that are looked at for the longest label: those of a tile as wide as shared memory is large.
const EDGE_COLUMNS: u32 = 4096;

/// Units side by side in a view.
fn scene_units(picture: &Picture, kind: SceneKind) -> u32 {
    let in_units = View {
        cells: Cells::Units,
        ..picture.view
    };
    match kind {
        SceneKind::Matrix => scene::matrix_size(&picture.drawn, &in_units).columns,
        SceneKind::Memory => 8,
    }
}

fn element_of(picture: &Picture, kind: SceneKind, at: CellAt) -> Option<Coord> {
    match kind {
        SceneKind::Matrix => Some(scene::element_from_matrix_cell(
            &picture.drawn,
            &picture.view,
            at,
        )),
        SceneKind::Memory => {
            scene::element_from_memory_cell(&picture.drawn, &picture.occupancy, &picture.view, at)
        }
    }
}

fn cell_of(picture: &Picture, kind: SceneKind, coord: Coord) -> Option<CellAt> {
    let extent = picture.drawn.extent();
    if !extent.contains(coord) {
        return None;
    }
    match kind {
        SceneKind::Matrix => Some(scene::matrix_cell_from_element(
            &picture.drawn,
            &picture.view,
            coord,
        )),
        SceneKind::Memory => {
            scene::memory_cell_from_byte(&picture.drawn, &picture.occupancy, &picture.view, coord)
        }
    }
}

/// Where a key leads from a cell; the first cell where there is none yet.
fn moved(key: &str, to_edge: bool, from: Option<CellAt>, size: Size) -> Option<CellAt> {
    let last = CellAt {
        column: size.columns.saturating_sub(1),
        row: size.rows.saturating_sub(1),
    };
    let Some(at) = from else {
        return key
            .starts_with("Arrow")
            .then_some(CellAt { column: 0, row: 0 });
    };
    let (column, row) = match key {
        "ArrowLeft" => (at.column.saturating_sub(1), at.row),
        "ArrowRight" => ((at.column + 1).min(last.column), at.row),
        "ArrowUp" => (at.column, at.row.saturating_sub(1)),
        "ArrowDown" => (at.column, (at.row + 1).min(last.row)),
        "PageUp" => (at.column, at.row.saturating_sub(8)),
        "PageDown" => (at.column, (at.row + 8).min(last.row)),
        "Home" => (0, if to_edge { 0 } else { at.row }),
        "End" => (last.column, if to_edge { last.row } else { at.row }),
        _ => return None,
    };
    Some(CellAt { column, row })
}

/// Scrolls just as far as a cell needs to be seen.
fn reveal(scroller: &NodeRef, geometry: &Geometry, at: CellAt) {
    let Some(element) = scroller.cast::<HtmlElement>() else {
        return;
    };
    let room = Viewport::of(&element);
    let (x, y) = geometry.scroll_to(&room, at);
    element.set_scroll_left(x);
    element.set_scroll_top(y);
}
