//! What the page shows, read off the page, and what it should show, asked of the core.

use serde_json::Value;
use swizzle_core::scene::{self, CellAt, Occupancy, Scene, SceneKind, Size, Window};
use swizzle_core::{
    LinkState, Palette, Rgb, Spec, Theme, exact_text, figure_of_params, findings_from_spec,
    step_caption,
};
use swizzle_tests::webdriver::{Error, Result};

/// The body of a function that reads the page.
pub(crate) const READ: &str = include_str!("screen.js");

/// All that follows from the parameters and the view.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Screen {
    heading: String,
    /// In hex, or why there is none.
    descriptor: String,
    bits: String,
    step: String,
    layout: String,
    /// Severity, title, text and repair of each.
    findings: Vec<[String; 4]>,
    /// Absent where there is no picture.
    matrix: Option<Cells>,
    memory: Option<Cells>,
}

/// The cells of a view that are in view.
#[derive(Debug, Clone, PartialEq)]
struct Cells {
    /// Of the whole picture.
    size: Size,
    window: Window,
    /// Whether they fill the view as far as the picture goes.
    fills_view: bool,
    labels: Vec<String>,
    colours: Vec<Option<Rgb>>,
    /// Whether the outline of what the step reads goes around them.
    outlined: Vec<bool>,
}

/// A screen as it was read, with what a tester has to know beyond it.
pub(crate) struct Shown {
    screen: Screen,
    theme: Theme,
    palette: Palette,
    views: [Option<View>; 2],
}

/// Where the cells of a view lie in the window, and which are marked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct View {
    /// The cells that are drawn.
    pub(crate) window: Window,
    /// The cell under the cursor.
    pub(crate) hovered: Option<CellAt>,
    /// The pinned cell.
    pub(crate) pinned: Option<CellAt>,
    pitch: [f64; 2],
    corner: [f64; 2],
    scroll: [f64; 2],
    room: [f64; 2],
}

impl Shown {
    /// Reads what [`READ`] returned.
    pub(crate) fn from_json(page: &Value) -> Result<Self> {
        let matrix = view(&page["matrix"])?;
        let memory = view(&page["memory"])?;
        let findings = items(&page["findings"])
            .iter()
            .map(|finding| [0, 1, 2, 3].map(|part| text(&finding[part])));
        let screen = Screen {
            heading: text(&page["heading"]),
            descriptor: text(&page["descriptor"]),
            bits: text(&page["bits"]),
            step: text(&page["step"]),
            layout: text(&page["layout"]),
            findings: findings.collect(),
            matrix: cells(&page["matrix"], matrix.as_ref())?,
            memory: cells(&page["memory"], memory.as_ref())?,
        };
        let theme = match page["isDark"] == true {
            true => Theme::Dark,
            false => Theme::Light,
        };
        let palette = match page["isSafe"] == true {
            true => Palette::Safe,
            false => Palette::Isa,
        };
        Ok(Self {
            screen,
            theme,
            palette,
            views: [matrix, memory],
        })
    }

    /// What is shown.
    pub(crate) fn screen(&self) -> &Screen {
        &self.screen
    }

    /// How a view lies in the window.
    pub(crate) fn view(&self, kind: SceneKind) -> Result<&View> {
        self.views[kind as usize]
            .as_ref()
            .ok_or_else(|| Error::new(format!("there is no view of {kind:?}")))
    }

    /// What the core says of a state, for the cells that are in view here, in the colours that are chosen here.
    pub(crate) fn expected(&self, state: &LinkState) -> Result<Screen> {
        let spec = spec(state)?;
        let descriptor = spec.descriptor(state.params.step);
        let title = scene(state, SceneKind::Matrix, &Window::all(NOTHING))?.title;
        let cells = |kind: SceneKind| match &self.views[kind as usize] {
            _ if state.params.invalid_swizzle.is_some() => Ok(None),
            // Then any window will do: the screen that was read has none, and is another.
            None => self.cells(state, kind, &Window::all(NOTHING)).map(Some),
            Some(view) => self.cells(state, kind, &view.window).map(Some),
        };
        Ok(Screen {
            heading: match figure_of_params(&state.params) {
                Some(figure) => format!("Figure {} {title}", figure.number),
                None => title,
            },
            descriptor: match &descriptor {
                Ok(descriptor) => descriptor.to_string(),
                Err(none) => format!("There is no descriptor of this tile{none}"),
            },
            bits: match &descriptor {
                Ok(descriptor) => format!("{:064b}", descriptor.raw()),
                Err(_) => String::new(),
            },
            step: step_caption(&spec),
            layout: exact_text(spec.tile(), spec.extent()),
            findings: findings_from_spec(&spec)
                .into_iter()
                .map(|finding| {
                    [
                        finding.severity.name().to_owned(),
                        finding.title,
                        finding.text,
                        finding.repair.map_or(String::new(), |repair| repair.label),
                    ]
                })
                .collect(),
            matrix: cells(SceneKind::Matrix)?,
            memory: cells(SceneKind::Memory)?,
        })
    }

