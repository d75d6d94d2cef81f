//! What is loaded after the start, when it does not come.

use swizzle_tests::webdriver::{Result, keys};

use crate::host::Host;
use crate::page::Page;

const SAID: &str = "document.querySelector('.paste-answer')?.textContent";

#[test]
fn the_box_keeps_its_text_and_reads_it_when_its_reader_comes() -> Result<()> {
    let host = Host::new("/")?;
    host.lack_later(true);
    let page = Page::start_at(&host.url(), "")?;
    let session = page.session();
    let text = "0x4000004000010040";
    page.paste_into_box(text)?;
    session.chord(&[keys::ENTER])?;
    session.wait_until("the box's fault", &format!("return {SAID}?.includes('could not be loaded')"))?;
    assert_eq!(session.find("#paste")?.property("value")?, text);
    host.lack_later(false);
    page.press("Try again")?;
    session.wait_until(
        "its page",
        "return location.hash.startsWith('#/wgmma/4000004000010040') && document.querySelector('.check .hex')",
    )?;
    Ok(())
}

#[test]
fn a_page_that_does_not_come_says_so_under_the_bar_and_comes_when_it_is_asked_for_again() -> Result<()> {
    let host = Host::new("/")?;
    let page = Page::start_at(&host.url(), "")?;
    host.lack_later(true);
    page.type_address("#/learn")?;
    let session = page.session();
    session.wait_until(
        "the fault",
        "return document.querySelector('main[role=alert]')?.textContent.includes('could not be loaded')
            && document.querySelector('.bar-page[aria-current]')?.textContent === 'Learn'",
    )?;
    host.lack_later(false);
    page.press("Try again")?;
    session.wait_until("the page", "return document.querySelector('main h1')")?;
    Ok(())
}
