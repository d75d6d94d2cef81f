//! The page as one file, opened from the disk.

use std::env;

use serde_json::json;
use swizzle_tests::webdriver::{Error, Result};

use crate::page::Page;

/// The requests to any host, and those that the file's policy has refused.
const ASKED: &str = "return performance.getEntriesByType('resource').map((one) => one.name)";

#[test]
fn the_page_works_as_a_file() -> Result<()> {
    let path = env::var("ATLAS_FILE").map_err(|_| {
        Error::new("ATLAS_FILE does not say where the file is: run `cargo xtask test --only e2e`")
    })?;
    let page = Page::open_at(&format!("file://{path}"), "#/figure/157")?;
    page.shows(&crate::page::state("#/figure/157"))?;
    page.choose("Major", "MN")?;
    page.session().wait_until("the address", "return !location.hash.endsWith('157')")?;
    for (link, there) in [
        ("#/kernel?try=k-advance", "[data-verdict=wrong]"),
        ("#/learn", ".learn-course"),
        ("#/glossary", ".glossary"),
    ] {
        page.type_address(link)?;
        page.session().wait_until(link, &format!("return document.querySelector('{there}')"))?;
    }
    assert_eq!(page.session().execute(ASKED, &[])?, json!([]));
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}
