//! A figure of a lesson: stations and plan of a link, in parts, and what is known of it once a question is answered.

use super::more::steps;
use super::scenes::{side_of_load, sides_of_fragment, slot_of_id};
use super::*;
use crate::page::figure_part::knob_in_link;
use swizzle_learn::{Facts as Known, Kind, Part, TENSOR_MEMORY, is_of_scale, set_in_link};
use swizzle_tmem::plan::Cell;
use swizzle_tmem::scale::Followed;

split_point! {
    tensor: fn load_part() -> FigurePart {
        FigurePart {
            draw: |props| {
                html! { <PlanFigure ..props /> }
            },
            subject: &TENSOR_MEMORY,
            begins: |figure| figure.link.into(),
            facts: TENSOR_MEMORY.facts,
            knob: knob_in_link,
            told,
            is_changed: |link, began| without_cell(link) != without_cell(began),
            door: |link| match Route::of(link) {
                Route::Scale => "Open in scale factors",
                Route::Memory(_) => "Open in fragments",
                _ => "Open in tensor memory",
            },
        }
    }
}

/// The source of what was never run.
const NOT_MEASURED: &str = "From the manual and CUTLASS; not measured";
/// That of fragments.
const MEASURED: &str = "From the manual; read back from an H200";

/// Loads what draws figures of tensor memory in lessons, and answers the questions about them.
pub fn load_figure() -> Loading<FigurePart> {
    Box::pin(load_part())
}

/// Size of a cell, and width of the plan.
const CELL: (f64, f64) = (46.0, 26.0);
const PLAN: f64 = 480.0;

/// The figure.
#[component]
fn PlanFigure(props: &PartFigureProps) -> Html {
    late_style::add(super::STYLE);
    let ink = use_ink(props.look);
    let facts = use_derived(props.link.clone(), |link| Shared::new(Facts::of(&Shown::of_link(link).shown)));
    let (pointed, on_point) = use_value(|| None::<Shown>);
    // What was pointed at belongs to the link before.
    let leave = on_point.clone();
    use_effect_with(props.link.clone(), move |_| leave.emit(None));
    let is_pointed = pointed.is_some();
    let at = pointed.unwrap_or_else(|| facts.shown.clone());
    let drawing = Drawing {
        props,
        is_marked: !props.is_blank || is_pointed,
        scale: facts.stage().zip(facts.followed(&at)),
        facts: &facts,
        at: &at,
        ink,
        on_point,
    };
    let part = |part: &Part| drawing.part(*part);
    let told = (!props.is_asking).then(|| p("hint", drawing.told()).with("aria-live", "polite"));
    let regions = facts.laid.regions().filter(|_| at.trip == Trip::Cell);
    let marks = regions.map(|region| {
        let (mark, source) = region.attested;
        let text = format!("{}, {}: {}", region.name, region.size, mark.text());
        p("hint", text).with("title", source)
    });
    in_turn((
        div(
            "tensor-figure",
            (
                p(
                    "heading-mark row quiet tiny",
                    (icon(icon::NOTE), if at.trip == Trip::Fragment { MEASURED } else { NOT_MEASURED }),
                ),
                props.parts.iter().map(part),
                told,
                marks,
            ),
        ),
        props.caption(),
    ))
}

/// What the parts of a figure are drawn from.
struct Drawing<'f> {
    props: &'f PartFigureProps,
    facts: &'f Shared<Facts>,
    /// What is shown, or pointed at.
    at: &'f Shown,
    ink: Shared<Ink>,
    /// Whether the cell at hand is marked.
    is_marked: bool,
    scale: Option<(&'f ScaleStage, Followed)>,
    on_point: Callback<Option<Shown>>,
}

