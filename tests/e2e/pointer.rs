//! The mouse: what is under it is traced, and a click pins it.

use swizzle_core::scene::{CellAt, Occupancy, SceneKind, element_from_matrix_cell};
use swizzle_core::scene::{
    element_from_memory_cell, matrix_cell_from_element, memory_cell_from_byte,
};
use swizzle_core::{Coord, LinkState, Swizzle, link_from_state};
use swizzle_tests::webdriver::{Error, Result};

use crate::page::{Page, state};
use crate::screen::spec;

const KINDS: [SceneKind; 2] = [SceneKind::Matrix, SceneKind::Memory];

/// The element in a cell of a view; none where nothing lies.
pub(crate) fn element_in(state: &LinkState, kind: SceneKind, at: CellAt) -> Result<Option<Coord>> {
    let (spec, view) = (spec(state)?, &state.view);
    Ok(match kind {
        SceneKind::Matrix => Some(element_from_matrix_cell(&spec, view, at)),
        SceneKind::Memory => element_from_memory_cell(&spec, &Occupancy::of_tile(&spec), view, at),
    })
}

/// The cell of a view that holds an element.
pub(crate) fn cell_of(state: &LinkState, kind: SceneKind, coord: Coord) -> Result<CellAt> {
    let (spec, view) = (spec(state)?, &state.view);
    match kind {
        SceneKind::Matrix => Ok(matrix_cell_from_element(&spec, view, coord)),
        SceneKind::Memory => memory_cell_from_byte(&spec, &Occupancy::of_tile(&spec), view, coord)
            .ok_or_else(|| Error::new(format!("{coord:?} lies out of the view"))),
    }
}

impl Page {
    /// Waits until an element is marked in both views as the one under the cursor, and none if it is absent.
    pub(crate) fn hovers(&self, state: &LinkState, coord: Option<Coord>) -> Result<()> {
        self.marks("hovered", state, coord)
    }

    /// The same for the pinned element of a state.
    pub(crate) fn pins(&self, state: &LinkState) -> Result<()> {
        self.marks("pinned", state, state.pinned)
    }

    fn marks(&self, mark: &str, state: &LinkState, coord: Option<Coord>) -> Result<()> {
        let what = format!("{coord:?} {mark} in both views");
        self.session().wait_for(&what, |_| {
            let shown = self.look()?;
            for kind in KINDS {
                let view = shown.view(kind)?;
                let marked = if mark == "hovered" {
                    view.hovered
                } else {
                    view.pinned
                };
                let expected = coord.map(|coord| cell_of(state, kind, coord)).transpose()?;
                if marked != expected {
                    return Err(Error::new(format!(
                        "{kind:?} marks {marked:?}, should mark {expected:?}"
                    )));
                }
            }
            Ok(Some(()))
        })
    }
}

fn at(column: u32, row: u32) -> CellAt {
    CellAt { column, row }
}

/// By units and by elements, with and without swizzle, with a base offset, in bits.
const LINKS: [&str; 5] = [
    "#/figure/157",
    "#/figure/165",
    "#/figure/168",
    "#/wgmma/4006004000010040",
    "#/tcgen05?element=e3m2&cells=elements&number=bank&mn=32&k=128",
];

#[test]
fn the_cell_under_the_pointer_is_traced_and_marked_in_both_views() -> Result<()> {
    let page = Page::open("")?;
    for link in LINKS {
        let state = state(link);
        page.type_address(link)?;
        page.shows(&state)?;
        for kind in KINDS {
            let shown = page.look()?;
            let view = shown.view(kind)?;
            let mut cells: Vec<_> = view.cells().filter(|at| view.has_in_view(*at)).collect();
            // The corners, and some between.
            let last = cells.split_off(cells.len() - 1);
            for cell in cells.into_iter().step_by(13).chain(last) {
                let coord = element_in(&state, kind, cell)?;
                let coord = coord.ok_or_else(|| Error::new(format!("{link} {kind:?} {cell:?}")))?;
                page.point_at(kind, cell)?;
                page.traces(&state, coord)?;
                page.hovers(&state, Some(coord))?;
            }
        }
    }
    page.session().pointer_to_view(5.0, 5.0)?;
    let last = state(LINKS[LINKS.len() - 1]);
    page.hovers(&last, None)?;
    page.traces_an_example(&last)?;
    Ok(())
}

#[test]
fn a_click_pins_a_cell_until_it_is_unpinned() -> Result<()> {
    let link = "#/figure/157";
    let (page, unpinned) = (Page::open(link)?, state(link));
    page.shows(&unpinned)?;
    let cell = at(5, 3);
    let coord = element_in(&unpinned, SceneKind::Matrix, cell)?.expect("an element");
    let mut pinned = unpinned.clone();
    pinned.pinned = Some(coord);

    page.point_at(SceneKind::Matrix, cell)?;
    page.click_here()?;
    page.shows_with_address(&pinned)?;
    assert!(
        page.link()?
            .ends_with(&format!("cell={},{}", coord.mn, coord.k))
    );

    // What is pointed at comes before what is pinned, and goes with the pointer.
    let other = at(2, 6);
    page.point_at(SceneKind::Memory, other)?;
    let hovered = element_in(&pinned, SceneKind::Memory, other)?.expect("an element");
    page.traces(&pinned, hovered)?;
    page.hovers(&pinned, Some(hovered))?;
    page.pins(&pinned)?;
    page.session().pointer_to_view(5.0, 5.0)?;
    page.traces(&pinned, coord)?;
    page.hovers(&pinned, None)?;

    page.session().refresh()?;
    page.shows_with_address(&pinned)?;
    page.traces(&pinned, coord)?;
    page.pins(&pinned)?;

    page.press("Unpin")?;
    page.shows_with_address(&unpinned)?;
    page.traces_an_example(&unpinned)?;
    page.pins(&unpinned)?;
    Ok(())
}

#[test]
fn a_second_click_unpins() -> Result<()> {
    let link = "#/figure/157";
    let (page, unpinned) = (Page::open(link)?, state(link));
    page.shows(&unpinned)?;
    page.point_at(SceneKind::Memory, at(4, 4))?;
    page.click_here()?;
    let mut pinned = unpinned.clone();
    pinned.pinned = element_in(&unpinned, SceneKind::Memory, at(4, 4))?;
    page.pins(&pinned)?;
    page.click_here()?;
    page.pins(&unpinned)?;
    page.has_address_of(&unpinned)?;
    Ok(())
}

/// What is pinned in one view is scrolled to in the other. It stays pinned through edits.
#[test]
fn a_pinned_cell_is_in_view_in_both_views() -> Result<()> {
    let coord = Coord { mn: 400, k: 72 };
    let mut pinned = state("#/wgmma/4000004000010040?mn=512&k=128");
    pinned.pinned = Some(coord);
    let page = Page::open(&link_from_state(&pinned))?;
    page.session().wait_for("the pinned cell in view", |_| {
        let shown = page.look()?;
        for kind in KINDS {
            let cell = cell_of(&pinned, kind, coord)?;
            if !shown.view(kind)?.has_in_view(cell) {
                return Err(Error::new(format!("{cell:?} is out of view of {kind:?}")));
            }
        }
        Ok(Some(()))
    })?;
    page.shows(&pinned)?;
    page.pins(&pinned)?;
    page.traces(&pinned, coord)?;

    page.choose("Swizzle", "64B")?;
    pinned.params.swizzle = Swizzle::B64;
    page.shows_with_address(&pinned)?;
    page.pins(&pinned)?;
    page.traces(&pinned, coord)?;
    Ok(())
}
