//! The verdict in the title's row of every page.

use swizzle_core::reader::VerdictKind;
use swizzle_draw::Shows;
use swizzle_dump::Example;
use swizzle_tests::webdriver::{Error, Result};
use swizzle_view::link_from_shown;

use crate::page::{Page, state, url};

/// A broken descriptor of a tile that was said: SBO is that of no swizzle.
const WRONG: &str = "#/wgmma/4000000800010040?mn=64&k=64";
/// The same, with nothing said.
const ALONE: &str = "#/wgmma/4000000800010040";

impl Page {
    /// Waits until the title's row has this verdict.
    pub(crate) fn has_verdict(&self, kind: VerdictKind, headline: &str) -> Result<()> {
        let script = "
            const line = document.querySelector('.heading [data-verdict]');
            if (!line) return ['none', ''];
            const words = line.querySelector('p').cloneNode(true);
            for (const part of words.querySelectorAll('small, .visually-hidden')) part.remove();
            return [line.dataset.verdict, words.textContent.trim()]";
        self.session().wait_for(headline, |session| {
            let found = session.execute(script, &[])?;
            if found[0] == kind.name() && found[1] == headline {
                return Ok(Some(()));
            }
            Err(Error::new(format!("it is {found}")))
        })
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
    fn draws(&self, shows: Shows) -> Result<()> {
        let words = match shows {
            Shows::Tile => "Tile",
            Shows::Read => "Read",
        };
        let script = format!(
            "return document.querySelector('.heading-shows [aria-pressed=true]')?.textContent === {words:?}"
        );
        self.session().wait_until(words, &script)?;
        Ok(())
    }
}

/// Who opens a link to a wrong read sees what is wrong, and keeps the tile who turns to it.
#[test]
fn a_link_to_a_wrong_read_opens_in_the_read() -> Result<()> {
    let page = Page::open(ALONE)?;
    page.draws(Shows::Read)?;
    page.press("Whole tile")?;
    page.draws(Shows::Tile)?;
    let tile = state(ALONE).showing(Shows::Tile);
    page.has_address_of(&tile)?;
    assert_eq!(link_from_shown(&tile), format!("{ALONE}?show=tile"));
    page.session().refresh()?;
    page.draws(Shows::Tile)?;
    page.goto("#/wgmma/4000004000010040")?;
    page.draws(Shows::Tile)
}

/// A repair ends in joy: the title says so in green, and what it rests on in quiet type.
#[test]
fn a_repair_ends_in_a_green_title() -> Result<()> {
    for (link, kind, reservation) in [
        (
            ALONE,
            VerdictKind::Incomplete,
            "for an assumed 64 × 64 bf16 tile",
        ),
        (
            WRONG,
            VerdictKind::Incomplete,
            "step 0 of 4, its swizzle and start taken as the tile’s",
        ),
    ] {
        let page = Page::open(link)?;
        page.press("Set SBO to 1024 B")?;
        page.has_verdict(kind, "All 128 units are read from the right place")?;
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
fn two_of_which_one_is_broken_are_counted_in_the_read() -> Result<()> {
    let page = Page::open("")?;
    page.session().goto("about:blank")?;
    let link = "#/compare/wgmma/4000004000010040?mn=64&k=64/with/wgmma/4000000800010040?mn=64&k=64";
    page.session().goto(&format!("{}{link}", url()?))?;
    page.draws(Shows::Read)?;
    page.has_verdict(
        VerdictKind::Wrong,
        "112 of 128 units are read from the wrong place in B",
    )?;
    let strip = "return document.querySelector('.compare-strip b')?.textContent === '112 of 128 units of the read differ in place'";
    page.session()
        .wait_until("the strip counts the read", strip)?;
    page.press("Set SBO to 1024 B in B")?;
    page.has_verdict(VerdictKind::Incomplete, "A and B read the same 128 units")
}

/// Beside what could not be read of a link nothing is plain right.
#[test]
fn what_was_not_read_is_not_right() -> Result<()> {
    let page = Page::open("")?;
    page.session().goto("about:blank")?;
    page.session().goto(&format!(
        "{}#/compare/4000004000010040/with/4000004000010040",
        url()?
    ))?;
    let neither = "A could not be read; B could not be read";
    page.has_verdict(VerdictKind::Incomplete, neither)?;
    page.session().goto("about:blank")?;
    let part = "#/?foo=3&swizzle=64B";
    page.session().goto(&format!("{}{part}", url()?))?;
    page.has_verdict(
        VerdictKind::Incomplete,
        "Every element is read exactly once (4 reads), as far as it was read",
    )?;
    page.press("Dismiss")?;
    let all = "Every element is read exactly once (4 reads)";
    page.has_verdict(VerdictKind::Right, all)?;
    page.type_address("#/build/wgmma?foo=3&mn=128&k=64")?;
    page.has_verdict(
        VerdictKind::Incomplete,
        "All 1,024 units are read exactly once (8 reads), as far as it was read",
    )?;
    for link in [
        "#/memory/tma?foo=3",
        "#/memory/lanes?foo=3&layout=128B",
        "#/memory/dump?foo=3&example=right",
    ] {
        page.type_address(link)?;
        let place = &link[2..link.find('?').expect("a question")];
        let script = format!(
            "const line = document.querySelector('.heading [data-verdict=incomplete] p');
            return location.hash.includes({place:?}) && line?.textContent.includes('as far as it was read')"
        );
        page.session().wait_until(link, &script)?;
    }
    Ok(())
}

/// An illegal layout has neither reads nor code; what is read beyond the tile is a warning.
#[test]
fn what_no_instruction_takes_is_not_built() -> Result<()> {
    let page = Page::open("")?;
    page.type_address("#/build/wgmma?element=f16&mn=128&k=64&swizzle=128B-32B-atom")?;
    page.has_verdict(
        VerdictKind::Wrong,
        "wgmma has no 128B swizzle with 32B atoms",
    )?;
    assert_eq!(page.session().find_all(".build-code")?.len(), 0);
    let reads =
        "return document.querySelectorAll('.build [aria-label=\"The reads\"]').length === 0";
    page.session().wait_until("no reads", reads)?;
    page.press("Use 128B")?;
    page.has_verdict(
        VerdictKind::Right,
        "All 1,024 units are read exactly once (8 reads)",
    )?;
    page.session()
        .wait_until("code", "return document.querySelector('.build-code')")?;
    page.type_address("#/build/wgmma?mn=100&k=70")?;
    page.has_verdict(
        VerdictKind::Warning,
        "380 of 1,280 reads fall outside the tile",
    )?;
    page.press("Round up to 128 × 80")?;
    page.has_verdict(
        VerdictKind::Right,
        "All 1,280 units are read exactly once (10 reads)",
    )
}

/// The memory side has it in the same place, with the repair that the core offers.
#[test]
fn dumps_boxes_and_lanes_are_judged_in_the_title() -> Result<()> {
    let page = Page::open("")?;
    page.type_address("#/memory/lanes")?;
    page.has_verdict(
        VerdictKind::Warning,
        "8-way bank conflict: 32 wavefronts instead of 4",
    )?;
    page.press("Use 128B swizzle")?;
    page.has_verdict(VerdictKind::Right, "No bank conflicts: 4 wavefronts")?;
    page.type_address("#/memory/tma")?;
    page.has_verdict(
        VerdictKind::Right,
        "Accepted by cuTensorMapEncodeTiled on sm_90",
    )?;
    page.type_address("#/memory/tma?swizzle=64B")?;
    page.has_verdict(
        VerdictKind::Wrong,
        "Refused by cuTensorMapEncodeTiled on sm_90: boxDim",
    )?;
    page.type_address("#/memory/dump")?;
    page.has_verdict(VerdictKind::Incomplete, "No dump to judge")?;
    page.press(Example::Right.title())?;
    page.has_verdict(VerdictKind::Right, "The descriptor reads all 1,024 values")?;
    page.press(Example::NarrowMask.title())?;
    page.has_verdict(
        VerdictKind::Wrong,
        "No descriptor reads this: units are exchanged by unit ^ (row & 3)",
    )
}
