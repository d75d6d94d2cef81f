//! A figure opens by its link.

use swizzle_core::Named as _;
use swizzle_draw::scene::PaneKind;
use swizzle_tests::webdriver::{Browser, Error, Result};
use swizzle_view::state::figures;

use crate::page::{Page, state};

#[test]
fn a_figure_opens_by_its_link() -> Result<()> {
    let link = "#/figure/157";
    let (page, state) = (Page::open(link)?, state(link));
    page.shows(&state)?;
    assert_eq!(page.link()?, link);

    let title = page.session().title()?;
    let spec = state.spec().expect("a tile");
    for word in [
        spec.reader().arch.name(),
        spec.tile().element.name(),
        spec.tile().swizzle.name(),
        "Swizzle Atlas",
    ] {
        assert!(title.contains(word), "{title} without {word}");
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

#[test]
fn every_figure_opens() -> Result<()> {
    let page = Page::open("")?;
    for figure in figures() {
        let link = format!("#/figure/{}", figure.number);
        page.type_address(&link)?;
        page.shows(&state(&link))?;
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

/// Everywhere else numbers are compared as text.
#[test]
fn numbers_stand_in_the_middle_of_their_cells() -> Result<()> {
    let page = Page::open("")?;
    for link in ["#/figure/157", "#/figure/165"] {
        page.type_address(link)?;
        page.shows(&state(link))?;
        for kind in [PaneKind::Matrix, PaneKind::Memory] {
            page.session()
                .wait_for(
                    &format!("the numbers of {kind:?} of {link}"),
                    |_| match misplaced(&page, kind)? {
                        None => Ok(Some(())),
                        Some(fault) => Err(Error::new(fault)),
                    },
                )?;
        }
    }
    Ok(())
}

/// How far a number may be off the middle of its cell, in pixels: one, and in Firefox a little more with each column,
/// since it sets type on a grid of sixtieths.
fn tolerance(page: &Page, column: u32) -> f64 {
    match page.session().browser() {
        Browser::Chromium => 1.0,
        Browser::Firefox => 1.0 + 0.05 * f64::from(column),
    }
}

/// The first number that is off the middle of its cell.
fn misplaced(page: &Page, kind: PaneKind) -> Result<Option<String>> {
    let name = match kind {
        PaneKind::Matrix => "Matrix",
        PaneKind::Memory => "Shared memory",
    };
    let middles = page
        .session()
        .execute(include_str!("middles.js"), &[name.into()])?;
    let middles = middles.as_array().map_or(&[][..], Vec::as_slice);
    let shown = page.look()?;
    let view = shown.view(kind)?;
    if middles.len() != view.cells().count() {
        return Ok(Some(format!("{} numbers", middles.len())));
    }
    Ok(view.cells().zip(middles).find_map(|(at, middle)| {
        let (x, y) = view.middle_of(at);
        let is_near = |shown: &serde_json::Value, cell: f64| {
            shown
                .as_f64()
                .is_some_and(|shown| (shown - cell).abs() <= tolerance(page, at.column))
        };
        let is_right = is_near(&middle[0], x) && is_near(&middle[1], y);
        (!is_right).then(|| format!("{at:?} is at {x}, {y}, its number at {middle}"))
    }))
}
