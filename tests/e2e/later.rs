//! What is loaded after the start, when it does not come.

use swizzle_core::{PasteChoice, Shown, shown_from_paste};
use swizzle_tests::webdriver::Result;

use crate::host::Host;
use crate::page::Page;

const SAID: &str = "return document.querySelector('#paste-said').textContent";
const STRIP: &str = "return document.querySelector('.notices[role=alert]')";

#[test]
fn the_box_keeps_its_text_and_reads_it_when_its_reader_comes() -> Result<()> {
    let host = Host::new("/")?;
    host.lack_later(true);
    let page = Page::start_at(&host.url(), "")?;
    let session = page.session();
    session.wait_until("the strip", STRIP)?;

    let text = "0x4000004000010040";
    page.paste_into_box(text)?;
    session.wait_until(
        "the box's fault",
        &format!("{SAID}.includes('not be loaded')"),
    )?;
    assert_eq!(session.find("#paste")?.property("value")?, text);

    host.lack_later(false);
    // Asked for twice: by the page, and by the box.
    page.press("Reload")?;
    let read = shown_from_paste(text, &PasteChoice::default(), &Shown::default());
    page.shows_with_address(&read.expect("a reading").shown)?;
    assert_eq!(session.find("#paste")?.property("value")?, text);
    assert!(session.find_all(".notices")?.is_empty());
    Ok(())
}

#[test]
fn the_next_letter_tries_again() -> Result<()> {
    let host = Host::new("/")?;
    host.lack_later(true);
    let page = Page::start_at(&host.url(), "")?;
    page.session().wait_until("the strip", STRIP)?;
    host.lack_later(false);
    let text = "0x4000004000010040";
    page.paste_into_box(text)?;
    let read = shown_from_paste(text, &PasteChoice::default(), &Shown::default());
    page.shows_with_address(&read.expect("a reading").shown)?;
    Ok(())
}
