//! After the first visit the page needs no host any more.

use swizzle_tests::webdriver::{Error, Result};

use crate::host::{Host, NEXT_VERSION};
use crate::page::{Page, state};

/// A folder below the host's root: the worker is for this folder alone.
const FOLDER: &str = "/some/path/";

/// A worker begins to answer once it has kept everything.
const IS_KEPT: &str = "return navigator.serviceWorker.controller";

const BUILD: &str = "return document.querySelector('meta[name=build]').content";

#[test]
fn the_page_works_without_its_host() -> Result<()> {
    let host = Host::new(FOLDER)?;
    let url = host.url();
    let page = Page::open_at(&url, "")?;
    page.session().wait_until("the worker", IS_KEPT)?;
    host.go()?;

    // As an address is opened, embedded, or kept as a file's.
    for before in ["", "?embed", "index.html"] {
        let link = "#/figure/157";
        page.goto(&format!("{before}{link}"))?;
        page.shows(&state(link))?;
    }
    page.goto("#/learn")?;
    page.session().wait_until(
        "the lessons",
        "return document.querySelector('.learn-course, .learn')",
    )?;
    page.goto("#/glossary")?;
    page.session()
        .wait_until("the glossary", "return document.querySelector('.glossary')")?;
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

#[test]
fn a_running_page_keeps_its_build_and_the_next_visit_has_the_new_one() -> Result<()> {
    let host = Host::new(FOLDER)?;
    let page = Page::open_at(&host.url(), "")?;
    let session = page.session();
    session.wait_until("the worker", IS_KEPT)?;
    let old = page.text_of(BUILD)?;

    host.build_anew();
    session.execute_async(
        "navigator.serviceWorker.ready.then((one) => one.update()).then(arguments[0], arguments[0])",
        &[],
    )?;
    session.wait_for("the new build's worker", |session| {
        let waits = "navigator.serviceWorker.ready.then((one) => arguments[0](!!one.waiting))";
        Ok((session.execute_async(waits, &[])? == true).then_some(()))
    })?;

    // The host has the old build's files no more, and the page has not needed those of the lessons yet.
    host.lack_later(true);
    page.type_address("#/learn")?;
    session.wait_until(
        "the lessons",
        "return document.querySelector('.learn-course')",
    )?;
    assert_eq!(page.text_of(BUILD)?, old);

    session.wait_for("the new build", |_| {
        page.goto("#/learn")?;
        let build = page.text_of(BUILD)?;
        if build == NEXT_VERSION {
            return Ok(Some(()));
        }
        Err(Error::new(format!("it is {build}")))
    })?;
    let names = "caches.keys().then((names) => arguments[0](names.join('\\n')))";
    let names = session.execute_async(names, &[])?;
    let names: Vec<&str> = names.as_str().unwrap_or_default().lines().collect();
    assert!(
        matches!(names[..], [only] if only.ends_with(NEXT_VERSION)),
        "{names:?}"
    );
    assert_eq!(session.console_errors()?, [""; 0]);
    Ok(())
}

#[test]
fn the_page_does_without_a_worker() -> Result<()> {
    let host = Host::new(FOLDER)?;
    let link = "#/figure/157";
    let page = Page::open_at(&host.untrusted_url(), link)?;
    let has_workers = page
        .session()
        .execute("return 'serviceWorker' in navigator", &[])?;
    assert_eq!(has_workers, false);
    page.shows(&state(link))?;
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}
