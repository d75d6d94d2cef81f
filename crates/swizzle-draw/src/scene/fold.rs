//! A narrow matrix folded into strips side by side, so that more of its rows are seen.

use crate::cells::Cell;
use crate::scene::{Axis, CellAt, Drawing, Label, PaneKind, Run, Scene, Size, Strip, Window};
use crate::view::Shows;
use swizzle_core::hardware::LINE_UNITS;

/// Rows that a strip has at least: those of two atoms.
const LEAST_ROWS: u32 = 16;
/// Rows of an atom: a strip has whole ones.
const ATOM_ROWS: u32 = 8;

/// How the matrix of a read is folded: as many strips side by side as a line of memory has room for.
///
/// ```
/// use swizzle_draw::scene::{CellAt, Drawing, Fold};
/// use swizzle_core::Said;
/// use swizzle_draw::{Shows, View};
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let view = View { shows: Shows::Read, ..View::default() };
/// let fold = Fold::of(&Drawing::of(&spec, view)).unwrap(); // 64 rows of two units
/// assert_eq!((fold.size().columns, fold.size().rows), (8, 16));
/// let row_20 = CellAt { column: 1, row: 20 };
/// assert_eq!(fold.folded(row_20), CellAt { column: 3, row: 4 });
/// assert_eq!(fold.unfolded(CellAt { column: 3, row: 4 }), Some(row_20));
/// assert_eq!(Fold::of(&Drawing::of(&spec, View::default())), None); // the tile stays whole
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// The matrix as it is.
    whole: Size,
    /// Rows of a strip; the last may have fewer.
    rows: u32,
}

impl Fold {
    /// How the matrix of a drawing is folded; none where it is a tile, or is not narrow and high.
    pub fn of(drawing: &Drawing) -> Option<Self> {
        let grid = drawing.drawn.layout().unit_grid(drawing.drawn.extent());
        let strips = LINE_UNITS / grid.columns.max(1);
        let rows = grid.rows.div_ceil(strips.max(1)).next_multiple_of(ATOM_ROWS);
        let rows = rows.max(LEAST_ROWS);
        let is_folded = drawing.view.shows == Shows::Read && strips > 1 && rows < grid.rows;
        is_folded.then(|| Self { whole: drawing.size(PaneKind::Matrix), rows })
    }

    /// The size of the folded picture.
    pub const fn size(&self) -> Size {
        Size { columns: self.strips() * self.whole.columns, rows: self.rows }
    }

    /// How many strips there are.
    pub const fn strips(&self) -> u32 {
        self.whole.rows.div_ceil(self.rows)
    }

    /// The place of a matrix cell in the folded picture.
    pub const fn folded(&self, at: CellAt) -> CellAt {
        CellAt { column: at.row / self.rows * self.whole.columns + at.column, row: at.row % self.rows }
    }

    /// The matrix cell at a place in the folded picture; none below the end of the last strip.
    pub fn unfolded(&self, at: CellAt) -> Option<CellAt> {
        let row = at.column / self.whole.columns * self.rows + at.row;
        (row < self.whole.rows && at.row < self.rows)
            .then_some(CellAt { column: at.column % self.whole.columns, row })
    }

    /// The folded matrix of a drawing. It is drawn whole: a read has a few hundred units.
    pub fn scene(&self, drawing: &Drawing) -> Scene {
        let whole = drawing.scene(PaneKind::Matrix, &Window::all(self.whole));
        let (size, width) = (self.size(), self.whole.columns);
        let sources: Vec<_> = Window::all(size)
            .cells()
            .map(|at| self.unfolded(at).map(|at| (at.row * width + at.column) as usize))
            .collect();
        let cell = |from: &Option<usize>| from.map_or(Cell::ABSENT, |from| whole.cells[from]);
        let beneath = |from: &Option<usize>| {
            let of_cell = from.and_then(|from| whole.beneath.get(from));
            of_cell.copied().unwrap_or(Label::Blank)
        };
        let strip = |index: u32| Strip {
            rows: index * self.rows..((index + 1) * self.rows).min(self.whole.rows),
            columns: index * width..(index + 1) * width,
        };
        let runs = |runs: &[Run]| runs.iter().map(|run| self.run(run)).collect();
        let heads = &whole.across.heads;
        let heads = (0..self.strips()).flat_map(|_| heads.iter().cloned());
        let is_first = |row: &u32| *row < self.rows;
        Scene {
            cells: sources.iter().map(cell).collect(),
            beneath: if whole.beneath.is_empty() {
                Vec::new()
            } else {
                sources.iter().map(beneath).collect()
            },
            strips: (0..self.strips()).map(strip).collect(),
            row_breaks: whole.row_breaks.into_iter().filter(is_first).collect(),
            reads: runs(&whole.reads),
            wrong: runs(&whole.wrong),
            right: runs(&whole.right),
            across: Axis { heads: heads.collect(), ..whole.across },
            down: Axis {
                heads: whole.down.heads.into_iter().take(self.rows as usize).collect(),
                ..whole.down
            },
            window: Window::all(size),
            size,
            ..whole
        }
    }

    fn run(&self, run: &Run) -> Run {
        let first = self.folded(CellAt { column: run.columns.start, row: run.row });
        Run { row: first.row, columns: first.column..first.column + run.columns.len() as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::{Cells, View};
    use swizzle_core::hardware::{Element, Major};
    use swizzle_core::reader::{Said, SaidReader};
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn drawing(tile: SaidTile, rows: Option<u32>, cells: Cells) -> Drawing {
        let reader = SaidReader { rows, ..SaidReader::default() };
        let said = Said { tile, reader, ..Said::default() };
        let view = View { shows: Shows::Read, cells, ..View::default() };
        Drawing::of(&spec_from_said(&said).unwrap(), view)
    }

    #[test]
    fn every_cell_stands_once() {
        for (mn, cells) in
            [(64, Cells::Units), (64, Cells::Elements), (72, Cells::Units), (128, Cells::Units)]
        {
            let tile = SaidTile { mn: Some(mn), ..SaidTile::default() };
            let drawing = drawing(tile, Some(mn), cells);
            let fold = Fold::of(&drawing).expect("two units are narrow");
            let whole = drawing.scene(PaneKind::Matrix, &Window::all(drawing.size(PaneKind::Matrix)));
            let folded = fold.scene(&drawing);
            let mut seen = 0;
            for row in 0..whole.size.rows {
                for column in 0..whole.size.columns {
                    let at = CellAt { column, row };
                    let there = fold.folded(at);
                    assert_eq!(fold.unfolded(there), Some(at));
                    assert_eq!(folded.cell(there), whole.cell(at), "{at:?} of {mn} rows");
                    seen += 1;
                }
            }
            let blank = folded.cells.iter().filter(|cell| **cell == Cell::ABSENT).count();
            assert_eq!(seen + blank, folded.cells.len());
            assert_eq!(folded.strips.last().unwrap().rows.end, mn);
        }
    }

    #[test]
    fn what_is_wide_or_low_is_not_folded() {
        let of = |tile| Fold::of(&drawing(tile, None, Cells::Units));
        let of_mn = SaidTile { major: Some(Major::Mn), element: Some(Element::Bf16), ..SaidTile::default() };
        assert_eq!(of(of_mn), None); // 8 units wide
        let low = SaidTile { mn: Some(16), ..SaidTile::default() };
        assert_eq!(of(low), None);
    }
}
