//! Cells of a scene that is no tile's: the same layers as a view of a tile, with a cursor of the page's own.

use gloo_timers::callback::Timeout;
use swizzle_draw::scene::{CellAt, Label, Scene};
use swizzle_draw::{Palette, Theme};
use web_sys::HtmlElement;
use yew::prelude::*;

use super::cells::{cells, paint};
use super::cursor::{arrow_between, cell_rect, heads_of};
use super::drawn::{Drawn, clip, clipped_offset};
use super::geometry::Geometry;
use super::heads::heads;
use super::input::moved;
use super::marks::marks;
use super::reveal::has_keyboard;
use super::viewport::Viewport;
use super::watch::use_viewport;
use super::whole::{LATER_MS, MOST_CELLS, Whole};
use super::{sizer, window_style};
use crate::browser;
use crate::element::{Attr, el, fragment};
use crate::hooks::{use_before_paint, use_settled, use_value};
use crate::view::picture::Shared;

/// Properties of [`Sheet`].
#[derive(Properties, PartialEq)]
pub struct SheetProps {
    /// All that can be seen.
    pub scene: Shared<Scene>,
    /// What it is called.
    pub name: &'static str,
    /// Cell colours, and the page's theme.
    pub look: (Palette, Theme),
    /// Rows that are seen at a time.
    #[prop_or(16)]
    pub rows: u32,
    /// Pixels of the screen's height that its rows leave to what stands around them.
    pub spare: u32,
    /// The cell at hand.
    #[prop_or_default]
    pub at: Option<CellAt>,
    /// Called with another.
    pub on_at: Callback<Option<CellAt>>,
    /// The cell to which an arrow leads from it.
    #[prop_or_default]
    pub meant: Option<CellAt>,
    /// Other cells that are marked.
    #[prop_or_default]
    pub marked: Vec<CellAt>,
    /// What a screen reader says of a cell.
    pub spoken: Callback<CellAt, String>,
    /// The row that stands first: at the beginning, and when it changes.
    #[prop_or_default]
    pub first_row: u32,
    /// Called with the first row in view, as it is scrolled.
    #[prop_or_default]
    pub on_row: Callback<u32>,
    /// Called when the pointer is over it: it is what is scrolled then.
    #[prop_or_default]
    pub on_lead: Callback<()>,
    /// Whether a map of what is out of view stands beside it.
    #[prop_or_default]
    pub is_mapped: bool,
}

