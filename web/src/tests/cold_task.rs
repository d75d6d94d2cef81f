//! What a stranger tries first: can wgmma read this tile of tf32?

use swizzle_core::{Element, Major};
use swizzle_lints::{Finding, Severity};
use swizzle_view::link_from_shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, findings_of, state};

fn error_of(findings: &[Finding]) -> &Finding {
    let error = findings
        .iter()
        .find(|finding| finding.severity == Severity::Error);
    error.expect("an error")
}

#[test]
async fn tf32_n_major_is_refused_with_its_reason_and_repaired() -> Result<()> {
    let page = Page::open("#/figure/157").await?;
    let mut wrong = state("#/figure/157");
    page.shows(&wrong).await?;
    wrong.said.tile.element = Some(Element::Tf32);
    page.pick("Element", "tf32").await?;
    page.shows_with_address(&wrong).await?;

    let mn_major = wrong;
    wrong.said.tile.major = Some(Major::Mn);
    page.choose("Major", "MN").await?;
    page.shows(&wrong).await?;
    page.has_address_of(&wrong).await?;
    let address = page.link();
    assert_eq!(state(&address), wrong);
    assert_eq!(address, link_from_shown(&wrong));

    // On the screen without scrolling, and not only somewhere in the document.
    let findings = findings_of(&wrong);
    let error = error_of(&findings);
    assert!(error.title.contains("wgmma cannot read tf32 N-major"));
    let item = page.find(".finding.is-error")?;
    for words in [&error.title, &error.text] {
        let told = item.text_content().unwrap_or_default();
        assert!(told.contains(words.as_str()), "{words}");
    }
    let is_in_view = "
        const place = arguments[0].getBoundingClientRect();
        return place.top >= 0 && place.bottom <= innerHeight && place.right <= innerWidth;
    ";
    assert_eq!(page.execute_with(is_in_view, &[item.into()])?, true);

    let elsewhere = Page::open(&address).await?;
    elsewhere.shows(&wrong).await?;

    let repair = error.repairs.first().expect("a repair");
    assert_eq!(repair.said, mn_major.said);
    page.press(&repair.label).await?;
    page.shows_with_address(&mn_major).await?;
    page.key("Control+z").await?;
    page.shows_with_address(&wrong).await?;
    Ok(())
}
