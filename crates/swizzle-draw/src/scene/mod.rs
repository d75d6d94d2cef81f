//! Pictures as plain data: what the screen, the exported file, the text form and the tests all draw from.

mod arrows;
mod drawing;
mod dump;
mod fold;
mod fragment;
mod marks;
mod matrix;
mod memory;
mod occupancy;
mod pane;
mod paths;
mod scale;
mod shared_copy;
mod sheet;
mod tensor_memory;
mod tma;

use std::ops::Range;

use crate::cells::Cell;

pub use crate::label::Label;
pub use arrows::Arrow;
pub use drawing::Drawing;
pub use dump::label_of_value;
pub use fold::Fold;
pub use fragment::fragment_scenes;
pub use matrix::{matrix_scene, matrix_size, tile_words};
pub use memory::{memory_scene, memory_size};
pub use occupancy::Occupancy;
pub use pane::PaneKind;
pub use paths::Paths;
pub use scale::{BlockWords, ScalePane, ScalePictures, ScaleWindow, StepRow, step_rows};
pub use shared_copy::CopyPicture;
pub(crate) use sheet::coloured;
pub use sheet::{Sheet, element_of_id, id_of_element, id_of_pair, id_of_place, pair_of_id, place_of_id};
pub use swizzle_core::law::Size;
pub use tensor_memory::{Block, LoadPicture, LoadSide, TensorMap, parts_text, region_class, tensor_map};
pub use tma::{BoxPicture, BoxUnit};

/// Number of colours in a palette.
pub const COLOURS: u32 = 8;

/// A cell's position in its picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CellAt {
    /// Column, from the left.
    pub column: u32,
    /// Row, from the top.
    pub row: u32,
}

/// The part of a picture that is in view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Window {
    /// Columns in view.
    pub columns: Range<u32>,
    /// Rows in view.
    pub rows: Range<u32>,
}

impl Window {
    /// All of a picture.
    pub const fn all(size: Size) -> Self {
        Self { columns: 0..size.columns, rows: 0..size.rows }
    }

    /// This window, cut to a picture's size.
    pub fn within(&self, size: Size) -> Self {
        let cut = |range: &Range<u32>, end: u32| range.start.min(end)..range.end.min(end);
        Self { columns: cut(&self.columns, size.columns), rows: cut(&self.rows, size.rows) }
    }

    /// Its cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = CellAt> + use<> {
        let columns = self.columns.clone();
        let row = move |row| columns.clone().map(move |column| CellAt { column, row });
        self.rows.clone().flat_map(row)
    }
}

/// A side of a picture: its title, and a head for each column or row in view.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Axis {
    /// Its name and its direction, short enough for a corner.
    pub name: &'static str,
    /// Name of what is counted.
    pub title: String,
    /// Heads of the columns or rows in view.
    pub heads: Vec<String>,
}

/// A picture, or the part of it that is in view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Kind of picture.
    pub kind: PaneKind,
    /// One line that names it.
    pub title: String,
    /// Its whole size.
    pub size: Size,
    /// The part that is here.
    pub window: Window,
    /// The cells in view, row by row.
    pub cells: Vec<Cell>,
    /// The expected value beneath each cell's label. Empty if there is none.
    pub beneath: Vec<Label>,
    /// Across the top.
    pub across: Axis,
    /// Down the side.
    pub down: Axis,
    /// Heavy lines before these columns: borders of atoms, of swizzle rows' columns.
    pub column_breaks: Vec<u32>,
    /// Heavy lines before these rows.
    pub row_breaks: Vec<u32>,
    /// Strips of a folded matrix: the rows of each strip in view, and its columns.
    pub strips: Vec<Strip>,
    /// Cells that make up a unit, side by side.
    pub unit_columns: u32,
    /// Cells that the selected step reads, as runs in one row each.
    pub reads: Vec<Run>,
    /// LBO and SBO.
    pub arrows: Vec<Arrow>,
    /// Units of a read that are expected elsewhere; in the memory view, those in which one is read.
    pub wrong: Vec<Run>,
    /// Units that are read as expected.
    pub right: Vec<Run>,
    /// Whether those are the minority, and are marked instead of the wrong ones.
    pub marks_right: bool,
    /// Units that are expected to be read and are not.
    pub missing: Vec<Run>,
}

