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

/// A number that is typed in a word of the sentence keeps the focus and its letters, whatever comes and goes with it.
#[test]
fn what_is_typed_keeps_the_focus() -> Result<()> {
    let page = Page::open("#/?")?;
    for (link, label, typed) in
        [("#/?mn=64", "M", "1024"), ("#/?mn=128", "M", "192"), ("#/?operand=B&mn=512", "N", "1024")]
    {
        page.type_address(link)?;
        let mut expected = state(link);
        page.shows(&expected)?;
        let field = page.open_word(label)?;
        page.session().execute(
            "const field = arguments[0].querySelector('input'); field.focus(); field.select()",
            &[field.handle()],
        )?;
        for end in 1..=typed.len() {
            page.session().chord(&[&typed[end - 1..end]])?;
            expected.said.tile.mn = Some(typed[..end].parse().expect("a number"));
            // The address follows last of all.
            page.shows_with_address(&expected)?;
            let here = page.text_of("return document.activeElement.value ?? ''")?;
            assert_eq!(here, typed[..end]);
        }
        page.session().chord(&[keys::ENTER])?;
    }
    Ok(())
}

/// Escape closes what a word opened and gives the focus back to it.
#[test]
fn escape_gives_the_focus_back() -> Result<()> {
    let page = Page::open("#/?")?;
    let at = "return document.activeElement.ariaLabel ?? document.activeElement.tagName";
    for opener in [".check .word[aria-label^='Swizzle:']", ".check .field-bits[aria-label^='SBO:']"] {
        page.session().execute("document.querySelector(arguments[0]).focus()", &[opener.into()])?;
        let name = page.text_of(at)?;
        page.session().chord(&[keys::ENTER])?;
        let open = "return document.querySelector('.check [role=dialog]')";
        page.session().wait_until("the dialog", open)?;
        page.session().chord(&[keys::TAB])?;
        let inside = "return document.activeElement.closest('[role=dialog]') !== null";
        page.session().wait_until("a control in it", inside)?;
        page.session().chord(&[keys::ESCAPE])?;
        page.session().wait_until("it to close", "return !document.querySelector('.check [role=dialog]')")?;
        assert_eq!(page.text_of(at)?, name);
    }
    Ok(())
}
