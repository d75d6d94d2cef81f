//! Scenes of cells that are drawn once, whole, and looked at in part.

use crate::scene::{Axis, Cell, Label, Mark, PaneKind, Run, Scene, Size, Window};

/// A whole picture whose cells are units of anything.
pub(super) struct Plain {
    pub(super) kind: PaneKind,
    pub(super) title: String,
    pub(super) size: Size,
    pub(super) across: Axis,
    pub(super) down: Axis,
    /// Columns and rows from one heavy line to the next, 0 for none, and the row at which they begin.
    pub(super) breaks: (u32, u32, u32),
    /// The cells row by row, each with the label beneath.
    pub(super) cells: Vec<(Cell, Label)>,
}

impl Plain {
    /// Returns the scene: wrong cells with their corners, or outlines around the right ones where those are fewer.
    pub(super) fn scene(self) -> Scene {
        self.scene_of(&|_| true)
    }

    /// The same, where only some cells, by their numbers, are read.
    pub(super) fn scene_of(self, is_read: &dyn Fn(u32) -> bool) -> Scene {
        let (cells, beneath): (Vec<Cell>, Vec<Label>) = self.cells.into_iter().unzip();
        let columns = self.size.columns.max(1);
        let runs = |is_it: &dyn Fn(&Cell) -> bool| {
            let all = (0..).zip(&cells);
            let all = all.filter(|(at, cell)| is_it(cell) && is_read(*at));
            let run =
                |(at, _): (u32, &Cell)| Run { row: at / columns, columns: at % columns..at % columns + 1 };
            all.map(run).collect::<Vec<Run>>()
        };
        let wrong = runs(&|cell| cell.mark == Mark::Wrong);
        let missing = runs(&|cell| cell.mark == Mark::Missing);
        let right = match wrong.is_empty() {
            true => Vec::new(),
            false => runs(&|cell| cell.mark == Mark::Plain && cell.class.is_some()),
        };
        let (across, down, first) = self.breaks;
        let breaks = |every: u32, first: u32, end: u32| match every {
            0 => Vec::new(),
            every => (1..end).filter(|at| (at + first).is_multiple_of(every)).collect(),
        };
        let is_marked = beneath.iter().any(|label| *label != Label::Blank);
        Scene {
            kind: self.kind,
            title: self.title,
            size: self.size,
            window: Window::all(self.size),
            beneath: match is_marked || !wrong.is_empty() || !missing.is_empty() {
                true => beneath,
                false => Vec::new(),
            },
            cells,
            across: self.across,
            down: self.down,
            column_breaks: breaks(across, 0, self.size.columns),
            row_breaks: breaks(down, first, self.size.rows),
            strips: Vec::new(),
            unit_columns: 1,
            reads: Vec::new(),
            arrows: Vec::new(),
            marks_right: wrong.len() > right.len() && !right.is_empty(),
            wrong,
            right,
            missing,
        }
    }
}

impl Scene {
    /// The same with both numbers of a cell in one line.
    pub fn in_one_line(mut self) -> Self {
        for (cell, beneath) in self.cells.iter_mut().zip(self.beneath.drain(..)) {
            if let (Label::Number(over), Label::Number(under)) = (cell.label, beneath) {
                cell.label = Label::Pair(over.unsigned_abs(), under.unsigned_abs());
            }
        }
        self
    }
}
