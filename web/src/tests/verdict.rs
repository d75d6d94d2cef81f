//! The verdict in the title's row of the pages beside Check, which is asked in `check`.

use swizzle_core::reader::VerdictKind;
use swizzle_dump::Example;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result};

impl Page {
    /// Waits until the title's row has this verdict.
    pub(crate) async fn has_verdict(&self, kind: VerdictKind, headline: &str) -> Result<()> {
        let script = "
            const line = document.querySelector('.heading [data-verdict], .verdict-row[data-verdict]');
            if (!line) return ['none', ''];
            const words = (line.querySelector('h1') ?? line.querySelector('p')).cloneNode(true);
            for (const part of words.querySelectorAll('small, .visually-hidden')) part.remove();
            return [line.dataset.verdict, words.textContent.trim()]";
        self.wait_for(headline, || {
            let found = self.execute(script, &[])?;
            if found[0] == kind.name() && found[1] == headline {
                return Ok(Some(()));
            }
            Err(Fault::new(format!("it is {found}")))
        })
        .await
    }
}

/// A right and a broken descriptor beside each other: both are read, the headline counts, and one press mends it.
#[test]
async fn two_of_which_one_is_broken_are_counted_in_the_read() -> Result<()> {
    let page = Page::open("#/?").await?;
    let link = "#/compare/wgmma/4000004000010040?mn=64&k=64/with/wgmma/4000000800010040?mn=64&k=64";
    page.goto(link).await?;
    let read =
        "return document.querySelector('[aria-label=Compared] [aria-pressed=true]')?.textContent === 'Read'";
    page.wait_until("the read", read).await?;
    page.has_verdict(VerdictKind::Wrong, "112 of 128 units are read from the wrong address in B").await?;
    let strip = "return [...document.querySelectorAll('.aside .count')].some((one) => one.textContent.includes('One read: 112 of 128 units'))";
    page.wait_until("the read is counted", strip).await?;
    page.press("Set SBO to 1,024 B in B").await?;
    page.has_verdict(VerdictKind::Incomplete, "A and B read the same 128 units").await
}

/// Beside what could not be read of a link nothing is plain right.
#[test]
async fn what_was_not_read_is_not_right() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.goto("#/compare/4000004000010040/with/4000004000010040").await?;
    let neither = "A could not be read; B could not be read";
    page.has_verdict(VerdictKind::Incomplete, neither).await?;
    page.type_address("#/build/wgmma?foo=3&mn=128&k=64").await?;
    page.has_verdict(
        VerdictKind::Incomplete,
        "All 1,024 units are read exactly once (8 reads), based on the part that was read",
    )
    .await?;
    for link in ["#/memory/tma?foo=3", "#/memory/dump?foo=3&example=right"] {
        page.type_address(link).await?;
        let place = &link[2..link.find('?').expect("a question")];
        let script = format!(
            "const line = document.querySelector('[data-verdict=incomplete] h1');
            return location.hash.includes({place:?}) && line?.textContent.includes('based on the part that was read')"
        );
        page.wait_until(link, &script).await?;
    }
    Ok(())
}

/// An illegal layout has neither reads nor code; what is read beyond the tile is a warning.
#[test]
async fn what_no_instruction_takes_is_not_built() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address("#/build/wgmma?element=f16&mn=128&k=64&swizzle=128B-32B-atom").await?;
    page.has_verdict(VerdictKind::Wrong, "wgmma has no 128B swizzle with 32B atoms").await?;
    assert!(page.find(".build-code").is_err());
    let reads = "return document.querySelectorAll('.build [aria-label=Reads]').length === 0";
    page.wait_until("no reads", reads).await?;
    let codes =
        "return [...document.querySelectorAll('.code-box li')].map((code) => code.textContent).join()";
    assert_eq!(page.text_of(codes)?, "00 none,01 128B,10 64B,11 32B,– 128B-32B-atom: no code");
    page.press("Use 128B").await?;
    page.has_verdict(VerdictKind::Right, "All 1,024 units are read exactly once (8 reads)").await?;
    page.wait_until("code", "return document.querySelector('.build-code')").await?;
    page.type_address("#/build/wgmma?mn=100&k=70").await?;
    page.has_verdict(VerdictKind::Warning, "380 of 1,280 units read are outside the tile").await?;
    page.press("Round up to 128 × 80").await?;
    page.has_verdict(VerdictKind::Right, "All 1,280 units are read exactly once (10 reads)").await
}

/// The pages of Memory have the verdict in the same place, with the fix that the core offers.
#[test]
async fn dumps_and_boxes_are_judged_in_the_title() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.type_address("#/memory/tma").await?;
    page.is_titled(VerdictKind::Right, "The descriptor reads what the box writes").await?;
    page.type_address("#/memory/tma?swizzle=64B").await?;
    page.is_titled(VerdictKind::Wrong, "The box is twice as wide as the swizzle").await?;
    page.type_address("#/memory/dump").await?;
    page.is_titled(VerdictKind::Incomplete, "Which layout is in this dump?").await?;
    assert!(page.text().contains("No dump to judge"));
    page.press(Example::Right.title()).await?;
    page.is_titled(VerdictKind::Right, "128B K-major: all 4,096 elements match").await?;
    page.press("All parameters").await?;
    page.press(Example::NarrowMask.title()).await?;
    page.is_titled(VerdictKind::Wrong, "The writer XORs (row & 3), not (row & 7)").await
}
