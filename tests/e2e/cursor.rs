//! The cell that is looked at: how it is marked in the views, and the trace of its address.

use serde_json::Value;
use swizzle_core::Coord;
use swizzle_draw::scene::{CellAt, PaneKind, Size, Window};
use swizzle_tests::webdriver::{Error, Result};
use swizzle_view::Shown;

use crate::look::View;
use crate::page::Page;
use crate::screen::cells_of;
use crate::tile::Tile;
use crate::trace::{READ, trace};

/// Both views.
pub(crate) const KINDS: [PaneKind; 2] = [PaneKind::Matrix, PaneKind::Memory];

impl View {
    /// The cells that are drawn, row by row.
    pub(crate) fn cells(&self) -> impl Iterator<Item = CellAt> {
        cells_of(&self.window)
    }
}

impl Tile<'_> {
    /// The size of a view in cells.
    pub(crate) fn size(&self, kind: PaneKind) -> Size {
        let corner = Window {
            columns: 0..1,
            rows: 0..1,
        };
        self.scene(kind, &corner).size
    }
}

impl Page {
    /// Waits until an element is marked in both views as the one under the cursor, or none is.
    pub(crate) fn hovers(&self, state: &Shown, coord: Option<Coord>) -> Result<()> {
        self.marks(state, coord, |view| view.hovered)
    }

    /// The same for the pinned element of a state.
    pub(crate) fn pins(&self, state: &Shown) -> Result<()> {
        self.marks(state, state.pinned, |view| view.pinned)
    }

    fn marks(
        &self,
        state: &Shown,
        coord: Option<Coord>,
        mark: fn(&View) -> Option<CellAt>,
    ) -> Result<()> {
        let tile = Tile::of(state)?;
        let what = format!("{coord:?} marked in both views");
        self.session().wait_for(&what, |_| {
            let shown = self.look()?;
            for kind in KINDS {
                let marked = mark(shown.view(kind)?);
                let expected = coord.map(|coord| tile.cell_of(kind, coord)).transpose()?;
                if marked != expected {
                    return Err(Error::new(format!(
                        "{kind:?} marks {marked:?}, should mark {expected:?}"
                    )));
                }
            }
            Ok(Some(()))
        })
    }

    /// Waits until all of a cell is in view.
    pub(crate) fn has_in_view(&self, kind: PaneKind, at: CellAt) -> Result<()> {
        let what = format!("{at:?} in view of {kind:?}");
        self.session().wait_for(&what, |_| {
            Ok(self.look()?.view(kind)?.has_in_view(at).then_some(()))
        })
    }

    /// The trace as it is shown.
    fn trace(&self) -> Result<Value> {
        self.session().execute(READ, &[])
    }

    /// Waits until the trace of an element of a state is shown.
    pub(crate) fn traces(&self, state: &Shown, coord: Coord) -> Result<()> {
        let tag = (state.pinned == Some(coord)).then_some("pinned");
        let tile = Tile::of(state)?;
        let expected = trace(tile.drawn(), state, coord, tag);
        let what = format!("the trace of {coord:?}");
        self.session().wait_for(&what, |_| {
            let shown = self.trace()?;
            if shown == expected {
                return Ok(Some(()));
            }
            Err(Error::new(format!(
                "it is\n{shown:#}\nand should be\n{expected:#}"
            )))
        })
    }

    /// Waits until no cell is looked at: the trace of one of the first cells is then shown as an example.
    pub(crate) fn traces_an_example(&self, state: &Shown) -> Result<()> {
        let tile = Tile::of(state)?;
        let size = tile.size(PaneKind::Matrix);
        let first = Window {
            columns: 0..size.columns.min(8),
            rows: 0..size.rows.min(8),
        };
        let first = cells_of(&first).map(|at| tile.element_in(PaneKind::Matrix, at));
        let first: Vec<Coord> = first.collect::<std::result::Result<_, String>>()?;
        self.session().wait_for("the trace of an example", |_| {
            let shown = self.trace()?;
            let is_right = first
                .iter()
                .any(|coord| shown == trace(tile.drawn(), state, *coord, Some("example")));
            Ok(is_right.then_some(()))
        })
    }
}
