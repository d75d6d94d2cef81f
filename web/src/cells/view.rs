//! The cell view: any scene as one canvas under one SVG. No node per cell; what is under the pointer is worked out. Knows hover,
//! pin, arrow keys, zoom and rail, and nothing of tiles. Cells that an edit moves fly to their new places.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_render::{AnimationFrame, request_animation_frame};

use wasm_bindgen::JsCast as _;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};
use yew::prelude::*;

use swizzle_draw::{Palette, Theme, hex};

use crate::browser;
use crate::hooks::use_printing;
use crate::kit::Shared;

use super::behind::{behind, hatch};
use super::scene::{Arrow, Cell, Geometry, Look, Scene};

/// Room above the cells: title and numbers.
pub const TOP: f64 = 44.0;
/// Width of a rail, and its distance from what is beside it.
const RAIL: f64 = 6.0;
/// Cells of this height have numbers, and lines between them.
pub(super) const NUMBERED: f64 = 18.0;
const LINED: f64 = 10.0;
/// Columns of this width have the name of their axis.
const NAMED: f64 = 52.0;
/// How far numbers of narrow columns are apart.
const APART: f64 = 40.0;
/// The largest dot, and the smallest one with a label.
const DOT: f64 = 13.0;
const LABELED_DOT: f64 = 7.0;
/// Parts of a rail.
const PARTS: u32 = 8;
/// Milliseconds that cells fly.
const FLIGHT: f64 = 350.0;

/// The sheet's colours, as a canvas needs them.
#[derive(Debug, PartialEq)]
pub struct Ink {
    cells: Vec<String>,
    empty: String,
    wrong: String,
    error: String,
    ink: String,
    /// What costs, what costs nothing, dots, letters on any of them, and what is followed.
    marks: [String; 5],
    font: String,
    quiet: f64,
}

impl Ink {
    /// The colours of the theme in use.
    pub fn of_page(theme: Theme, palette: Palette) -> Option<Self> {
        let root = browser::document().document_element()?;
        let style = browser::window().get_computed_style(&root).ok()??;
        let value = |name: &str| style.get_property_value(name).unwrap_or_default();
        Some(Self {
            cells: palette.colours(theme).map(hex).into(),
            empty: value("--empty"),
            wrong: value("--error-soft"),
            error: value("--error"),
            ink: value("--cell-ink"),
            marks: ["--warning", "--good", "--ink", "--page", "--follow"].map(value),
            font: value("--mono"),
            quiet: if theme == Theme::Dark { 0.42 } else { 0.3 },
        })
    }

    fn fill(&self, cell: &Cell) -> &str {
        match cell.look {
            Look::Missing | Look::Dot => &self.empty,
            Look::Wrong => &self.wrong,
            Look::Costly => &self.marks[0],
            Look::Free => &self.marks[1],
            Look::Followed => &self.marks[4],
            Look::Plain
            | Look::Dimmed
            | Look::Absent
            | Look::Soft
            | Look::Dotted
            | Look::Padded(_) => &self.cells[usize::from(cell.colour)],
        }
    }

    /// How opaque a cell is.
    fn alpha(cell: &Cell) -> f64 {
        match cell.look {
            Look::Dimmed => 0.28,
            Look::Soft | Look::Dotted => 0.55,
            Look::Free | Look::Costly if cell.colour % 2 == 1 => 0.7,
            _ => 1.0,
        }
    }

    /// The colour of a cell's dot.
    fn dot(&self, cell: &Cell) -> Option<&str> {
        match cell.look {
            Look::Dotted => Some(&self.marks[2]),
            Look::Dot => Some(&self.cells[usize::from(cell.colour)]),
            _ => None,
        }
    }

    /// The colour of a cell's label, and how opaque that is where nothing is pointed at.
    fn letters(&self, cell: &Cell) -> (&str, f64) {
        match cell.look {
            Look::Wrong => (&self.error, 0.62),
            Look::Dotted | Look::Free | Look::Costly | Look::Followed => (&self.marks[3], 1.0),
            Look::Dot => (&self.ink, 1.0),
            _ => (&self.ink, self.quiet),
        }
    }
}

/// The colours of a theme and a palette.
#[hook]
pub fn use_ink(theme: Theme, palette: Palette) -> Option<Shared<Ink>> {
    // Paper is light.
    let theme = match use_printing() {
        true => Theme::Light,
        false => theme,
    };
    let ink = use_memo((theme, palette), |(theme, palette)| {
        browser::set_theme(*theme);
        Ink::of_page(*theme, *palette).map(Shared::new)
    });
    (*ink).clone()
}

