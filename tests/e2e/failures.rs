//! What is said when the page or a part of it does not come, and what is kept when it is loaded anew.

use swizzle_tests::webdriver::{Error, Result, Session};

use crate::host::{Fault, Host};
use crate::page::Page;
use crate::skip::{BEFORE_PAGE, is_in_chromium};
use crate::visitor::Visitor;

/// The text on the page while it has not started.
const SAID: &str = "
    const seen = (element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;
    const words = [...document.querySelectorAll('.start-wait, .start-why, .start-again')];
    return words.filter(seen).map((element) => element.textContent).join(' ');
";

fn says(session: &Session, words: &str) -> Result<()> {
    session.wait_for(words, |session| {
        let said = session.execute(SAID, &[])?;
        let said = said.as_str().unwrap_or_default().to_owned();
        if said.contains(words) && !said.contains("starting") {
            return Ok(Some(()));
        }
        Err(Error::new(said))
    })
}

#[test]
fn a_start_that_does_not_come_says_why_and_offers_a_reload() -> Result<()> {
    let link = "#/figure/157";
    for (faults, words) in [
        (&[("atlas-", Fault::Missing)][..], "the host answers"),
        (&[("atlas-", Fault::Cut), ("HEAD", Fault::Cut)], "network is down"),
        (&[("atlas-", Fault::Missing), ("watch-", Fault::Missing)], "Reload the page in your browser"),
    ] {
        let host = Host::new("/")?;
        host.fails(faults);
        let session = Visitor::new(&host.url())?;
        session.goto(&format!("{}{link}", host.url()))?;
        says(&session, words)?;
        if faults.len() == 2 && faults[1].0 == "watch-" {
            continue;
        }
        host.fails(&[]);
        session.find(".start-again button")?.click()?;
        session.wait_until("the page", "return document.querySelector('main h1')")?;
        let hash = session.execute("return location.hash", &[])?;
        assert_eq!(hash.as_str(), Some(link));
    }
    Ok(())
}

/// Notes when the page says that it waits for long.
const NOTE_SLOW: &str = "
    new MutationObserver(() => {
        if (document.documentElement.dataset.start === 'slow') window.slowAt ??= performance.now();
    }).observe(document, { attributes: true, subtree: true });
";

#[test]
fn a_start_that_is_silent_says_so_within_fifteen_seconds() -> Result<()> {
    if !is_in_chromium(BEFORE_PAGE)? {
        return Ok(());
    }
    let host = Host::new("/")?;
    host.fails(&[("atlas-", Fault::Silent)]);
    let session = Visitor::new(&host.url())?;
    let script = serde_json::json!({ "source": NOTE_SLOW });
    session.chromium_command("Page.addScriptToEvaluateOnNewDocument", &script)?;
    session.goto(&host.url())?;
    session.wait_until("the words", "return window.slowAt")?;
    let at = session.execute("return window.slowAt", &[])?;
    assert!(at.as_f64().is_some_and(|at| at < 15_000.0), "{at}");
    Ok(())
}

#[test]
fn a_part_that_does_not_come_says_why_and_after_a_second_time_offers_a_reload() -> Result<()> {
    let host = Host::new("/")?;
    host.fails(&[("split_check", Fault::Missing)]);
    let link = "#/figure/158";
    let page = Page::start_at(&host.url(), "")?;
    page.type_address(link)?;
    let strip = |words: &str| {
        page.session().wait_for(words, |session| {
            let said = session
                .execute("return document.querySelector('main[role=alert]')?.textContent ?? ''", &[])?;
            let said = said.as_str().unwrap_or_default().to_owned();
            if said.contains(words) {
                return Ok(Some(()));
            }
            Err(Error::new(said))
        })
    };
    strip("the host answers")?;
    host.fails(&[("split_check", Fault::Cut), ("HEAD", Fault::Cut)]);
    page.press("Try again")?;
    strip("the network is down")?;
    host.fails(&[]);
    page.press("Reload")?;
    page.shows(&crate::page::state(link))?;
    assert_eq!(page.link()?, link);
    Ok(())
}

#[test]
fn a_reload_keeps_scroll_zoom_and_the_text_of_the_box() -> Result<()> {
    let page = Page::open("#/?mn=256&k=64")?;
    let session = page.session();
    // 16 rows in place of 8, further down.
    session.chord(&["-"])?;
    let rail = session.execute(
        "const { left, top, width, height } = document.querySelector('.cell-rail').getBoundingClientRect();
         return [left + width / 2, top + 0.6 * height]",
        &[],
    )?;
    let at = |side: usize| rail[side].as_f64().unwrap_or_default();
    session.pointer_to_view(at(0), at(1))?;
    session.pointer_press()?;
    session.pointer_release()?;
    let place = "return [...document.querySelectorAll('.cell-view')].map((view) => view.textContent).join()";
    page.settles()?;
    let before = page.text_of(place)?;
    page.paste_into_box("what is this")?;
    // The one before is still there for a while, and has all that is waited for.
    session.execute("document.body.dataset.before = ''; location.reload()", &[])?;
    let is_new = "return !('before' in document.body.dataset) && document.querySelector('.check .hex')";
    session.wait_until("the page", is_new)?;
    page.settles()?;
    assert_eq!(page.text_of(place)?, before);
    assert_eq!(session.find("#paste")?.property("value")?, "what is this");
    // From another page, too.
    page.type_address("#/glossary")?;
    session.wait_until("the glossary", "return document.querySelector('.glossary')")?;
    session.execute("history.back()", &[])?;
    session.wait_until("the atlas", "return document.querySelector('.check .hex')")?;
    page.settles()?;
    assert_eq!(page.text_of(place)?, before);
    Ok(())
}