    fn cells(&self, state: &LinkState, kind: SceneKind, window: &Window) -> Result<Cells> {
        let scene = scene(state, kind, window)?;
        let colours = scene.pixels(self.palette, self.theme);
        let colours = colours.chunks(4).map(|rgba| match *rgba {
            [red, green, blue, 255] => Some([red, green, blue]),
            _ => None,
        });
        // Nothing has to be told apart where one step reads all.
        let has_outline = spec(state)?.steps() > 1;
        let is_outlined = |at: CellAt| {
            let mut reads = scene.reads.iter();
            reads.any(|run| run.row == at.row && run.columns.contains(&at.column))
        };
        Ok(Cells {
            size: scene.size,
            window: scene.window.clone(),
            fills_view: true,
            labels: labels(&scene),
            colours: colours.collect(),
            outlined: cells_of(&scene.window)
                .map(|at| has_outline && is_outlined(at))
                .collect(),
        })
    }

    /// The colours that are chosen.
    pub(crate) fn colours(&self) -> (Palette, Theme) {
        (self.palette, self.theme)
    }
}

impl View {
    /// The cells that are drawn, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = CellAt> {
        cells_of(&self.window)
    }

    /// The middle of a cell, in pixels of the window.
    pub(crate) fn middle_of(&self, at: CellAt) -> (f64, f64) {
        let middle = |at: u32, first: u32, side: usize| {
            self.corner[side] + (f64::from(at) - f64::from(first) + 0.5) * self.pitch[side]
        };
        (
            middle(at.column, self.window.columns.start, 0),
            middle(at.row, self.window.rows.start, 1),
        )
    }

    /// Whether all of a cell is in view.
    pub(crate) fn has_in_view(&self, at: CellAt) -> bool {
        [at.column, at.row]
            .into_iter()
            .zip(0..)
            .all(|(at, side): (u32, usize)| {
                let start = f64::from(at) * self.pitch[side] - self.scroll[side];
                start >= 0.0 && start + self.pitch[side] <= self.room[side]
            })
    }
}

impl Screen {
    /// What is not as it should be; nothing where all is.
    pub(crate) fn differences(&self, expected: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        let mut compare = |what: &str, shown: String, expected: String| {
            if shown != expected {
                differences.push(format!("{what} is {shown}, should be {expected}"));
            }
        };
        let words = |text: &str| format!("“{text}”");
        for (what, shown, expected) in [
            ("the heading", &self.heading, &expected.heading),
            ("the descriptor", &self.descriptor, &expected.descriptor),
            ("the row of bits", &self.bits, &expected.bits),
            ("the step", &self.step, &expected.step),
            ("the layout", &self.layout, &expected.layout),
        ] {
            compare(what, words(shown), words(expected));
        }
        compare(
            "the list of findings",
            format!("{:#?}", self.findings),
            format!("{:#?}", expected.findings),
        );
        for (what, shown, expected) in [
            ("the matrix view", &self.matrix, &expected.matrix),
            ("the memory view", &self.memory, &expected.memory),
        ] {
            match (shown, expected) {
                (Some(shown), Some(expected)) => {
                    let faults = shown.differences(expected);
                    differences.extend(faults.iter().map(|fault| format!("{what}: {fault}")));
                }
                (None, None) => {}
                (None, Some(_)) => differences.push(format!("{what} is not there")),
                (Some(_), None) => differences.push(format!("{what} should not be there")),
            }
        }
        differences
    }
}

impl Cells {
    fn differences(&self, expected: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        if self.size != expected.size || self.window != expected.window {
            let (shown, window) = (self.size, &self.window);
            let should = expected.size;
            return vec![format!("{window:?} of {shown:?}, should be of {should:?}")];
        }
        if !self.fills_view {
            differences.push(format!("{:?} does not fill the view", self.window));
        }
        for (at, index) in cells_of(&self.window).zip(0..) {
            let mut compare = |what: &str, shown: String, expected: String| {
                if shown != expected {
                    differences.push(format!("{what} of {at:?} is {shown}, should be {expected}"));
                }
            };
            let label = |cells: &Self| format!("{:?}", cells.labels.get(index));
            let colour = |cells: &Self| format!("{:?}", cells.colours.get(index));
            let outline = |cells: &Self| format!("{:?}", cells.outlined.get(index));
            compare("the number", label(self), label(expected));
            compare("the colour", colour(self), colour(expected));
            compare("the outline", outline(self), outline(expected));
        }
        differences.truncate(MOST_DIFFERENCES);
        differences
    }
}

