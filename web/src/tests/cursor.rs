//! The cell that is looked at: how it is marked in the views, and the trace of its address.

use swizzle_core::Coord;
use swizzle_draw::scene::PaneKind;
use swizzle_view::Shown;

use super::host::{Fault, Page, Result};
use super::tile::Tile;
use super::trace::{READ, trace};

/// Both views.
pub(super) const KINDS: [PaneKind; 2] = [PaneKind::Matrix, PaneKind::Memory];

impl Page {
    /// Waits until the pinned element of a state is marked in both views.
    pub(super) async fn pins(&self, state: &Shown) -> Result<()> {
        let tile = Tile::of(state)?;
        let what = format!("{:?} marked in both views", state.pinned);
        self.wait_for(&what, || {
            let shown = self.look()?;
            for kind in KINDS {
                let marked = shown.view(kind)?.pinned;
                let expected = state.pinned.map(|coord| tile.cell_of(kind, coord));
                let expected = expected.transpose()?;
                if marked != expected {
                    return Err(Fault::new(format!(
                        "{kind:?} marks {marked:?}, should mark {expected:?}"
                    )));
                }
            }
            Ok(Some(()))
        })
        .await
    }

    /// Waits until the trace of an element of a state is shown.
    pub(super) async fn traces(&self, state: &Shown, coord: Coord) -> Result<()> {
        let tag = (state.pinned == Some(coord)).then_some("pinned");
        let tile = Tile::of(state)?;
        let expected = trace(tile.drawn(), state, coord, tag);
        let what = format!("the trace of {coord:?}");
        self.wait_for(&what, || {
            let shown = self.execute(READ, &[])?;
            match shown == expected {
                true => Ok(Some(())),
                false => Err(Fault::new(format!(
                    "it is\n{shown:#}\nand should be\n{expected:#}"
                ))),
            }
        })
        .await
    }
}
