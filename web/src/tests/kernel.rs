//! The kernel lens: what it shows of a text, and what a press changes.

use serde_json::json;
use swizzle_core::{Named as _, Operand};
use swizzle_lens::{Example, KernelView, Reading, mend};
use swizzle_lints::kernel::KernelFinding;
use swizzle_view::link::{KernelShown, link_from_form};
use swizzle_view::link_from_shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

/// What the crates say of an example.
fn reading(example: Example) -> Reading {
    Reading::of(example.file(), example.text().into())
}

impl Page {
    async fn open_kernel(example: Example) -> Result<Self> {
        let shown = KernelShown {
            example: example.name().into(),
            ..KernelShown::default()
        };
        let page = Self::open(&link_from_form(&shown)).await?;
        page.wait_until("the score", "return document.querySelector('.kernel-row')")
            .await?;
        Ok(page)
    }

    /// Waits until the page is at a row's operand.
    async fn is_at(&self, view: &KernelView, row: usize, side: Operand) -> Result<()> {
        let line = format!("line {}", view.rows[row].line);
        let script = format!(
            "return document.querySelector('.kernel-row[aria-current]')?.textContent.includes({line:?})
                && document.querySelector('[aria-label=\"Operand {}\"]').getAttribute('aria-pressed') === 'true'",
            side.name()
        );
        self.wait_until(&line, &script).await?;
        // Keys are heard by what was drawn last.
        self.rendered().await;
        Ok(())
    }
}

/// A link to an example that does not exist says which there are.
#[test]
async fn an_unknown_example_is_named() -> Result<()> {
    let page = Page::open("#/kernel?try=nope").await?;
    let names: Vec<_> = Example::ALL.iter().map(|one| one.name()).collect();
    let script = format!(
        "const said = document.querySelector('.notices li')?.textContent;
        return said?.startsWith('try=nope') && said.endsWith('{}')",
        names.join(", ")
    );
    page.wait_until("the notice", &script).await?;
    Ok(())
}

/// A wrong kernel opens on its first fault, with the line that mends it; the atlas opens the same read.
#[test]
async fn a_wrong_kernel_opens_on_its_fault() -> Result<()> {
    let page = Page::open_kernel(Example::KAdvance).await?;
    let reading = reading(Example::KAdvance);
    let view = &reading.kernels[0];
    let row = view.first_row();
    page.is_at(view, row, Operand::A).await?;
    let verdict = "return document.querySelector('.heading [data-verdict=wrong] p').textContent";
    assert!(
        page.execute(verdict, &[])?
            .as_str()
            .is_some_and(|text| text.contains(&view.verdict.headline))
    );
    let of_row = |found: &&(KernelFinding, _)| found.0.line == view.rows[row].line;
    let (found, _) = view.findings.iter().find(of_row).expect("a finding");
    let heading =
        "return document.querySelector('.kernel-finding h3')?.textContent === arguments[0]";
    assert_eq!(page.execute(heading, &[&found.message])?, json!(true));
    let edit = mend(&reading, 0, row, Operand::A).expect("an edit");
    let new = format!(
        "return document.querySelector('.kernel-edit ins')?.textContent === {:?}",
        format!("+ {}", edit.new)
    );
    page.wait_until("the edit", &new).await?;
    let part = view.rows[row].operands[0].part.as_ref().expect("a picture");
    let link = "return document.querySelector('.framed-tools a.button').getAttribute('href')";
    assert_eq!(
        page.execute(link, &[])?,
        json!(link_from_shown(&part.shown))
    );
    // The lines from which the operand follows, and the text around the one at fault.
    // On a narrow screen the same card is over the pictures.
    page.click_on(".kernel-findings .kernel-actions .button")
        .await?;
    let here = "return document.querySelector('.kernel-excerpt .is-here')?.textContent";
    let here = page.execute(here, &[])?;
    assert!(
        here.as_str().is_some_and(|text| text.contains(&edit.old)),
        "{here}"
    );
    Ok(())
}

