//! After the first visit the page needs no host any more.

use swizzle_tests::webdriver::Result;

use crate::host::Host;
use crate::page::Page;
use crate::skip::is_in_chromium;

/// A folder below the host's root: the worker is for this folder alone.
const FOLDER: &str = "/some/path/";

/// A worker begins to answer once it has kept everything.
const IS_KEPT: &str = "return navigator.serviceWorker.controller";

/// Versions of builds that follow.
const SECOND: &str = "2222222222222222";
const THIRD: &str = "3333333333333333";

const BUILD: &str = "return document.querySelector('meta[name=build]').content";

#[test]
fn the_page_works_without_its_host() -> Result<()> {
    let host = Host::new(FOLDER)?;
    let url = host.url();
    let page = Page::open_kept(&url, "")?;
    page.session().wait_until("the worker", IS_KEPT)?;
    host.stop()?;

    // By the address that was visited, and by others of the same document.
    page.does(
        "again #/figure/157
         shows #/figure/157
         again ?from=elsewhere#/figure/157
         shows #/figure/157
         again index.html#/figure/157
         shows #/figure/157
         again ?embed#/figure/157
         has .embed canvas
         again #/compare/figure/157/with/figure/158
         has .compare-side canvas
         again #/learn
         has .learn-course
         again #/glossary
         has .glossary
         quiet",
    )
}

#[test]
fn what_is_neither_kept_nor_to_be_had_is_told() -> Result<()> {
    let host = Host::new(FOLDER)?;
    let page = Page::open_kept(&host.url(), "")?;
    page.session().wait_until("the worker", IS_KEPT)?;
    host.stop()?;
    // As a browser does that needs the room.
    let forget = "
        const [done] = arguments;
        caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => done());
    ";
    page.session().execute_async(forget, &[])?;

    page.does("go #/learn\npage This page could not be loaded: the network is down")?;
    let status = "
        const [done] = arguments;
        fetch('./').then(({ status }) => done(status), (fault) => done(String(fault)));
    ";
    assert_eq!(page.session().execute_async(status, &[])?, 503);
    Ok(())
}

#[test]
fn a_new_build_takes_over_and_a_running_page_keeps_its_parts() -> Result<()> {
    let host = Host::new(FOLDER)?;
    let page = Page::open_kept(&host.url(), "")?;
    page.session().wait_until("the worker", IS_KEPT)?;
    let first = page.text_of(BUILD)?;
    assert_eq!(kept(&page)?, [first.as_str()]);

    publish(&host, &page, SECOND)?;
    assert_eq!(kept(&page)?, [first.as_str(), SECOND]);
    // Only the first build has this file, which the page has not needed yet, and the host no longer has it.
    host.lack_later(true);
    page.does("go #/learn\nhas .learn-course")?;
    assert_eq!(page.text_of(BUILD)?, first);

    host.lack_later(false);
    page.goto("")?;
    assert_eq!(page.text_of(BUILD)?, SECOND);
    publish(&host, &page, THIRD)?;
    assert_eq!(kept(&page)?, [SECOND, THIRD]);
    page.does("quiet")
}

/// Puts a new build on the host, and waits until its worker has taken over.
fn publish(host: &Host, page: &Page, version: &'static str) -> Result<()> {
    host.build_anew(version);
    // As the browser does by itself at a visit.
    let look = "
        const [done] = arguments;
        navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
        navigator.serviceWorker.ready.then((worker) => worker.update());
    ";
    page.session().execute_async(look, &[])?;
    let is_active = "return navigator.serviceWorker.controller.state === 'activated'";
    page.session().wait_until("the new worker", is_active)?;
    Ok(())
}

/// The versions that the browser has kept.
fn kept(page: &Page) -> Result<Vec<String>> {
    let names = "caches.keys().then((names) => arguments[0](names.map((name) => name.split(' ').pop())))";
    let names = page.session().execute_async(names, &[])?;
    let names = names.as_array().map_or(&[][..], Vec::as_slice).iter();
    Ok(names.map(|name| name.as_str().unwrap_or_default().to_owned()).collect())
}

/// As it comes over plain HTTP from another machine, where browsers have no workers.
#[test]
fn the_page_does_without_a_worker() -> Result<()> {
    if !is_in_chromium("only there such an address opens")? {
        return Ok(());
    }
    let host = Host::new(FOLDER)?;
    let page = Page::open_kept(&host.untrusted_url(), "#/figure/157")?;
    let has_workers = page.session().execute("return 'serviceWorker' in navigator", &[])?;
    assert_eq!(has_workers, false);
    page.does("shows #/figure/157")?;
    page.does("quiet")
}
