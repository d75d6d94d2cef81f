//! The cell that is looked at: how it is marked in the views, and the trace of its address.

use serde_json::{Value, json};
use swizzle_core::reader::{Crossing, Loom, Strand};
use swizzle_core::{Coord, Spec, trace_from_element};
use swizzle_draw::scene::{CellAt, PaneKind, Window};
use swizzle_draw::{Cells, cell_caption};
use swizzle_tests::webdriver::{Error, Result};
use swizzle_text::trace_rows;
use swizzle_view::Shown;

use crate::look::View;
use crate::page::Page;
use crate::screen::cells_of;
use crate::tile::Tile;

/// Both views.
pub(crate) const KINDS: [PaneKind; 2] = [PaneKind::Matrix, PaneKind::Memory];

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
        self.session().execute(include_str!("cursor.js"), &[])
    }

    /// Waits until the trace of an element of a state is shown.
    pub(crate) fn traces(&self, state: &Shown, coord: Coord) -> Result<()> {
        let tag = (state.pinned == Some(coord)).then_some("pinned");
        let tile = Tile::of(state)?;
        let expected = expected(tile.drawn(), state, coord, tag);
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

    /// Waits until no cell is looked at: then that of one of the first stands there as an example.
    pub(crate) fn traces_an_example(&self, state: &Shown) -> Result<()> {
        let tile = Tile::of(state)?;
        let size = tile.size(PaneKind::Matrix);
        let first = Window {
            columns: 0..size.columns.min(8),
            rows: 0..size.rows.min(8),
        };
        let first = cells_of(&first).map(|at| tile.element_in(PaneKind::Matrix, at));
        let first: Vec<Coord> = first.collect::<Result<_>>()?;
        self.session().wait_for("the trace of an example", |_| {
            let trace = self.trace()?;
            let is_right = first
                .iter()
                .any(|coord| trace == expected(tile.drawn(), state, *coord, Some("example")));
            Ok(is_right.then_some(()))
        })
    }
}

/// The trace of an element, as `cursor.js` reads it.
fn expected(spec: &Spec, state: &Shown, coord: Coord, tag: Option<&str>) -> Value {
    let trace = trace_from_element(spec.layout(), coord);
    let has_slots = state.view.cells == Cells::Elements;
    let loom = Loom::of(spec, coord, has_slots);
    let digit = |is_set: bool| if is_set { '1' } else { '0' };
    let bits = || loom.bundles.iter().flat_map(|bundle| &bundle.bits);
    let mut rows: Vec<String> = vec![bits().map(|bit| digit(bit.is_set)).collect()];
    let (low, high) = loom.places;
    let places = || (low..high).rev();
    if let Crossing::Address {
        gates, base_offset, ..
    } = &loom.crossing
    {
        rows.push(places().map(|place| digit(loom.sum_at(place))).collect());
        if *base_offset > 0 {
            rows.push(gates.iter().map(|gate| digit(gate.phase_is_set)).collect());
        }
    }
    rows.push(
        places()
            .map(|place| digit(loom.address_at(place)))
            .collect(),
    );
    let buttons = loom
        .bundles
        .iter()
        .filter(|bundle| bundle.strand != Strand::Byte)
        .flat_map(|bundle| &bundle.bits)
        .map(|bit| bit.is_set);
    let numbers = trace_rows(&trace, &loom, has_slots);
    json!({
        "cell": cell_caption(spec, &state.view, coord),
        "loom": rows,
        "buttons": buttons.collect::<Vec<_>>(),
        "rows": numbers.map(|row| [row.name.into(), row.way, row.value]),
        "tag": tag,
    })
}
