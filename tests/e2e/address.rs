//! The address follows the screen, and the screen the address, however quickly one comes after the other.

use std::thread;
use std::time::Duration;

use serde_json::json;
use swizzle_core::{Element, Swizzle};
use swizzle_tests::webdriver::Result;
use swizzle_view::Shown;

use crate::page::{Page, state};

/// Longer than the address may stay behind.
const SETTLED: Duration = Duration::from_millis(400);

/// Chooses a value of a word of Check's sentence at once, by the page's own buttons.
const CHOOSE: &str = "
    const choose = (label, name) => {
        document.querySelector(`.check .word[aria-label^='${label}:']`).click();
        return new Promise((done) => {
            const look = () => {
                const all = [...document.querySelectorAll('.check [role=dialog] button')];
                const one = all.find((one) => one.querySelector('span, .name')?.parentElement.textContent.includes(name));
                if (!one) return setTimeout(look);
                one.click();
                done();
            };
            look();
        });
    };";

/// The address of an edit comes a moment after it; an address that is typed in that moment is newer.
#[test]
fn an_address_typed_right_after_an_edit_stays() -> Result<()> {
    let page = Page::open("#/?")?;
    page.shows(&Shown::default())?;
    page.session().execute_async(
        &format!("const [done] = arguments; {CHOOSE} choose('Major', 'MN').then(() => {{ location.hash = '#/figure/160'; done(); }})"),
        &[],
    )?;
    page.shows(&state("#/figure/160"))?;
    thread::sleep(SETTLED);
    page.shows(&state("#/figure/160"))?;
    assert_eq!(page.link()?, "#/figure/160");
    Ok(())
}

/// An address that is typed before that of an edit is due is newer, also where the page hears of it later.
#[test]
fn an_address_typed_while_the_page_is_busy_stays() -> Result<()> {
    let page = Page::open("#/?mn=256&k=512")?;
    page.shows(&state("#/?mn=256&k=512"))?;
    for (link, mode) in [("#/figure/160", "64B"), ("#/?mn=256&k=256", "none"), ("#/figure/157", "64B")] {
        let busy = format!(
            "const [mode, link, done] = arguments; {CHOOSE}
             choose('Swizzle', mode).then(() => setTimeout(() => {{
                 location.hash = link;
                 const end = performance.now() + 300;
                 while (performance.now() < end);
                 done();
             }}, 50))"
        );
        page.session().execute_async(&busy, &[json!(mode), json!(link)])?;
        page.shows(&state(link))?;
        thread::sleep(SETTLED);
        assert_eq!(page.link()?, link);
    }
    Ok(())
}

/// What Back returns to is what was on the screen, however quickly it was left.
#[test]
fn back_returns_to_an_edit_made_right_before_a_jump() -> Result<()> {
    let page = Page::open("#/?")?;
    let mut edited = Shown::default();
    page.shows(&edited)?;
    page.does("mark")?;
    page.session().execute_async(
        &format!(
            "const [done] = arguments; {CHOOSE}
             // As soon as the edit is drawn: its address waits a moment for the next edit.
             choose('Element', 'tf32').then(() => requestAnimationFrame(() => setTimeout(() => {{
                 const box = document.querySelector('#paste');
                 box.focus();
                 document.execCommand('insertText', false, '#/figure/160');
                 done();
             }}, 50)))"
        ),
        &[],
    )?;
    page.shows(&state("#/figure/160"))?;
    page.does("entries 1\nback")?;
    edited.said.tile.element = Some(Element::Tf32);
    page.shows_with_address(&edited)?;
    Ok(())
}

/// Browsers refuse an address that changes all the time: the last one still has to arrive.
#[test]
fn many_quick_edits_end_in_the_right_address() -> Result<()> {
    let page = Page::open("#/?")?;
    let mut edited = Shown::default();
    page.shows(&edited)?;
    page.does("mark")?;
    page.session().execute_async(
        &format!(
            "const [done] = arguments; {CHOOSE}
             let left = 300;
             const next = () => choose('Swizzle', ['64B', '128B', '32B'][left % 3]).then(() => {{
                 left -= 1;
                 if (left < 0) done(); else setTimeout(next);
             }});
             next()"
        ),
        &[],
    )?;
    edited.said.tile.swizzle = Some(Swizzle::B64);
    page.shows_with_address(&edited)?;
    page.does("entries 0\nquiet")
}
