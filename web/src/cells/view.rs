//! The cell view: any scene as one canvas under one SVG. No node per cell; what is under the pointer is worked out. Knows hover,
//! pin, arrow keys, zoom and rail, and nothing of tiles. Cells that an edit moves fly to their new places.

use super::paint::{LINED, use_paint};
use super::*;

/// Room above the cells: title and numbers.
pub const TOP: f64 = 44.0;
/// Width of a rail, and its distance from what is beside it.
const RAIL: f64 = 6.0;
/// Cells of this height have numbers, and lines between them.
pub const NUMBERED: f64 = 18.0;
/// Columns of this width have the name of their axis.
const NAMED: f64 = 52.0;
/// Width of a letter of an arrow's words.
const LETTER: f64 = 6.5;
/// How far numbers of narrow columns are apart.
const APART: f64 = 40.0;
/// Numbers beside low rows, and the most parts of a rail.
const NUMBERS: u32 = 8;
const PARTS: u32 = 32;

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

impl Hot {
    /// A unit that is where it is looked for.
    pub const fn at(here: Option<u32>) -> Self {
        Self { here, expected: None, is_wrong: false }
    }

    /// A unit and the one that is read for it, in the first or the second of two scenes: the second one marks what is read.
    pub fn of(unit: Option<u32>, got: Option<u32>, is_second: bool) -> Self {
        let is_wrong = unit.is_some() && got != unit;
        Self {
            here: if is_second { got } else { unit },
            expected: unit.filter(|_| is_wrong && is_second),
            is_wrong,
        }
    }
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

impl Event {
    /// Tells the unit that it points at or walks to, or that it leaves for none.
    pub fn point(self, on: impl FnOnce(Option<u32>)) {
        match self {
            Self::Point(unit) => on(unit),
            Self::Walk(unit) => on(Some(unit)),
            Self::Pin(_) | Self::Zoom(_) | Self::First(_) => {}
        }
    }

    /// The same where units can be pinned, `hot` being the one in view: keys take a pin along, and a press on it lets it go.
    /// What is left is never a walk.
    pub fn pinning(self, pinned: Option<u32>, hot: Option<u32>) -> Self {
        match self {
            Self::Walk(unit) if pinned.is_some() => Self::Pin(Some(unit)),
            Self::Walk(unit) => Self::Point(Some(unit)),
            Self::Pin(unit) => Self::Pin(unit.or(hot).filter(|unit| pinned != Some(*unit))),
            event => event,
        }
    }
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
    #[prop_or_default]
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
    /// Whether its name is over it.
    #[prop_or(true)]
    pub is_named: bool,
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
    let CellsProps { scene, geometry, gutter, hot, top, .. } = props;
    let here = hot.here.and_then(|id| scene.find(id)).map(|at| scene.place(at));
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
                    { props.behind.map(|by| behind(props, by, here)) }
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
    let label = scene.cell(row, column).map_or_else(String::new, |cell| cell.label.to_string());
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
            Some(cell.id).filter(|id| *id != NONE)
        }
    };
    let pointed = unit_at.clone();
    let onpointermove = sends_some(&on, move |event: PointerEvent| {
        let unit = pointed(event.offset_x(), event.offset_y());
        (unit != here).then_some(Event::Point(unit))
    });
    let onpointerleave = on.reform(|_: PointerEvent| Event::Point(None));
    let onclick = on.reform(move |event: MouseEvent| Event::Pin(unit_at(event.offset_x(), event.offset_y())));
    let onwheel = sends_some(&on, |event: WheelEvent| {
        event.ctrl_key().then(|| {
            event.prevent_default();
            Event::Zoom(if event.delta_y() > 0.0 { 1 } else { -1 })
        })
    });
    let (name, is_beside) = (scene.name, props.is_beside);
    let onkeydown = move |event: KeyboardEvent| {
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
    };
    html! { <div class="cell-touch" role="application" aria-roledescription="grid of cells" tabindex={if is_beside { "-1" } else { "0" }} aria-hidden={is_beside.then_some("true")} aria-label={name} {style} {onpointermove} {onpointerleave} {onclick} {onwheel} {onkeydown}></div> }
}