impl Drawing<'_> {
    fn part(&self, part: Part) -> Html {
        match part {
            Part::Map => self.map(),
            Part::Columns => None,
            Part::Lanes => self.side(part, LoadSide::Cells),
            Part::Registers if self.at.trip == Trip::Fragment => self.fragment(part),
            Part::Registers => self.side(part, LoadSide::Registers),
            Part::Matrix => self.fragment(part),
            Part::Factors => self.pane(part, ScalePane::Matrix),
            Part::Blocks => self.pane(part, ScalePane::Memory),
            Part::Words => self.pane(part, ScalePane::Tensor),
            Part::Steps => self.steps(),
        }
        .unwrap_or_default()
    }

    fn show(&self) -> Callback<Shown> {
        let on_point = self.on_point.clone();
        self.props.on_link.reform(move |shown: Shown| {
            on_point.emit(None);
            Ok(shown.link())
        })
    }

    fn map(&self) -> Option<Html> {
        let Self { props, facts, .. } = *self;
        let cells = self.is_marked.then(|| facts.cells(self.at));
        let began = facts.shown.tensor.plan.clone();
        let (show, on_pressed) = (self.show(), props.on_pressed.clone());
        let on = Callback::from(move |shown: Shown| {
            let cell = shown.tensor.cell;
            if shown.tensor.plan == began {
                let (part, at) = (Part::Map, [cell.cta, cell.lane, cell.column]);
                on_pressed.emit(Answer::Cell { part, at });
            }
            show.emit(shown);
        });
        let has_budget = props.parts.contains(&Part::Columns);
        Some(
            html! { <PlanBar {facts} cells={cells.unwrap_or_default()} width={PLAN} look={props.look} {has_budget} is_blank={props.is_blank} {on} /> },
        )
    }

    fn side(&self, part: Part, side: LoadSide) -> Option<Html> {
        let picture = self.facts.load(self.at)?;
        let scene = side_of_load(&picture, side);
        let go = |shown: &Shown, id| shown.with_cell(place_of_id(id));
        Some(self.cells(part, scene, Some(id_of_place(picture.read.cell)), go))
    }

    /// A side of a fragment: the rows of one warp, and its lanes in lines as long as a row.
    fn fragment(&self, part: Part) -> Option<Html> {
        let fragment = self.facts.asked.fragment;
        let [matrix, registers] = sides_of_fragment(&fragment);
        let mut scene = match part {
            Part::Registers => registers,
            _ => matrix,
        };
        let rows = scene.rows() * WARP_LANES / fragment.threads;
        scene.cells.truncate((rows * scene.columns) as usize);
        let in_line = (fragment.columns / scene.columns).max(1);
        scene.columns *= in_line;
        scene.column_names = vec![scene.column_names; in_line as usize].concat();
        scene.row_names = scene.row_names.into_iter().step_by(in_line as usize).collect();
        let [first, next] = [0, 1].map(|column| fragment.slot_from_cell(0, column).thread);
        // Lines between matrices, or between registers.
        (scene.seam, scene.group) = match part {
            Part::Registers => (fragment.parts, u32::MAX),
            _ if fragment.registers() > 1 => (8, 8),
            _ if first == next => (fragment.parts, u32::MAX),
            _ => (0, fragment.parts),
        };
        scene.axes[1].name = if part == Part::Registers { "lane" } else { "row" };
        Some(self.cells(part, scene, self.slot(), with_slot))
    }

    /// The element of a fragment that is marked: the one that is pointed at, or once the question is answered what was asked for.
    fn slot(&self) -> Option<u32> {
        let Self { props, facts, at, .. } = self;
        let (cell, fragment) = (at.tensor.cell, facts.asked.fragment);
        let (row, column) = fragment.cell_from_slot(fragment.slot(cell.lane, cell.column));
        let asked = props.lit.filter(|_| !props.is_asking).map(|at| id_of_pair((at.mn, at.k)));
        (**at != facts.shown).then(|| id_of_pair((row, column))).or(asked)
    }

    /// What is marked, in words.
    fn told(&self) -> String {
        let fragment = self.facts.asked.fragment;

        match self.at.trip {
            Trip::Fragment => {
                self.slot().map_or_else(String::new, |id| fragment.told(slot_of_id(&fragment, id)))
            }
            Trip::Cell | Trip::Scale => self.facts.told(self.at),
        }
    }

    fn pane(&self, part: Part, pane: ScalePane) -> Option<Html> {
        let (stage, followed) = self.scale.as_ref()?;
        let own = &self.facts.shown.scale;
        let pictures =
            ScalePictures { stage, window: ScaleWindow::with(own.row, own.block, None), reading: 0 };
        let word = match pane {
            ScalePane::Matrix => followed.factor,
            ScalePane::Memory | ScalePane::Tensor => followed.factor / 4 * 4,
        };
        let hot = Some(followed.row << 8 | word);
        let go = |shown: &Shown, id| shown.with_factor(pair_of_id(id));
        Some(self.cells(part, factors(&pictures, pane), hot, go))
    }

    fn steps(&self) -> Option<Html> {
        let (stage, followed) = self.scale.as_ref()?;
        let shown = self.facts.shown.clone();
        let row = shown.scale.row;
        let on = self.show().reform(move |factor: u32| shown.with_factor((row, factor)));
        steps(stage, (followed.row, followed.factor), &on)
    }

    fn cells(&self, part: Part, mut scene: Scene, hot: Option<u32>, go: fn(&Shown, u32) -> Shown) -> Html {
        if self.props.is_blank {
            let cells = scene.cells.iter_mut();
            cells.for_each(|cell| cell.label = Label::Blank);
        }
        scene.name = match part {
            Part::Lanes => "Lanes and columns",
            Part::Registers if self.at.trip == Trip::Fragment => "In registers",
            Part::Matrix if self.facts.asked.fragment.registers() == 1 => "In shared memory",
            Part::Registers => "Threads and registers",
            _ => scene.name,
        };
        let (columns, rows) = (scene.columns, scene.rows());
        let mut width = CELL.0;
        if self.at.trip == Trip::Fragment {
            // Its labels are short.
            width = width.min(((self.props.width - GUTTER) / f64::from(columns)).floor());
        }
        let size = (width * f64::from(columns), CELL.1 * f64::from(rows));
        let geometry = scene.geometry(size, rows, 0, None);
        let here = hot.filter(|_| self.is_marked);
        let (show, shown) = (self.show(), self.facts.shown.clone());
        let (on_point, on_pressed) = (self.on_point.clone(), self.props.on_pressed.clone());
        let on = Callback::from(move |event: Event| match event {
            Event::Pin(id) => {
                if let Some(id) = id.or(here) {
                    let next = go(&shown, id);
                    let cell = next.tensor.cell;
                    show.emit(next);
                    let at = [cell.cta, cell.lane, cell.column];
                    on_pressed.emit(Answer::Cell { part, at });
                }
            }
            event => event.point(|id| on_point.emit(id.map(|id| go(&shown, id)))),
        });
        let hot = Hot::at(here);
        html! { <Cells scene={Shared::new(scene)} {geometry} gutter={GUTTER}  has_rail={false} {hot} ink={&self.ink} {on} /> }
    }
}