/// The unit in view, where it is, and where it should have been.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hot {
    /// The cell that is marked.
    pub here: Option<u32>,
    /// The cell where it was expected, if that is another one.
    pub expected: Option<u32>,
    /// Whether what is marked is wrong.
    pub is_wrong: bool,
}

/// What a reader does in a cell view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A unit is pointed at, or none.
    Point(Option<u32>),
    /// Keys lead to a unit.
    Walk(u32),
    /// A unit is pressed, or the one that is pointed at.
    Pin(Option<u32>),
    /// More or fewer rows.
    Zoom(i32),
    /// Another first row.
    First(u32),
}

/// Properties of [`Cells`].
#[derive(Clone, Properties, PartialEq)]
pub struct CellsProps {
    /// The picture.
    pub scene: Shared<Scene>,
    /// Where its cells are.
    pub geometry: Geometry,
    /// Pixels before the cells, for the numbers of rows.
    pub gutter: f64,
    /// Whether the rail is behind the cells; otherwise it is at the far end of the gutter.
    pub is_rail_behind: bool,
    /// The unit in view.
    pub hot: Hot,
    /// Whether all numbers have full ink.
    #[prop_or_default]
    pub is_loud: bool,
    /// Whether it repeats what another view says: keys and speech leave it out.
    #[prop_or_default]
    pub is_beside: bool,
    /// How far behind the cells the numbers behind rows are; none leaves them out.
    #[prop_or_default]
    pub behind: Option<f64>,
    /// Whether there is a rail where rows are out of view.
    #[prop_or(true)]
    pub has_rail: bool,
    /// Room above the cells; a title has it only where it is [`TOP`].
    #[prop_or(TOP)]
    pub top: f64,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
    /// What the reader does.
    pub on: Callback<Event>,
}

/// A scene with its title, numbers, marks and rail.
#[component]
pub fn Cells(props: &CellsProps) -> Html {
    let canvas = use_node_ref();
    let CellsProps {
        scene,
        geometry,
        gutter,
        hot,
        top,
        ..
    } = props;
    let here = hot
        .here
        .and_then(|id| scene.find(id))
        .map(|at| scene.place(at));
    use_paint(&canvas, props, here);
    let (width, height) = geometry.size;
    let (cell_width, cell_height) = geometry.cell();
    let place = format!("left:{gutter}px;top:{top}px;width:{width}px;height:{height}px");
    // Keys may follow each other before the page is drawn anew.
    let walked = use_mut_ref(|| hot.here);
    walked.replace(hot.here);
    let heard = here.filter(|_| !props.is_beside);
    let said = heard.map_or_else(String::new, |(row, column)| said(scene, row, column));
    html! {
        <div class="cell-view" style={format!("width:{}px;height:{}px", gutter + width + 16.0, top + height)}>
            <canvas ref={canvas} data-cell-width={cell_width.to_string()} data-cell-height={cell_height.to_string()} style={place.clone()}></canvas>
            <svg width={(gutter + width).to_string()} height={(top + height).to_string()} aria-hidden="true">
                <g transform={format!("translate({gutter} {top})")}>
                    { heads(props, here) }
                    { for props.behind.map(|by| behind(props, by, here)) }
                    { marks(props, here) }
                    { for scene.arrows.iter().filter(|_| hot.here.is_none()).map(|arrow| arrow_svg(arrow, geometry)) }
                </g>
            </svg>
            { touch(props, place, walked) }
            { rail(props) }
            <p class="visually-hidden" aria-live="polite">{ said }</p>
        </div>
    }
}

/// A cell in words.
fn said(scene: &Scene, row: u32, column: u32) -> String {
    let label = scene
        .cell(row, column)
        .map_or_else(String::new, |cell| cell.label.to_string());
    let [across, down] = scene.axes;
    let row = format!("{} {}", down.name, scene.row_text(row));
    format!(
        "{}: {} {label} at {} {}, {}",
        scene.name,
        scene.noun,
        across.name,
        scene.column_text(column),
        row.trim_start()
    )
}

