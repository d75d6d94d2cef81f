//! What is loaded after the start, when it does not come.

use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_tests::webdriver::Result;
use swizzle_view::Shown;

use crate::host::Host;
use crate::page::Page;

const SAID: &str = "return document.querySelector('#paste-said').textContent";
const STRIP: &str = "return document.querySelector('.notices[role=alert]')";

/// Whether the page offers to be loaded anew, since what was asked for is lacking again.
const RELOAD: &str = "
    const buttons = [...document.querySelectorAll('button')];
    return buttons.some((button) => button.textContent === 'Reload' && button.checkVisibility());
";

/// Waits until nothing more has been asked for during half a second.
const AT_REST: &str = "
    const asked = () => performance.getEntriesByType('resource').length;
    const look = (before) => setTimeout(() => asked() === before ? arguments[0]() : look(asked()), 500);
    look(asked());
";

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

    // The page, the focus in the box and its text each ask for the reader. All are answered before the host has it again;
    // otherwise the box would be read at the moment of the press.
    session.wait_until("the second answer", RELOAD)?;
    session.execute_async(AT_REST, &[])?;
    host.lack_later(false);
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
