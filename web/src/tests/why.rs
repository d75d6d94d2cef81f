//! Why: wires are switched by press and by key, and links of before open here. What follows from a state is asked of its facts,
//! scenes and acts, in `why` itself.

use swizzle_core::reader::VerdictKind;
use swizzle_text::{VerdictLine, verdict_of_wires};
use swizzle_warp::Wires;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result};

impl Page {
    /// Waits until the title is this verdict.
    pub(crate) async fn is_titled(&self, kind: VerdictKind, headline: &str) -> Result<()> {
        let script = "
            const row = document.querySelector('[data-verdict]');
            return row ? [row.dataset.verdict, row.querySelector('h1').textContent] : ['none', '']";
        self.wait_for(headline, || {
            let found = self.execute(script, &[])?;
            match found[0] == kind.name() && found[1] == headline {
                true => Ok(Some(())),
                false => Err(Fault::new(format!("it is {found}"))),
            }
        })
        .await
    }
}

/// Title, number, switches and link of a set of wires.
async fn has_wires(page: &Page, mask: u32, cycles: u32, link: &str) -> Result<()> {
    let line: VerdictLine<()> = verdict_of_wires(Wires::from_mask(mask));
    page.is_titled(line.kind, &line.headline).await?;
    let shown = page.text_of(
        "const on = [...document.querySelectorAll('#why-threads .switch')].map((one) => Number(one.getAttribute('aria-checked') === 'true'));
         return `${on.reverse().join('')} ${document.querySelector('.big').firstChild.textContent}`",
    )?;
    assert_eq!(shown, format!("{mask:03b} {cycles}"));
    page.has_address(link).await
}

#[test]
async fn wires_are_switched_by_press_and_by_key() -> Result<()> {
    let page = Page::open("#/why").await?;
    has_wires(&page, 0, 32, "#/why").await?;
    page.click_on(".switch[aria-label^='Wire 1']").await?;
    has_wires(&page, 1, 16, "#/why?wires=1").await?;
    page.key("2").await?;
    has_wires(&page, 3, 8, "#/why?wires=2").await?;
    page.key("3").await?;
    has_wires(&page, 7, 4, "#/why?wires=3").await?;
    page.key("2").await?;
    has_wires(&page, 5, 8, "#/why?wires=101").await?;
    // The rows in words, for who sees no cells.
    let rows = page.text_of("return document.querySelector('.threads ul').textContent")?;
    assert!(rows.contains("row 5: bits 9, 8, 7 are 101, unit 0 ⊕ 5 = slot 5, banks 20–23"), "{rows}");
    page.key("0").await?;
    has_wires(&page, 0, 32, "#/why").await
}

/// `ldmatrix` down plain rows, padded rows and the XOR: its switches and its link are its own.
#[test]
async fn a_matrix_is_read_from_three_layouts() -> Result<()> {
    let page = Page::open("#/why?scene=rows").await?;
    let take = async |expected: &str| {
        let script = format!(
            "return [...document.querySelectorAll('#why-rows .big')].map((one) => one.textContent).join(' ') === '{expected}'"
        );
        page.wait_until(expected, &script).await
    };
    take("8 1 1").await?;
    page.click_on("#why-rows .switch[aria-label^='Wire 2']").await?;
    take("8 1 2").await?;
    page.has_address("#/why?scene=rows&xor=101").await?;
    page.key("0").await?;
    take("8 1 8").await?;
    page.has_address("#/why?scene=rows&xor=0").await?;
    // The wires of the eight threads are others.
    page.wait_until(
        "they are open",
        "return !document.querySelector('#why-threads .switch[aria-checked=true]')",
    )
    .await
    .map(drop)
}

/// Links of accesses, of wires, of costs and of registers, as they were written before there was this page.
#[test]
async fn links_of_before_open_what_they_did() -> Result<()> {
    let page = Page::open("#/memory/lanes?wires=1").await?;
    has_wires(&page, 1, 16, "#/memory/lanes?wires=1").await?;
    for (link, there) in [
        ("#/memory/lanes?preset=transpose", ".three section:nth-child(3)"),
        ("#/memory/lanes?tab=costs", "#why-numbers table"),
        ("#/memory/lanes?tab=registers", ".blackwell .stations"),
        ("#/why?scene=tma", "#why-tma"),
    ] {
        page.type_address(link).await?;
        page.wait_until(link, &format!("return document.querySelector('{there}')")).await?;
    }
    // A part that is not known is told.
    page.type_address("#/memory/lanes?foo=3&layout=64B").await?;
    page.wait_until(
        "the verdict says what it rests on",
        "return document.querySelector('[data-verdict=incomplete] h1')?.textContent.includes('based on the part that was read')",
    )
    .await?;
    Ok(())
}

/// What cannot be read is said under its field, and the picture of what could be stays.
#[test]
async fn a_formula_at_fault_keeps_the_picture() -> Result<()> {
    let page = Page::open("#/memory/lanes").await?;
    let plain = "Plain rows take 32 turns, padded 4, the swizzle 4";
    page.is_titled(VerdictKind::Right, plain).await?;
    page.key("f").await?;
    let field = page.find(".pop input")?;
    page.fill_in(&field, "(lane +, 0)").await?;
    page.wait_until(
        "the fault under its field",
        "return document.querySelector('.pop [role=alert]') && document.querySelector('[data-verdict=incomplete]')
             && document.querySelectorAll('.three canvas').length === 9",
    )
    .await?;
    page.fill_in(&field, "(lane * 2, 0)").await?;
    page.is_titled(VerdictKind::Warning, "Plain rows take 32 turns, padded 8, the swizzle 8").await?;
    page.has_address("#/memory/lanes?formula=(lane+*+2,0)").await?;
    page.press("A column").await?;
    page.is_titled(VerdictKind::Right, plain).await
}

/// Arrow keys lead from lane to lane, which each layout tells of.
#[test]
async fn arrow_keys_lead_from_lane_to_lane() -> Result<()> {
    let page = Page::open("#/memory/lanes").await?;
    page.execute("document.querySelector('.three .cell-touch').focus()", &[])?;
    for key in ["ArrowDown", "ArrowRight"] {
        page.key(key).await?;
    }
    let said = "return [...document.querySelectorAll('.three [aria-live]')].map((one) => one.textContent).filter(Boolean).join('; ')";
    page.wait_until(
        "lane 1 on each layout",
        &format!("return (() => {{ {said} }})() === 'Plain rows: lane 1 at unit 0, 0x480; Padded rows: lane 1 at unit 1, 0x480; Swizzle: lane 1 at unit 1, 0x480'"),
    )
    .await?;
    Ok(())
}