/// Rows of a folded matrix, side by side with those before them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Strip {
    /// Its rows of the matrix.
    pub rows: Range<u32>,
    /// Its columns in the picture.
    pub columns: Range<u32>,
}

impl Strip {
    /// Its rows; the first strip says what is counted.
    pub fn text(&self) -> String {
        let what = if self.rows.start == 0 { "rows " } else { "" };
        format!("{what}{}–{}", self.rows.start, self.rows.end - 1)
    }
}

/// Neighbouring cells of one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The row.
    pub row: u32,
    /// The columns.
    pub columns: Range<u32>,
}

impl Run {
    /// Adds columns of a row to runs: to the last one, where they follow it.
    ///
    /// ```
    /// use swizzle_draw::scene::Run;
    /// let mut runs = Vec::new();
    /// for (row, columns) in [(0, 2..3), (0, 3..5), (0, 6..7), (1, 7..8)] {
    ///     Run::push(&mut runs, row, columns);
    /// }
    /// assert_eq!(runs.len(), 3);
    /// assert_eq!(runs[0], Run { row: 0, columns: 2..5 });
    /// ```
    pub fn push(runs: &mut Vec<Self>, row: u32, columns: Range<u32>) {
        match runs.last_mut() {
            Some(last) if last.row == row && last.columns.end == columns.start => {
                last.columns.end = columns.end;
            }
            _ => runs.push(Self { row, columns }),
        }
    }
}

/// Characters of the longest of some texts.
pub(crate) fn widest(texts: impl IntoIterator<Item: ToString>) -> usize {
    texts.into_iter().map(|text| text.to_string().chars().count()).max().unwrap_or(0)
}

impl Scene {
    /// A scene of cells alone, several columns a unit.
    fn of_cells(
        kind: PaneKind,
        size: Size,
        window: Window,
        unit_columns: u32,
        cell: impl Fn(CellAt) -> Cell,
    ) -> Self {
        Self {
            kind,
            title: String::new(),
            size,
            cells: window.cells().map(cell).collect(),
            window,
            beneath: Vec::new(),
            across: Axis::default(),
            down: Axis::default(),
            column_breaks: Vec::new(),
            row_breaks: Vec::new(),
            strips: Vec::new(),
            unit_columns,
            reads: Vec::new(),
            arrows: Vec::new(),
            wrong: Vec::new(),
            right: Vec::new(),
            marks_right: false,
            missing: Vec::new(),
        }
    }

    /// The cell at a position of the whole picture; none outside of the window.
    ///
    /// ```
    /// use swizzle_core::Said;
    /// use swizzle_draw::{View, scene};
    /// use swizzle_infer::spec_from_said;
    /// let spec = spec_from_said(&Said::default())?;
    /// let view = View::default();
    /// let size = scene::matrix_size(&spec, &view);
    /// let picture = scene::matrix_scene(&spec, &view, &scene::Window::all(size));
    /// let cell = picture.cell(scene::CellAt { column: 0, row: 1 }).unwrap();
    /// assert_eq!(cell.label.to_string(), "9");
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    pub fn cell(&self, at: CellAt) -> Option<Cell> {
        let is_here = self.window.columns.contains(&at.column) && self.window.rows.contains(&at.row);
        is_here.then(|| {
            let width = self.window.columns.len();
            let row = (at.row - self.window.rows.start) as usize;
            let column = (at.column - self.window.columns.start) as usize;
            self.cells[row * width + column]
        })
    }

    /// Cells of a row, at least one.
    pub(crate) fn width(&self) -> usize {
        self.window.columns.len().max(1)
    }
}

/// What tests draw.
#[cfg(test)]
pub(crate) mod tests {
    use super::{Drawing, PaneKind, Scene, Window};
    use crate::view::{Shows, View};

    /// The drawing of a link's tile, and of its read where a descriptor is given.
    pub(crate) fn drawing(link: &str) -> Drawing {
        let opened = swizzle_view::shown_from_link(link);
        assert_eq!(opened.notices, [], "{link}");
        let spec = opened.shown.spec().expect("a tile");
        let shows = if spec.given().is_some() { Shows::Read } else { View::default().shows };
        Drawing::of(&spec, View { shows, ..View::default() })
    }

    /// All of a pane.
    pub(crate) fn scene(drawing: &Drawing, kind: PaneKind) -> Scene {
        drawing.scene(kind, &Window::all(drawing.size(kind)))
    }
}
