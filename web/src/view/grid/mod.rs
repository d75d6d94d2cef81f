//! One of the two views: a window onto a grid of cells that may be far larger.
//!
//! Three layers are on top of each other: a canvas with one pixel a cell, stretched; the numbers as blocks of text; an
//! SVG with lines, arrows and the cursor. None of them has a node per cell.

mod arrows;
mod bands;
mod banks;
mod cells;
mod cursor;
mod drawn;
mod geometry;
mod heads;
mod input;
mod label;
mod linked;
mod marks;
mod metrics;
mod numbers;
mod pane;
mod placed;
mod rest;
mod reveal;
mod sheet;
mod shell;
mod steps;
mod travel;
mod viewport;
mod watch;
mod way;
mod whole;

use std::cell::Cell;
use std::rc::Rc;

use swizzle_core::Coord;
use swizzle_draw::scene::{Fold, PaneKind, Size};
use swizzle_draw::{Palette, Theme};
use yew::prelude::*;

use crate::element::{Attr, Element, el, fragment};
use crate::hooks::use_value;
use crate::state::Dispatch;
use crate::view::hover::Hover;
use crate::view::picture::{Picture, Shared};
pub use arrows::arrow_words_width;
pub use bands::{BandGeometry, Bands, use_width};
use banks::BankWords;
pub use cells::paint;
use cells::{cells, use_paint};
use cursor::Cursor;
use drawn::{Drawn, use_drawn};
pub use geometry::NARROW_COLUMNS;
use geometry::{Geometry, Zoom};
use heads::heads;
use input::Input;
pub use linked::Linked;
use marks::marks;
use numbers::has_one_line;
use pane::Pane;
use placed::Placed;
use rest::rest;
use reveal::{Scroller, use_pin_in_view, use_step_in_view};
pub use sheet::{MapOf, Outlined, Sheet};
pub use shell::color_shell;
pub use steps::{StepOutlines, step_shade};
pub use travel::{Travel, TravelProps, Traveller};
use viewport::Viewport;
pub use viewport::{forget_shell, look_at_shell};
use watch::use_viewport;
use way::ways;
use whole::whole;

/// Properties of [`Grid`].
#[derive(Properties, PartialEq)]
pub struct GridProps {
    /// The picture that is drawn.
    pub picture: Shared<Picture>,
    /// The kind of view.
    pub kind: PaneKind,
    /// Cell colours.
    pub palette: Palette,
    /// The page's theme.
    pub theme: Theme,
    /// Side of a cell in pixels; none fits the cells to the view.
    pub zoom: Option<u32>,
    /// The picture beside it: the cells of all views of both pictures have the same size, and fill the height that the page
    /// gives them.
    #[prop_or_default]
    pub beside: Option<Shared<Picture>>,
    /// The view that scrolls with it; then both fill the height that the page gives them, and have a map between them.
    #[prop_or_default]
    pub linked: Option<Linked>,
    /// Whether a narrow matrix is folded though nothing is linked with it.
    #[prop_or_default]
    pub folds: bool,
    /// Animates cells moving to the positions to which an edit puts them, once it has loaded.
    #[prop_or_default]
    pub traveller: Option<Traveller>,
    /// The element that is marked while none is under the cursor; the picture's own if there is none here.
    #[prop_or_default]
    pub example: Option<Coord>,
    /// The element under the pointer or the keyboard's cursor.
    pub hover: Hover,
    /// The pinned element.
    pub pinned: Option<Coord>,
    /// Sends what is pinned.
    pub dispatch: Dispatch,
}

