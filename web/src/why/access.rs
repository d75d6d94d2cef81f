//! Try any access: the lanes of a warp in memory and their words in the banks, on plain rows, on padded ones and under a swizzle.

use super::scenes::{lanes, towers};
use super::tried::{Fault, Tried};
use super::*;
use crate::frame::Form as Values;
use crate::kit::Values as Modes;

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
    /// What the link says.
    pub shown: WhyShown,
    /// How much of the link was read.
    pub unread: Unread,
    /// How it is looked at, and where.
    pub desk: Desk,
    /// Takes what the link says next.
    pub on: Callback<WhyShown>,
}

/// The three layouts under their verdict and the sentence that says what is tried.
#[component]
pub fn Access(props: &AccessProps) -> Html {
    let typed = &props.shown.lanes;
    let result = use_memo(typed.clone(), Tried::of);
    // While something cannot be read, the picture of what could be stays.
    let known = use_mut_ref(|| None::<Shared<Tried>>);
    let drawn = use_memo(result.clone(), |result| {
        if let Ok(tried) = &**result {
            known.replace(Some(Shared::new(tried.clone())));
        }
        known.borrow().clone().map(|tried| Drawn::of(&tried))
    });
    let (lane, on_lane) = use_value(|| None::<u32>);
    let (pinned, on_pin) = use_value(|| None::<u32>);
    let on_cell = Callback::from(move |event: Event| match event {
        Event::Point(at) => on_lane.emit(at),
        Event::Walk(at) => {
            on_pin.emit(None);
            on_lane.emit(Some(at));
        }
        Event::Pin(at) => on_pin.emit(at.or(lane)),
        Event::Zoom(_) | Event::First(_) => {}
    });
    let faults: &[Fault] = result.as_ref().as_ref().err().map_or(&[], Vec::as_slice);
    let line = match &*result {
        Ok(tried) => tried.line.clone(),
        Err(faults) => {
            VerdictLine::new(VerdictKind::Incomplete, faults.first().map_or("", |(_, why)| why).to_owned())
        }
    };
    let fault = |key: &str| {
        let mut faults = faults.iter();
        faults.find(|(of, _)| *of == key).map(|(_, why)| why.clone())
    };
    let on = part_of(&props.shown, &props.on, |shown, lanes| shown.lanes = lanes);
    let view = View {
        props,
        form: Values { shown: typed, on: &on, fault: &fault, desk: &props.desk },
        hot: pinned.or(lane),
        on_cell,
    };
    in_turn((
        view.head(line.as_far_as_read(props.unread)),
        view.sentence(),
        view.presets(),
        drawn.as_ref().as_ref().map(|drawn| view.columns(drawn)),
        drawn.as_ref().as_ref().map(|drawn| view.more(drawn)),
    ))
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
            matrix: tried.matrix.as_ref().map(|spots| Shared::new(lanes("In the matrix", spots))),
            tried: tried.clone(),
        }
    }
}

/// What the parts are drawn from.
struct View<'v> {
    props: &'v AccessProps,
    form: Values<'v, LanesShown>,
    hot: Option<u32>,
    on_cell: Callback<Event>,
}

