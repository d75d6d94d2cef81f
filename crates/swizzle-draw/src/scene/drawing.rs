//! The drawing of what is shown: the whole tile, or one read compared with it.

use crate::scene::marks::AgainstTile;
use crate::scene::{
    Occupancy, PaneKind, Scene, Window, matrix_scene, matrix_size, memory_scene, memory_size,
};
use crate::view::{Shows, View};
use swizzle_core::law::Size;
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
    pub meant: Option<Occupancy>,
}

impl Drawing {
    /// Returns the drawing of a view of a tile.
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
        let meant = is_marked.then(|| Occupancy::of_expected(spec, &found));
        Self { drawn, view, occupancy, found, meant }
    }

    /// The size of one of the pictures, in cells.
    pub fn size(&self, kind: PaneKind) -> Size {
        match kind {
            PaneKind::Matrix => matrix_size(&self.drawn, &self.view),
            PaneKind::Memory => memory_size(&self.drawn, &self.occupancy, &self.view),
        }
    }

    /// One of the pictures, or the part of it in a window; a read with what it found of the tile. What the selected step
    /// reads is not outlined where that is all there is.
    pub fn scene(&self, kind: PaneKind, window: &Window) -> Scene {
        let (drawn, view) = (&self.drawn, &self.view);
        let mut scene = match kind {
            PaneKind::Matrix => matrix_scene(drawn, view, window),
            PaneKind::Memory => memory_scene(drawn, &self.occupancy, view, window),
        };
        if drawn.steps() < 2 {
            scene.reads.clear();
        }
        match &self.meant {
            None => scene,
            Some(meant) => AgainstTile { drawing: self, meant }.mark(scene),
        }
    }
}
