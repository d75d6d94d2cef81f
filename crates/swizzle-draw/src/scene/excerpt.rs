//! The rows of a tile at which every read of two neighbouring blocks is seen, and where the reads are in the whole tile.

use crate::scene::matrix::cells_per_unit;
use crate::scene::{
    CellAt, Drawing, Fold, PaneKind, Run, Scene, Size, Window, element_from_matrix_cell,
    element_from_memory_cell, matrix_cell_from_element, matrix_scene, memory_cell_from_byte,
    memory_scene,
};
use swizzle_core::hardware::{LINE_UNITS, Major};
use swizzle_core::law::Coord;
use swizzle_core::reader::{Place, Spec};

/// Rows of an atom: a part has one where two blocks are shown, two where it is one.
const ATOM_ROWS: u32 = 8;

/// Some rows of a tile, and the lines of memory in which they begin, with what each read takes of them.
///
/// ```
/// use swizzle_core::{Place, Said, SaidTile};
/// use swizzle_draw::View;
/// use swizzle_draw::scene::{Drawing, Excerpt};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(128), ..SaidTile::default() };
/// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
/// let places = [Place::default(), Place { block: 1, ..Place::default() }];
/// let parts = Excerpt::of(&Drawing::of(&spec, View::default()), Place::default(), &places);
/// let heads: Vec<_> = parts.iter().map(|part| part.matrix.down.heads[0].as_str()).collect();
/// assert_eq!(heads, ["0", "64"]); // the second block has its own rows
/// assert!(parts[0].reads[1][0].is_empty() && !parts[1].reads[1][0].is_empty());
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Excerpt {
    /// The rows of the matrix, as a picture of their own.
    pub matrix: Scene,
    /// The lines of memory in which they begin.
    pub memory: Scene,
    /// Cells of each read in both pictures; one row more where the read continues below.
    pub reads: Vec<[Vec<Run>; 2]>,
    windows: [Window; 2],
}

impl Excerpt {
    /// The parts of a drawn tile in which a place's block is seen, and the one beside it if that has rows of its own.
    #[must_use]
    pub fn of(drawing: &Drawing, at: Place, places: &[Place]) -> Vec<Self> {
        let spec = &drawing.drawn;
        let blocks = spec.blocks();
        let has_own_rows = spec.layout().major() == Major::K && blocks > 1;
        let rows = match has_own_rows {
            true => ATOM_ROWS,
            false => 2 * ATOM_ROWS,
        };
        let (first, shown) = match has_own_rows {
            true => (at.block.min(blocks - 2), 2),
            false => (at.block, 1),
        };
        let part = |block| Self::part(drawing, Place { block, ..at }, rows, places);
        (first..first + shown).filter_map(part).collect()
    }

    fn part(drawing: &Drawing, from: Place, rows: u32, places: &[Place]) -> Option<Self> {
        let spec = &drawing.drawn;
        let first = drawing.cell_in(PaneKind::Matrix, spec.first_element(from))?;
        let row = match spec.layout().major() {
            Major::K => first.row,
            Major::Mn => first.row / rows * rows,
        };
        let column = first.column / LINE_UNITS * LINE_UNITS;
        let matrix = window(CellAt { column, row }, rows, drawing.size(PaneKind::Matrix));
        // The first of the lines that hold the first row, swizzled or not.
        let lines = matrix.columns.clone().filter_map(|column| {
            let at = CellAt { column, row };
            let coord = element_from_matrix_cell(spec, &drawing.view, at);
            Some(drawing.cell_in(PaneKind::Memory, coord)?.row)
        });
        let line = CellAt {
            column: 0,
            row: lines.min()?,
        };
        let memory = window(line, rows, drawing.size(PaneKind::Memory));
        let windows = [matrix, memory];
        let reads = places.iter().map(|place| {
            let read = spec.looking_at(*place);
            [PaneKind::Matrix, PaneKind::Memory].map(|kind| {
                let window = &windows[kind as usize];
                let runs = scene_of(drawing, &read, kind, &below(window)).reads;
                runs.iter().filter_map(|run| here(run, window)).collect()
            })
        });
        Some(Self {
            matrix: drawing.scene(PaneKind::Matrix, &windows[0]).alone(),
            memory: drawing.scene(PaneKind::Memory, &windows[1]).alone(),
            reads: reads.collect(),
            windows,
        })
    }

