//! Cells of a scene that does not show a tile: the same layers as a view of a tile, with a cursor of the page's own.

use gloo_timers::callback::Timeout;
use swizzle_draw::scene::{CellAt, Label, Paths, Run, Scene, Window};
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
use super::watch::use_settled_viewport;
use super::whole::{LATER_MS, MOST_CELLS, Whole};
use super::{sizer, window_style};
use crate::arrow_keys::{Place, use_arrow_keys};
use crate::browser;
use crate::element::{Attr, Element as El, el, fragment};
use crate::hooks::{use_before_paint, use_value};
use crate::view::picture::Shared;

/// Pixels that the rows of a sheet have on paper.
const PAPER_HEIGHT: u32 = 512;

/// Cells that have an outline, with a number over them.
#[derive(Clone, PartialEq)]
pub struct Outlined {
    /// The cells.
    pub runs: Vec<Run>,
    /// The number, where it has one.
    pub number: Option<usize>,
    /// Whether it is the one that is looked at.
    pub is_chosen: bool,
}

/// Properties of [`Sheet`].
#[derive(Properties, PartialEq)]
pub struct SheetProps {
    /// All visible cells.
    pub scene: Shared<Scene>,
    /// Its name.
    pub name: &'static str,
    /// Cell colours, and the page's theme.
    pub look: (Palette, Theme),
    /// Rows that are seen at a time.
    #[prop_or(16)]
    pub rows: u32,
    /// Pixels of the screen's height that the rows leave to what is around them.
    pub spare: u32,
    /// The cell at hand.
    #[prop_or_default]
    pub at: Option<CellAt>,
    /// Called with another.
    pub on_at: Callback<Option<CellAt>>,
    /// Called with a cell that is pressed, by pointer or Enter.
    #[prop_or_default]
    pub on_press: Callback<CellAt>,
    /// The cell to which an arrow leads from it.
    #[prop_or_default]
    pub meant: Option<CellAt>,
    /// Other cells that are marked.
    #[prop_or_default]
    pub marked: Vec<CellAt>,
    /// Characters of the longest number of a sheet beside it, whose numbers are to be as large.
    #[prop_or_default]
    pub longest: usize,
    /// Whether its numbers are made smaller for more room between them.
    #[prop_or_default]
    pub is_loose: bool,
    /// Outlined cells.
    #[prop_or_default]
    pub outlined: Vec<Outlined>,
    /// Returns what a screen reader reads out for a cell.
    pub spoken: Callback<CellAt, String>,
    /// The row that is shown first: at the beginning, and when this value changes.
    #[prop_or_default]
    pub first_row: u32,
    /// Called with the first row in view, as it is scrolled.
    #[prop_or_default]
    pub on_row: Callback<u32>,
    /// Called when the pointer is over it: it is what is scrolled then.
    #[prop_or_default]
    pub on_lead: Callback<()>,
    /// Whether there is a map of what is out of view beside it.
    #[prop_or_default]
    pub is_mapped: bool,
}

/// The place of a cell.
const fn place(at: CellAt) -> Place {
    (at.column, at.row)
}

/// The cell of a place.
const fn cell((column, row): Place) -> CellAt {
    CellAt { column, row }
}