impl View<'_> {
    /// Takes the layout whose addresses are listed, and which is the third one if it has a swizzle.
    fn on_layout(&self) -> Callback<Form> {
        part_of(self.form.shown, self.form.on, |lanes, layout| lanes.layout = layout)
    }

    /// The verdict is the title.
    fn head(&self, line: VerdictLine<Form>) -> Html {
        let repairs = fixes(&line.repairs, &self.on_layout());
        let why = link_from_why(&WhyShown { scene: WhyScene::Threads, ..self.props.shown.clone() });
        div(
            "verdict-row",
            (
                bare("h1", line.headline).with("tabindex", "-1"),
                repairs,
                div("push", a("button is-plain", why, "Why swizzle")),
            ),
        )
        .with("data-verdict", line.kind.name())
    }

    /// The access as a sentence whose words are controls.
    fn sentence(&self) -> Html {
        let form = &self.form;
        let sizes = ["rows", "columns"].into_iter().filter_map(form.fault);
        div(
            "sentence",
            (
                filled("{op}, lane → {formula} of a {rows} × {columns} {element} tile, {major}", |key| {
                    Some(form.said(key))
                }),
                span("q", (": ", form.shown.preset.text())),
                span("", sizes.map(|why| html! { <span class="hint is-wrong toned">{ " " }{ why }</span> }))
                    .with("role", "alert"),
            ),
        )
    }

    /// Accesses that kernels make, and a formula of one's own.
    fn presets(&self) -> Html {
        let (lanes, desk) = (self.form.shown.clone(), &self.props.desk);
        let all = PRESETS.map(|(preset, words)| (words, is_preset(&lanes, preset), Some(preset)));
        let is_own = all.iter().all(|(_, is_here, _)| !is_here);
        let (on, on_look, look) = (self.form.on.clone(), desk.on.clone(), desk.look);
        let on = Callback::from(move |preset| match preset {
            Some(preset) => on.emit(lanes.with_preset(preset)),
            None => on_look.emit(look.with_open("formula")),
        });
        let all = all.into_iter().chain([("Formula", is_own, None)]);
        div("access", segments("Access", all, &on))
    }

    /// Width of a layout.
    fn width(&self) -> f64 {
        let width = self.props.desk.window.0.max(LEAST);
        if width < STACKED {
            (width - 48.0).min(480.0)
        } else {
            ((width.min(WIDEST) - BETWEEN) / 3.0).floor()
        }
    }

    fn columns(&self, drawn: &Drawn) -> Html {
        let many = if self.props.desk.window.0 < STACKED { 1 } else { 3 };
        div("three", (0..3).map(|at| self.column(drawn, at))).with("style", format!("--many:{many}"))
    }

    fn column(&self, drawn: &Drawn, at: usize) -> Html {
        let column: &Column = &drawn.tried.columns[at];
        let title = match column.beside.form {
            Form::Padded => {
                let pitch = column.row_bytes;
                html! { format!("Padded rows, {pitch} bytes") }
            }
            Form::Canonical(_) => self.mode(drawn, column),
            form => html! { form.title() },
        };
        let turns = if column.turns == 1 { "turn" } else { "turns" };
        let number = if column.beside.fits() { column.turns.to_string() } else { "–".into() };
        let cycles = column.cycles.as_ref();
        let cycles = cycles.map_or_else(|| "\u{a0}".into(), |cycles| format!("{cycles} cycles, H200"));
        section(
            "",
            column.beside.form.text(),
            (
                bare("h2", title),
                score(number.into(), column.is_least, turns.into(), cycles.into()),
                self.lines(&drawn.lanes[at], drawn.tried.lines()),
                self.banks(&drawn.towers[at]),
                p("q s", &column.foot),
            ),
        )
    }

    /// The mode of the third layout, and the turns of the others.
    fn mode(&self, drawn: &Drawn, column: &Column) -> Html {
        let turns = |mode: &str| {
            let mut known = drawn.tried.by_mode.iter();
            let found = known.find(|(of, _)| of.name() == mode);
            found.map_or_else(String::new, |(_, turns)| format!("{turns} turns"))
        };
        let row = self.form.row("mode").map(|mut row| {
            if let Modes::Choice(modes) = &mut row.values {
                modes.iter_mut().for_each(|mode| mode.note = turns(mode.name));
            }
            let is_open = self.props.desk.has_open("mode");
            word(&row, column.beside.form.title(), is_open, &self.form.on_row("mode"))
        });
        maybe(row)
    }

    /// Lines of memory, or of the matrix: many of them in two blocks beside each other.
    fn lines(&self, scene: &Shared<Scene>, lines: u32) -> Html {
        let (blocks, rows) = if lines > LINES { (2, LINES) } else { (1, lines.max(1)) };
        let width = self.width();
        let side = (width - GAP) / f64::from(blocks) - GUTTER;
        let side = (side / UNITS).floor() * UNITS;
        let block = |at: u32| {
            let size = (side, LINE * f64::from(rows));
            let cells = self.cells(scene, size, rows, at * rows, at > 0);
            div("", cells).with("style", format!("width:{}px", GUTTER + side))
        };
        let blocks = (0..blocks).filter(|at| at * rows < scene.rows());
        div("row lanes", blocks.map(block))
    }

    fn banks(&self, scene: &Shared<Scene>) -> Html {
        let side = ((self.width() - GAP - GUTTER) / UNITS).floor() * UNITS;
        div("piles", self.cells(scene, (side, TALL), scene.rows(), 0, true))
    }

    /// Rows of a scene from one on.
    fn cells(&self, scene: &Shared<Scene>, size: (f64, f64), rows: u32, first: u32, is_beside: bool) -> Html {
        let geometry = scene.geometry(size, rows, first, None);
        html! { <Cells {scene} {geometry} gutter={GUTTER} hot={Hot::at(self.hot)} {is_beside} top={TOP} ink={&self.props.desk.ink} on={&self.on_cell} /> }
    }

    /// Each lane's place in the matrix, its address, and the code that computes it.
    fn more(&self, drawn: &Drawn) -> Html {
        let (tried, typed) = (&drawn.tried, self.form.shown);
        let third = Form::Canonical(typed.mode());
        let all = [Form::Padded, third];
        let layouts = segments(
            "Layout of the addresses",
            all.map(|form| (form.text(), form == tried.form, form)),
            &self.on_layout(),
        );
        let lane = |[lane, cells @ ..]: &[String; 4]| html! { <tr><th scope="row">{ lane }</th>{ for cells.iter().map(|cell| tag("td", "m", cell)) }</tr> };
        let registers = link_from_form(&LanesShown { tab: LanesTab::Registers, ..typed.clone() });
        tag(
            "details",
            "access-more",
            (
                bare("summary", format!("Addresses and code of {}", tried.form.text())),
                div("cluster", (layouts, a("go", registers, "Which register holds what →"))),
                div(
                    "grid gap-4",
                    (
                        drawn.matrix.as_ref().map(|scene| {
                            div("", (bare("h3", "In the matrix"), self.lines(scene, scene.rows())))
                        }),
                        table("Lanes", LANE_HEADS, tried.lanes.iter().map(lane)),
                        tried.code.clone().map(|text| {
                            div(
                                "",
                                (
                                    code_lines("address computation", &text, "//"),
                                    html! { <CopyButton {text} what="address computation" /> },
                                ),
                            )
                        }),
                    ),
                ),
            ),
        )
    }
}