    /// The element in a cell of one of the pictures.
    #[must_use]
    pub fn element_at(&self, drawing: &Drawing, kind: PaneKind, at: CellAt) -> Option<Coord> {
        let (spec, view) = (&drawing.drawn, &drawing.view);
        let window = &self.windows[kind as usize];
        let at = CellAt {
            column: window.columns.start + at.column,
            row: window.rows.start + at.row,
        };
        match kind {
            PaneKind::Matrix => Some(element_from_matrix_cell(spec, view, at)),
            PaneKind::Memory => element_from_memory_cell(spec, &drawing.occupancy, view, at),
        }
    }

    /// The cell of an element in one of the pictures, where it is in it.
    #[must_use]
    pub fn cell_of(&self, drawing: &Drawing, kind: PaneKind, coord: Coord) -> Option<CellAt> {
        let window = &self.windows[kind as usize];
        let at = drawing.cell_in(kind, coord)?;
        let is_here = window.columns.contains(&at.column) && window.rows.contains(&at.row);
        is_here.then(|| CellAt {
            column: at.column - window.columns.start,
            row: at.row - window.rows.start,
        })
    }
}

impl Drawing {
    /// The cell of an element in one of the whole pictures.
    fn cell_in(&self, kind: PaneKind, coord: Coord) -> Option<CellAt> {
        match kind {
            PaneKind::Matrix => Some(matrix_cell_from_element(&self.drawn, &self.view, coord)),
            PaneKind::Memory => {
                memory_cell_from_byte(&self.drawn, &self.occupancy, &self.view, coord)
            }
        }
    }

    /// The units of a read that a former drawing of it had in the wrong place, row by row, where they are in the pane now.
    ///
    /// ```
    /// use swizzle_core::{Arch, Descriptor, Said};
    /// use swizzle_draw::scene::{Drawing, PaneKind};
    /// use swizzle_draw::{Shows, View};
    /// use swizzle_infer::spec_from_said;
    /// let view = View { shows: Shows::Read, ..View::default() };
    /// let drawn = |raw| Ok::<_, swizzle_params::SpecError>(Drawing::of(
    ///     &spec_from_said(&Said::default().with_given(Descriptor::new(Arch::Wgmma, raw)))?, view));
    /// let (wrong, right) = (drawn(0x4000_0008_0001_0040)?, drawn(0x4000_0040_0001_0040)?);
    /// assert_eq!(right.mended(&wrong, PaneKind::Memory, None).len(), 112);
    /// assert_eq!(right.mended(&right, PaneKind::Memory, None).len(), 0);
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    #[must_use]
    pub fn mended(&self, before: &Self, kind: PaneKind, fold: Option<&Fold>) -> Vec<Run> {
        let wide = cells_per_unit(&self.drawn, &self.view);
        let size = self.size(PaneKind::Matrix);
        let columns = size.columns / wide.max(1);
        let is_mended = |unit: &u32| before.found.is_wrong(*unit) && !self.found.is_wrong(*unit);
        let units = (0..columns * size.rows).filter(is_mended);
        let runs = units.filter_map(|unit| {
            let at = CellAt {
                column: unit % columns * wide,
                row: unit / columns,
            };
            let coord = element_from_matrix_cell(&self.drawn, &self.view, at);
            let at = self.cell_in(kind, coord)?;
            let at = fold.map_or(at, |fold| fold.folded(at));
            Some(Run {
                row: at.row,
                columns: at.column..at.column + wide,
            })
        });
        let mut runs: Vec<Run> = runs.collect();
        runs.sort_by_key(|run| (run.row, run.columns.start));
        runs
    }

    /// The cells of the whole matrix that the read of a place takes, as far as the tile has them.
    #[must_use]
    pub fn cells_of_read(&self, place: Place) -> Window {
        let (first, extent) = (self.drawn.first_element(place), self.drawn.read_extent());
        let last = Coord {
            mn: first.mn + extent.mn - 1,
            k: first.k + extent.k - 1,
        };
        let [from, to] =
            [first, last].map(|coord| matrix_cell_from_element(&self.drawn, &self.view, coord));
        let read = Window {
            columns: from.column..to.column + 1,
            rows: from.row..to.row + 1,
        };
        read.within(self.size(PaneKind::Matrix))
    }
}

/// Returns a window of so many rows from a cell on, and of as many columns as a line has units.
fn window(from: CellAt, rows: u32, size: Size) -> Window {
    let all = Window {
        columns: from.column..from.column + LINE_UNITS,
        rows: from.row..from.row + rows,
    };
    all.within(size)
}

