//! Far more cells than fit on a screen.

use serde_json::json;
use swizzle_core::tile::EXTENT_MAX;
use swizzle_core::{Element, Said, SaidTile};
use swizzle_tests::webdriver::Result;
use swizzle_view::{Shown, link_from_shown};

use crate::page::Page;

/// Elements and texts of the whole document; a cell must not be one.
const MOST_NODES: u64 = 4000;

const COUNT: &str = "
    const nodes = document.createNodeIterator(document, NodeFilter.SHOW_ALL);
    let count = 0;
    while (nodes.nextNode()) count += 1;
    return count;
";

/// Shares of the way that both views are scrolled, across and down.
const SCROLLS: [(f64, f64); 5] = [(0.0, 0.0), (0.0, 0.33), (0.5, 0.5), (1.0, 0.01), (1.0, 1.0)];

const SCROLL: &str = "
    const [across, down] = arguments;
    for (const view of document.querySelectorAll('.grid-scroller')) {
        view.scrollLeft = Math.round(across * (view.scrollWidth - view.clientWidth));
        view.scrollTop = Math.round(down * (view.scrollHeight - view.clientHeight));
    }
";

fn scrolls(tile: SaidTile) -> Result<()> {
    let state = Shown {
        said: Said {
            tile,
            ..Said::default()
        },
        ..Shown::default()
    };
    let page = Page::open(&link_from_shown(&state))?;
    for (across, down) in SCROLLS {
        page.session()
            .execute(SCROLL, &[across.into(), down.into()])?;
        page.shows(&state)?;
        let count = page.session().execute(COUNT, &[])?;
        let count = count.as_u64().unwrap_or(u64::MAX);
        assert!(count < MOST_NODES, "{count} nodes at {across}, {down}");
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

#[test]
fn a_tile_of_4096_by_4096_scrolls() -> Result<()> {
    scrolls(SaidTile {
        mn: Some(4096),
        k: Some(4096),
        ..SaidTile::default()
    })
}

/// As many cells as there can be, most of them beyond what shared memory can hold.
#[test]
fn the_largest_tile_scrolls() -> Result<()> {
    scrolls(SaidTile {
        element: Some(Element::Tf32),
        mn: Some(EXTENT_MAX),
        k: Some(EXTENT_MAX),
        ..SaidTile::default()
    })
}

/// It runs around the end of shared memory: its first line is not the first that is drawn.
#[test]
fn the_step_is_in_view_where_both_views_stand_one_over_the_other() -> Result<()> {
    let page = Page::open("#/?mn=256&k=512&cells=elements")?;
    page.session().wait_until(
        "the descriptor",
        "return document.querySelector('.views.is-stacked') && document.querySelector('.descriptor')",
    )?;
    let tops = page.session().execute(
        "return [...document.querySelectorAll('.grid-scroller')].map((view) => view.scrollTop / view.querySelector('canvas').dataset.cellHeight)",
        &[],
    )?;
    // The read of step 0 covers 64 rows, which are in lines 8 to 71. As many as fit are in view, starting with the first.
    assert_eq!(tops, json!([0, 8]));
    assert!(page.session().find_all(".grid-way")?.is_empty());
    Ok(())
}

#[test]
fn the_selected_step_is_in_sight_where_the_strip_has_no_room_for_all() -> Result<()> {
    let page = Page::open("#/?k=256&step=15")?;
    page.session().set_window_size(1024, 768)?;
    page.goto("#/?k=256&step=15")?;
    let is_seen = "
        const [strip, step] = ['.walk-steps', '.walk .is-selected'].map((part) => document.querySelector(part)?.getBoundingClientRect());
        return step && step.left >= strip.left && step.right <= strip.right + 1";
    page.session().wait_until("step 15", is_seen)?;
    for _ in 0..9 {
        page.session().execute(
            "document.querySelector('.walk .is-selected').previousElementSibling.click()",
            &[],
        )?;
        page.session().wait_until("the step before", is_seen)?;
    }
    Ok(())
}
