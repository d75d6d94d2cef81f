//! What is loaded after the start, when it does not come.

use swizzle_tests::webdriver::Result;

use crate::host::Host;
use crate::page::Page;

#[test]
fn the_box_keeps_its_text_and_reads_it_when_its_reader_comes() -> Result<()> {
    let host = Host::new("/")?;
    host.lack_later(true);
    let page = Page::start_at(&host.url(), "")?;
    page.does(
        "paste #paste = 0x4000004000010040
         key Enter
         says .paste-answer = could not be loaded
         text #paste = 0x4000004000010040",
    )?;
    host.lack_later(false);
    page.does("press Try again\nlink-has #/wgmma/4000004000010040\nhas .check .hex")
}

#[test]
fn a_page_that_does_not_come_says_so_under_the_bar_and_comes_when_it_is_asked_for_again() -> Result<()> {
    let host = Host::new("/")?;
    let page = Page::start_at(&host.url(), "")?;
    host.lack_later(true);
    page.does(
        "go #/learn\nsays main[role=alert] = could not be loaded\ntext .bar-page[aria-current] = Learn",
    )?;
    host.lack_later(false);
    page.does("press Try again\nhas main h1")
}
