//! The page may be put into any folder of a host.

use swizzle_tests::webdriver::Result;

use crate::host::Host;
use crate::page::{Page, state};

/// Where the page is put.
const FOLDER: &str = "/some/path/";

#[test]
fn the_page_works_in_a_folder() -> Result<()> {
    let host = Host::new(FOLDER)?;
    let url = host.url();
    let link = "#/figure/157";
    let (page, mut at) = (Page::open_at(&url, link)?, state(link));
    page.shows(&at)?;
    page.does("choose Major = MN")?;
    at.said.tile.major = Some(swizzle_core::Major::Mn);
    page.shows_with_address(&at)?;
    assert!(page.session().url()?.starts_with(&url));

    // What a reader copies leads back there.
    page.does("follow Swizzle Atlas\nhas .hero")?;
    assert_eq!(page.session().url()?, format!("{url}#/"));
    page.does("quiet")
}
