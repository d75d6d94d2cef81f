//! A link that cannot be opened wholly.

use swizzle_view::link::Notice;
use swizzle_view::{Opened, shown_from_link};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, findings_of, state};

/// A link, and the part of it that is wrong.
const LINKS: [(&str, &str); 8] = [
    (
        "#/wgmma/4000004000010040?k=128&elemant=tf32",
        "elemant=tf32",
    ),
    (
        "#/wgmma/4000004000010040?k=128&element=tf33",
        "element=tf33",
    ),
    (
        "#/wgmma/40000040000100zz?k=128&element=tf32",
        "40000040000100zz",
    ),
    ("#/wgmma/4000004000010040?k=128&swizzle=64B", "swizzle=64B"),
    ("#/wgmma/4000004000010040?k=128&mn=0", "mn=0"),
    ("#/figure/155?number=logical", "/figure/155"),
    ("#/nvfp4/4000004000010040?k=128", "nvfp4"),
    ("#/wgmma/4000004000010040?k=128&k=64", "k=64"),
];

/// The notices that are shown.
fn shown(page: &Page) -> Result<Vec<Notice>> {
    let notices = page.execute(
        "return [...document.querySelectorAll('.notices li')].map(item => [item.firstChild, item.lastChild])
            .map(parts => parts.map(part => part.textContent))",
        &[],
    )?;
    let notices = notices.as_array().map_or(&[][..], Vec::as_slice);
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    Ok(notices
        .iter()
        .map(|notice| Notice {
            part: text(&notice[0]),
            why: text(&notice[1]),
        })
        .collect())
}

#[test]
async fn the_notice_names_the_part_and_the_rest_is_opened() -> Result<()> {
    let page = Page::open("").await?;
    for (link, part) in LINKS {
        page.goto(link).await?;
        let Opened {
            shown: state,
            notices,
        } = shown_from_link(link);
        page.shows(&state).await?;
        assert_eq!(shown(&page)?, notices, "{link}");
        assert_eq!(notices.len(), 1, "{link}");
        assert_eq!(notices[0].part, part, "{link}");

        page.press("Dismiss").await?;
        let what = "the notice to go";
        page.wait_for(what, || Ok(shown(&page)?.is_empty().then_some(())))
            .await?;
        page.shows(&state).await?;
    }
    Ok(())
}

#[test]
async fn a_good_address_takes_the_notice_away() -> Result<()> {
    let (link, _) = LINKS[0];
    let page = Page::open(link).await?;
    page.shows(&shown_from_link(link).shown).await?;
    assert_eq!(shown(&page)?.len(), 1);
    page.type_address("#/figure/160").await?;
    page.shows(&state("#/figure/160")).await?;
    assert_eq!(shown(&page)?, []);
    Ok(())
}

/// A descriptor whose swizzle code stands for no mode: nothing can be drawn, and the finding offers what could.
#[test]
async fn a_descriptor_without_a_mode_has_no_picture_but_a_repair() -> Result<()> {
    let link = "#/tcgen05/6000404000010040";
    let (page, mut state) = (Page::open(link).await?, state(link));
    page.shows(&state).await?;
    assert!(
        page.find(".no-picture")?
            .text_content()
            .unwrap_or_default()
            .contains("No picture")
    );
    let findings = findings_of(&state);
    let repair = findings[0].repairs.first().expect("a repair");
    page.press(&repair.label).await?;
    state.said = repair.said;
    page.shows_with_address(&state).await?;
    Ok(())
}

/// The first five are reported, each cut short: a link may hold more than anyone reads, and must not block the page.
#[test]
async fn a_link_of_many_bad_keys_opens_and_tells_the_first() -> Result<()> {
    let long = "x".repeat(500);
    let bad: String = (0..20_000)
        .map(|at| format!("&bad{at}={long}"))
        .take(9)
        .collect();
    let many: String = (0..20_000).map(|at| format!("&k{at}k=1")).collect();
    let link = format!("#/wgmma/4000004000010040?k=128{bad}{many}");
    let page = Page::open("").await?;
    page.type_address(&link).await?;
    let what = "the notices";
    page.wait_for(what, || Ok((shown(&page)?.len() == 5).then_some(())))
        .await?;
    let notices = shown(&page)?;
    assert!(
        notices
            .iter()
            .all(|notice| notice.part.chars().count() <= 81)
    );
    page.shows(&shown_from_link(&link).shown).await?;
    Ok(())
}
