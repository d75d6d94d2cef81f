//! The map of a whole tile, a pixel a unit: what of it is in view, and a way to the rest.

use std::rc::Rc;

use gloo_timers::callback::Timeout;
use swizzle_draw::scene::{CellAt, Size, Window};
use swizzle_draw::{Palette, Shows, Theme};
use web_sys::HtmlElement;
use yew::prelude::*;

use super::cells::paint;
use super::drawn::Drawn;
use super::geometry::Geometry;
use super::pane::Pane;
use super::reveal::Scroller;
use super::viewport::Viewport;
use crate::element::{Attr, Element, el};

/// Limit in cells of a tile whose colours can be told apart on a map. Of a larger one it shows blocks, and where the view is.
pub(super) const MOST_CELLS: u64 = 1 << 10;
/// Columns and rows of a block.
const BLOCK: u32 = 8;
/// Blocks that such a map has room for, across and down.
const MOST_BLOCKS: (u32, u32) = (8, 64);
/// The frame that shows an edit comes first, and the first picture of all.
pub(super) const LATER_MS: u32 = 80;

/// Properties of [`Colours`].
#[derive(Properties, PartialEq)]
struct ColoursProps {
    pane: Pane,
    look: (Palette, Theme),
}

/// The cells of the whole tile. Drawn when the picture changes, and not when it is scrolled.
#[component]
fn Colours(props: &ColoursProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(
            (props.pane.clone(), props.look),
            move |(pane, (palette, theme))| {
                let (pane, palette, theme) = (pane.clone(), *palette, *theme);
                let later = Timeout::new(LATER_MS, move || {
                    let scene = pane.draw(&Window::all(pane.size()));
                    let _ = paint(
                        &node,
                        scene.window.size(),
                        &scene.map_pixels(palette, theme),
                    );
                });
                move || drop(later)
            },
        );
    }
    el("canvas").node_ref(&node).into()
}

/// The map, with a frame around what is in view; none where that is all. A press shows what was pressed.
pub(super) fn whole(
    scroller: Scroller,
    drawn: &Rc<Drawn>,
    viewport: &Viewport,
    look: (Palette, Theme),
) -> Option<Element> {
    let pane = scroller.pane.clone();
    let size = pane.size();
    let colours = (u64::from(size.columns) * u64::from(size.rows) <= MOST_CELLS)
        .then(|| html! { <Colours pane={pane.clone()} {look} /> });
    // Blocks alone give the eye no point of reference, so the step's read is marked in them.
    let read = colours.is_none().then(|| read_of(&pane)).flatten();
    Whole {
        size,
        geometry: &drawn.geometry,
        viewport,
        rows: pane.kind.rows(),
        is_of_lines: pane.kind.has_addresses(),
        colours,
        read,
    }
    .map(move |at| scroller.lead_to(at))
}

/// The contents of a map.
pub(super) struct Whole<'a> {
    /// All cells.
    pub(super) size: Size,
    /// Positions of the cells.
    pub(super) geometry: &'a Geometry,
    /// The part of them that is in view.
    pub(super) viewport: &'a Viewport,
    /// Name of its rows.
    pub(super) rows: &'static str,
    /// Whether the map is beside the view, in the place of another view's map.
    pub(super) is_of_lines: bool,
    /// Colours of the cells, where they can be told apart.
    pub(super) colours: Option<Html>,
    /// The first and the last cell that is read.
    pub(super) read: Option<[CellAt; 2]>,
}

impl Whole<'_> {
    /// The map; a press leads to a cell.
    pub(super) fn map(self, lead_to: impl Fn(CellAt) + 'static) -> Option<Element> {
        let Self {
            size,
            geometry,
            viewport,
            ..
        } = self;
        let (room_x, room) = geometry.room(viewport);
        // It ends where the whole rows beside it do.
        let rows = (room / geometry.pitch_y).min(size.rows);
        let height = (rows * geometry.pitch_y).max(8);
        let percent = |part: u32, of: u32| 100.0 * f64::from(part) / f64::from(of.max(1));
        let full = size.rows * geometry.pitch_y;
        let top = percent(viewport.top.max(0) as u32, full).min(100.0);
        let shown = percent(room.min(full), full);
        let across = size.columns * geometry.pitch_x;
        if full <= room && across <= room_x {
            return None;
        }
        let left = percent(viewport.left.max(0) as u32, across).min(100.0);
        let wide = percent(room_x.min(across), across);
        let frame = format!(
            "top:{}%;height:{}%;left:{}%;width:{}%",
            top as u32, shown as u32, left as u32, wide as u32
        );
        let on_click = Callback::from(move |event: MouseEvent| {
            // Yew listens at the root, which is the event's current target.
            let pressed = event
                .target()
                .and_then(|at| wasm_bindgen::JsCast::dyn_into::<HtmlElement>(at).ok());
            let Some(Ok(Some(map))) = pressed.map(|at| at.closest(".grid-map-cells")) else {
                return;
            };
            let place = map.get_bounding_client_rect();
            let of = |at: f64, room: f64, count: u32| {
                ((at / room.max(1.0)).clamp(0.0, 0.999) * f64::from(count)) as u32
            };
            lead_to(CellAt {
                column: of(
                    f64::from(event.client_x()) - place.left(),
                    place.width(),
                    size.columns,
                ),
                row: of(
                    f64::from(event.client_y()) - place.top(),
                    place.height(),
                    size.rows,
                ),
            });
        });
        // If columns are out of view, too, the number of rows alone would not say how much there is.
        let title = match across > room_x {
            true => format!("{} × {}", size.rows, size.columns),
            false => format!("{} {}", size.rows, self.rows),
        };
        let read = self.read.map(|[first, last]| {
            let part = |first: u32, last: u32, of: u32| {
                let share = |part: u32| percent(part, of) as u32;
                (share(first), share(last - first + 1))
            };
            let (left, wide) = part(first.column, last.column, size.columns);
            let (top, high) = part(first.row, last.row, size.rows);
            let style = format!("top:{top}%;height:{high}%;left:{left}%;width:{wide}%");
            el("i").class("is-read").attr(Attr::Style, style)
        });
        let blocks = |cells: u32, most: u32| (cells / BLOCK).clamp(1, most);
        let style = format!(
            "height:{height}px;--blocks:calc(100%/{}) calc(100%/{})",
            blocks(size.columns, MOST_BLOCKS.0),
            blocks(size.rows, MOST_BLOCKS.1)
        );
        let map = el("div")
            .class("grid-map")
            .class_if(self.is_of_lines, "is-of-lines")
            .attr(Attr::AriaHidden, "true")
            .attr(Attr::Style, format!("--map-top:{}px", geometry.top))
            .child(el("span").class("grid-map-title").child(title))
            .child(
                el("div")
                    .class("grid-map-cells")
                    .class_if(self.colours.is_none(), "is-of-blocks")
                    .attr(Attr::Style, style)
                    .on_click(on_click)
                    .child(self.colours)
                    .child(read)
                    .child(el("i").attr(Attr::Style, frame)),
            );
        Some(map)
    }
}

/// The first and the last cell of what the step reads of a matrix.
fn read_of(pane: &Pane) -> Option<[CellAt; 2]> {
    if pane.kind.has_addresses() || pane.picture.view.shows != Shows::Tile {
        return None;
    }
    let [first, last] = pane.read_corners();
    Some([pane.cell_of(first)?, pane.cell_of(last)?])
}
