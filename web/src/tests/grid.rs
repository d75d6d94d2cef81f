//! Around the cells: the ribbon of banks, the example, and what a finding shows.

use serde_json::json;
use swizzle_core::Coord;
use swizzle_draw::Shows;
use swizzle_draw::scene::{CellAt, PaneKind};
use swizzle_warp::ColumnBanks;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::cursor::KINDS;
use super::host::{Fault, Page, Result, state};
use super::tile::Tile;

/// A 64 × 64 tile whose descriptor has the SBO of no swizzle.
const WRONG: &str = "#/wgmma/4000000800010040?start=0x400&mn=64&k=64";

/// With 128 bytes of swizzle, with less, and in core matrices without swizzle.
const LINKS: [&str; 3] = [
    "#/",
    "#/wgmma/8000002000010040?mn=64&k=64",
    "#/wgmma/0000000800400040",
];

#[test]
async fn the_ribbon_counts_the_banks_of_the_column_under_the_cursor() -> Result<()> {
    let page = Page::open("#/").await?;
    for link in LINKS {
        let shown = state(link);
        let (tile, spec) = (Tile::of(&shown)?, shown.spec().expect("a tile"));
        page.type_address(link).await?;
        page.shows(&shown).await?;
        for at in [CellAt { column: 5, row: 3 }, CellAt { column: 0, row: 9 }] {
            let coord = tile.element_in(PaneKind::Matrix, at)?;
            let column = ColumnBanks::of(&spec, coord);
            page.point_at(PaneKind::Matrix, at).await?;
            let words = column.text();
            page.wait_for(&words, || {
                let shown =
                    page.text_of("return document.querySelector('.grid-bank-words').textContent")?;
                match shown == words {
                    true => Ok(Some(())),
                    false => Err(Fault::new(format!("{link} {at:?}: it says {shown:?}"))),
                }
            })
            .await?;
            let bars = |what: &str| {
                page.execute(
                    &format!("return (document.querySelector('.grid-banks {what}').getAttribute('d').match(/M/g) ?? []).length"),
                    &[],
                )
            };
            let of = |holds: fn(&u32) -> bool| column.groups.iter().filter(|at| holds(at)).count();
            assert_eq!(bars(".is-held")?, json!(of(|units| *units == 1)), "{link}");
            assert_eq!(bars(".is-twice")?, json!(of(|units| *units > 1)), "{link}");
        }
    }
    Ok(())
}

/// The example that the trace explains while there is no cursor: its cells, their heads, and the banks that are lit.
#[test]
async fn the_example_is_marked_until_a_cell_is_looked_at() -> Result<()> {
    let page = Page::open("#/").await?;
    let shown = state("#/");
    let tile = Tile::of(&shown)?;
    let look = page.shows(&shown).await?;
    let example = tile.element_in(PaneKind::Matrix, CellAt { column: 5, row: 3 })?;
    let middles = "return [...document.querySelectorAll('.grid-example')].map((mark) => {
        const place = mark.getBoundingClientRect();
        return [(place.left + place.right) / 2, (place.top + place.bottom) / 2];
    })";
    let middles = page.execute(middles, &[])?;
    for kind in KINDS {
        let (x, y) = look.view(kind)?.middle_of(tile.cell_of(kind, example)?);
        let far = |at: usize, from: f64| {
            (middles[kind as usize][at].as_f64().unwrap_or_default() - from).abs()
        };
        assert!(far(0, x) < 1.0 && far(1, y) < 1.0, "{kind:?}: {middles}");
    }
    let heads = "return [...document.querySelectorAll('.grid-heads-of text')].map((head) => head.textContent).join()";
    assert_eq!(page.text_of(heads)?, "5,3,24,0x0580");
    let lit = "return document.querySelector('.grid-banks .is-held').getAttribute('d').match(/M/g).length";
    assert_eq!(page.execute(lit, &[])?, json!(1));
    page.point_at(PaneKind::Matrix, CellAt { column: 0, row: 1 })
        .await?;
    page.wait_for("the cursor's heads", || {
        Ok((page.text_of(heads)? == "0,1,4,0x0480").then_some(()))
    })
    .await?;
    assert_eq!(page.find_all(".grid-example").len(), 0);
    Ok(())
}