/// How many differences of a view are told.
const MOST_DIFFERENCES: usize = 6;

const NOTHING: Size = Size {
    columns: 0,
    rows: 0,
};

/// The part of a view of a state that is in a window.
pub(crate) fn scene(state: &LinkState, kind: SceneKind, window: &Window) -> Result<Scene> {
    let spec = spec(state)?;
    Ok(match kind {
        SceneKind::Matrix => scene::matrix_scene(&spec, &state.view, window),
        SceneKind::Memory => {
            scene::memory_scene(&spec, &Occupancy::of_tile(&spec), &state.view, window)
        }
    })
}

/// The tile of a state.
pub(crate) fn spec(state: &LinkState) -> Result<Spec> {
    Spec::new(&state.params).map_err(|why| Error::new(why.to_string()))
}

/// The cells of a window, row by row.
pub(crate) fn cells_of(window: &Window) -> impl Iterator<Item = CellAt> {
    let (columns, rows) = (window.columns.clone(), window.rows.clone());
    rows.flat_map(move |row| {
        let columns = columns.clone();
        columns.map(move |column| CellAt { column, row })
    })
}

/// What stands on each cell of a scene, row by row.
pub(crate) fn labels(scene: &Scene) -> Vec<String> {
    let cells = scene.cells.iter();
    cells.map(|cell| cell.label.to_string()).collect()
}

fn view(json: &Value) -> Result<Option<View>> {
    if json.is_null() {
        return Ok(None);
    }
    let [first, drawn] = ["first", "drawn"].map(|name| pair(&json[name]));
    let (first, drawn) = (first?.map(cast), drawn?.map(cast));
    let cell = |name: &str| -> Result<Option<CellAt>> {
        if json[name].is_null() {
            return Ok(None);
        }
        let [column, row] = pair(&json[name])?.map(cast);
        Ok(Some(CellAt { column, row }))
    };
    Ok(Some(View {
        window: Window {
            columns: first[0]..first[0] + drawn[0],
            rows: first[1]..first[1] + drawn[1],
        },
        hovered: cell("hovered")?,
        pinned: cell("pinned")?,
        pitch: pair(&json["pitch"])?,
        corner: pair(&json["corner"])?,
        scroll: pair(&json["scroll"])?,
        room: pair(&json["room"])?,
    }))
}

fn cells(json: &Value, view: Option<&View>) -> Result<Option<Cells>> {
    let Some(view) = view else {
        return Ok(None);
    };
    let [columns, rows] = pair(&json["size"])?.map(cast);
    let size = Size { columns, rows };
    let fills = |range: &std::ops::Range<u32>, whole: u32, side: usize| {
        let (pitch, scroll) = (view.pitch[side], view.scroll[side]);
        let end = (scroll + view.room[side]).min(f64::from(whole) * pitch);
        f64::from(range.start) * pitch <= scroll && f64::from(range.end) * pitch >= end
    };
    let colours = items(&json["colours"]).iter().map(|colour| {
        let channel = |at: usize| colour[at].as_u64().unwrap_or_default() as u8;
        (!colour.is_null()).then(|| [0, 1, 2].map(channel))
    });
    Ok(Some(Cells {
        size,
        window: view.window.clone(),
        fills_view: fills(&view.window.columns, columns, 0) && fills(&view.window.rows, rows, 1),
        labels: labels_from_text(&text(&json["numbers"]), view.window.columns.len()),
        colours: colours.collect(),
        outlined: items(&json["outlined"])
            .iter()
            .map(|is_outlined| is_outlined == true)
            .collect(),
    }))
}

/// The labels in a block of numbers. Every cell takes the same room, a space being half as wide as any other character.
fn labels_from_text(text: &str, columns: usize) -> Vec<String> {
    let mut labels = Vec::new();
    for row in text.lines() {
        let halves = |character: char| if character == ' ' { 1 } else { 2 };
        let room = row.chars().map(halves).sum::<usize>() / columns.max(1);
        let mut cells = vec![String::new(); columns];
        let mut at = 0;
        for character in row.chars() {
            if character != ' ' {
                cells[at / room.max(1)].push(character);
            }
            at += halves(character);
        }
        labels.append(&mut cells);
    }
    labels
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn pair(value: &Value) -> Result<[f64; 2]> {
    match (value[0].as_f64(), value[1].as_f64()) {
        (Some(first), Some(second)) => Ok([first, second]),
        _ => Err(Error::new(format!("expected two numbers, got {value}"))),
    }
}

fn cast(number: f64) -> u32 {
    number as u32
}