/// What takes pointer and keys: one element over all cells.
fn touch(props: &CellsProps, style: String, walked: Rc<RefCell<Option<u32>>>) -> Html {
    let (geometry, scene, on) = (props.geometry, props.scene.clone(), props.on.clone());
    let here = props.hot.here;
    let unit_at = {
        let scene = scene.clone();
        move |x: i32, y: i32| {
            let (row, column) = geometry.at(x.into(), y.into())?;
            let cell = scene.cell(row, column)?;
            Some(cell.id).filter(|id| *id != super::scene::NONE)
        }
    };
    let onpointermove = {
        let (on, unit_at) = (on.clone(), unit_at.clone());
        Callback::from(move |event: PointerEvent| {
            let unit = unit_at(event.offset_x(), event.offset_y());
            if unit != here {
                on.emit(Event::Point(unit));
            }
        })
    };
    let onpointerleave = on.reform(|_: PointerEvent| Event::Point(None));
    let onclick =
        on.reform(move |event: MouseEvent| Event::Pin(unit_at(event.offset_x(), event.offset_y())));
    let onwheel = {
        let on = on.clone();
        Callback::from(move |event: WheelEvent| {
            if event.ctrl_key() {
                event.prevent_default();
                on.emit(Event::Zoom(if event.delta_y() > 0.0 { 1 } else { -1 }));
            }
        })
    };
    let (name, is_beside) = (scene.name, props.is_beside);
    let onkeydown = Callback::from(move |event: KeyboardEvent| {
        let key = event.key();
        let last = *walked.borrow();
        let from = last.and_then(|id| scene.find(id));
        let next = scene.beside(from, &key, geometry.first);
        match (next, key.as_str()) {
            (Some(unit), _) => {
                walked.replace(Some(unit));
                on.emit(Event::Walk(unit));
            }
            (None, "Enter") => on.emit(Event::Pin(last.filter(|_| last != here))),
            // The page may have more to close.
            (None, "Escape") => return on.emit(Event::Point(None)),
            _ => return,
        }
        event.prevent_default();
    });
    html! { <div class="cell-touch" role="application" aria-roledescription="grid of cells" tabindex={if is_beside { "-1" } else { "0" }} aria-hidden={is_beside.then_some("true")} aria-label={name} {style} {onpointermove} {onpointerleave} {onclick} {onwheel} {onkeydown}></div> }
}

/// Title, remark and the numbers along both sides.
fn heads(props: &CellsProps, here: Option<(u32, u32)>) -> Html {
    let CellsProps {
        scene, geometry, ..
    } = props;
    let (width, height) = geometry.cell();
    let [across, down] = scene.axes;
    // Where columns have room for their axis's name, the corner is for that of the rows.
    let is_wide = width >= NAMED && !down.name.is_empty();
    let columns_apart = if width >= NUMBERED {
        1
    } else {
        (APART / width) as u32 + 1
    }
    .next_power_of_two();
    let class = |is_here: bool, side: &'static str| classes!("ax", side, is_here.then_some("on"));
    let column = |at: u32| {
        let x = f64::from(at) * width + width / 2.0;
        let is_here = here.is_some_and(|(_, column)| column == at);
        let text = scene.column_text(at);
        let text = if is_wide && scene.column_names.is_empty() {
            format!("{} {text}", across.name)
        } else {
            text
        };
        html! { <text class={class(is_here, "mid")} x={x.to_string()} y="-12">{ text }</text> }
    };
    let row = |at: u32| {
        let (_, y) = geometry.corner(at, 0);
        let is_here = here.is_some_and(|(row, _)| row == at);
        html! { <text class={class(is_here, "end")} x="-8" y={(y + height / 2.0).to_string()}>{ scene.row_text(at) }</text> }
    };
    let every = if height >= NUMBERED {
        1
    } else {
        (geometry.rows / PARTS).max(1)
    };
    let rows = (geometry.first..(geometry.first + geometry.rows).min(scene.rows()))
        .filter(|at| (at - geometry.first).is_multiple_of(every));
    html! {
        <>
            { for (props.top >= TOP).then(|| html! { <>
                <text class="cap" x="0" y="-36">{ scene.name }</text>
                <text class="note" x={geometry.size.0.to_string()} y="-36" text-anchor="end">{ scene.note }</text>
            </> }) }
            <text class="ax end word-axis" x="-8" y="-12">{ if is_wide { down.name } else { across.name } }</text>
            { for (0..scene.columns).step_by(columns_apart as usize).map(column) }
            { for rows.map(row) }
        </>
    }
}

