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
    page.field("K")?.fill("128")?;
    edited.said.tile.k = Some(128);
    page.shows_with_address(&edited)?;
    assert_eq!(page.history_length()?, length);

    // To the start by the page's name: Back is for what was left so.
    page.session()
        .find_xpath("//a[.='Swizzle Atlas']")?
        .click()?;
    page.shows(&Shown::default())?;
    assert_eq!(page.history_length()?, length + 1);
    page.session().back()?;
    page.shows_with_address(&edited)?;
    page.session().forward()?;
    page.shows(&Shown::default())?;
    Ok(())
}

#[test]
fn a_typed_address_opens() -> Result<()> {
    let page = Page::open("")?;
    let length = page.history_length()?;
    let links = [
        "#/figure/219",
        "#/wgmma/4000004000010040?element=tf32&major=MN&number=bank&cell=8,3",
        "#/",
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
    let page = Page::open("")?;
    page.shows(&Shown::default())?;
    page.session().execute(
        "document.querySelector('input[name=choice-Major][value=MN]').click();
         location.hash = '#/figure/160'",
        &[],
    )?;
    page.shows(&state("#/figure/160"))?;
    thread::sleep(SETTLED);
    page.shows(&state("#/figure/160"))?;
    assert_eq!(page.link()?, "#/figure/160");
    Ok(())
}

/// Makes an edit, and types an address before that of the edit is due; the page hears of it later.
fn type_while_busy(page: &Page, control: &str, link: &str) -> Result<()> {
    page.session().execute_async(
        "const [control, link, done] = arguments;
         document.querySelector(control).click();
         setTimeout(() => {
             location.hash = link;
             const end = performance.now() + 300;
             while (performance.now() < end);
             done();
         }, 50)",
        &[json!(control), json!(link)],
    )?;
    Ok(())
}

#[test]
fn an_address_typed_while_the_page_is_busy_stays() -> Result<()> {
    let page = Page::open("#/?mn=256&k=512")?;
    page.shows(&state("#/?mn=256&k=512"))?;
    for link in ["#/figure/160", "#/?mn=256&k=256", "#/figure/157"] {
        type_while_busy(&page, "input[name=choice-Major]:not(:checked)", link)?;
        page.shows(&state(link))?;
        thread::sleep(SETTLED);
        assert_eq!(page.link()?, link);
    }
    let page = Page::open("#/compare/figure/157/with/figure/158")?;
    page.press("Edit B")?;
    let swizzle = "input[name=choice-Swizzle]:not(:checked)";
    page.session().wait_until(
        "the parameters",
        &format!("return document.querySelector('{swizzle}')"),
    )?;
    let link = "#/compare/figure/160/with/figure/161";
    type_while_busy(&page, swizzle, link)?;
    let is_shown = "return document.querySelector('main').textContent.includes('Figure 161')";
    page.session().wait_until("the other two", is_shown)?;
    thread::sleep(SETTLED);
    assert_eq!(page.link()?, link);
    Ok(())
}

/// What Back returns to is what was on the screen, however quickly it was left.
#[test]
fn back_returns_to_an_edit_made_right_before_a_jump() -> Result<()> {
    let page = Page::open("")?;
    let mut edited = Shown::default();
    page.shows(&edited)?;
    let length = page.history_length()?;
    page.session().execute_async(
        "const [done] = arguments;
         const button = (words) => [...document.querySelectorAll('button')]
             .find(button => button.textContent.startsWith(words));
         button('Figures').click();
         requestAnimationFrame(() => {
             const list = [...document.querySelectorAll('label:has(select)')]
                 .find(label => label.firstChild.textContent === 'Element').querySelector('select');
             list.value = 'tf32';
             list.dispatchEvent(new Event('change', { bubbles: true }));
             // As soon as it is there: the address waits a moment for the next edit.
             const jump = () => {
                 const card = button('Figure 160');
                 if (!card) return setTimeout(jump, 10);
                 card.click();
                 done();
             };
             setTimeout(jump, 50);
         })",
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
    let page = Page::open("")?;
    let mut edited = Shown::default();
    page.shows(&edited)?;
    let length = page.history_length()?;
    page.session().execute_async(
        "const [done] = arguments;
         const choose = (swizzle) => document.querySelector(`input[name=choice-Swizzle][value='${swizzle}']`).click();
         let left = 300;
         const next = () => {
             choose(['64B', '128B', '32B'][left % 3]);
             left -= 1;
             if (left < 0) done(); else setTimeout(next);
         };
         next()",
        &[],
    )?;
    edited.said.tile.swizzle = Some(Swizzle::B64);
    page.shows_with_address(&edited)?;
    assert_eq!(page.history_length()?, length);
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

/// Follows a link of the bar, or the first of its menu.
fn follow(page: &Page, words: &str) -> Result<()> {
    // A page that comes brings a bar of its own.
    let link = format!(
        "const link = [...document.querySelectorAll('.bar-page')].find((one) => one.textContent === '{words}');
         link?.click();
         document.querySelector('[role=menu] a')?.click();
         return link !== undefined"
    );
    page.session().wait_until(words, &link).map(|_| ())
}

/// Whichever page is opened from the atlas, the way back leads to the tile that was left.
#[test]
fn the_way_back_keeps_the_tile() -> Result<()> {
    for words in ["Learn", "Glossary", "Memory", "Build", "Compare"] {
        let page = Page::open("#/")?;
        let mut left = Shown::default();
        page.shows(&left)?;
        page.choose("Swizzle", "64B")?;
        left.said.tile.swizzle = Some(swizzle_core::Swizzle::B64);
        page.shows_with_address(&left)?;
        follow(&page, words)?;
        // The bar has the page's mark before the page has come.
        let is_there = format!(
            "return document.querySelector('.bar-pages [aria-current=page]')?.textContent === '{words}'
                && document.querySelector('main h1') !== null && !document.querySelector('main .learn-wait')"
        );
        page.session().wait_until(words, &is_there)?;
        follow(&page, "Atlas")?;
        page.shows_with_address(&left)?;
    }
    Ok(())
}
