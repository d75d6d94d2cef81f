//! The crates' own drawing of a tile as scenes of cells, each with its element as its number: figures of lessons, and elements one
//! by one.

use super::*;
use crate::cells::Look;
use swizzle_draw::Cells;
use swizzle_draw::scene::{CellAt, Drawing, Run, Scene as Drawn};
pub use swizzle_draw::scene::{element_of_id as element, id_of_element as id};

/// Room before the cells for numbers of rows and for addresses, and for each arrow beside these.
const NUMBERS: f64 = 34.0;
const ADDRESSES: f64 = 58.0;
const ARROW: f64 = 22.0;

/// What a figure shows, worked out once a change.
#[derive(Debug)]
pub struct Picture {
    /// The tile, with the descriptor at its own place.
    pub spec: Spec,
    /// The same at the place that is looked at.
    pub looked_at: Spec,
    /// The descriptor there.
    pub descriptor: Option<Descriptor>,
    /// The drawing of it.
    pub drawing: Drawing,
}

impl Picture {
    /// The picture of a state; none where it has none.
    pub fn of(shown: &Shown) -> Option<Self> {
        let spec = shown.spec().ok()?;
        let looked_at = shown.looked_at(&spec);
        Some(Self {
            drawing: Drawing::of(&looked_at, shown.view),
            descriptor: looked_at.descriptor(looked_at.place()).ok(),
            spec,
            looked_at,
        })
    }

    /// One view.
    pub fn scene(&self, kind: PaneKind, dress: Dress) -> Scene {
        scene(&self.drawing, kind, dress)
    }

    /// Memory before the answer: the tile as it was written where a read is shown, otherwise without the line of the element that
    /// is asked for. Where none is, no line says anything.
    pub fn memory_before(&self, asked: Option<Coord>, is_paired: bool) -> Scene {
        let kind = PaneKind::Memory;
        let is_read = self.drawing.view.shows == Shows::Read;
        let view = match (is_read, asked) {
            (true, _) => View { shows: Shows::Tile, ..self.drawing.view },
            (false, Some(_)) => self.drawing.view,
            (false, None) => View { number: Number::None, colour: Colour::None, ..self.drawing.view },
        };
        let dress = Dress { is_paired, ..Dress::default() };
        let mut scene = scene(&Drawing::of(&self.looked_at, view), kind, dress);
        let row = |at: u32| at / scene.columns;
        let asked = asked.and_then(|asked| scene.find(id(asked))).map(row);
        let hidden = |at: u32| asked.is_none_or(|asked| asked == row(at));
        let hidden: Vec<bool> = (0..scene.cells.len() as u32).map(hidden).collect();
        for (cell, is_hidden) in scene.cells.iter_mut().zip(hidden) {
            cell.id = NONE;
            if !is_read && is_hidden && cell.look == Look::Plain {
                (cell.look, cell.label) = (Look::Missing, Label::Blank);
            }
        }
        match (is_read, asked) {
            (true, _) => scene.note = "as written",
            (false, None) => scene.note = "where is it?",
            (false, Some(row)) => {
                let middle = (f64::from(row) + 0.5, f64::from(scene.columns) / 2.0);
                scene.names = vec![(middle, "where is it?".into())];
            }
        }
        scene
    }
}

/// What is drawn over the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dress {
    /// The outline of what the step in view reads.
    pub has_steps: bool,
    /// The strides as arrows.
    pub has_strides: bool,
    /// Row and unit in place of the number of a unit of the matrix.
    pub is_paired: bool,
}

/// Pixels before the cells of a scene.
pub fn gutter(scene: &Scene) -> f64 {
    let numbers = if scene.axes[1].is_hex { ADDRESSES } else { NUMBERS };
    numbers + ARROW * scene.arrows.len() as f64
}

