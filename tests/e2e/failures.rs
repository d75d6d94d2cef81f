//! What is said when the page or a part of it does not come, and what is kept when it is loaded anew.

use swizzle_tests::webdriver::Result;

use crate::host::{Fault, Host};
use crate::page::Page;
use crate::skip::{BEFORE_PAGE, is_in_chromium};
use crate::visitor::Visitor;

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
        let page = Page::visit(&host.url(), link)?;
        page.does(&format!("sees .start-why, .start-again = {words}"))?;
        if faults.len() == 2 && faults[1].0 == "watch-" {
            continue;
        }
        host.fails(&[]);
        page.does(&format!("click .start-again button\nhas main h1\nlink {link}"))?;
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
    page.does(&format!("go {link}\nsays main[role=alert] = the host answers"))?;
    host.fails(&[("split_check", Fault::Cut), ("HEAD", Fault::Cut)]);
    page.does("press Try again\nsays main[role=alert] = the network is down")?;
    host.fails(&[]);
    page.does(&format!("press Reload\nshows {link}\nlink {link}"))
}

#[test]
fn a_reload_keeps_scroll_zoom_and_the_text_of_the_box() -> Result<()> {
    let page = Page::open("#/?mn=256&k=64")?;
    // 16 rows in place of 8, further down.
    let place = "return [...document.querySelectorAll('.cell-view')].map((view) => view.textContent).join()";
    page.does("key -\npointer .cell-rail = pointerdown 0.5 0.6\nsettles")?;
    let before = page.text_of(place)?;
    // The one before is still there for a while, and has all that is waited for.
    page.does("paste #paste = what is this")?;
    page.session().execute("document.body.dataset.before = ''; location.reload()", &[])?;
    page.does("has body:not([data-before]) .check .hex\nsettles\ntext #paste = what is this")?;
    assert_eq!(page.text_of(place)?, before);
    // From another page, too.
    page.does("go #/glossary\nhas .glossary\nback\nhas .check .hex\nsettles")?;
    assert_eq!(page.text_of(place)?, before);
    Ok(())
}
