//! What a stranger tries first: can wgmma read this tile of tf32?

use std::time::Duration;

use swizzle_core::{Element, Major};
use swizzle_lints::{Finding, Severity};
use swizzle_tests::webdriver::{Result, keys};
use swizzle_view::link_from_shown;

use crate::page::{Page, state};
use crate::tile::Tile;

/// The longest that the address may stay behind the screen.
const ADDRESS_LAG: Duration = Duration::from_millis(600);

/// Notes how long after a change of a control the address follows.
const TIME_ADDRESS: &str = "
    addEventListener('change', () => {
        const [start, before] = [performance.now(), location.hash];
        const look = () => {
            if (location.hash === before) setTimeout(look, 5);
            else window.addressLag = performance.now() - start;
        };
        look();
    }, { capture: true });
";

fn error_of(findings: &[Finding]) -> &Finding {
    let error = findings
        .iter()
        .find(|finding| finding.severity == Severity::Error);
    error.expect("an error")
}

#[test]
fn tf32_n_major_is_refused_with_its_reason_and_repaired() -> Result<()> {
    let page = Page::open("#/figure/157")?;
    let mut wrong = state("#/figure/157");
    page.shows(&wrong)?;
    wrong.said.tile.element = Some(Element::Tf32);
    page.pick("Element", "tf32")?;
    page.shows_with_address(&wrong)?;

    let mn_major = wrong;
    wrong.said.tile.major = Some(Major::Mn);
    page.session().execute(TIME_ADDRESS, &[])?;
    page.choose("Major", "MN")?;
    page.shows(&wrong)?;
    let lag = page
        .session()
        .wait_until("the address", "return window.addressLag")?;
    let lag = Duration::from_secs_f64(lag.as_f64().unwrap_or(f64::MAX) / 1000.0);
    assert!(lag <= ADDRESS_LAG, "the address came after {lag:?}");
    let address = page.link()?;
    assert_eq!(state(&address), wrong);
    assert_eq!(address, link_from_shown(&wrong));

    // On the screen without scrolling, and not only somewhere in the document.
    let tile = Tile::of(&wrong)?;
    let error = error_of(tile.findings());
    assert!(error.title.contains("wgmma cannot read tf32 N-major"));
    let item = page.session().find(".finding.is-error")?;
    for words in [&error.title, &error.text] {
        assert!(item.text()?.contains(words.as_str()), "{words}");
    }
    let is_in_view = "
        const place = arguments[0].getBoundingClientRect();
        return place.top >= 0 && place.bottom <= innerHeight && place.right <= innerWidth;
    ";
    assert_eq!(page.session().execute(is_in_view, &[item.handle()])?, true);

    let elsewhere = Page::open(&address)?;
    elsewhere.shows(&wrong)?;
    drop(elsewhere);

    let repair = error.repairs.first().expect("a repair");
    assert_eq!(repair.said, mn_major.said);
    page.press(&repair.label)?;
    page.shows_with_address(&mn_major)?;
    page.session().chord(&[keys::CONTROL, "z"])?;
    page.shows_with_address(&wrong)?;
    Ok(())
}
