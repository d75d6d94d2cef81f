//! One of the two views of a picture: its scene, and which element is in which cell.

use swizzle_core::Coord;
use swizzle_draw::Shows;
use swizzle_draw::cell_caption;
use swizzle_draw::scene::{
    CellAt, Fold, PaneKind, Scene, Size, Window, element_from_matrix_cell,
    element_from_memory_cell, matrix_cell_from_element, memory_cell_from_byte,
};

use crate::view::picture::{Picture, Shared};

/// One of the two views of a picture.
#[derive(Clone, PartialEq)]
pub(super) struct Pane {
    /// The picture that is drawn.
    pub(super) picture: Shared<Picture>,
    /// The kind of view.
    pub(super) kind: PaneKind,
    /// How the matrix is folded, where it is.
    pub(super) fold: Option<Fold>,
}

impl Pane {
    /// Returns its name.
    pub(super) const fn name(&self) -> &'static str {
        self.kind.spoken()
    }

    /// Columns and rows of all of its cells, as they are arranged.
    pub(super) fn size(&self) -> Size {
        let whole = || self.picture.drawing.size(self.kind);
        self.fold.as_ref().map_or_else(whole, Fold::size)
    }

    /// The size in words, for those who do not see it.
    pub(super) fn size_words(&self) -> String {
        let Size { columns, rows } = self.picture.drawing.size(self.kind);
        let folded = self.fold.map_or_else(String::new, |fold| {
            format!(
                ", folded into {} strips of {}",
                fold.strips(),
                fold.size().rows
            )
        });
        format!("{columns} columns, {rows} rows{folded}")
    }

    /// The scene of a window, marked against the layout beside it.
    pub(super) fn draw(&self, window: &Window) -> Scene {
        match &self.fold {
            Some(fold) => fold.scene(&self.picture.drawing),
            None => draw(&self.picture, self.kind, window),
        }
    }

    /// The element in a cell, where there is one.
    pub(super) fn element_at(&self, at: CellAt) -> Option<Coord> {
        let picture = &self.picture;
        let at = match &self.fold {
            Some(fold) => fold.unfolded(at)?,
            None => at,
        };
        match self.kind {
            PaneKind::Matrix => Some(element_from_matrix_cell(&picture.drawn, &picture.view, at)),
            PaneKind::Memory => {
                element_from_memory_cell(&picture.drawn, &picture.occupancy, &picture.view, at)
            }
        }
    }

    /// The first and the last element of what the step reads.
    pub(super) fn read_corners(&self) -> [Coord; 2] {
        let spec = &self.picture.looked_at;
        let first = match self.picture.view.shows {
            Shows::Tile | Shows::Picture => spec.first_element(spec.place()),
            Shows::Read => Coord { mn: 0, k: 0 },
        };
        let read = spec.read_extent();
        let last = Coord {
            mn: first.mn + read.mn - 1,
            k: first.k + read.k - 1,
        };
        [first, last]
    }

    /// The cell of an element, where it is drawn.
    pub(super) fn cell_of(&self, coord: Coord) -> Option<CellAt> {
        let picture = &self.picture;
        if !picture.drawn.extent().contains(coord) {
            return None;
        }
        match self.kind {
            PaneKind::Matrix => {
                let at = matrix_cell_from_element(&picture.drawn, &picture.view, coord);
                Some(self.fold.map_or(at, |fold| fold.folded(at)))
            }
            PaneKind::Memory => {
                memory_cell_from_byte(&picture.drawn, &picture.occupancy, &picture.view, coord)
            }
        }
    }

    /// Returns the cell where an element was expected, if it is read elsewhere. The matrix has each element in its own cell.
    pub(super) fn meant_cell(&self, coord: Coord) -> Option<CellAt> {
        match self.kind {
            PaneKind::Matrix => None,
            PaneKind::Memory => self.picture.meant_cell(coord),
        }
    }

    /// Returns what a screen reader reads out for the cell under the keyboard's cursor.
    pub(super) fn spoken(&self, coord: Coord) -> String {
        let picture = &self.picture;
        let byte = picture.drawn.layout().byte_from_element(coord).byte;
        let cell = cell_caption(&picture.drawn, &picture.view, coord);
        format!("{cell}, byte 0x{byte:x}")
    }
}

/// The scene of a view of a picture, marked against the layout beside it.
pub(super) fn draw(picture: &Picture, kind: PaneKind, window: &Window) -> Scene {
    let scene = picture.drawing.scene(kind, window);
    match &picture.beside {
        Some(beside) => beside.mark(scene, &picture.drawing),
        None => scene,
    }
}
