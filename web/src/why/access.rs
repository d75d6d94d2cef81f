//! Try any access: the lanes of a warp in memory and their words in the banks, on plain rows, on padded ones and under a swizzle.

use swizzle_view::link::{
    LanesShown, LanesTab, Unread, WhyScene, WhyShown, link_from_form, link_from_why,
};
use swizzle_warp::{Form, LANE_HEADS};
use yew::prelude::*;

use super::scenes::{lanes, towers};
use super::state::{Act, Desk, Open, Part};
use super::table::{PRESETS, row};
use super::tried::{Column, Fault, Tried, mode_of};
use crate::cells::{Cells, Event, Hot, Ink, Scene};
use crate::frame::fixes;
use crate::kit::{CopyButton, Shared, TextWord, code_lines, segments, sends, table, word};

use swizzle_core::reader::VerdictKind;
use swizzle_text::VerdictLine;

/// Names of the three layouts' scenes, and of their banks.
const NAMES: [&str; 3] = ["Plain rows", "Padded rows", "Swizzle"];
const BANKS: [&str; 3] = ["Banks, plain rows", "Banks, padded rows", "Banks, swizzle"];
/// Lines of one of both blocks of memory, a line's height, the room of an address, that above the cells, and between blocks.
const LINES: u32 = 16;
const LINE: f64 = 18.5;
const GUTTER: f64 = 48.0;
const TOP: f64 = 24.0;
const GAP: f64 = 8.0;
/// Height of the banks.
const TALL: f64 = 128.0;
/// Narrower windows have one layout under the other.
const STACKED: f64 = 1240.0;
/// The narrowest window that is drawn for, the widest page, and what is beside and between the layouts.
const LEAST: f64 = 280.0;
const WIDEST: f64 = 1728.0;
const BETWEEN: f64 = 144.0;
/// Units of a line, in columns of cells.
const UNITS: f64 = 8.0;

/// Properties of [`Access`].
#[derive(Properties, PartialEq)]
pub struct AccessProps {
    /// The state.
    pub desk: Desk,
    /// How much of the link was read.
    pub unread: Unread,
    /// Width of the window.
    pub width: f64,
    /// The sheet's colours.
    pub ink: Shared<Ink>,
    /// Takes acts.
    pub on: Callback<Act>,
}

/// The three layouts under their verdict and the sentence that says what is tried.
#[component]
pub fn Access(props: &AccessProps) -> Html {
    let typed = &props.desk.shown.lanes;
    let result = use_memo(typed.clone(), Tried::of);
    // While something cannot be read, the picture of what could be stays.
    let known = use_mut_ref(|| None::<Shared<Tried>>);
    let drawn = use_memo(result.clone(), |result| {
        if let Ok(tried) = &**result {
            known.replace(Some(Shared::new(tried.clone())));
        }
        known.borrow().clone().map(|tried| Drawn::of(&tried))
    });
    let lane = use_state_eq(|| None::<u32>);
    let pinned = use_state_eq(|| None::<u32>);
    let on_cell = {
        let (set, pin, now) = (lane.setter(), pinned.setter(), *lane);
        Callback::from(move |event: Event| match event {
            Event::Point(at) => set.set(at),
            Event::Walk(at) => {
                pin.set(None);
                set.set(Some(at));
            }
            Event::Pin(at) => pin.set(at.or(now)),
            Event::Zoom(_) | Event::First(_) => {}
        })
    };
    let faults: &[Fault] = result.as_ref().as_ref().err().map_or(&[], Vec::as_slice);
    let line = match &*result {
        Ok(tried) => tried.line.clone(),
        Err(faults) => VerdictLine::new(
            VerdictKind::Incomplete,
            faults.first().map_or("", |(_, why)| why).to_owned(),
        ),
    };
    let view = View {
        props,
        hot: pinned.or(*lane),
        on_cell,
    };
    html! {
        <>
            { view.head(line.as_far_as_read(props.unread)) }
            { view.sentence(faults, result.as_ref().as_ref().ok()) }
            { view.presets() }
            { for drawn.as_ref().as_ref().map(|drawn| view.columns(drawn)) }
            { for drawn.as_ref().as_ref().map(|drawn| view.more(drawn)) }
        </>
    }
}

/// An access and its scenes.
struct Drawn {
    tried: Shared<Tried>,
    lanes: [Shared<Scene>; 3],
    towers: [Shared<Scene>; 3],
    matrix: Option<Shared<Scene>>,
}