/// Lines between groups of rows, around sets of cells, and around the unit in view.
fn marks(props: &CellsProps, here: Option<(u32, u32)>) -> Html {
    let CellsProps {
        scene,
        geometry,
        hot,
        ..
    } = props;
    let (_, height) = geometry.cell();
    let group = scene.group.max(1);
    let last = (geometry.first + geometry.rows).min(scene.rows());
    let lines: String = (geometry.first + 1..last)
        .filter(|row| row.is_multiple_of(group) && height >= LINED)
        .map(|row| format!("M0 {}h{}", geometry.corner(row, 0).1, geometry.size.0))
        .collect();
    let outline =
        |class: &'static str, cells: &[u32]| html! { <path {class} d={geometry.edge(cells)} /> };
    let expected = hot.expected.and_then(|id| scene.find(id));
    html! {
        <>
            <path class="group" d={lines} />
            { for scene.outlines.iter().map(|of| outline(of.class, &of.cells)) }
            { for scene.leads.iter().filter(|_| here.is_none()).map(|lead| html! { <path class={lead.class} d={geometry.lead(lead.from, lead.to)} /> }) }
            { for expected.map(|at| outline("dash is-here", &[at])) }
            { for here.zip(hot.here).map(|(_, id)| {
                let class = classes!("hot", hot.is_wrong.then_some("is-wrong"));
                html! { <path {class} d={geometry.edge(&scene.find_all(id))} /> }
            }) }
        </>
    }
}

/// An arrow beside the rows, as far as they are in view.
fn arrow_svg(arrow: &Arrow, geometry: &Geometry) -> Html {
    let (_, height) = geometry.cell();
    let y = |row: f64| ((row - f64::from(geometry.first)) * height).clamp(0.0, geometry.size.1);
    let (from, to) = (y(arrow.rows.0), y(arrow.rows.1));
    let x = -arrow.before;
    let line = format!("M{x} {}V{}m-4 -6l4 7l4 -7", from + 2.0, to - 3.0);
    let (text, is_upright) = &arrow.words;
    let (place, anchor) = match is_upright {
        true => (
            format!("translate({} {}) rotate(-90)", x + 14.0, (from + to) / 2.0),
            "middle",
        ),
        false => (
            format!(
                "translate({} {})",
                x + 8.0,
                (to + 13.0).min(geometry.size.1)
            ),
            "end",
        ),
    };
    html! {
        <g class={arrow.class}>
            <path d={line} />
            <text transform={place} text-anchor={anchor}>{ text }</text>
        </g>
    }
}

/// Which rows are in view, and which have something wrong; pressed and dragged.
fn rail(props: &CellsProps) -> Html {
    let CellsProps {
        scene,
        geometry,
        gutter,
        is_rail_behind,
        on,
        ..
    } = props;
    let total = scene.rows();
    let part = total.div_ceil(PARTS).max(1);
    if geometry.rows > total || total <= PARTS || props.top < TOP || !props.has_rail {
        return Html::default();
    }
    let (width, height) = geometry.size;
    let x = if *is_rail_behind {
        gutter + width + 10.0
    } else {
        0.0
    };
    let (rows, on) = (geometry.rows, on.clone());
    let turn = Callback::from(move |event: PointerEvent| {
        if event.buttons() & 1 == 1 {
            let row = (f64::from(event.offset_y()) / height).clamp(0.0, 0.999) * f64::from(total);
            on.emit(Event::First(row as u32 / rows * rows));
        }
    });
    let bar = |at: u32| {
        let rows = at * part..(at + 1) * part;
        let is_on = rows.start < geometry.first + geometry.rows && rows.end > geometry.first;
        let class = classes!(
            is_on.then_some("on"),
            scene.has_wrong(rows).then_some("bad")
        );
        html! { <i {class}></i> }
    };
    html! {
        <div class="cell-rail" style={format!("left:{x}px;top:{TOP}px;width:{RAIL}px;height:{height}px")} onpointerdown={turn.clone()} onpointermove={turn}>
            { for (0..PARTS).map(bar) }
        </div>
    }
}

/// What a canvas shows.
#[derive(Clone, PartialEq)]
struct Painted {
    scene: Shared<Scene>,
    geometry: Geometry,
    here: Option<(u32, u32)>,
    ink: Shared<Ink>,
    is_loud: bool,
}

impl Painted {
    /// A cell as it is painted: itself, and whether the unit in view is beside or in it.
    fn at(&self, at: (u32, u32)) -> (Option<&Cell>, bool, bool) {
        let is_near = self
            .here
            .is_some_and(|(row, column)| row == at.0 || column == at.1);
        (self.scene.cell(at.0, at.1), is_near, self.here == Some(at))
    }