/// A view with its heads, arrows and cursor.
#[component]
pub fn Grid(props: &GridProps) -> Html {
    let (node, canvas) = (use_node_ref(), use_node_ref());
    let linked = props.linked.clone();
    let viewport = use_viewport(&node, linked.clone().map(|linked| (linked, props.kind)));
    let is_foldable = linked.is_some() || props.folds;
    let fold = is_foldable
        .then(|| Fold::of(&props.picture.drawing))
        .flatten();
    let pane = Pane {
        picture: props.picture.clone(),
        kind: props.kind,
        fold: fold.filter(|_| !props.kind.has_addresses()),
    };
    let zoom = Zoom {
        side: props.zoom,
        fills: props.beside.is_some() || linked.is_some(),
    };
    let drawn = use_drawn(&pane, props.beside.as_ref(), &viewport, zoom);
    // Paper is light.
    let theme = match viewport.prints {
        true => Theme::Light,
        false => props.theme,
    };
    use_paint(&canvas, &pane, &drawn, props.palette, theme);
    let view = Placed {
        node: node.clone(),
        pane: pane.clone(),
        geometry: drawn.geometry.clone(),
    };
    let former = linked.as_ref().and_then(|linked| linked.join(&view));
    let scroller = Scroller {
        view,
        linked: linked.clone(),
    };
    {
        let scroller = scroller.clone();
        use_effect_with(scroller.cells(), move |_| {
            if let Some(former) = former {
                scroller.keep(&former, &viewport);
            }
        });
    }
    // The position of the cells follows from the size of the view, which is known once the view is mounted.
    let is_known = viewport.width > 0;
    let led = use_pin_in_view(&scroller, &viewport, props.pinned);
    use_step_in_view(&scroller, is_known, props.pinned.is_some());
    let (announced, on_announce) = use_value(|| AttrValue::Static(""));
    let pointer = use_memo((), |()| Cell::new(None));
    let input = Rc::new(Input {
        scroller: scroller.clone(),
        viewport,
        pinned: props.pinned,
        led,
        hover: props.hover.clone(),
        pointer,
        on_announce,
        dispatch: props.dispatch.clone(),
    });
    {
        // Not where an edit changes the cells alone: asking what is under the pointer would make the browser lay out the page
        // at once, and draw twice.
        let input = input.clone();
        use_effect_with((viewport.left, viewport.top), move |_| input.scrolled());
    }
    let announcer = el("p")
        .class("visually-hidden")
        .attr(Attr::AriaLive, "polite")
        .child(announced);
    let cursor = html! {
        <Cursor scroller={scroller.clone()} drawn={drawn.clone()} {viewport} example={props.example} pinned={props.pinned} hover={props.hover.clone()} />
    };
    let words = (linked.is_some() && props.kind.has_addresses()).then(|| {
        html! { <BankWords picture={props.picture.clone()} pinned={props.pinned} hover={props.hover.clone()} /> }
    });
    let travel = props.traveller.map(|Traveller(travel)| {
        travel(TravelProps {
            picture: props.picture.clone(),
            kind: props.kind,
            fold: pane.fold,
            drawn: drawn.clone(),
            viewport,
            look: (props.palette, theme),
        })
    });
    let window = window(&drawn, &viewport, &canvas)
        .child(cursor)
        .child(travel);
    let grid = scrolled(&pane, &drawn)
        .node_ref(&node)
        .on_pointer_move(input.on_move())
        .on_pointer_leave(input.on_leave())
        .on_click(input.on_click())
        .on_focus(input.on_focus())
        .on_key(input.on_key())
        .child(sizer(pane.size(), &drawn, &viewport).child(window));
    // The map is of what does not fit: of a folded matrix all is seen.
    let is_mapped = linked.is_some() && props.kind.has_addresses() == fold.is_some();
    let is_alone = linked.is_none() && props.beside.is_none();
    fragment()
        .child(announcer)
        .child(grid)
        .child(is_alone.then(|| rest(&pane, &drawn, &viewport)).flatten())
        .child(ways(&scroller, &viewport, props.pinned))
        .child(words)
        .child(
            is_mapped
                .then(|| whole(scroller, &drawn, &viewport, (props.palette, props.theme)))
                .flatten(),
        )
        .into()
}

/// The element that scrolls, and that the keyboard finds.
fn scrolled(pane: &Pane, drawn: &Drawn) -> Element {
    let full_height = drawn.geometry.full_height(pane.size());
    let label = format!(
        "{}: {}, {}. Arrow keys move from cell to cell, Enter pins one.",
        pane.name(),
        drawn.scene.title,
        pane.size_words()
    );
    el("div")
        .class("grid-scroller")
        .class_if(has_one_line(&drawn.geometry), "has-one-line")
        .attr(Attr::Style, format!("--full-height:{full_height}px"))
        .attr(Attr::Tabindex, "0")
        .attr(Attr::Role, "application")
        .attr(Attr::AriaRoledescription, "grid of cells")
        .attr(Attr::AriaLabel, label)
}

/// An element as large as all cells would be, for correct scroll bars. The last cells are also seen whole where the view
/// is cut to whole ones.
fn sizer(size: Size, drawn: &Drawn, viewport: &Viewport) -> Element {
    let geometry = &drawn.geometry;
    let (room_x, room_y) = geometry.room(viewport);
    // Never as much as a cell.
    let cut = |room: u32, pitch: u32| (room % pitch).min(pitch - 3);
    let style = format!(
        "width:{}px;height:{}px",
        geometry.full_width(size) + cut(room_x, geometry.pitch_x),
        geometry.full_height(size) + cut(room_y, geometry.pitch_y)
    );
    el("div").class("grid-sizer").attr(Attr::Style, style)
}

/// The layers of what is in view.
fn window(drawn: &Drawn, viewport: &Viewport, canvas: &NodeRef) -> Element {
    el("div")
        .class("grid-window")
        .attr(Attr::AriaHidden, "true")
        .attr(
            Attr::Style,
            window_style(drawn.scene.size, &drawn.geometry, viewport),
        )
        .child(cells(drawn, viewport, canvas))
        .child(heads(drawn, viewport))
        .child(marks(drawn, viewport))
}

/// How large they are.
fn window_style(size: Size, geometry: &Geometry, viewport: &Viewport) -> String {
    let Geometry {
        left,
        top,
        pitch_x,
        pitch_y,
        ..
    } = *geometry;
    let (room_x, room_y) = geometry.room(viewport);
    // Whole cells, and no sliver of one more; under the last of all, their border.
    let whole = |edge: u32, room: u32, pitch: u32, (scroll, all): (i32, i32), cells: u32| {
        let shown = room / pitch * pitch;
        let is_end = scroll.max(0) as u32 + shown >= cells * pitch;
        (edge + shown + u32::from(is_end)).min(all.max(0) as u32)
    };
    let (across, down) = (
        (viewport.left, viewport.width),
        (viewport.top, viewport.height),
    );
    format!(
        "width:{}px;height:{}px",
        whole(left, room_x, pitch_x, across, size.columns),
        whole(top, room_y, pitch_y, down, size.rows)
    )
}
