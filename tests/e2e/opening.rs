//! A figure opens by its link.

use swizzle_core::Named as _;
use swizzle_tests::webdriver::Result;
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
    for word in
        [spec.reader().arch.name(), spec.tile().element.name(), spec.tile().swizzle.name(), "Swizzle Atlas"]
    {
        assert!(title.contains(word), "{title} without {word}");
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

#[test]
fn every_figure_opens() -> Result<()> {
    let page = Page::open("#/?")?;
    for figure in figures() {
        let link = format!("#/figure/{}", figure.number);
        page.type_address(&link)?;
        page.shows(&state(&link))?;
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}