    /// Whether another one differs in cells alone.
    fn is_like(&self, other: &Self) -> bool {
        self.geometry == other.geometry
            && self.ink == other.ink
            && self.is_loud == other.is_loud
            && self.scene.columns == other.scene.columns
    }
}

/// Where a cell is drawn, by its index and its own place.
type Place<'p> = &'p dyn Fn(usize, (f64, f64)) -> (f64, f64);

/// Paints after each change; where the same cells are in other places, they fly there first.
#[hook]
fn use_paint(canvas: &NodeRef, props: &CellsProps, here: Option<(u32, u32)>) {
    let (canvas, flight) = (canvas.clone(), use_mut_ref(|| None::<AnimationFrame>));
    let last = use_mut_ref(|| None::<Painted>);
    let CellsProps {
        scene,
        geometry,
        ink,
        is_loud,
        ..
    } = props.clone();
    use_effect_with(
        Painted {
            scene,
            geometry,
            here,
            ink,
            is_loud,
        },
        move |now| {
            let under = last
                .borrow_mut()
                .replace(now.clone())
                .filter(|former| former.is_like(now));
            let moves = under
                .as_ref()
                .filter(|_| !browser::prefers_stillness())
                .and_then(|former| moves(former, now));
            // A flight that is broken off leaves cells anywhere.
            let under = under.filter(|_| moves.is_none() && flight.borrow_mut().take().is_none());
            let Some(canvas) = canvas.cast::<HtmlCanvasElement>() else {
                return;
            };
            let Some(moves) = moves else {
                let _ = paint(&canvas, now, under.as_ref(), &|_, own| own);
                return;
            };
            let now = now.clone();
            let draw = move |at: f64| {
                let between = |index: usize, (x, y)| {
                    moves
                        .get(index)
                        .copied()
                        .flatten()
                        .map_or((x, y), |(a, b)| (a + (x - a) * at, b + (y - b) * at))
                };
                let _ = paint(&canvas, &now, None, &between);
            };
            draw(0.0);
            fly(flight, None, Rc::new(draw));
        },
    );
}

/// Where the cells of a scene come from: `None` if none of them was elsewhere in view, or all is seen otherwise now.
fn moves(former: &Painted, now: &Painted) -> Option<Vec<Option<(f64, f64)>>> {
    if former.scene == now.scene {
        return None;
    }
    let came = |(at, cell): (u32, &Cell)| {
        let from = former.scene.find(cell.id).filter(|from| *from != at)?;
        let (row, column) = former.scene.place(from);
        now.geometry
            .shows(row)
            .then(|| now.geometry.corner(row, column))
    };
    let all: Vec<_> = (0..).zip(&now.scene.cells).map(came).collect();
    all.iter().any(Option::is_some).then_some(all)
}

/// Draws frame after frame, the last one at 1.
fn fly(slot: Rc<RefCell<Option<AnimationFrame>>>, start: Option<f64>, draw: Rc<dyn Fn(f64)>) {
    let next = slot.clone();
    let frame = request_animation_frame(move |now| {
        let start = start.unwrap_or(now);
        let at = ((now - start) / FLIGHT).min(1.0);
        draw(at * at * (3.0 - 2.0 * at));
        match at < 1.0 {
            true => fly(next, Some(start), draw),
            false => *next.borrow_mut() = None,
        }
    });
    *slot.borrow_mut() = Some(frame);
}