/// Title, remark and the numbers along both sides.
fn heads(props: &CellsProps, here: Option<(u32, u32)>) -> Html {
    let CellsProps { scene, geometry, .. } = props;
    let (width, height) = geometry.cell();
    let [across, down] = scene.axes;
    // Where columns have room for their axis's name, the corner is for that of the rows.
    let is_wide = width >= NAMED && !down.name.is_empty();
    let of_rows = is_wide || !scene.column_names.is_empty() && !down.name.is_empty();
    let columns_apart = if width >= NUMBERED { 1 } else { (APART / width) as u32 + 1 }.next_power_of_two();
    let class = |is_here: bool, side: &'static str| classes!("ax", side, is_here.then_some("on"));
    let column = |at: u32| {
        let x = f64::from(at) * width + width / 2.0;
        let is_here = here.is_some_and(|(_, column)| column == at);
        let text = scene.column_text(at);
        let text =
            if is_wide && scene.column_names.is_empty() { format!("{} {text}", across.name) } else { text };
        text_at(class(is_here, "mid"), (x, -12.0), text)
    };
    let row = |at: u32| {
        let (_, y) = geometry.corner(at, 0);
        let is_here = here.is_some_and(|(row, _)| row == at);
        text_at(class(is_here, "end"), (-8.0, y + height / 2.0), scene.row_text(at))
    };
    let every = if height >= NUMBERED { 1 } else { (geometry.rows / NUMBERS).max(1) };
    let rows = (geometry.first..(geometry.first + geometry.rows).min(scene.rows()))
        .filter(|at| (at - geometry.first).is_multiple_of(every));
    html! {
        <>
            if props.top >= TOP { { text_at("cap", (0.0, -36.0), if props.is_named { scene.name } else { "" }) }
                <text class="note" x={geometry.size.0.to_string()} y="-36" text-anchor="end">{ scene.note_on(geometry.first..geometry.first + geometry.rows) }</text> }
            { text_at("ax end word-axis", (-8.0, -12.0), if of_rows { down.name } else { across.name }) }
            { for (0..scene.columns).step_by(columns_apart as usize).map(column) }
            { for rows.map(row) }
        </>
    }
}

/// Lines between groups of rows, around sets of cells, and around the unit in view.
fn marks(props: &CellsProps, here: Option<(u32, u32)>) -> Html {
    let CellsProps { scene, geometry, hot, .. } = props;
    let (width, height) = geometry.cell();
    let group = scene.group.max(1);
    let last = (geometry.first + geometry.rows).min(scene.rows());
    let lines: String = (geometry.first + 1..last)
        .filter(|row| row.is_multiple_of(group) && height * f64::from(group) >= 4.0 * LINED)
        .map(|row| format!("M0 {}h{}", geometry.corner(row, 0).1, geometry.size.0))
        .collect();
    // Where two atoms are side by side.
    let seams: String = (1..scene.columns)
        .filter(|column| scene.seam > 0 && column.is_multiple_of(scene.seam))
        .map(|column| format!("M{} 0v{}", geometry.corner(0, column).0, geometry.size.1))
        .collect();
    let outline = |class: &'static str, cells: &[u32]| path(class, geometry.edge(cells));
    let name = |((row, column), name): &((f64, f64), String)| {
        let (x, y) = (column * width, (row - f64::from(geometry.first)) * height);
        let is_in_view = (0.0..geometry.size.1).contains(&y);
        is_in_view.then(|| text_at("cap over", (x, y), name))
    };
    let expected = hot.expected.and_then(|id| scene.find(id));
    in_turn((
        path("group", lines + &seams),
        scene.outlines.iter().map(|of| outline(of.class, &of.cells)),
        scene.names.iter().filter(|_| here.is_none()).filter_map(name),
        scene
            .leads
            .iter()
            .filter(|_| here.is_none())
            .map(|lead| path(lead.class, geometry.lead(lead.from, lead.to))),
        expected.map(|at| outline("dash is-here", &[at])),
        here.zip(hot.here).map(|(_, id)| {
            let class = if hot.is_wrong { "hot is-wrong" } else { "hot" };
            outline(class, &scene.find_all(id))
        }),
    ))
}

/// An arrow beside the rows, as far as they are in view.
fn arrow_svg(arrow: &Arrow, geometry: &Geometry) -> Html {
    let (_, height) = geometry.cell();
    let y = |row: f64| ((row - f64::from(geometry.first)) * height).clamp(0.0, geometry.size.1);
    let (from, to) = (y(arrow.rows.0), y(arrow.rows.1));
    let x = -arrow.before;
    let line = format!("M{x} {}V{}m-4 -6l4 7l4 -7", from + 2.0, to - 3.0);
    let (text, is_upright) = &arrow.words;
    // Words beside a line that goes on below stand along it, and none begin above the cells.
    let (place, anchor) = if *is_upright || to == geometry.size.1 {
        let half = text.chars().count() as f64 * LETTER / 2.0;
        let middle = ((from + to) / 2.0).max(half);
        (format!("translate({} {middle}) rotate(-90)", x - 7.0), "middle")
    } else {
        (format!("translate({} {})", x + 8.0, to + 13.0), "end")
    };
    tag(
        "g",
        arrow.class,
        (path("", line), bare("text", text).with("transform", place).with("text-anchor", anchor)),
    )
}

