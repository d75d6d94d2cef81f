//! Without a mouse.

use swizzle_core::Coord;
use swizzle_draw::scene::{CellAt, PaneKind, Size};
use swizzle_tests::webdriver::{Error, Result, keys};
use swizzle_view::Shown;

use crate::page::{Page, state};
use crate::tile::Tile;

/// More than there are stops of the Tab key on the page.
const STOPS: usize = 140;

/// What has the focus, by its name.
fn focus(page: &Page) -> Result<String> {
    page.text_of(
        "const at = document.activeElement; return at.getAttribute('aria-label') ?? at.textContent",
    )
}

/// Presses Tab until something has the focus whose name begins so.
fn tab_to(page: &Page, name: &str) -> Result<()> {
    for _ in 0..STOPS {
        page.session().chord(&[keys::TAB])?;
        if focus(page)?.starts_with(name) {
            return Ok(());
        }
    }
    Err(Error::new(format!("Tab does not lead to {name}")))
}

/// A key, held with Control or not, and where it leads from a cell.
type Move = (&'static str, bool, fn(CellAt, CellAt) -> (u32, u32));

#[rustfmt::skip]
const MOVES: [Move; 16] = [
    (keys::RIGHT, false, |at, _| (at.column + 1, at.row)),
    (keys::DOWN, false, |at, _| (at.column, at.row + 1)),
    (keys::DOWN, false, |at, _| (at.column, at.row + 1)),
    (keys::LEFT, false, |at, _| (at.column - 1, at.row)),
    // At the edge it stays.
    (keys::LEFT, false, |at, _| (at.column, at.row)),
    (keys::END, false, |last, end| (end.column, last.row)),
    (keys::RIGHT, false, |at, _| (at.column, at.row)),
    (keys::UP, false, |at, _| (at.column, at.row - 1)),
    (keys::HOME, false, |at, _| (0, at.row)),
    (keys::PAGE_DOWN, false, |at, _| (at.column, at.row + 8)),
    (keys::PAGE_DOWN, false, |at, _| (at.column, at.row + 8)),
    (keys::PAGE_UP, false, |at, _| (at.column, at.row - 8)),
    (keys::END, true, |_, end| (end.column, end.row)),
    (keys::DOWN, false, |at, _| (at.column, at.row)),
    (keys::PAGE_UP, false, |at, _| (at.column, at.row - 8)),
    (keys::HOME, true, |_, _| (0, 0)),
];

/// Waits until a cell of a view is the cursor's, in view there, and traced.
fn is_at(page: &Page, state: &Shown, kind: PaneKind, cell: CellAt) -> Result<Coord> {
    let coord = Tile::of(state)?.element_in(kind, cell)?;
    page.hovers(state, Some(coord))?;
    page.traces(state, coord)?;
    page.has_in_view(kind, cell)?;
    Ok(coord)
}

#[test]
fn keys_move_through_a_large_matrix_and_the_scroll_follows() -> Result<()> {
    let link = "#/wgmma/4000004000010040?mn=512&k=256";
    let (page, state) = (Page::open(link)?, state(link));
    page.shows(&state)?;
    tab_to(&page, "Matrix view")?;
    let Size { columns, rows } = Tile::of(&state)?.size(PaneKind::Matrix);
    let end = CellAt {
        column: columns - 1,
        row: rows - 1,
    };
    let mut at = CellAt { column: 0, row: 0 };
    is_at(&page, &state, PaneKind::Matrix, at)?;
    for (key, with_control, to) in MOVES {
        let chord = if with_control {
            vec![keys::CONTROL, key]
        } else {
            vec![key]
        };
        page.session().chord(&chord)?;
        let (column, row) = to(at, end);
        at = CellAt { column, row };
        is_at(&page, &state, PaneKind::Matrix, at)?;
        page.shows(&state)?;
    }
    Ok(())
}

#[test]
fn enter_pins_and_escape_clears() -> Result<()> {
    let link = "#/wgmma/4000004000010040?mn=512&k=128";
    let (page, unpinned) = (Page::open(link)?, state(link));
    page.shows(&unpinned)?;
    tab_to(&page, "Matrix view")?;
    page.session().chord(&[keys::CONTROL, keys::END])?;
    let end = CellAt {
        column: 15,
        row: 511,
    };
    let coord = is_at(&page, &unpinned, PaneKind::Matrix, end)?;

    page.session().chord(&[keys::ENTER])?;
    let mut pinned = unpinned;
    pinned.pinned = Some(coord);
    page.pins(&pinned)?;
    page.shows_with_address(&pinned)?;
    page.traces(&pinned, coord)?;
    // In the other view, too, it can be seen.
    let cell = Tile::of(&pinned)?.cell_of(PaneKind::Memory, coord)?;
    page.has_in_view(PaneKind::Memory, cell)?;

    page.session().chord(&[keys::ESCAPE])?;
    page.shows_with_address(&unpinned)?;
    page.pins(&unpinned)?;
    page.hovers(&unpinned, None)?;
    page.traces_an_example(&unpinned)?;
    Ok(())
}

#[test]
fn keys_move_through_the_memory_view() -> Result<()> {
    let link = "#/figure/158";
    let (page, state) = (Page::open(link)?, state(link));
    page.shows(&state)?;
    tab_to(&page, "Shared-memory view")?;
    let mut at = CellAt { column: 0, row: 0 };
    is_at(&page, &state, PaneKind::Memory, at)?;
    for (key, column, row) in [
        (keys::RIGHT, 1, 0),
        (keys::DOWN, 1, 1),
        (keys::END, 7, 1),
        (keys::DOWN, 7, 2),
        (keys::HOME, 0, 2),
    ] {
        page.session().chord(&[key])?;
        at = CellAt { column, row };
        is_at(&page, &state, PaneKind::Memory, at)?;
    }
    Ok(())
}

/// 64 buttons would be 64 stops: they are one, from whichever bit one leaves.
#[test]
fn arrows_walk_the_bits_and_tab_leaves_them_both_ways() -> Result<()> {
    let page = Page::open("")?;
    page.shows(&Shown::default())?;
    tab_to(&page, "Switch to tcgen05")?;
    tab_to(&page, "Bit 63, Swizzle: 0")?;
    for (key, name) in [
        (keys::LEFT, "Bit 63, Swizzle: 0"),
        (keys::RIGHT, "Bit 62, Swizzle: 1"),
        (keys::END, "Bit 0, Start: 0"),
        (keys::RIGHT, "Bit 0, Start: 0"),
        (keys::LEFT, "Bit 1, Start: 0"),
        (keys::HOME, "Bit 63, Swizzle: 0"),
        (keys::END, "Bit 0, Start: 0"),
    ] {
        page.session().chord(&[key])?;
        assert_eq!(focus(&page)?, name);
    }
    page.session().chord(&[keys::SHIFT, keys::TAB])?;
    assert_eq!(focus(&page)?, "Switch to tcgen05");
    page.session().chord(&[keys::TAB])?;
    page.session().chord(&[keys::END])?;
    page.session().chord(&[keys::TAB])?;
    assert_eq!(focus(&page)?, "Swizzle field");
    Ok(())
}

/// Says what has the focus, whether that can be seen, and nothing at the end of the page.
const STOP: &str = "
    const at = document.activeElement;
    if (at === document.body) return '';
    // What is drawn for a radio button is the text behind it.
    const drawn = at.matches('input[type=radio]') ? at.nextElementSibling : at;
    const isSeen = getComputedStyle(drawn).outlineStyle !== 'none';
    const name = at.getAttribute('aria-label') ?? at.textContent;
    return [isSeen ? '' : 'unseen:', at.tagName, at.name ?? '', at.id, name].join(' ').trim();
";

#[test]
fn tab_leads_through_the_page_both_ways_and_can_be_seen() -> Result<()> {
    let link = "#/figure/165";
    let page = Page::open(link)?;
    page.shows(&state(link))?;
    let mut forth = Vec::new();
    loop {
        page.session().chord(&[keys::TAB])?;
        let stop = page.text_of(STOP)?;
        if stop.is_empty() {
            break;
        }
        assert!(!stop.starts_with("unseen"), "{stop}");
        forth.push(stop);
        assert!(forth.len() < STOPS, "Tab does not get out: {forth:#?}");
    }
    drop(page);

    // Once more, back from the last stop: behind it comes the browser's own window, from which Firefox's driver does not
    // lead back.
    let page = Page::open(link)?;
    page.shows(&state(link))?;
    for _ in &forth {
        page.session().chord(&[keys::TAB])?;
    }
    let mut back = vec![page.text_of(STOP)?];
    while back.len() < forth.len() {
        page.session().chord(&[keys::SHIFT, keys::TAB])?;
        back.push(page.text_of(STOP)?);
    }
    back.reverse();
    assert_eq!(forth, back);
    Ok(())
}