/// The first picture is drawn in the room that the document has; that of the page may be another one.
#[test]
async fn what_is_pinned_is_in_view_whatever_room_the_document_had() -> Result<()> {
    let link = "#/wgmma/4000004000010040?mn=512&k=128&cell=400,72";
    let shown = state(link);
    let (tile, coord) = (Tile::of(&shown)?, Coord { mn: 400, k: 72 });
    for (width, height) in [(300, 900), (900, 300), (1200, 1400)] {
        let page = Page::open("#/glossary").await?;
        page.shell(width, height)?;
        page.goto(link).await?;
        page.shows(&shown).await?;
        for kind in KINDS {
            let at = tile.cell_of(kind, coord)?;
            let what = format!("{kind:?} of {width}x{height} with {at:?}");
            page.wait_for(&what, || {
                Ok(page.look()?.view(kind)?.has_in_view(at).then_some(()))
            })
            .await?;
        }
    }
    Ok(())
}

/// Of two elements that share a byte both are marked, in the matrix as two cells.
#[test]
async fn both_elements_that_collide_are_marked() -> Result<()> {
    let page = Page::open(WRONG).await?;
    let mut shown = state(WRONG);
    page.shows(&shown).await?;
    page.press("Show it: elements (1, 0) and (8, 0)").await?;
    (shown.view.shows, shown.pinned) = (Shows::Read, Some(Coord { mn: 1, k: 0 }));
    page.shows_with_address(&shown).await?;
    page.pins(&shown).await?;
    let matrix = |class: &str| format!(".view[aria-label='Matrix'] {class}");
    for class in [".grid-pinned", ".grid-colliding"] {
        assert_eq!(page.find_all(&matrix(class)).len(), 1, "{class}");
    }
    Ok(())
}

#[test]
async fn a_finding_is_shown_in_the_read_with_an_arrow_to_what_was_meant() -> Result<()> {
    let page = Page::open(WRONG).await?;
    let mut shown = state(WRONG);
    page.shows(&shown).await?;
    page.press("Show it: element (8, 0)").await?;
    (shown.view.shows, shown.pinned) = (Shows::Read, Some(Coord { mn: 8, k: 0 }));
    page.shows_with_address(&shown).await?;
    page.pins(&shown).await?;
    // Read in line 1, unit 1; expected in line 8, unit 0. The tip of the arrow is in that cell.
    let view = page.look()?;
    let (x, y) = view
        .view(PaneKind::Memory)?
        .middle_of(CellAt { column: 0, row: 8 });
    let is_there = page.execute_with(
        "const tip = document.querySelector('.view[aria-label=\"Shared memory\"] .grid-meant.is-head').getBoundingClientRect();
         const [x, y] = arguments;
         return Math.hypot(tip.left + tip.width / 2 - x, tip.top + tip.height / 2 - y)",
        &[x.into(), y.into()],
    )?;
    assert!(
        is_there.as_f64().is_some_and(|far| far < 30.0),
        "{is_there}"
    );
    Ok(())
}

/// Presses the map at a quarter of its height.
const PRESS_MAP: &str = "
    const map = document.querySelector('.grid-map-cells');
    const { left, top, width, height } = map.getBoundingClientRect();
    map.dispatchEvent(new MouseEvent('click', {
        bubbles: true, cancelable: true, clientX: left + width / 2, clientY: top + height / 4,
    }));";

/// Whether what is in view has that quarter in it.
const IS_THERE: &str = "
    const { top, height } = document.querySelector('.grid-map-cells > i:last-child').style;
    return parseInt(top) > 0 && parseInt(top) <= 25 && parseInt(top) + parseInt(height) >= 25;";

#[test]
async fn a_press_on_the_map_leads_to_the_rows_under_it() -> Result<()> {
    let page = Page::open("#/?mn=256").await?;
    page.wait_until(
        "the map",
        "return document.querySelector('.grid-map-cells')",
    )
    .await?;
    page.execute(PRESS_MAP, &[])?;
    page.wait_until("the rows", IS_THERE).await?;
    Ok(())
}
