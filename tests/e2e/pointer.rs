//! The mouse: what is under it is traced, and a click pins it.

use swizzle_core::{Coord, Major, Swizzle};
use swizzle_draw::scene::{CellAt, PaneKind};
use swizzle_tests::webdriver::Result;
use swizzle_view::link_from_shown;

use crate::cursor::KINDS;
use crate::page::{Page, state};
use crate::tile::Tile;

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
        let tile = Tile::of(&state)?;
        page.type_address(link)?;
        page.shows(&state)?;
        for kind in KINDS {
            let shown = page.look()?;
            let view = shown.view(kind)?;
            let mut cells: Vec<_> = view.cells().filter(|at| view.has_in_view(*at)).collect();
            // The corners, and some between.
            let last = cells.split_off(cells.len() - 1);
            for cell in cells.into_iter().step_by(13).chain(last) {
                let coord = tile.element_in(kind, cell)?;
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
    let coord = Tile::of(&unpinned)?.element_in(PaneKind::Matrix, cell)?;
    let mut pinned = unpinned;
    pinned.pinned = Some(coord);

    page.point_at(PaneKind::Matrix, cell)?;
    page.click_here()?;
    page.shows_with_address(&pinned)?;
    assert!(
        page.link()?
            .ends_with(&format!("cell={},{}", coord.mn, coord.k))
    );

    // What is pointed at comes before what is pinned, and goes with the pointer.
    let other = at(2, 6);
    page.point_at(PaneKind::Memory, other)?;
    let hovered = Tile::of(&pinned)?.element_in(PaneKind::Memory, other)?;
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
fn the_first_tap_of_a_finger_traces_the_cell_that_was_tapped() -> Result<()> {
    let link = "#/figure/157";
    for kind in KINDS {
        let (page, mut pinned) = (Page::open(link)?, state(link));
        let look = page.shows(&pinned)?;
        let cell = at(1, 5);
        let coord = Tile::of(&pinned)?.element_in(kind, cell)?;
        pinned.pinned = Some(coord);
        let (x, y) = look.view(kind)?.middle_of(cell);
        page.session().tap_in_view(x, y)?;
        page.shows_with_address(&pinned)?;
        page.pins(&pinned)?;
        page.hovers(&pinned, None)?;
        page.traces(&pinned, coord)?;
    }
    Ok(())
}

/// The sheet that explains it covers half of a phone: the cell is brought out from under it.
#[test]
fn a_cell_that_is_tapped_on_a_phone_stands_above_the_sheet() -> Result<()> {
    const COVERED: &str = "
        const sheet = document.querySelector('.page-side').getBoundingClientRect();
        const cell = [...document.querySelectorAll('.grid-pinned')]
            .find((cell) => getComputedStyle(cell).visibility === 'visible')?.getBoundingClientRect();
        if (!sheet.height || !cell) return 'no sheet or no cell';
        const view = document.querySelector('.grid-scroller').getBoundingClientRect();
        const is_seen = cell.bottom <= sheet.top + 1 && cell.top >= view.top;
        return is_seen ? '' : `the cell at ${cell.top}–${cell.bottom}, the sheet from ${sheet.top}`";
    let page = Page::open("")?;
    page.resize(390, 844, 1.0)?;
    let tap = |row: &str| -> Result<()> {
        let y = format!(
            "const canvas = document.querySelector('.grid-moved canvas').getBoundingClientRect();
             const view = document.querySelector('.grid-scroller').getBoundingClientRect();
             const height = Number(document.querySelector('.grid-scroller canvas').dataset.cellHeight);
             return String(Math.round({row}))"
        );
        let y: f64 = page.text_of(&y)?.parse().unwrap_or_default();
        page.session().tap_in_view(180.0, y)
    };
    for row in [2, 13] {
        tap(&format!("canvas.top + ({row} + 0.5) * height"))?;
        page.has_nothing_wrong(&format!("row {row}"), COVERED)?;
        page.press("Unpin")?;
        page.press("Close")?;
    }
    // The last row of all has room below it.
    page.session().execute(
        "document.querySelector('.grid-scroller').scrollTop = 1e6",
        &[],
    )?;
    tap("view.bottom - height / 2")?;
    page.has_nothing_wrong("the last row", COVERED)?;
    Ok(())
}

#[test]
fn a_second_click_unpins() -> Result<()> {
    let link = "#/figure/157";
    let (page, unpinned) = (Page::open(link)?, state(link));
    page.shows(&unpinned)?;
    page.point_at(PaneKind::Memory, at(4, 4))?;
    page.click_here()?;
    let mut pinned = unpinned;
    pinned.pinned = Some(Tile::of(&unpinned)?.element_in(PaneKind::Memory, at(4, 4))?);
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
    let page = Page::open(&link_from_shown(&pinned))?;
    for kind in KINDS {
        page.has_in_view(kind, Tile::of(&pinned)?.cell_of(kind, coord)?)?;
    }
    page.shows(&pinned)?;
    page.pins(&pinned)?;
    page.traces(&pinned, coord)?;

    page.choose("Swizzle", "64B")?;
    pinned.said.tile.swizzle = Some(Swizzle::B64);
    page.shows_with_address(&pinned)?;
    page.pins(&pinned)?;
    page.traces(&pinned, coord)?;
    Ok(())
}

/// Presses without the mouse, which stays where it is.
const MAJOR: &str = "document.querySelector('input[name=choice-Major][value=MN]').click()";

/// Cells that become larger or fewer move: the cell that is then under a resting pointer is not looked up.
#[test]
fn an_edit_leaves_the_element_that_is_traced() -> Result<()> {
    let mut edited = state("#/?mn=64&k=64");
    let page = Page::open("#/?mn=64&k=64")?;
    page.shows(&edited)?;
    // The first of its unit, whichever extent is contiguous.
    let cell = at(5, 8);
    let coord = Tile::of(&edited)?.element_in(PaneKind::Matrix, cell)?;
    page.point_at(PaneKind::Matrix, cell)?;
    page.traces(&edited, coord)?;

    page.session().execute(MAJOR, &[])?;
    edited.said.tile.major = Some(Major::Mn);
    let tile = Tile::of(&edited)?;
    assert_ne!(tile.element_in(PaneKind::Matrix, cell)?, coord);
    page.shows(&edited)?;
    page.traces(&edited, coord)?;
    page.hovers(&edited, Some(coord))?;
    Ok(())
}

/// How large the numbers of the trace are, and where each begins.
const ROWS: &str = "
    const rows = document.querySelector('.inspector-rows').getBoundingClientRect();
    const begins = [...document.querySelectorAll('.inspector-rows dd')].map((number) => number.getBoundingClientRect().left);
    return `${rows.width} × ${rows.height}: ${begins}`";

#[test]
fn what_stands_below_the_trace_stays_as_the_pointer_moves() -> Result<()> {
    // One with sums of a line, one with sums of two.
    for link in ["#/?mn=64&k=64", "#/?mn=256&k=512"] {
        let (page, state) = (Page::open(link)?, state(link));
        page.shows(&state)?;
        let tile = Tile::of(&state)?;
        let shown = page.look()?;
        let view = shown.view(PaneKind::Matrix)?;
        let cells: Vec<_> = view.cells().filter(|at| view.has_in_view(*at)).collect();
        let mut sizes = Vec::new();
        for cell in [cells[0], cells[cells.len() / 2], cells[cells.len() - 1]] {
            page.point_at(PaneKind::Matrix, cell)?;
            page.traces(&state, tile.element_in(PaneKind::Matrix, cell)?)?;
            sizes.push(page.text_of(ROWS)?);
        }
        assert!(
            sizes.iter().all(|size| *size == sizes[0]),
            "{link}: {sizes:?}"
        );
    }
    Ok(())
}