/// Rows, steps and operands by presses and by keys; the link says where.
#[test]
async fn rows_and_operands_are_gone_through() -> Result<()> {
    let page = Page::open_kernel(Example::Right).await?;
    let reading = reading(Example::Right);
    let view = &reading.kernels[0];
    page.is_at(view, 0, Operand::A).await?;
    page.execute("document.activeElement?.blur()", &[])?;
    page.key("ArrowDown").await?;
    page.is_at(view, 1, Operand::A).await?;
    page.key("b").await?;
    page.is_at(view, 1, Operand::B).await?;
    page.key("ArrowRight").await?;
    page.is_at(view, 2, Operand::B).await?;
    let link = KernelShown {
        example: "right".into(),
        line: view.rows[2].line,
        operand: Operand::B,
        ..KernelShown::default()
    };
    page.has_address(&link_from_form(&link)).await?;
    let steps = page.find_all(".kernel-step");
    assert_eq!(steps.len(), 4);
    page.click(&steps[0]).await?;
    page.is_at(view, 0, Operand::A).await?;
    Ok(())
}

/// A wrong read is seen alone, its units over those that it should read; a right one among the others.
#[test]
async fn a_wrong_read_is_drawn_where_it_is_seen() -> Result<()> {
    for (example, shown) in [
        (Example::Sbo, "Read"),
        (Example::KAdvance, "Read"),
        (Example::Right, "Tile"),
    ] {
        let page = Page::open(&format!("#/kernel?try={}", example.name())).await?;
        let pressed = format!(
            "return [...document.querySelectorAll('.kernel-shows [aria-pressed=true]')]\
             .some((one) => one.textContent === '{shown}')"
        );
        page.wait_until(shown, &pressed).await?;
    }
    Ok(())
}

/// What is pasted is read, kept for the next visit, and forgotten when it is asked for.
#[test]
async fn a_text_that_is_pasted_stays_in_this_browser() -> Result<()> {
    let page = Page::open("#/kernel").await?;
    let field = page.find("#kernel-paste")?;
    let put = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new InputEvent('input', { bubbles: true }))";
    let text = Example::Sbo.text();
    page.execute_with(put, &[(&field).into(), text.as_str().into()])?;
    let reading = reading(Example::Sbo);
    let view = &reading.kernels[0];
    page.wait_until("the score", "return document.querySelector('.kernel-row')")
        .await?;
    page.is_at(view, view.first_row(), Operand::A).await?;
    let address = page
        .wait_until(
            "the address",
            "return location.hash.includes('bytes=') && location.hash",
        )
        .await?;
    page.press("Replace").await?;
    page.wait_until(
        "the empty page",
        "return document.querySelector('.kernel-zone')",
    )
    .await?;
    page.has_address("#/kernel").await?;
    // The link of a text that is not here says so.
    page.type_address(address.as_str().unwrap_or_default())
        .await?;
    page.wait_until(
        "what is said",
        "return document.querySelector('.kernel-lost')",
    )
    .await?;
    Ok(())
}

/// A text without tensor-core instructions is not an error of the page.
#[test]
async fn a_text_without_products_is_told() -> Result<()> {
    let page = Page::open("#/kernel").await?;
    let field = page.find("#kernel-paste")?;
    let put = "arguments[0].value = 'mov.b32 %r1, 2;'; arguments[0].dispatchEvent(new InputEvent('input', { bubbles: true }))";
    page.execute_with(put, &[(&field).into()])?;
    page.wait_until(
        "what is said",
        "return document.querySelector('[data-verdict=incomplete]')?.textContent.includes('No tensor-core instruction')",
    )
    .await?;
    Ok(())
}

