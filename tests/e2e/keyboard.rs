//! Without a mouse.

use swizzle_tests::webdriver::{Result, keys};

use crate::page::{Page, state};

/// More than there are stops of the Tab key on the page.
const STOPS: usize = 140;

/// Says what has the focus, whether that can be seen, and nothing at the end of the page.
const STOP: &str = "
    const at = document.activeElement;
    if (at === document.body) return '';
    const isSeen = getComputedStyle(at).outlineStyle !== 'none';
    const name = at.getAttribute('aria-label') ?? at.textContent;
    return [isSeen ? '' : 'unseen:', at.tagName, at.id, name].join(' ').trim();
";

#[test]
fn tab_leads_through_the_page_both_ways_and_can_be_seen() -> Result<()> {
    let link = "#/figure/165";
    let page = Page::open(link)?;
    page.shows(&state(link))?;
    let mut forth = Vec::new();
    loop {
        page.session().chord(&[keys::TAB])?;
        let stop = page.text_of(STOP)?;
        if stop.is_empty() {
            break;
        }
        assert!(!stop.starts_with("unseen"), "{stop}");
        forth.push(stop);
        assert!(forth.len() < STOPS, "Tab does not get out: {forth:#?}");
    }
    drop(page);

    // Once more, back from the last stop: behind it comes the browser's own window, from which Firefox's driver does not
    // lead back.
    let page = Page::open(link)?;
    page.shows(&state(link))?;
    for _ in &forth {
        page.session().chord(&[keys::TAB])?;
    }
    let mut back = vec![page.text_of(STOP)?];
    while back.len() < forth.len() {
        page.session().chord(&[keys::SHIFT, keys::TAB])?;
        back.push(page.text_of(STOP)?);
    }
    back.reverse();
    assert_eq!(forth, back);
    Ok(())
}