/// The sheet.
#[component]
pub fn Sheet(props: &SheetProps) -> Html {
    let (node, canvas) = (use_node_ref(), use_node_ref());
    let viewport = use_viewport(&node, None);
    // The height follows from the width: it is set after the frame in which another width was observed. The first one is not.
    let settled = use_settled(&viewport.width);
    let width = if settled > 0 { settled } else { viewport.width };
    let viewport = Viewport { width, ..viewport };
    let (announced, on_announce) = use_value(|| AttrValue::Static(""));
    let size = props.scene.size;
    let longest = use_memo(props.scene.clone(), |scene| {
        let labels = scene.cells.iter().map(|cell| cell.label);
        let all = labels.chain(scene.beneath.iter().copied());
        all.map(Label::characters).max()
    });
    let rows = props.rows.min(size.rows);
    let height = screen_height().saturating_sub(props.spare);
    let geometry = Geometry::of_sheet(
        &props.scene,
        &viewport,
        longest.unwrap_or(1),
        height / props.rows.max(1),
    );
    let window = geometry.window(size, &viewport);
    let drawn = use_memo(
        (props.scene.clone(), window, geometry.clone()),
        |(scene, window, geometry)| Drawn::new(scene.part(window), geometry.clone()),
    );
    let theme = match viewport.prints {
        true => Theme::Light,
        false => props.look.1,
    };
    {
        let (canvas, drawn) = (canvas.clone(), drawn.clone());
        let key = (
            props.scene.clone(),
            drawn.scene.window.clone(),
            props.look.0,
            theme,
        );
        use_before_paint(key, move |(_, _, palette, theme)| {
            let scene = &drawn.scene;
            let _ = paint(&canvas, scene.window.size(), &scene.pixels(palette, theme));
        });
    }
    {
        // Only where another row is asked for, and not for each that is scrolled to.
        let (node, pitch) = (node.clone(), geometry.pitch_y);
        let is_known = viewport.width > 0;
        use_effect_with((props.first_row, pitch, is_known), move |(row, ..)| {
            if let Some(view) = node.cast::<HtmlElement>() {
                let top = (row * pitch) as i32;
                if view.scroll_top() / pitch.max(1) as i32 != *row as i32 {
                    view.set_scroll_top(top);
                }
            }
        });
    }
    {
        let on_row = props.on_row.clone();
        let row = viewport.top.max(0) as u32 / geometry.pitch_y.max(1);
        use_effect_with(row, move |row| on_row.emit(*row));
    }
    let at_point = {
        let (node, geometry) = (node.clone(), geometry.clone());
        move |event: &MouseEvent| {
            let place = node.cast::<web_sys::Element>()?.get_bounding_client_rect();
            let x = event.client_x() - place.left() as i32;
            let y = event.client_y() - place.top() as i32;
            geometry.cell_at(size, &viewport, x, y)
        }
    };
    let on_point = {
        let (on_at, at_point) = (props.on_at.clone(), at_point.clone());
        Callback::from(move |event: PointerEvent| on_at.emit(at_point(&event)))
    };
    // A finger that lifts leaves what it tapped at hand.
    let on_leave = {
        let on_at = props.on_at.clone();
        Callback::from(move |event: PointerEvent| {
            if event.pointer_type() != "touch" {
                on_at.emit(None);
            }
        })
    };
    let on_click = {
        let on_at = props.on_at.clone();
        Callback::from(move |event: MouseEvent| on_at.emit(at_point(&event)))
    };
    let go_to = {
        let (on_at, spoken) = (props.on_at.clone(), props.spoken.clone());
        let (node, geometry) = (node.clone(), geometry.clone());
        move |at: CellAt| {
            if let Some(view) = node.cast::<HtmlElement>() {
                let (left, top) = geometry.scroll_to(&Viewport::of(&view), at);
                view.set_scroll_left(left);
                view.set_scroll_top(top);
            }
            on_announce.emit(spoken.emit(at).into());
            on_at.emit(Some(at));
        }
    };
    let on_focus = {
        let (go_to, at) = (go_to.clone(), props.at);
        Callback::from(move |_: FocusEvent| {
            if has_keyboard() {
                go_to(at.unwrap_or(CellAt { column: 0, row: 0 }));
            }
        })
    };
    let on_key = {
        let (go_to, at, on_at) = (go_to, props.at, props.on_at.clone());
        Callback::from(move |event: KeyboardEvent| match &*event.key() {
            "Escape" => on_at.emit(None),
            key => {
                if let Some(next) = moved(key, event.ctrl_key(), at, size) {
                    event.prevent_default();
                    go_to(next);
                }
            }
        })
    };
    let (x, y) = clipped_offset(&geometry, &viewport, &drawn.scene);
    let others = props
        .marked
        .iter()
        .map(|at| cell_rect(&drawn, *at, "grid-example"));
    let cursor = el("svg")
        .class("grid-marks")
        .attr(Attr::Style, clip(&geometry))
        .child(
            el("g")
                .attr(Attr::Transform, format!("translate({x},{y})"))
                .child(fragment().children(others))
                .child(
                    props
                        .at
                        .zip(props.meant)
                        .and_then(|(at, meant)| arrow_between(&drawn, at, meant)),
                )
                .child(props.at.map(|at| cell_rect(&drawn, at, "grid-hovered"))),
        );
    let window = el("div")
        .class("grid-window")
        .attr(Attr::AriaHidden, "true")
        .attr(Attr::Style, window_style(size, &geometry, &viewport))
        .child(cells(&drawn, &viewport, &canvas))
        .child(heads(&drawn, &viewport))
        .child(marks(&drawn, &viewport))
        .child(cursor)
        .child(props.at.map(|at| heads_of(&drawn, &viewport, at)));
    let label = format!(
        "{}: {}, {} columns, {} rows. Arrow keys move from cell to cell.",
        props.name, props.scene.title, size.columns, size.rows
    );
    let shown = geometry.top + rows * geometry.pitch_y + 2;
    let scroller = el("div")
        .class("grid-scroller is-sheet")
        .attr(Attr::Style, format!("height:{shown}px"))
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "application")
        .attr(Attr::AriaRoledescription, "grid of cells")
        .attr(Attr::AriaLabel, label)
        .node_ref(&node)
        .on_pointer_move(on_point)
        .on_pointer_leave(on_leave)
        .on_click(on_click)
        .on_focus(on_focus)
        .on_key(on_key)
        .child(sizer(size, &drawn, &viewport).child(window));
    // Whether it is there follows from no measure: it takes room from what is measured.
    let has_map = props.is_mapped && size.rows > props.rows;
    let map = has_map.then(|| {
        let few = u64::from(size.columns) * u64::from(size.rows) <= MOST_CELLS;
        let scene = &props.scene;
        let colours = few.then(|| html! { <Colours scene={scene.clone()} look={props.look} /> });
        let lead = move |at: CellAt| {
            if let Some(view) = node.cast::<HtmlElement>() {
                let middle = at.row.saturating_sub(rows / 2);
                view.set_scroll_top((middle * geometry.pitch_y) as i32);
            }
        };
        Whole {
            size,
            geometry: &drawn.geometry,
            viewport: &viewport,
            rows: scene.kind.rows(),
            is_of_lines: false,
            colours,
            read: None,
        }
        .map(lead)
    });
    el("div")
        .class("sheet-of-cells")
        .on_pointer_move(props.on_lead.reform(|_: PointerEvent| ()))
        .child(
            el("p")
                .class("visually-hidden")
                .attr(Attr::AriaLive, "polite")
                .child(announced),
        )
        .child(scroller)
        .child(map.flatten())
        .into()
}

/// Properties of [`Colours`].
#[derive(Properties, PartialEq)]
struct ColoursProps {
    scene: Shared<Scene>,
    look: (Palette, Theme),
}

/// The cells of the whole scene on a map.
#[component]
fn Colours(props: &ColoursProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        let key = (props.scene.clone(), props.look);
        use_effect_with(key, move |(scene, (palette, theme))| {
            let (scene, palette, theme) = (scene.clone(), *palette, *theme);
            let later = Timeout::new(LATER_MS, move || {
                let _ = paint(&node, scene.size, &scene.map_pixels(palette, theme));
            });
            move || drop(later)
        });
    }
    el("canvas").node_ref(&node).into()
}

/// Height of the screen, in pixels.
fn screen_height() -> u32 {
    let height = browser::window().inner_height().ok();
    let height = height.and_then(|height| height.as_f64());
    height.unwrap_or(0.0) as u32
}