/// A view of a drawing.
pub fn scene(drawing: &Drawing, kind: PaneKind, dress: Dress) -> Scene {
    let drawn = drawing.scene(kind, &Window::all(drawing.size(kind)));
    let columns = drawn.size.columns.max(1);
    let is_memory = kind.has_addresses();
    let mut scene = Scene {
        name: if is_memory { "Memory" } else { "Matrix" },
        noun: "cell",
        columns,
        cells: drawn.cells.clone(),
        axes: [
            axis(
                if is_memory {
                    "bank"
                } else if drawing.view.cells == Cells::Units {
                    "unit"
                } else {
                    drawn.across.name
                },
                false,
            ),
            axis(drawn.down.name, is_memory),
        ],
        column_names: drawn.across.heads.clone(),
        row_names: drawn.down.heads.clone(),
        group: u32::MAX,
        outlines: vec![Outline { class: "group", cells: atoms(&drawn) }],
        ..Scene::default()
    };
    let per_unit = drawing.drawn.layout().per_unit();
    let numbered = |cell: &&mut Cell| matches!(cell.label, Label::Number(_)) && cell.id != NONE;
    for cell in scene.cells.iter_mut().filter(numbered).filter(|_| dress.is_paired) {
        let at = element(cell.id);
        cell.label = Label::Pair(at.mn, at.k / per_unit);
    }
    if dress.has_steps {
        let class = "frame";
        scene.outlines.push(Outline { class, cells: runs(&drawn.reads, columns) });
    }
    if dress.has_strides {
        strides(&mut scene, &drawn);
    }
    scene
}

fn axis(name: &'static str, is_hex: bool) -> Axis {
    Axis { name: name.trim_end_matches([' ', '→', '↓']), is_hex, ..Axis::default() }
}

/// What red and grey cells are, where there are some.
pub fn marks(scene: &Scene) -> &'static str {
    let has = |look: Look| scene.cells.iter().any(|cell| cell.look == look);
    let has_times =
        || scene.cells.iter().any(|cell| matches!(cell.label, Label::Clash(_)) && cell.look == Look::Wrong);
    match (scene.name, has(Look::Wrong), has(Look::Missing)) {
        ("Matrix", true, _) => "red: read instead",
        (_, true, true) if has_times() => "red: read for other units, ×n: n times; grey: not read",
        (_, true, true) => "red: read for other units; grey: not read",
        (_, true, false) => "red: read for other units",
        (_, false, true) => "grey: not read",
        (_, false, false) => "",
    }
}

/// Every second atom: its edge is that of its neighbours, too.
fn atoms(drawn: &Drawn) -> Vec<u32> {
    let before = |breaks: &[u32], at: u32| breaks.iter().filter(|edge| **edge <= at).count();
    let size = drawn.size;
    let is_second = |at: &u32| {
        let (row, column) = (at / size.columns, at % size.columns);
        (before(&drawn.row_breaks, row) + before(&drawn.column_breaks, column)) % 2 == 1
    };
    (0..size.rows * size.columns).filter(is_second).collect()
}

fn runs(runs: &[Run], columns: u32) -> Vec<u32> {
    let cells = runs.iter().flat_map(|run| run.columns.clone().map(|column| run.row * columns + column));
    let mut cells: Vec<u32> = cells.collect();
    cells.sort_unstable();
    cells
}