/// With the row that comes next.
fn below(window: &Window) -> Window {
    Window {
        columns: window.columns.clone(),
        rows: window.rows.start..window.rows.end + 1,
    }
}

fn scene_of(drawing: &Drawing, spec: &Spec, kind: PaneKind, window: &Window) -> Scene {
    match kind {
        PaneKind::Matrix => matrix_scene(spec, &drawing.view, window),
        PaneKind::Memory => memory_scene(spec, &drawing.occupancy, &drawing.view, window),
    }
}

/// Returns the part of a run that is in a window, counted from its corner.
fn here(run: &Run, window: &Window) -> Option<Run> {
    let columns =
        run.columns.start.max(window.columns.start)..run.columns.end.min(window.columns.end);
    (!columns.is_empty()).then(|| Run {
        row: run.row - window.rows.start,
        columns: columns.start - window.columns.start..columns.end - window.columns.start,
    })
}

impl Scene {
    /// Returns the part in view as a picture of its own, without its marks.
    fn alone(self) -> Self {
        let size = self.window.size();
        let from = |breaks: &[u32], first: u32| {
            let inside = breaks.iter().filter(|at| **at > first);
            inside.map(|at| at - first).collect()
        };
        Self {
            size,
            column_breaks: from(&self.column_breaks, self.window.columns.start),
            row_breaks: from(&self.row_breaks, self.window.rows.start),
            window: Window::all(size),
            reads: Vec::new(),
            arrows: Vec::new(),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::View;
    use swizzle_core::hardware::Element;
    use swizzle_core::law::Swizzle;
    use swizzle_core::reader::Said;
    use swizzle_core::tile::SaidTile;
    use swizzle_infer::spec_from_said;

    fn drawing(tile: SaidTile) -> Drawing {
        let said = Said {
            tile,
            ..Said::default()
        };
        Drawing::of(&spec_from_said(&said).unwrap(), View::default())
    }

    #[test]
    fn every_read_is_seen_in_its_own_block() {
        for (mn, k, major, swizzle) in [
            (128, 64, Major::K, Swizzle::B128),
            (192, 128, Major::K, Swizzle::B64),
            (64, 64, Major::K, Swizzle::None),
            (128, 64, Major::Mn, Swizzle::B128),
        ] {
            let drawing = drawing(SaidTile {
                element: Some(Element::Bf16),
                mn: Some(mn),
                k: Some(k),
                major: Some(major),
                swizzle: Some(swizzle),
                ..SaidTile::default()
            });
            let places: Vec<Place> = drawing.drawn.places().collect();
            for (at, place) in places.iter().enumerate() {
                let parts = Excerpt::of(&drawing, *place, &places);
                assert!(
                    parts
                        .iter()
                        .all(|part| part.matrix.size.columns <= LINE_UNITS)
                );
                let seen = parts.iter().any(|part| !part.reads[at][0].is_empty());
                assert!(seen, "{place:?} of {mn} × {k} {major:?} {swizzle:?}");
                let window = drawing.cells_of_read(*place);
                assert!(!window.columns.is_empty() && !window.rows.is_empty());
            }
        }
    }

    #[test]
    fn a_cell_of_a_part_is_that_of_the_tile() {
        let drawing = drawing(SaidTile {
            mn: Some(128),
            ..SaidTile::default()
        });
        let places: Vec<Place> = drawing.drawn.places().collect();
        let parts = Excerpt::of(&drawing, Place::default(), &places);
        let at = CellAt { column: 5, row: 3 };
        for (part, first) in parts.iter().zip([0, 64]) {
            let coord = part.element_at(&drawing, PaneKind::Matrix, at).unwrap();
            assert_eq!(
                coord,
                Coord {
                    mn: first + 3,
                    k: 40
                }
            );
            let there = part.cell_of(&drawing, PaneKind::Memory, coord).unwrap();
            assert_eq!(
                part.element_at(&drawing, PaneKind::Memory, there),
                Some(coord)
            );
            assert_eq!(
                part.memory.cell(there).unwrap().label.to_string(),
                format!("{},5", first + 3)
            );
        }
        // A read of 64 rows goes on below the part.
        let rows = parts[0].reads[0][0].iter().map(|run| run.row);
        assert_eq!(rows.max(), Some(8));
    }
}