/// Which rows are in view, and which have something wrong; pressed and dragged.
fn rail(props: &CellsProps) -> Html {
    let CellsProps { scene, geometry, gutter, is_rail_behind, on, .. } = props;
    let total = scene.rows();
    let is_whole = geometry.rows >= total;
    let part = if is_whole { scene.rail } else { geometry.rows.max(total.div_ceil(PARTS)) };
    if part == 0 || props.top < TOP || !props.has_rail {
        return Html::default();
    }
    let (width, height) = geometry.size;
    let x = if *is_rail_behind { gutter + width + 10.0 } else { 0.0 };
    let rows = part.min(geometry.rows);
    let turn = sends_some(on, move |event: PointerEvent| {
        let row = (f64::from(event.offset_y()) / height).clamp(0.0, 0.999) * f64::from(total);
        (event.buttons() & 1 == 1).then_some(Event::First(row as u32 / rows * rows))
    });
    let bar = |at: u32| {
        let rows = at * part..(at + 1) * part;
        // Of all rows, those of what is framed.
        let framed = |of: &Outline| of.cells.iter().any(|at| rows.contains(&(at / scene.columns)));
        let is_on = if is_whole {
            scene.outlines.iter().any(framed)
        } else {
            rows.start < geometry.first + geometry.rows && rows.end > geometry.first
        };
        let class = classes!(is_on.then_some("on"), scene.has_wrong(rows).then_some("bad"));
        tag("i", class, ())
    };
    html! {
        <div class="cell-rail" style={format!("left:{x}px;top:{TOP}px;width:{RAIL}px;height:{height}px")} onpointerdown={&turn} onpointermove={turn}>
            { for (0..total.div_ceil(part)).map(bar) }
        </div>
    }
}

/// What is looked at in cell views.
#[derive(Clone)]
pub struct Looked {
    /// The cell under the pointer or the cursor: its view, and its number.
    pub hover: Option<(usize, u32)>,
    /// First row of each view.
    pub first: [u32; 2],
    /// Takes what a reader does in a view.
    pub on: Callback<(usize, Event)>,
}

impl Looked {
    /// That cell, in whichever view.
    pub fn cell(&self) -> Option<u32> {
        self.hover.map(|(_, cell)| cell)
    }
}

/// What is looked at: nothing at first.
#[hook]
pub fn use_looked() -> Looked {
    let (hover, on_hover) = use_value(|| None);
    let (first, on_first) = use_value(|| [0; 2]);
    let on = Callback::from(move |(at, event): (usize, Event)| match event {
        Event::First(row) => {
            let mut next = first;
            next[at] = row;
            on_first.emit(next);
        }
        event => event.point(|cell| on_hover.emit(cell.map(|cell| (at, cell)))),
    });
    Looked { hover, first, on }
}

/// A scene as a table of text, for who reads it.
pub fn as_table(scene: &Scene) -> Html {
    let [across, down] = scene.axes;
    let columns = (0..scene.columns).map(|at| format!("{} {}", across.name, across.text(at)));
    let columns = [String::new()].into_iter().chain(columns);
    let row = |row: u32| {
        let text = |column: u32| scene.cell(row, column).map(|cell| cell.label.to_string());
        tr(down.text(row), (0..scene.columns).map(|column| text(column).unwrap_or_default()))
    };
    div(
        "scroller",
        tag(
            "table",
            "table",
            (
                bare("caption", scene.name),
                crate::kit::heads(columns),
                bare("tbody", (0..scene.rows()).map(row)),
            ),
        ),
    )
    .with("tabindex", "0")
    .with("role", "region")
    .with("aria-label", format!("{} as a table", scene.name))
}

/// Rows of this height have words under the number behind them; from the other on, the number is large.
const NOTED: f64 = 40.0;
const LARGE: f64 = 46.0;

/// Numbers behind the rows in view.
pub fn behind(props: &CellsProps, by: f64, here: Option<(u32, u32)>) -> Html {
    let CellsProps { scene, geometry, .. } = props;
    let ((name, marks), (_, height)) = (&scene.behind, geometry.cell());
    let (x, size) = (geometry.size.0 + by, if height < LARGE { 20 } else { 28 });
    let mark = |(row, mark): (u32, &Mark)| {
        let (_, y) = geometry.corner(row, 0);
        let middle = y + height / 2.0;
        let note = Some(&mark.note).filter(|note| !note.is_empty() && height >= NOTED);
        let is_apart = here.is_some_and(|(at, _)| at != row) && mark.class.is_empty();
        tag(
            "g",
            is_apart.then_some("is-other"),
            (
                tag("text", classes!("xor", mark.class), &mark.text)
                    .with("style", format!("font-size:{size}px"))
                    .with("x", x)
                    .with("y", middle - if note.is_some() { 7.0 } else { 0.0 }),
                note.is_none().then(|| bare("title", &mark.note)),
                note.map(|note| text_at(classes!("xor-note", mark.class), (x, middle + 16.0), note)),
            ),
        )
    };
    let rows = (0..).zip(marks).filter(|(row, _)| geometry.shows(*row) && height >= NUMBERED);
    html! { <>if !marks.is_empty() { { text_at("ax mid word-axis", (x, -12.0), *name) } }{ for rows.map(mark) }</> }
}

/// Lines across what holds no data.
pub fn hatch(context: &CanvasRenderingContext2d, (x, y): (f64, f64), (width, height): (f64, f64)) {
    const APART: f64 = 7.0;
    context.begin_path();
    let mut at = APART;
    while at < width + height {
        let (from, to) = ((at - height).max(0.0), at.min(width));
        context.move_to(x + from, y + at - from);
        context.line_to(x + to, y + at - to);
        at += APART;
    }
    context.set_global_alpha(0.35);
    context.set_stroke_style_str("#808080");
    context.stroke();
}