/// Paints the cells in view with their labels, each where `place` puts it; on top of what is there, only those that differ from
/// it. `None` where the browser has no canvas.
fn paint(
    canvas: &HtmlCanvasElement,
    of: &Painted,
    under: Option<&Painted>,
    place: Place<'_>,
) -> Option<()> {
    let Painted {
        scene,
        geometry,
        ink,
        is_loud,
        ..
    } = of;
    let context = prepared(canvas, geometry, under.is_some())?;
    let (width, height) = geometry.cell();
    let line = if height >= LINED { 1.0 } else { 0.0 };
    let rows = geometry.first..geometry.first + geometry.rows;
    let all = rows.flat_map(|row| (0..scene.columns).map(move |column| (row, column)));
    let cells: Vec<_> = all
        .filter(|at| under.is_none_or(|under| under.at(*at) != of.at(*at)))
        .collect();
    let corner = |(row, column)| {
        place(
            (row * scene.columns + column) as usize,
            geometry.corner(row, column),
        )
    };
    for at in &cells {
        let (x, y) = corner(*at);
        if under.is_some() {
            context.clear_rect(x, y, width, height);
        }
        let Some(cell) = scene.cell(at.0, at.1) else {
            continue;
        };
        let alpha = Ink::alpha(cell);
        let fill = |colour: &str, alpha: f64| {
            context.set_global_alpha(alpha);
            context.set_fill_style_str(colour);
            context.fill_rect(x + line / 2.0, y + line / 2.0, width - line, height - line);
        };
        if alpha < 1.0 {
            // Cells that cross each other hide each other.
            fill(&ink.marks[3], 1.0);
        }
        fill(ink.fill(cell), alpha);
        if let Look::Padded(bytes) = cell.look {
            let data = width * f64::from(bytes) / 16.0;
            context.set_fill_style_str(&ink.empty);
            context.fill_rect(
                x + data,
                y + line / 2.0,
                width - data - line / 2.0,
                height - line,
            );
            hatch(&context, (x + data, y), (width - data, height));
        }
        if let Some(colour) = ink.dot(cell) {
            context.set_global_alpha(1.0);
            context.set_fill_style_str(colour);
            context.begin_path();
            let (middle, half) = (
                (x + width / 2.0, y + height / 2.0),
                (width / 2.0).min(height / 2.0 - 0.5).min(DOT),
            );
            // Narrow cells have bars, which are seen farther.
            let tall = if half < LABELED_DOT {
                height / 2.0 - 2.0
            } else {
                half
            };
            context
                .ellipse(
                    middle.0,
                    middle.1,
                    half,
                    tall,
                    0.0,
                    0.0,
                    std::f64::consts::TAU,
                )
                .ok()?;
            context.fill();
        }
    }
    let is_dot = |(row, column): &(u32, u32)| {
        let cell = scene.cell(*row, *column);
        cell.is_some_and(|cell| ink.dot(cell).is_some()) && width.min(height) >= 2.0 * LABELED_DOT
    };
    let has_numbers = height >= NUMBERED && width >= NUMBERED;
    let size = if height < 40.0 {
        11
    } else if width >= 68.0 {
        14
    } else {
        12
    };
    let fonts = ["400", "600"].map(|weight| format!("{weight} {size}px {}", ink.font));
    let mut was = (2, "");
    for at in cells.into_iter().filter(|at| has_numbers || is_dot(at)) {
        let (Some(cell), is_near, is_here) = of.at(at) else {
            continue;
        };
        // What is of no interest has a number only where it is looked at.
        let is_idle = cell.look == Look::Dimmed && !is_near && !*is_loud;
        if is_idle || cell.look == Look::Soft {
            continue;
        }
        let is_wrong = cell.look == Look::Wrong;
        let bold = usize::from(is_here || is_wrong && is_near);
        let (colour, quiet) = ink.letters(cell);
        if was.0 != bold {
            context.set_font(&fonts[bold]);
        }
        if was.1 != colour {
            context.set_fill_style_str(colour);
        }
        was = (bold, colour);
        context.set_global_alpha(if is_near || *is_loud { 1.0 } else { quiet });
        let (x, y) = corner(at);
        let middle = match cell.look {
            Look::Padded(bytes) => width * f64::from(bytes) / 32.0,
            _ => width / 2.0,
        };
        context
            .fill_text(&cell.label.to_string(), x + middle, y + height / 2.0 + 1.0)
            .ok()?;
    }
    Some(())
}

/// A canvas of the right size, in pixels of the page; empty, unless it is painted over.
fn prepared(
    canvas: &HtmlCanvasElement,
    geometry: &Geometry,
    is_kept: bool,
) -> Option<CanvasRenderingContext2d> {
    let ratio = browser::window().device_pixel_ratio();
    let [width, height] = [geometry.size.0, geometry.size.1].map(|side| (side * ratio) as u32);
    if (canvas.width(), canvas.height()) != (width, height) {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.unchecked_into();
    context
        .set_transform(ratio, 0.0, 0.0, ratio, 0.0, 0.0)
        .ok()?;
    if !is_kept {
        context.clear_rect(0.0, 0.0, geometry.size.0, geometry.size.1);
    }
    context.set_text_align("center");
    context.set_text_baseline("middle");
    Some(context)
}