/// The sheet.
#[component]
pub fn Sheet(props: &SheetProps) -> Html {
    let (node, canvas) = (use_node_ref(), use_node_ref());
    // The height follows from the width.
    let viewport = use_settled_viewport(&node);
    let (announced, on_announce) = use_value(|| AttrValue::Static(""));
    let size = props.scene.size;
    let longest = use_memo(props.scene.clone(), |scene| {
        let labels = scene.cells.iter().map(|cell| cell.label);
        let all = labels.chain(scene.beneath.iter().copied());
        all.map(Label::characters).max()
    });
    let rows = props.rows.min(size.rows);
    let height = match viewport.prints {
        true => PAPER_HEIGHT,
        false => screen_height().saturating_sub(props.spare),
    };
    let geometry = Geometry::of_sheet(
        &props.scene,
        &viewport,
        (longest.unwrap_or(1).max(props.longest), props.is_loose),
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
    let is_known = viewport.width > 0;
    {
        // Only where another row is asked for or rows are of another height, and not for each that is scrolled to.
        let (node, pitch) = (node.clone(), geometry.pitch_y);
        let former = use_mut_ref(|| pitch);
        use_effect_with((props.first_row, pitch, is_known), move |(row, ..)| {
            if let Some(view) = node.cast::<HtmlElement>() {
                let top = (row * pitch) as i32;
                let is_other = former.replace(pitch) != pitch;
                if is_other || view.scroll_top() / pitch.max(1) as i32 != *row as i32 {
                    view.set_scroll_top(top);
                }
            }
        });
    }
    {
        // A marked column comes into view, once for each: what the reader scrolls away stays away.
        let (node, geometry) = (node.clone(), geometry.clone());
        let column = props.at.map(|at| at.column);
        use_effect_with((column, geometry.pitch_x, is_known), move |(column, ..)| {
            if let (Some(column), Some(view)) = (*column, node.cast::<HtmlElement>()) {
                let viewport = Viewport::of(&view);
                let at = CellAt { column, row: 0 };
                let (left, _) = geometry.scroll_to(&viewport, at);
                if left != viewport.left {
                    view.set_scroll_left(left);
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
            let (x, y) = offset(&node, event)?;
            geometry.cell_at(size, &viewport, x, y)
        }
    };
    let on_point = {
        let (on_at, at_point) = (props.on_at.clone(), at_point.clone());
        Callback::from(move |event: PointerEvent| on_at.emit(at_point(&event)))
    };
    let on_leave = leaving(&props.on_at);
    let on_click = {
        let (on_at, on_press) = (props.on_at.clone(), props.on_press.clone());
        Callback::from(move |event: MouseEvent| {
            let at = at_point(&event);
            on_at.emit(at);
            at.into_iter().for_each(|at| on_press.emit(at));
        })
    };
    let arrows = use_arrow_keys(props.at.map(place));
    let go_to = {
        let (on_at, spoken) = (props.on_at.clone(), props.spoken.clone());
        let (node, geometry, arrows) = (node.clone(), geometry.clone(), arrows.clone());
        move |at: CellAt| {
            arrows.lead(place(at));
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
        let (go_to, arrows) = (go_to.clone(), arrows.clone());
        Callback::from(move |_: FocusEvent| {
            if has_keyboard() {
                go_to(cell(arrows.here().unwrap_or_default()));
            }
        })
    };
    let on_key = {
        let (on_at, on_press) = (props.on_at.clone(), props.on_press.clone());
        Callback::from(move |event: KeyboardEvent| match &*event.key() {
            "Escape" => {
                arrows.end();
                on_at.emit(None);
            }
            "Enter" => arrows
                .here()
                .into_iter()
                .for_each(|at| on_press.emit(cell(at))),
            key => {
                if let Some(next) = moved(key, event.ctrl_key(), arrows.here().map(cell), size) {
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
    let outline = |one: &Outlined| {
        let cell = [geometry.pitch_x, geometry.pitch_y];
        let path = Paths::outline(&drawn.scene, &one.runs, cell, one.is_chosen);
        el("path")
            .class("grid-reads")
            .class_if(!one.is_chosen, "is-other")
            .attr(Attr::D, path)
    };
    // The one that is looked at is drawn over the others.
    let (chosen, rest): (Vec<_>, Vec<_>) = props.outlined.iter().partition(|one| one.is_chosen);
    let cursor = el("svg")
        .class("grid-marks")
        .attr(Attr::Style, clip(&geometry))
        .child(
            el("g")
                .attr(Attr::Transform, format!("translate({x},{y})"))
                .child(fragment().children(rest.into_iter().chain(chosen).map(outline)))
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
        .child(numbers_over(props, &geometry, viewport.left))
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

/// Returns the position of a pointer relative to the upper left corner of an element.
pub(super) fn offset(node: &NodeRef, event: &MouseEvent) -> Option<(i32, i32)> {
    let place = node.cast::<web_sys::Element>()?.get_bounding_client_rect();
    let (left, top) = (place.left() as i32, place.top() as i32);
    Some((event.client_x() - left, event.client_y() - top))
}

/// A pointer that leaves takes the cell along that was at hand; a finger that lifts leaves what it tapped.
pub(super) fn leaving<T: 'static>(on_at: &Callback<Option<T>>) -> Callback<PointerEvent> {
    let on_at = on_at.clone();
    Callback::from(move |event: PointerEvent| {
        if event.pointer_type() != "touch" {
            on_at.emit(None);
        }
    })
}

/// The numbers over what is outlined, each in the middle of the columns that it begins with.
fn numbers_over(props: &SheetProps, geometry: &Geometry, scrolled: i32) -> Option<El> {
    let number = |one: &Outlined| {
        let (number, first) = (one.number?, one.runs.first()?);
        let middle = (first.columns.start + first.columns.end) * geometry.pitch_x / 2;
        let left = (geometry.left + middle).checked_sub(scrolled.max(0) as u32)?;
        let tag = el("i")
            .class_if(one.is_chosen, "is-here")
            .attr(Attr::Style, format!("left:{left}px"))
            .child(number.to_string());
        (left >= geometry.left).then_some(tag)
    };
    let numbers: Vec<El> = props.outlined.iter().filter_map(number).collect();
    (!numbers.is_empty()).then(|| {
        el("div")
            .class("grid-numbers-over")
            .children(numbers.into_iter())
    })
}

/// Properties of [`MapOf`].
#[derive(Properties, PartialEq)]
pub struct MapProps {
    /// All of it.
    pub scene: Shared<Scene>,
    /// Cell colours, and the page's theme.
    pub look: (Palette, Theme),
    /// Parts of it: where each is, and its number.
    pub parts: Vec<(Window, usize)>,
    /// Number of the part that is looked at.
    pub chosen: Option<usize>,
    /// Called with the number of one that is pressed.
    pub on_choose: Callback<usize>,
}

/// A map of a whole scene, with parts of it; they are numbered where there is room.
#[component]
pub fn MapOf(props: &MapProps) -> Html {
    let size = props.scene.size;
    let percent = |of: &std::ops::Range<u32>, all: u32| {
        let share = |part: u32| 100.0 * f64::from(part) / f64::from(all.max(1));
        (share(of.start), share(of.end - of.start))
    };
    let part = |(window, number): &(Window, usize)| {
        let ((left, wide), (top, high)) = (
            percent(&window.columns, size.columns),
            percent(&window.rows, size.rows),
        );
        let number = *number;
        el("i")
            .class_if(props.chosen == Some(number), "is-here")
            .attr(
                Attr::Style,
                format!("left:{left:.2}%;width:{wide:.2}%;top:{top:.2}%;height:{high:.2}%"),
            )
            .on_click(props.on_choose.reform(move |_: MouseEvent| number))
    };
    let mut across: Vec<u32> = props
        .parts
        .iter()
        .map(|(part, _)| part.columns.start)
        .collect();
    across.sort_unstable();
    across.dedup();
    let has_room = props.parts.len() <= MOST_PARTS && across.len() <= MOST_ACROSS;
    let part = |one: &(Window, usize)| {
        let number = has_room || props.chosen == Some(one.1);
        part(one).child(number.then(|| el("b").child(one.1.to_string())))
    };
    let few = u64::from(size.columns) * u64::from(size.rows) <= MAPPED;
    let colours = few.then(|| html! { <Colours scene={props.scene.clone()} look={props.look} /> });
    el("div")
        .class("parts-map")
        .attr(Attr::AriaHidden, "true")
        .child(colours)
        .children(props.parts.iter().map(part))
        .into()
}

/// Parts of a map that have room for a number each, in all and side by side.
const MOST_PARTS: usize = 16;
const MOST_ACROSS: usize = 4;
/// Cells of a map that is drawn; of a larger one the parts alone are seen.
const MAPPED: u64 = 1 << 13;

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
