//! The address follows the screen, and the screen the address.

use std::thread;
use std::time::Duration;

use serde_json::json;
use swizzle_core::{Element, Major, Swizzle};
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

#[test]
fn edits_replace_the_address_and_a_jump_adds_one() -> Result<()> {
    let page = Page::open("#/figure/157")?;
    let mut edited = state("#/figure/157");
    page.shows(&edited)?;
    let length = page.history_length()?;

    page.choose("Major", "MN")?;
    edited.said.tile.major = Some(Major::Mn);
    page.shows_with_address(&edited)?;
    page.choose("Swizzle", "64B")?;
    edited.said.tile.swizzle = Some(Swizzle::B64);
    page.shows_with_address(&edited)?;
    page.type_number("K", "128")?;
    edited.said.tile.k = Some(128);
    page.shows_with_address(&edited)?;
    assert_eq!(page.history_length()?, length);

    // To the start by the page's name: Back is for what was left so.
    page.session().find_xpath("//a[.='Swizzle Atlas']")?.click()?;
    let is_home = "return document.querySelector('.hero canvas')";
    page.session().wait_until("Home", is_home)?;
    assert_eq!(page.history_length()?, length + 1);
    page.session().back()?;
    page.shows_with_address(&edited)?;
    page.session().forward()?;
    page.session().wait_until("Home", is_home)?;
    Ok(())
}

#[test]
fn a_typed_address_opens() -> Result<()> {
    let page = Page::open("#/?")?;
    let length = page.history_length()?;
    let links = [
        "#/figure/219",
        "#/wgmma/4000004000010040?element=tf32&major=MN&number=bank&cell=8,3",
        "#/?",
        "#/tcgen05/0x4000404000010040?k=128",
    ];
    for (link, count) in links.into_iter().zip(1..) {
        page.type_address(link)?;
        page.shows(&state(link))?;
        assert_eq!(page.history_length()?, length + count);
    }
    // What was typed stays as it was typed.
    thread::sleep(SETTLED);
    assert_eq!(page.link()?, links[3]);
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

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
    let length = page.history_length()?;
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
    assert_eq!(page.history_length()?, length + 1);
    page.session().back()?;
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
    let length = page.history_length()?;
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
    assert_eq!(page.history_length()?, length);
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

/// Follows a word of the bar, or where it is open the first entry of its menu.
fn follow(page: &Page, words: &str) -> Result<()> {
    // A page that comes brings a bar of its own.
    let link = format!(
        "const link = [...document.querySelectorAll('.bar-page')].find((one) => one.textContent === '{words}');
         const isOpen = link?.ariaCurrent;
         link?.click();
         if (isOpen) return requestAnimationFrame(() => document.querySelector('[role=menuitem]').click()) > 0;
         return link !== undefined"
    );
    page.session().wait_until(words, &link).map(|_| ())
}

/// Whichever page is opened from the atlas, the way back leads to the tile that was left.
#[test]
fn the_way_back_keeps_the_tile() -> Result<()> {
    for words in ["Build", "Why", "Learn", "Blackwell"] {
        let page = Page::open("#/?")?;
        let mut left = Shown::default();
        page.shows(&left)?;
        page.choose("Swizzle", "64B")?;
        left.said.tile.swizzle = Some(swizzle_core::Swizzle::B64);
        page.shows_with_address(&left)?;
        follow(&page, words)?;
        // The bar has the page's mark before the page has come.
        let is_there = format!(
            "return document.querySelector('.bar-pages [aria-current=page]')?.textContent === '{words}'
                && document.querySelector('main h1') !== null && !document.querySelector('main.page-wait')"
        );
        page.session().wait_until(words, &is_there)?;
        follow(&page, "Check")?;
        page.shows_with_address(&left)?;
    }
    Ok(())
}