impl Drawn {
    fn of(tried: &Shared<Tried>) -> Self {
        let columns = &tried.columns;
        Self {
            lanes: [0, 1, 2].map(|at| Shared::new(lanes(NAMES[at], &columns[at].spots))),
            towers: [0, 1, 2].map(|at| Shared::new(towers(BANKS[at], &columns[at], tried.most()))),
            matrix: tried
                .matrix
                .as_ref()
                .map(|spots| Shared::new(lanes("In the matrix", spots))),
            tried: tried.clone(),
        }
    }
}

/// What the parts are drawn from.
struct View<'v> {
    props: &'v AccessProps,
    hot: Option<u32>,
    on_cell: Callback<Event>,
}

impl View<'_> {
    fn typed(&self) -> &LanesShown {
        &self.props.desk.shown.lanes
    }

    /// The verdict is the title.
    fn head(&self, line: VerdictLine<Form>) -> Html {
        let repairs = fixes(&line.repairs, &self.props.on.reform(Act::Layout));
        let why = link_from_why(&WhyShown {
            scene: WhyScene::Threads,
            ..self.props.desk.shown.clone()
        });
        html! {
            <div class="verdict-row" data-verdict={line.kind.name()}>
                <h1 tabindex="-1">{ line.headline }</h1>
                { repairs }
                <div class="push"><a class="button is-plain" href={why}>{ "Why swizzle" }</a></div>
            </div>
        }
    }

    /// The access as a sentence whose words are controls.
    fn sentence(&self, faults: &[Fault], tried: Option<&Tried>) -> Html {
        let (typed, on) = (self.typed(), &self.props.on);
        let open = self.props.desk.open;
        let fault = |of: &str| {
            faults
                .iter()
                .find(|(field, _)| *field == of)
                .map(|(_, why)| why.as_str())
        };
        let value = |part: Part, text: Option<&str>| {
            let row = row(typed, tried, part);
            let text = text.map_or_else(|| row.text(), str::to_owned);
            word(
                &row,
                text,
                open == Open::Word(part),
                &on.reform(move |change| Act::Of(part, change)),
            )
        };
        let formula = TextWord {
            label: "Formula",
            before: "lane → ",
            text: &typed.formula,
            shown: &typed.formula,
            hint: "(row, column) from lane, with width (elements of a lane), rows, columns and the operators of C",
            fault: fault("formula"),
            is_open: open == Open::Word(Part::Formula),
        };
        let formula = formula.draw(
            sends(on, Act::Open(Open::Word(Part::Formula))),
            &on.reform(|text| Act::Write(Part::Formula, text)),
        );
        let sizes = ["rows", "columns"].into_iter().filter_map(fault);
        html! {
            <div class="sentence">
                { value(Part::Instruction, None) }{ ", lane → " }{ formula }{ " of a " }{ value(Part::Rows, Some(&typed.rows)) }{ " × " }
                { value(Part::Columns, Some(&typed.columns)) }{ " " }{ value(Part::Element, None) }{ " tile, " }{ value(Part::Major, None) }
                <span class="q">{ ": " }{ typed.preset.text() }</span>
                <span role="alert">{ for sizes.map(|why| html! { <span class="hint is-wrong toned">{ " " }{ why }</span> }) }</span>
            </div>
        }
    }

    /// Accesses that kernels make, and a formula of one's own.
    fn presets(&self) -> Html {
        let desk = &self.props.desk;
        let is_own = !PRESETS.iter().any(|(preset, _)| desk.is_preset(*preset));
        let all = PRESETS
            .iter()
            .map(|(preset, words)| (*words, desk.is_preset(*preset), Act::Try(*preset)));
        let formula = Act::Open(Open::Word(Part::Formula));
        let all = all.chain([("Formula", is_own, formula)]);
        html! { <div class="access">{ segments("Access", all, &self.props.on) }</div> }
    }

    /// Width of a layout.
    fn width(&self) -> f64 {
        let width = self.props.width.max(LEAST);
        match width < STACKED {
            true => (width - 48.0).min(480.0),
            false => ((width.min(WIDEST) - BETWEEN) / 3.0).floor(),
        }
    }

    fn columns(&self, drawn: &Drawn) -> Html {
        let many = if self.props.width < STACKED { 1 } else { 3 };
        html! { <div class="three" style={format!("--many:{many}")}>{ for (0..3).map(|at| self.column(drawn, at)) }</div> }
    }

    fn column(&self, drawn: &Drawn, at: usize) -> Html {
        let column: &Column = &drawn.tried.columns[at];
        let title = match column.beside.form {
            Form::Padded => {
                let pitch = column.row_bytes;
                html! { format!("Padded rows, {pitch} bytes") }
            }
            Form::Canonical(_) => {
                let row = row(self.typed(), Some(&drawn.tried), Part::Mode);
                let is_open = self.props.desk.open == Open::Word(Part::Mode);
                word(
                    &row,
                    column.beside.form.title(),
                    is_open,
                    &self.props.on.reform(|change| Act::Of(Part::Mode, change)),
                )
            }
            form => html! { form.title() },
        };
        let tone = if column.is_least {
            "is-good"
        } else {
            "is-doubtful"
        };
        let turns = if column.turns == 1 { "turn" } else { "turns" };
        let number = match column.beside.fits() {
            true => column.turns.to_string(),
            false => "–".into(),
        };
        html! {
            <section aria-label={column.beside.form.text()}>
                <h2>{ title }</h2>
                <div class="score"><p class={classes!("big", "toned", tone)}>{ number }</p><p>{ turns }<br /><span class="q s">{ column.cycles.as_ref().map_or_else(|| "\u{a0}".into(), |cycles| format!("{cycles} cycles, H200")) }</span></p></div>
                { self.lines(&drawn.lanes[at], drawn.tried.lines()) }
                { self.banks(&drawn.towers[at]) }
                <p class="q s">{ &column.foot }</p>
            </section>
        }
    }

    /// Lines of memory, or of the matrix: many of them in two blocks beside each other.
    fn lines(&self, scene: &Shared<Scene>, lines: u32) -> Html {
        let (blocks, rows) = match lines > LINES {
            true => (2, LINES),
            false => (1, lines.max(1)),
        };
        let width = self.width();
        let side = (width - GAP) / f64::from(blocks) - GUTTER;
        let side = (side / UNITS).floor() * UNITS;
        let block = |at: u32| {
            let size = (side, LINE * f64::from(rows));
            let cells = self.cells(scene, size, rows, at * rows, at > 0);
            html! { <div style={format!("width:{}px", GUTTER + side)}>{ cells }</div> }
        };
        let blocks = (0..blocks).filter(|at| at * rows < scene.rows());
        html! { <div class="row lanes">{ for blocks.map(block) }</div> }
    }

    fn banks(&self, scene: &Shared<Scene>) -> Html {
        let side = ((self.width() - GAP - GUTTER) / UNITS).floor() * UNITS;
        html! { <div class="piles">{ self.cells(scene, (side, TALL), scene.rows(), 0, true) }</div> }
    }

    /// Rows of a scene from one on.
    fn cells(
        &self,
        scene: &Shared<Scene>,
        size: (f64, f64),
        rows: u32,
        first: u32,
        is_beside: bool,
    ) -> Html {
        let geometry = scene.geometry(size, rows, first, None);
        html! { <Cells scene={scene.clone()} {geometry} gutter={GUTTER} hot={Hot::at(self.hot)} {is_beside} top={TOP} ink={self.props.ink.clone()} on={self.on_cell.clone()} /> }
    }

    /// Each lane's place in the matrix, its address, and the code that computes it.
    fn more(&self, drawn: &Drawn) -> Html {
        let (tried, typed) = (&drawn.tried, self.typed());
        let third = Form::Canonical(mode_of(typed.layout));
        let all = [Form::Padded, third];
        let layouts = segments(
            "Layout of the addresses",
            all.map(|form| (form.text(), form == tried.form, Act::Layout(form))),
            &self.props.on,
        );
        let lane = |[lane, cells @ ..]: &[String; 4]| html! { <tr><th scope="row">{ lane }</th>{ for cells.iter().map(|cell| html! { <td class="m">{ cell }</td> }) }</tr> };
        let registers = link_from_form(&LanesShown {
            tab: LanesTab::Registers,
            ..typed.clone()
        });
        html! {
            <details class="access-more">
                <summary>{ format!("Addresses and code of {}", tried.form.text()) }</summary>
                <div class="cluster">{ layouts }<a class="go" href={registers}>{ "Which register holds what →" }</a></div>
                <div class="grid gap-4">
                    if let Some(scene) = &drawn.matrix { <div><h3>{ "In the matrix" }</h3>{ self.lines(scene, scene.rows()) }</div> }
                    { table("Lanes", LANE_HEADS, tried.lanes.iter().map(lane)) }
                    if let Some(text) = tried.code.clone() { <div>{ code_lines("address computation", &text, "//") }<CopyButton {text} what="address computation" /></div> }
                </div>
            </details>
        }
    }
}
