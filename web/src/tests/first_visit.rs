//! What a first visit meets: the line under the bar, words with a meaning, examples in the box, and a menu that closes.

use swizzle_draw::Shows;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result, state};

const IS_THERE: &str = "return `${document.querySelector('CSS') !== null}`";

async fn is_there(page: &Page, css: &str, expected: bool) -> Result<()> {
    let script = IS_THERE.replace("CSS", css);
    page.wait_for(css, || {
        match page.text_of(&script)? == expected.to_string() {
            true => Ok(Some(())),
            false => Err(Fault::new(format!("{css} is there: {}", !expected))),
        }
    })
    .await
}

/// Does what `fresh.js` does before the page is there.
const GREET: &str = "document.documentElement.dataset.greet = '';";

#[test]
async fn the_first_line_leads_on_and_is_dismissed_for_good() -> Result<()> {
    let page = Page::open("").await?;
    page.execute(GREET, &[])?;
    let doors = page.find_all(".greet a");
    assert_eq!(doors.len(), 4);
    for (door, kind) in doors.iter().zip(["wrong", "right"]) {
        let link = door.get_attribute("href").unwrap_or_default();
        page.type_address(&link).await?;
        match state(&link).view.shows {
            Shows::Picture => is_there(&page, ".picture-pair", true).await?,
            Shows::Tile | Shows::Read => page.shows(&state(&link)).await.map(drop)?,
        }
        is_there(&page, &format!("[data-verdict=\"{kind}\"]"), true).await?;
    }
    page.press("Hide this line").await?;
    is_there(&page, "html[data-greet]", false).await?;
    assert_eq!(page.text_of("return localStorage.greeted")?, "1");
    Ok(())
}

#[test]
async fn a_paste_dismisses_the_first_line() -> Result<()> {
    let page = Page::open("").await?;
    page.execute(GREET, &[])?;
    page.click_on("#paste").await?;
    is_there(&page, ".paste-examples", true).await?;
    page.key("ArrowDown").await?;
    is_there(&page, "#paste-example-1[aria-selected=\"true\"]", true).await?;
    page.key("Enter").await?;
    let verdict = "return document.querySelector('[data-verdict]').textContent";
    page.wait_for("the broken one", || {
        Ok(page.text_of(verdict)?.contains("112 of 128").then_some(()))
    })
    .await?;
    is_there(&page, "html[data-greet]", false).await?;
    is_there(&page, ".paste-examples", false).await
}

#[test]
async fn a_dotted_word_is_explained_beside_itself() -> Result<()> {
    let page = Page::open("").await?;
    page.click_on("[data-term=\"sbo\"]").await?;
    is_there(&page, ".term-card [role=\"dialog\"]", true).await?;
    assert!(
        page.find(".term-card")?
            .text_content()
            .unwrap_or_default()
            .contains("stride")
    );
    // Its figure counts rows as the atlas behind it does.
    let axes =
        "return document.querySelector('.term-card .grid-axes')?.textContent.includes('M ↓')";
    page.wait_until("rows of A", axes).await?;
    page.key("Escape").await?;
    is_there(&page, ".term-card", false).await?;
    // A pointer that rests opens it, and one that leaves closes it.
    let over = "const how = { bubbles: true, pointerType: 'mouse' };
        document.querySelector(arguments[0]).dispatchEvent(new PointerEvent('pointerover', how));";
    page.execute(
        over,
        &["[data-term=\"lbo\"], [data-term=\"column-stride\"]"],
    )?;
    is_there(&page, ".term-card [role=\"dialog\"]", true).await?;
    page.execute(over, &["h1"])?;
    is_there(&page, ".term-card", false).await
}

/// The first door shows a read, which is seen to be another picture; the second one what is wrong, as an image that its repair
/// heals. Of a read, the repair outlines what it mended, for a moment.
#[test]
async fn both_doors_show_a_read() -> Result<()> {
    let page = Page::open("").await?;
    page.follow_door("Decode a working one").await?;
    let folded = "return document.querySelector('.views.is-folded')";
    page.wait_until("the read", folded).await?;
    let page = Page::open("").await?;
    page.follow_door("Fix a broken one").await?;
    let says = |words: &str| {
        format!(
            "return document.querySelector('.picture-between strong')?.textContent === '{words}'"
        )
    };
    page.wait_until("the image", &says("112 of 128 units wrong"))
        .await?;
    page.click_on(".heading .finding-repair").await?;
    page.wait_until("what it heals", &says("all 128 units right"))
        .await?;
    page.type_address(
        "#/wgmma/4000000800010040?meant_start=0x400&meant_swizzle=128B&mn=64&k=64&show=read",
    )
    .await?;
    page.wait_until("the read", folded).await?;
    page.click_on(".heading .finding-repair").await?;
    let outlined = "return document.querySelectorAll('.grid-mended path').length === 2";
    page.wait_until("both views", outlined).await?;
    is_there(&page, ".grid-mended", false).await
}

impl Page {
    async fn follow_door(&self, name: &str) -> Result<()> {
        let door = format!(".greet a[aria-label='{name}']");
        let link = format!("return document.querySelector(`{door}`)?.getAttribute('href') ?? ''");
        self.wait_until(name, &link).await?;
        let link = self.text_of(&link)?;
        self.type_address(&link).await
    }
}

#[test]
async fn a_menu_closes_at_escape_outside_and_at_a_choice() -> Result<()> {
    let page = Page::open("").await?;
    let menu = "[role=\"menu\"]";
    let opener = "[aria-haspopup=\"menu\"]";
    page.click_on(opener).await?;
    is_there(&page, menu, true).await?;
    page.key("Escape").await?;
    is_there(&page, menu, false).await?;
    page.click_on(opener).await?;
    is_there(&page, menu, true).await?;
    page.click_on("h1").await?;
    is_there(&page, menu, false).await?;
    page.click_on(opener).await?;
    page.click_on("[role=\"menuitem\"]").await?;
    is_there(&page, menu, false).await
}

/// Each mode says what it costs to write a row of the tile at hand.
#[test]
async fn swizzle_modes_say_what_they_buy() -> Result<()> {
    let page = Page::open("#/?element=bf16&mn=64&k=64").await?;
    let notes = "return document.querySelector('.choice-notes').textContent";
    let text = page.text_of(notes)?;
    assert!(
        text.contains("none: 8-way; 32B: 4-way; 64B: 2-way; 128B: none"),
        "{text}"
    );
    page.type_address("#/?element=bf16&mn=64&k=16").await?;
    page.wait_for("other costs", || {
        Ok((page.text_of(notes)? != text).then_some(()))
    })
    .await
}
