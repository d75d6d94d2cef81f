//! The drawing of what is shown: the whole tile, or one read compared with it.

use crate::scene::marks::AgainstTile;
use crate::scene::{
    CellAt, Meant, Occupancy, PaneKind, Scene, Window, element_from_matrix_cell,
    matrix_cell_from_element, matrix_scene, matrix_size, memory_scene, memory_size,
};
use crate::view::{Shows, View};
use swizzle_core::law::{Coord, Size};
use swizzle_core::reader::{ReadAgainstTile, Spec};

/// Data from which both pictures are drawn.
///
/// ```
/// use swizzle_draw::scene::{Drawing, PaneKind, Window};
/// use swizzle_core::Said;
/// use swizzle_draw::{Shows, View};
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// let view = View { shows: Shows::Read, ..View::default() };
/// let read = Drawing::of(&spec, view);
/// let size = read.size(PaneKind::Matrix);
/// assert_eq!((size.columns, size.rows), (2, 64)); // 32 bytes of K
/// assert_eq!(read.scene(PaneKind::Matrix, &Window::all(size)).cells.len(), 128);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Drawing {
    /// The tile, or the read as a matrix of its own.
    pub drawn: Spec,
    /// How it is read.
    pub view: View,
    /// The unit at each place in memory, including the lines in which something is missing.
    pub occupancy: Occupancy,
    /// Result of comparing the place's read with the tile.
    pub found: ReadAgainstTile,
    /// Expected place of each unit of the read; only for a drawn read that is wrong.
    pub meant: Option<Meant>,
}

impl Drawing {
    /// Returns the drawing of a view of a tile.
    #[must_use]
    pub fn of(spec: &Spec, view: View) -> Self {
        let found = ReadAgainstTile::of(spec, spec.place());
        let drawn = match view.shows {
            Shows::Tile | Shows::Picture => spec.clone(),
            Shows::Read => spec.spec_from_read(spec.place()),
        };
        let occupancy = Occupancy::of_tile(&drawn);
        let occupancy = match found.missing_lines() {
            Some(lines) if view.shows == Shows::Read => occupancy.with_lines(lines),
            _ => occupancy,
        };
        let is_marked = view.shows == Shows::Read && found.tally().wrong > 0;
        Self {
            meant: is_marked.then(|| Meant::of(spec, spec.place())),
            drawn,
            view,
            occupancy,
            found,
        }
    }

    /// The size of one of the pictures, in cells.
    #[must_use]
    pub fn size(&self, kind: PaneKind) -> Size {
        match kind {
            PaneKind::Matrix => matrix_size(&self.drawn, &self.view),
            PaneKind::Memory => memory_size(&self.drawn, &self.occupancy, &self.view),
        }
    }

    /// The element that is explained while none is asked about: for a wrong read, the first that is read elsewhere; for a step
    /// further into the tile, one of the step's own; otherwise one that the XOR moves, if the tile contains it.
    ///
    /// ```
    /// use swizzle_draw::scene::Drawing;
    /// use swizzle_core::{Arch, Coord, Descriptor, Said};
    /// use swizzle_draw::{Shows, View};
    /// use swizzle_infer::spec_from_said;
    /// let drawing = Drawing::of(&spec_from_said(&Said::default())?, View::default());
    /// assert_eq!(drawing.example(), Coord { mn: 3, k: 40 }); // row 3, unit 5
    /// let given = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040); // SBO of no swizzle
    /// let spec = spec_from_said(&Said::default().with_given(given))?;
    /// let read = Drawing::of(&spec, View { shows: Shows::Read, ..View::default() });
    /// assert_eq!(read.example(), Coord { mn: 8, k: 0 });
    /// let third = Drawing::of(&spec.looking_at(3.into()), View::default());
    /// assert_eq!(third.example(), Coord { mn: 3, k: 56 }); // it reads K 48 to 63
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    #[must_use]
    pub fn example(&self) -> Coord {
        let wrong = self.meant.as_ref().and_then(|_| self.found.first());
        if let Some(wrong) = wrong {
            return wrong.in_read;
        }
        let size = self.size(PaneKind::Matrix);
        let first = self.drawn.first_element(self.drawn.place());
        let from = matrix_cell_from_element(&self.drawn, &self.view, first);
        let (across, down) = match (from.column, from.row) {
            (0, 0) => (5, 3),
            _ => (1, 3),
        };
        let at = CellAt {
            column: (from.column + across).min(size.columns - 1),
            row: (from.row + down).min(size.rows - 1),
        };
        element_from_matrix_cell(&self.drawn, &self.view, at)
    }

    /// One of the pictures, or the part of it in a window; a read with what it found of the tile. What the selected step
    /// reads is not outlined where that is all there is.
    #[must_use]
    pub fn scene(&self, kind: PaneKind, window: &Window) -> Scene {
        let (drawn, view) = (&self.drawn, &self.view);
        let mut scene = match kind {
            PaneKind::Matrix => matrix_scene(drawn, view, window),
            PaneKind::Memory => memory_scene(drawn, &self.occupancy, view, window),
        };
        if drawn.steps() < 2 {
            scene.reads.clear();
        }
        match self.against_tile() {
            None => scene,
            Some(against) => against.mark(scene),
        }
    }

    fn against_tile(&self) -> Option<AgainstTile<'_>> {
        Some(AgainstTile {
            read: &self.drawn,
            view: &self.view,
            occupancy: &self.occupancy,
            found: &self.found,
            meant: self.meant.as_ref()?,
        })
    }
}