/// The stage of a ring is chosen beside the operand or on the map; the link holds it, and the atlas opens the same bytes.
#[test]
async fn a_stage_is_chosen() -> Result<()> {
    let page = Page::open_kernel(Example::Right).await?;
    let reading = reading(Example::Right);
    let view = &reading.kernels[0];
    page.is_at(view, 0, Operand::A).await?;
    let stages = view.stages(0, Operand::A);
    assert_eq!(stages, [0, 0x4000, 0x8000]);
    page.click_on("[aria-label='Stage 2']").await?;
    let link = KernelShown {
        example: "right".into(),
        line: view.rows[0].line,
        stage: 2,
        ..KernelShown::default()
    };
    page.has_address(&link_from_form(&link)).await?;
    let part = view.rows[0].operands[0].part.as_ref().expect("a picture");
    let opens = format!(
        "return document.querySelector('.framed-tools a.button').getAttribute('href') === {:?}",
        link_from_shown(&part.moved(0x8000, 0x8000).shown)
    );
    page.wait_until("the stage", &opens).await?;
    page.click_on(".kernel-piece[title^='A 1']").await?;
    page.has_address(&link_from_form(&KernelShown { stage: 1, ..link }))
        .await?;
    // The key opens the same bytes as the button.
    page.rendered().await;
    page.execute("document.activeElement?.blur()", &[])?;
    page.key("Enter").await?;
    page.has_address(&link_from_shown(&part.moved(0x4000, 0x4000).shown))
        .await?;
    Ok(())
}

/// A stage at another distance is opened where the distance is seen: its steps, its picture and the map say the same addresses.
#[test]
async fn a_wrong_stage_is_opened() -> Result<()> {
    let page = Page::open_kernel(Example::Stage).await?;
    let reading = reading(Example::Stage);
    let view = &reading.kernels[0];
    page.is_at(view, 0, Operand::A).await?;
    let pressed =
        "return document.querySelector('[aria-label=\"Stage 1\"]').getAttribute('aria-pressed')";
    assert_eq!(page.execute(pressed, &[])?, json!("true"));
    // Reads are 16,512 bytes apart, from 0x400 on, of which the map says that it is assumed.
    let step = "return document.querySelector('.kernel-step code').textContent";
    assert_eq!(page.execute(step, &[])?, json!("0x4480"));
    let map = "return document.querySelector('.kernel-map h2').textContent";
    let map = page.execute(map, &[])?;
    let words = "base assumed: 0x400";
    assert!(
        map.as_str().is_some_and(|text| text.contains(words)),
        "{map}"
    );
    let piece = "return document.querySelector('.kernel-piece.is-here').title";
    assert_eq!(
        page.execute(piece, &[])?,
        json!("A 1: +0x4080, 16384 bytes")
    );
    page.wait_until(
        "what is wrong",
        "return document.querySelector('[aria-label=\"One read\"][aria-pressed=true]')",
    )
    .await?;
    page.click_on("[aria-label='Whole tile']").await?;
    page.wait_until("outlines", "return document.querySelector('.is-strayed')")
        .await?;
    Ok(())
}

/// The blocks of rows of an operand that several instructions read are chosen beside its stages.
#[test]
async fn a_block_is_chosen() -> Result<()> {
    let page = Page::open_kernel(Example::Right).await?;
    let reading = reading(Example::Right);
    let view = &reading.kernels[0];
    page.is_at(view, 0, Operand::A).await?;
    page.click_on("[aria-label='Block 1']").await?;
    let second = view.blocks(0, Operand::A)[1];
    page.is_at(view, second, Operand::A).await?;
    // 64 rows of 128 bytes behind the first.
    let start = "return document.querySelector('.kernel-step code').textContent";
    assert_eq!(page.execute(start, &[])?, json!("0x2400"));
    page.click_on("[aria-label='Operand B']").await?;
    page.is_at(view, second, Operand::B).await?;
    let blocks = "return document.querySelectorAll('[aria-label^=Block]').length";
    assert_eq!(page.execute(blocks, &[])?, json!(0));
    Ok(())
}

