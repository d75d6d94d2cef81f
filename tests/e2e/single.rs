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
    page.does(
        "shows #/figure/157
         choose Major = MN
         link-lacks 157
         go #/kernel?try=k-advance
         has [data-verdict=wrong]
         go #/learn
         has .learn-course
         go #/glossary
         has .glossary",
    )?;
    assert_eq!(page.session().execute(ASKED, &[])?, json!([]));
    page.does("quiet")
}
