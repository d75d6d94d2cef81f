//! The verdict in the title's row of every page.

use swizzle_core::reader::VerdictKind;
use swizzle_draw::Shows;
use swizzle_dump::Example;
use swizzle_view::link_from_shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result, state};

/// A broken descriptor of a tile that was said: SBO is that of no swizzle.
const WRONG: &str = "#/wgmma/4000000800010040?mn=64&k=64";
/// The same, with nothing said.
const ALONE: &str = "#/wgmma/4000000800010040";

impl Page {
    /// Waits until the title's row has this verdict.
    pub(crate) async fn has_verdict(&self, kind: VerdictKind, headline: &str) -> Result<()> {
        let script = "
            const line = document.querySelector('.heading [data-verdict]');
            if (!line) return ['none', ''];
            const words = line.querySelector('p').cloneNode(true);
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

    /// What the title's row says behind the verdict.
    fn reservation(&self) -> Result<String> {
        self.text_of(
            "return document.querySelector('.heading [data-verdict] small')?.textContent ?? ''",
        )
    }

    /// The colour of a part of the page.
    fn colour_of(&self, css: &str) -> Result<String> {
        self.text_of(&format!(
            "return getComputedStyle(document.querySelector({css:?})).color"
        ))
    }

    /// Whether the tile is drawn, or the read.
    async fn draws(&self, shows: Shows) -> Result<()> {
        let words = match shows {
            Shows::Tile => "Tile",
            Shows::Read => "Read",
            Shows::Picture => "Picture",
        };
        let script = format!(
            "return document.querySelector('.heading-shows [aria-pressed=true]')?.textContent === {words:?}"
        );
        self.wait_until(words, &script).await?;
        Ok(())
    }
}

/// Who opens a link to a wrong read sees what is wrong, and keeps the tile who turns to it.
#[test]
async fn a_link_to_a_wrong_read_opens_in_the_read() -> Result<()> {
    let page = Page::open(ALONE).await?;
    page.draws(Shows::Read).await?;
    page.press("Whole tile").await?;
    page.draws(Shows::Tile).await?;
    let tile = state(ALONE).showing(Shows::Tile);
    page.has_address_of(&tile).await?;
    assert_eq!(link_from_shown(&tile), format!("{ALONE}?show=tile"));
    page.goto(&page.link()).await?;
    page.draws(Shows::Tile).await?;
    page.goto("#/wgmma/4000004000010040").await?;
    page.draws(Shows::Tile).await
}

/// A repair ends in joy: the title says so in green, and what it rests on in quiet type.
#[test]
async fn a_repair_ends_in_a_green_title() -> Result<()> {
    for (link, kind, reservation) in [
        (
            ALONE,
            VerdictKind::Incomplete,
            "if the tile is 64 × 64 bf16",
        ),
        (
            WRONG,
            VerdictKind::Incomplete,
            "step 0 of 4, swizzle and start inferred from the descriptor",
        ),
    ] {
        let page = Page::open(link).await?;
        page.press("Set SBO to 1024 B").await?;
        page.has_verdict(kind, "All 128 units are read from the right address")
            .await?;
        assert_eq!(page.reservation()?, reservation);
        let green = page.text_of(
            "const probe = document.body.appendChild(document.createElement('i'));
             probe.style.color = 'var(--good)';
             const colour = getComputedStyle(probe).color;
             probe.remove();
             return colour",
        )?;
        assert_eq!(page.colour_of(".heading [data-verdict] p")?, green);
        assert_ne!(page.colour_of(".heading [data-verdict] small")?, green);
    }
    Ok(())
}

/// A right and a broken descriptor beside each other: both are read, the headline counts, and one press mends it.
#[test]
async fn two_of_which_one_is_broken_are_counted_in_the_read() -> Result<()> {
    let page = Page::open("").await?;
    let link = "#/compare/wgmma/4000004000010040?mn=64&k=64/with/wgmma/4000000800010040?mn=64&k=64";
    page.goto(link).await?;
    page.draws(Shows::Read).await?;
    page.has_verdict(
        VerdictKind::Wrong,
        "112 of 128 units are read from the wrong address in B",
    )
    .await?;
    let strip = "return document.querySelector('.pair-chips b')?.title.includes('One read: 112 of 128 units')";
    page.wait_until("the chips count the read", strip).await?;
    page.press("Set SBO to 1024 B in B").await?;
    page.has_verdict(VerdictKind::Incomplete, "A and B read the same 128 units")
        .await
}

/// Beside what could not be read of a link nothing is plain right.
#[test]
async fn what_was_not_read_is_not_right() -> Result<()> {
    let page = Page::open("").await?;
    page.goto("#/compare/4000004000010040/with/4000004000010040")
        .await?;
    let neither = "A could not be read; B could not be read";
    page.has_verdict(VerdictKind::Incomplete, neither).await?;
    let part = "#/?foo=3&swizzle=64B";
    page.goto(part).await?;
    page.has_verdict(
        VerdictKind::Incomplete,
        "Every element is read exactly once (4 reads), based on the part that was read",
    )
    .await?;
    page.press("Dismiss").await?;
    let all = "Every element is read exactly once (4 reads)";
    page.has_verdict(VerdictKind::Right, all).await?;
    page.type_address("#/build/wgmma?foo=3&mn=128&k=64").await?;
    page.has_verdict(
        VerdictKind::Incomplete,
        "All 1,024 units are read exactly once (8 reads), based on the part that was read",
    )
    .await?;
    for link in [
        "#/memory/tma?foo=3",
        "#/memory/lanes?foo=3&layout=128B",
        "#/memory/dump?foo=3&example=right",
    ] {
        page.type_address(link).await?;
        let place = &link[2..link.find('?').expect("a question")];
        let script = format!(
            "const line = document.querySelector('.heading [data-verdict=incomplete] p');
            return location.hash.includes({place:?}) && line?.textContent.includes('based on the part that was read')"
        );
        page.wait_until(link, &script).await?;
    }
    Ok(())
}

/// What is blamed has the colour of the verdict: a fault that rests on what is inferred is a warning wherever it is marked.
#[test]
async fn what_is_blamed_has_the_colour_of_the_verdict() -> Result<()> {
    for (link, kind, colour) in [(ALONE, "warning", "--warning"), (WRONG, "wrong", "--error")] {
        let page = Page::open(link).await?;
        let script = format!(
            "const blamed = document.querySelector('.field.is-wrong');
            if (!blamed || !document.querySelector('.heading [data-verdict={kind}]')) return false;
            const colour = (at, name) => getComputedStyle(at).getPropertyValue(name).trim();
            return colour(blamed, '--error') === colour(document.documentElement, '{colour}')"
        );
        page.wait_until(link, &script).await?;
    }
    Ok(())
}

/// An illegal layout has neither reads nor code; what is read beyond the tile is a warning.
#[test]
async fn what_no_instruction_takes_is_not_built() -> Result<()> {
    let page = Page::open("").await?;
    page.type_address("#/build/wgmma?element=f16&mn=128&k=64&swizzle=128B-32B-atom")
        .await?;
    page.has_verdict(
        VerdictKind::Wrong,
        "wgmma has no 128B swizzle with 32B atoms",
    )
    .await?;
    assert!(page.find(".build-code").is_err());
    let reads =
        "return document.querySelectorAll('.build [aria-label=\"The reads\"]').length === 0";
    page.wait_until("no reads", reads).await?;
    let codes = "return [...document.querySelectorAll('.build-codes li')].map((code) => code.textContent).join()";
    assert_eq!(
        page.text_of(codes)?,
        "00none,01128B,1064B,1132B,–128B-32B-atom: no code"
    );
    page.press("Use 128B").await?;
    page.has_verdict(
        VerdictKind::Right,
        "All 1,024 units are read exactly once (8 reads)",
    )
    .await?;
    page.wait_until("code", "return document.querySelector('.build-code')")
        .await?;
    page.type_address("#/build/wgmma?mn=100&k=70").await?;
    page.has_verdict(
        VerdictKind::Warning,
        "380 of 1,280 units read are outside the tile",
    )
    .await?;
    page.press("Round up to 128 × 80").await?;
    page.has_verdict(
        VerdictKind::Right,
        "All 1,280 units are read exactly once (10 reads)",
    )
    .await
}

/// The pages of Memory have the verdict in the same place, with the fix that the core offers.
#[test]
async fn dumps_boxes_and_lanes_are_judged_in_the_title() -> Result<()> {
    let page = Page::open("").await?;
    // A link that closes wires is about them, and the title says what they say.
    page.type_address("#/memory/lanes?wires=1").await?;
    page.has_verdict(
        VerdictKind::Warning,
        "7 → 4 closed (32B): 4-way bank conflict, 4 wavefronts for eight rows",
    )
    .await?;
    page.key("0").await?;
    page.has_verdict(
        VerdictKind::Warning,
        "No wire closed: 8-way bank conflict, 8 wavefronts for eight rows",
    )
    .await?;
    page.type_address("#/memory/lanes?wires=3").await?;
    page.has_verdict(
        VerdictKind::Right,
        "All three wires closed (128B): 1 wavefront for eight rows, no bank conflicts",
    )
    .await?;
    // Folded, it speaks of the access.
    page.click_on("details.wires > summary").await?;
    page.has_verdict(
        VerdictKind::Right,
        "128B swizzle: 4 wavefronts instead of 32, no bank conflicts",
    )
    .await?;
    page.type_address("#/memory/lanes?columns=72&layout=padded")
        .await?;
    page.has_verdict(
        VerdictKind::Warning,
        "Rows padded by 16 bytes: 2-way bank conflict, 8 wavefronts instead of 4",
    )
    .await?;
    page.press("Use 128B swizzle").await?;
    page.has_verdict(
        VerdictKind::Right,
        "128B swizzle: 4 wavefronts, no bank conflicts",
    )
    .await?;
    page.type_address("#/memory/tma").await?;
    page.has_verdict(
        VerdictKind::Right,
        "The box and the descriptor agree: all 128 units of one read",
    )
    .await?;
    page.type_address("#/memory/tma?swizzle=64B").await?;
    page.has_verdict(
        VerdictKind::Wrong,
        "The box is 128 bytes wide, but the span of the 64B swizzle is 64 bytes: at most 32 elements",
    )
    .await?;
    page.type_address("#/memory/dump").await?;
    page.has_verdict(VerdictKind::Incomplete, "No dump to judge")
        .await?;
    page.press(Example::Right.title()).await?;
    page.has_verdict(VerdictKind::Right, "128B K-major: all 4,096 elements match")
        .await?;
    page.press(Example::NarrowMask.title()).await?;
    page.has_verdict(
        VerdictKind::Wrong,
        "No descriptor reads this layout: the writer XORs (row & 3), not (row & 7)",
    )
    .await
}