/// LBO and SBO: along a row as an arrow over the cells, down as one beside them.
fn strides(scene: &mut Scene, drawn: &Drawn) {
    let at = |at: CellAt| at.row * scene.columns + at.column;
    for arrow in &drawn.arrows {
        let class = match arrow.stride {
            Stride::Lbo => "arrow tint-lbo",
            Stride::Sbo => "arrow tint-sbo",
        };
        if arrow.from.row == arrow.to.row {
            let (from, to) = (at(arrow.from), at(arrow.to));
            scene.leads.push(Lead { class, from, to });
        } else {
            let before = gutter(scene) + ARROW / 4.0;
            scene.arrows.push(Arrow {
                class,
                rows: (arrow.from.row.into(), arrow.to.row.into()),
                before,
                words: (arrow.label.clone(), true),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use swizzle_learn::{FigureKind, LESSONS, shown_from_keys};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn scenes(keys: &str) -> [Scene; 2] {
        let picture = Picture::of(&shown_from_keys(keys)).expect(keys);
        let dress = Dress { has_steps: true, has_strides: true, is_paired: false };
        [PaneKind::Matrix, PaneKind::Memory].map(|kind| picture.scene(kind, dress))
    }

    #[test]
    fn a_number_is_an_element() {
        for at in [Coord { mn: 0, k: 0 }, Coord { mn: 1023, k: 4095 }] {
            assert_eq!(element(id(at)), at);
        }
    }

    #[test]
    fn matrix_and_memory_of_every_lesson_have_the_same_elements() {
        let stops = LESSONS.iter().flat_map(|lesson| lesson.stops);
        for stop in stops.filter(|stop| stop.figure.kind() == FigureKind::Tile) {
            let [matrix, memory] = scenes(stop.figure.link);
            assert_eq!(matrix.row_names.len() as u32, matrix.rows(), "{}", stop.title);
            assert_eq!(matrix.column_names.len() as u32, matrix.columns, "{}", stop.title);
            let lost = memory.cells.iter().filter(|cell| cell.id != NONE && matrix.find(cell.id).is_none());
            assert_eq!(lost.count(), 0, "{}", stop.title);
        }
    }

    /// Beside wires, a unit is called by its row and its place there, in both views.
    #[test]
    fn units_beside_wires_are_rows_and_units() {
        let picture = Picture::of(&shown_from_keys("#/wgmma?operand=B&mn=8&k=64&number=logical"));
        let dress = Dress { is_paired: true, ..Dress::default() };
        for kind in [PaneKind::Matrix, PaneKind::Memory] {
            let scene = picture.as_ref().expect("a tile").scene(kind, dress);
            let at = scene.find(id(Coord { mn: 6, k: 16 })).expect("a unit");
            assert_eq!(scene.cells[at as usize].label, Label::Pair(6, 2));
        }
    }

    #[test]
    fn strides_are_arrows_with_their_bytes() {
        let [matrix, memory] = scenes("#/wgmma?operand=B&mn=16&k=128&order=k&start=0x0");
        assert_eq!((matrix.leads.len(), matrix.arrows.len()), (1, 1));
        assert!(memory.arrows.iter().any(|arrow| arrow.words.0.contains("SBO")));
        assert!(gutter(&memory) > ADDRESSES);
    }

    /// What its marks mean is told of those that occur, and of no other.
    #[test]
    fn a_figure_says_what_its_marks_mean() {
        let of = |lesson: usize, stop: usize| {
            scenes(LESSONS[lesson].stops[stop].figure.link).map(|scene| marks(&scene))
        };
        assert_eq!(of(9, 1)[0], "red: read instead");
        let all = "red: read for other units, ×n: n times; grey: not read";
        assert_eq!(of(9, 2), ["red: read instead", all]);
        assert_eq!(of(3, 0), ["", ""]);
    }

    #[test]
    fn before_the_answer_memory_tells_nothing() {
        let picture = Picture::of(&shown_from_keys("#/wgmma?operand=B&mn=8&k=64")).expect("a tile");
        let tells = |cell: &&Cell| cell.look == Look::Plain || cell.label != Label::Blank;
        let told = |asked| {
            let before = picture.memory_before(asked, false);
            assert!(before.cells.iter().all(|cell| cell.id == NONE));
            let told = before.cells.iter().filter(tells).count();
            (told, before.cells.iter().skip(16).take(8).filter(tells).count())
        };
        assert_eq!(told(None), (0, 0));
        // The line of the element that is asked for waits, the others are there.
        assert_eq!(told(Some(Coord { mn: 2, k: 8 })), (56, 0));
        // An element within a unit has no cell of its own.
        assert_eq!(told(Some(Coord { mn: 2, k: 9 })), (0, 0));
    }
}