/// What a copy writes otherwise is not read right, though the fault is the copy's; the other operand is.
#[test]
async fn an_operand_that_is_written_otherwise_is_not_right() -> Result<()> {
    let page = Page::open_kernel(Example::TmaBox).await?;
    let reading = reading(Example::TmaBox);
    let view = &reading.kernels[0];
    page.is_at(view, 0, Operand::A).await?;
    let rows =
        "return document.querySelectorAll('.kernel-row.is-wrong .kernel-verdict.is-wrong').length";
    assert_eq!(page.execute(rows, &[])?, json!(8));
    // Line 126 has the tensor map's mode; the edit that was tried is one of it.
    let edit = "return document.querySelector('.kernel-findings .kernel-edit')?.getAttribute('aria-label') === 'Edit of line 126'";
    page.wait_until("the edit", edit).await?;
    page.click_on("[aria-label='Operand B']").await?;
    page.is_at(view, 0, Operand::B).await?;
    let own =
        "return document.querySelectorAll('.kernel-findings .kernel-finding.is-wrong').length";
    assert_eq!(page.execute(own, &[])?, json!(0));
    Ok(())
}

/// The arrow of a stride that is wrong has the colour that the atlas gives it.
#[test]
async fn a_wrong_stride_is_blamed() -> Result<()> {
    let page = Page::open_kernel(Example::Sbo).await?;
    page.wait_until(
        "the arrow",
        "return document.querySelector('.kernel-operand.blames-sbo .arrow.is-sbo')",
    )
    .await?;
    let page = Page::open_kernel(Example::Right).await?;
    page.wait_until(
        "an arrow",
        "return document.querySelector('.kernel-operand .arrow')",
    )
    .await?;
    let blamed = "return document.querySelectorAll('[class*=blames]').length";
    assert_eq!(page.execute(blamed, &[])?, json!(0));
    Ok(())
}

/// Everything found correct around the instructions is in the panel, each item at its line.
#[test]
async fn what_is_right_around_the_instructions_is_said() -> Result<()> {
    let page = Page::open_kernel(Example::Right).await?;
    let reading = reading(Example::Right);
    let view = &reading.kernels[0];
    page.is_at(view, 0, Operand::A).await?;
    let said = page.execute(
        "return [...document.querySelectorAll('.kernel-checked li span:not(.kernel-verdict)')].map(one => one.textContent)",
        &[],
    )?;
    let words: Vec<_> = view.checked.iter().map(|one| one.words.clone()).collect();
    assert!(words.len() > 2);
    assert_eq!(said, json!(words));
    let first = view.checked[0].line.expect("a line");
    page.click_on(".kernel-checked button").await?;
    let is_shown = format!(
        "return document.querySelector('.kernel-excerpt .is-here b')?.textContent === '{first}'"
    );
    page.wait_until("the line", &is_shown).await?;
    Ok(())
}

/// `n` goes to the finding behind, at an instruction or beside all.
#[test]
async fn the_next_finding_may_be_beside_the_instructions() -> Result<()> {
    let page = Page::open_kernel(Example::TmaBox).await?;
    let reading = reading(Example::TmaBox);
    let view = &reading.kernels[0];
    let row = view.first_row();
    page.is_at(view, row, Operand::A).await?;
    let is_of_row = |line: u32| view.rows.iter().any(|row| row.line == line);
    let lines = || view.findings.iter().map(|(found, _)| found.line);
    let behind = lines().find(|line| *line > view.rows[row].line);
    let next = behind.or(lines().min()).expect("a finding");
    assert!(!is_of_row(next), "line {next}");
    page.execute("document.activeElement?.blur()", &[])?;
    page.key("n").await?;
    let is_shown = format!(
        "return document.querySelector('.kernel-excerpt .is-here')?.textContent.includes({:?})",
        reading.line(next)
    );
    page.wait_until("the finding", &is_shown).await?;
    Ok(())
}