/// The same with another element of its fragment.
fn with_slot(shown: &Shown, id: u32) -> Shown {
    let fragment = shown.lanes.shown_fragment().fragment;
    let (column, lane) = fragment.register_place(slot_of_id(&fragment, id));
    let mut next = shown.clone();
    next.tensor.cell = Cell { cta: 0, lane, column };
    next
}

/// The link with the cell at hand that was asked for, or about; none where a question names none of the figure.
fn told(stop: &Stop, link: &str, known: &dyn Known) -> Option<String> {
    let set =
        |link: String, (key, value): (&str, u32)| set_in_link(&link, key, &value.to_string()).unwrap_or(link);
    Some(lit(stop, known)?.into_iter().fold(link.to_owned(), set))
}

/// Settings for the cell of the element that a question names; none where it names none of the figure.
fn lit(stop: &Stop, known: &dyn Known) -> Option<Vec<(&'static str, u32)>> {
    let element = match stop.ask.kind {
        Kind::Cell { element, .. } => element,
        Kind::Number(name) => name.split_once(' ')?.1,
        Kind::Click { .. } | Kind::Choose(_) | Kind::Make(_) => return None,
    };
    let of = |(key, what): (&'static str, &str)| {
        let number = known.number(&format!("{what} {element}"))?.value;
        Some((key, u32::try_from(number).ok()?))
    };
    let keys: &[(&str, &str)] = if is_of_scale(stop.figure.link) {
        &[("row", "row"), ("block", "col")]
    } else {
        &[("cta", "cta"), ("lane", "lane"), ("column", "column")]
    };
    let all: Option<Vec<_>> = keys.iter().copied().map(of).collect();
    all.filter(|_| stop.ask.about.is_none())
}

/// A link without the cell at hand, which no question is about.
fn without_cell(link: &str) -> Vec<&str> {
    let is_of_plan =
        |pair: &&str| !["cta=", "lane=", "column=", "row=", "block="].iter().any(|key| pair.starts_with(key));
    link.split(['?', '&']).filter(is_of_plan).collect()
}
