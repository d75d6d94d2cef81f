//! The page of a kernel in a browser: what it shows of a text, and where a text is kept. What a link, a key or an act means, and what
//! is drawn, is asked where it is worked out.

use serde_json::json;
use swizzle_core::Named as _;
use swizzle_lens::{Example, Reading};
use swizzle_view::link::{KernelShown, link_from_form};
use swizzle_view::link_from_shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

const HAS_ROWS: &str = "return document.querySelector('.kernel-row')";
const IS_EMPTY: &str = "return document.querySelector('.kernel-zone')";

/// What the crates say of an example.
fn reading(example: Example) -> Reading {
    Reading::of(example.file(), example.text().into())
}

impl Page {
    async fn open_kernel(example: Example) -> Result<Self> {
        let shown = KernelShown { example: example.name().into(), ..KernelShown::default() };
        let page = Self::open(&link_from_form(&shown)).await?;
        page.wait_until("the instructions", HAS_ROWS).await?;
        Ok(page)
    }

    /// Waits until the page is at an instruction.
    async fn is_at_line(&self, line: u32) -> Result<()> {
        let script = format!(
            "return document.querySelector('.kernel-row[aria-current]')?.textContent.includes('line {line}')"
        );
        self.wait_until("the instruction", &script).await?;
        // Keys are heard by what was drawn last.
        self.rendered().await;
        Ok(())
    }

    /// Writes a text into the empty page.
    fn paste_kernel(&self, text: &str) -> Result<()> {
        let field = self.find("#kernel-paste")?;
        let put = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new InputEvent('input', { bubbles: true }))";
        self.execute_with(put, &[(&field).into(), text.into()])?;
        Ok(())
    }
}

/// A link to an example that does not exist says which there are.
#[test]
async fn an_unknown_example_is_named() -> Result<()> {
    let page = Page::open("#/kernel?try=nope").await?;
    let names: Vec<_> = Example::ALL.iter().map(|one| one.name()).collect();
    let script = format!(
        "const said = document.querySelector('.notices')?.textContent;
        return said?.includes('try=nope') && said.endsWith('{}')",
        names.join(", ")
    );
    page.wait_until("the notice", &script).await?;
    Ok(())
}

/// A wrong kernel is one title, the edit, and a red square; Check opens the same read.
#[test]
async fn a_wrong_kernel_opens_on_its_fault() -> Result<()> {
    let page = Page::open_kernel(Example::KAdvance).await?;
    let reading = reading(Example::KAdvance);
    let view = &reading.kernels[0];
    let row = &view.rows[view.first_row()];
    page.is_at_line(row.line).await?;
    let title = "return document.querySelector('[data-verdict=wrong] > h1').textContent";
    assert_eq!(page.execute(title, &[])?, json!(view.verdict.headline));
    let edit =
        "return [...document.querySelectorAll('.fix mark')].map((one) => one.textContent).join() === '32,2'";
    page.wait_until("the edit", edit).await?;
    assert_eq!(page.find_all(".button.is-main").len(), 1);
    let part = row.operands[0].part.as_ref().expect("a picture");
    let link = format!(
        "return [...document.querySelectorAll('.kernel a')].some((one) => one.getAttribute('href') === {:?})",
        link_from_shown(&part.shown)
    );
    assert_eq!(page.execute(&link, &[])?, json!(true));
    assert_eq!(page.find_all("path.lead").len(), 1);
    // The number of the line shows the text around it.
    page.click_on(".fix .n").await?;
    let here = "return document.querySelector('.excerpt .is-here')?.textContent.includes('%r74, %r63, 32')";
    page.wait_until("the text", here).await?;
    Ok(())
}

/// On a narrow screen its sheets are over the page, as those of every page are.
#[test]
async fn sheets_are_over_a_narrow_page() -> Result<()> {
    let page = Page::open_kernel(Example::KAdvance).await?;
    let narrow = "
        window.ownWidth = Object.getOwnPropertyDescriptor(window, 'innerWidth');
        Object.defineProperty(window, 'innerWidth', { value: 390, configurable: true });
        window.dispatchEvent(new Event('resize'))";
    page.execute(narrow, &[])?;
    page.press("Edit").await?;
    let is_over = "return getComputedStyle(document.querySelector('.sheet-open')).position === 'fixed'";
    let found = page.wait_until("the sheet", is_over).await;
    let wide = "
        Object.defineProperty(window, 'innerWidth', window.ownWidth);
        window.dispatchEvent(new Event('resize'))";
    page.execute(wide, &[])?;
    found.map(drop)
}

/// A press and a key lead to another operand, and the link says which.
#[test]
async fn the_link_follows_what_is_looked_at() -> Result<()> {
    let page = Page::open_kernel(Example::Right).await?;
    let reading = reading(Example::Right);
    let view = &reading.kernels[0];
    page.is_at_line(view.rows[0].line).await?;
    page.execute("document.activeElement?.blur()", &[])?;
    page.key("ArrowDown").await?;
    page.is_at_line(view.rows[1].line).await?;
    page.click_on(".ruler button[title^='B 2']").await?;
    let link = KernelShown {
        example: "right".into(),
        line: view.rows[1].line,
        operand: swizzle_core::Operand::B,
        stage: 2,
        ..KernelShown::default()
    };
    page.has_address(&link_from_form(&link)).await?;
    Ok(())
}

/// What is pasted is read, kept for the next visit, and forgotten when that is asked for.
#[test]
async fn a_text_that_is_pasted_stays_in_this_browser() -> Result<()> {
    let page = Page::open("#/kernel").await?;
    page.paste_kernel(&Example::Sbo.text())?;
    page.wait_until("the instructions", HAS_ROWS).await?;
    page.click_on(".kernel-row").await?;
    let has_mark = "return location.hash.includes('bytes=') && location.hash";
    let address = page.wait_until("the address", has_mark).await?;
    page.click_on(".paste-chip").await?;
    page.press("Replace").await?;
    page.wait_until("the empty page", IS_EMPTY).await?;
    page.has_address("#/kernel").await?;
    // The link of a text that is not here says so.
    page.type_address(address.as_str().unwrap_or_default()).await?;
    let is_told = "return document.querySelector('.kernel-lost a')";
    page.wait_until("what is said", is_told).await?;
    Ok(())
}

/// A text without tensor-core instructions is not an error of the page.
#[test]
async fn a_text_without_products_is_told() -> Result<()> {
    let page = Page::open("#/kernel").await?;
    page.paste_kernel("mov.b32 %r1, 2;")?;
    let is_told = "return document.querySelector('[data-verdict=incomplete]')?.textContent.includes('No tensor-core instruction')";
    page.wait_until("what is said", is_told).await?;
    Ok(())
}