/// The accesses that kernels make, as they are called here.
pub const PRESETS: [(Preset, &str); 6] = [
    (Preset::ColumnByColumn, "A column"),
    (Preset::RowByRow, "A row"),
    (Preset::FragmentOfA, "ldmatrix"),
    (Preset::EpilogueMatrix, "stmatrix"),
    (Preset::EpilogueStore, "mma.sync"),
    (Preset::Transpose, "Transpose"),
];

/// Whether an access is the one of a preset, with nothing changed since.
pub fn is_preset(lanes: &LanesShown, preset: Preset) -> bool {
    lanes.preset == preset && *lanes == lanes.with_preset(preset)
}

#[cfg(test)]
mod tests {
    use swizzle_core::Element;
    use swizzle_view::link::{WhyScene, WhyShown, link_from_why, why_from_link, with_text};
    use swizzle_warp::{Access, Form, Wires};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn shown(link: &str) -> WhyShown {
        why_from_link(link).shown
    }

    fn with(link: &str, change: impl Fn(&mut WhyShown)) -> String {
        let mut shown = shown(link);
        change(&mut shown);
        link_from_why(&shown)
    }

    fn chosen(link: &str, key: &str, name: &str) -> WhyShown {
        let mut shown = shown(link);
        shown.lanes = with_text(&shown.lanes, key, name);
        shown
    }

    /// What a reader changes, and the link that it leads to.
    #[test]
    fn changes_are_in_the_link() {
        let wires = |from, wires| with(from, |shown| shown.lanes.wires = wires);
        assert_eq!(wires("#/why", Wires::lowest(1)), "#/why?wires=1");
        assert_eq!(wires("#/memory/lanes?wires=1", Wires::from_mask(5)), "#/why?wires=101");
        assert_eq!(wires("#/why?wires=3", Wires::OPEN), "#/why");
        let to = |scene| with("#/why?wires=3", |shown| shown.scene = scene);
        assert_eq!(to(WhyScene::Tma), "#/why?scene=tma&wires=3");
        assert_eq!(to(WhyScene::Access), "#/memory/lanes");
        let lanes = "#/memory/lanes";
        assert_eq!(
            with(lanes, |shown| shown.lanes = shown.lanes.with_preset(Preset::Transpose)),
            "#/memory/lanes?preset=transpose"
        );
        assert_eq!(with(lanes, |shown| shown.lanes.layout = Form::Padded), "#/memory/lanes?layout=padded");
        for (key, name, link) in [
            ("rows", "32", "#/memory/lanes?rows=32"),
            ("columns", "64", "#/memory/lanes"),
            ("element", "tf32", "#/memory/lanes?element=tf32"),
            ("major", "MN", "#/memory/lanes?major=MN"),
            ("op", "ST32", "#/memory/lanes?op=ST32"),
            ("mode", "64B", "#/memory/lanes?layout=64B"),
        ] {
            assert_eq!(link_from_why(&chosen(lanes, key, name)), link);
        }
    }

    #[test]
    fn a_written_formula_is_no_preset() {
        let link = "#/memory/lanes?preset=ldmatrix-a";
        let tried = shown(link).lanes;
        assert!(is_preset(&tried, Preset::FragmentOfA) && !is_preset(&tried, Preset::ColumnByColumn));
        let written = chosen(link, "formula", "(lane * 2, 0)").lanes;
        assert!(!is_preset(&written, Preset::FragmentOfA));
        assert_eq!(written.access, Access::LoadMatrix4);
        // Type and size are not the access's.
        let typed = chosen(link, "element", "e4m3").lanes;
        assert!(is_preset(&typed, Preset::FragmentOfA));
        assert_eq!(typed.element, Element::E4m3);
    }
}
