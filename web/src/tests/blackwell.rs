//! Blackwell: what is pressed, dragged and typed changes the link, whichever of the three opened the page. What follows from a
//! link is asked of `swizzle_view::blackwell`, of scenes and acts in `blackwell` itself.

use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result};

impl Page {
    /// Waits until the title is this verdict.
    async fn has_title(&self, kind: &str, headline: &str) -> Result<()> {
        let script = format!(
            "const row = document.querySelector('.blackwell [data-verdict={kind}]');
             return row && row.querySelector('h1').textContent === {headline:?}"
        );
        self.wait_until(headline, &script).await.map(drop)
    }

    /// Waits until an element says this among other things.
    async fn says_so(&self, css: &str, words: &str) -> Result<()> {
        let script = format!(
            "return [...document.querySelectorAll({css:?})].some((one) => one.textContent.includes({words:?}))"
        );
        self.wait_until(words, &script).await.map(drop)
    }
}

#[test]
async fn an_overlap_is_red_and_one_press_mends_it() -> Result<()> {
    let page = Page::open("#/tensor-memory?regions=d,sfa,sfb@264,a").await?;
    page.has_title("wrong", "SFB overlaps SFA in 8 columns").await?;
    assert!(page.find(".plane .clash").is_ok());
    page.press("Move SFB to column 272").await?;
    page.has_address("#/tensor-memory?regions=d,sfa,sfb@272,a").await?;
    page.has_title("right", "336 of 512 columns are used, nothing overlaps").await?;
    assert!(page.find(".plane .clash").is_err());
    Ok(())
}

#[test]
async fn an_element_is_typed_in_place() -> Result<()> {
    let page = Page::open("#/tensor-memory?shape=32x32b&num=64").await?;
    page.press("Element: D(44, 12)").await?;
    let field = page.find(".pop input")?;
    page.fill_in(&field, "D(70, 33)").await?;
    page.has_address("#/tensor-memory?shape=32x32b&num=64&lane=70&column=33").await?;
    page.says_so(".sums", "6 of warp 2").await?;
    // What is not there marks nothing.
    page.fill_in(&field, "D(200, 33)").await?;
    page.says_so(".pop [role=alert]", "200 is out of range").await?;
    let marks = "return document.querySelectorAll('.blackwell :is(.hot, .plane .mark, .wire)').length === 0";
    page.wait_until("no mark", marks).await.map(drop)
}

/// The three trips are one page, and each is written as before.
#[test]
async fn trips_are_links() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    page.press("Scale factor").await?;
    page.has_address("#/scale?kind=mxf4nvf4&blocks=16&column=256&row=44").await?;
    // The plan's verdict and its sentence stay.
    page.has_title("right", "336 of 512 columns are used, nothing overlaps").await?;
    page.says_so(".sentence", "A in tensor memory").await?;
    page.says_so(".operation", "cp 32x128b").await?;
    page.press("cp 32x128b").await?;
    page.says_so(".pop table", "Open in Check").await?;
    page.key("Escape").await?;
    page.press("mma, step 1").await?;
    page.press("Step 2").await?;
    page.has_address("#/scale?kind=mxf4nvf4&blocks=16&column=256&row=44&block=8").await?;
    page.key("2").await?;
    page.has_address("#/tensor-memory").await?;
    page.key("3").await?;
    page.has_address("#/memory/lanes?tab=registers").await?;
    page.type_address("#/memory/lanes?tab=registers&fragment=metadata&fragment_bits=16").await?;
    page.has_title("right", "64 threads hold 4 bits for each group of 4 elements of K, 64 × 8").await
}

#[test]
async fn keys_walk_and_a_pointer_tries() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    page.rendered().await;
    page.key("w").await?;
    page.has_address("#/tensor-memory?lane=76").await?;
    page.key("ArrowRight").await?;
    page.has_address("#/tensor-memory?lane=76&column=13").await?;
    page.execute("document.querySelector('.station:not(.is-off) .cell-touch').focus()", &[])?;
    page.key("ArrowDown").await?;
    page.has_address("#/tensor-memory?lane=77&column=13").await?;
    page.says_so("[aria-live]", "D(77, 13)").await
}

/// Draws SFB from its column 284 to where that is column 276: it begins at 264 then, in steps of 4.
const DRAG: &str = "
    const map = document.querySelector('.plane');
    const { left, top, width, height } = map.getBoundingClientRect();
    const event = (kind, column, buttons) => map.dispatchEvent(new PointerEvent(kind, {
        bubbles: true, cancelable: true, pointerId: 1, button: 0, buttons,
        clientX: left + column / 512 * width, clientY: top + height / 2,
    }));
    const [from, ...to] = arguments;
    event('pointerdown', Number(from), 1);
    for (const column of to) event('pointermove', Number(column), 1);
    event('pointerup', Number(to.at(-1)), 0);";

#[test]
async fn a_region_is_drawn_along_the_columns() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    page.execute(DRAG, &["284.5", "280.5", "276.5"])?;
    page.has_address("#/tensor-memory?regions=d,sfa,sfb@264,a").await?;
    page.has_title("wrong", "SFB overlaps SFA in 8 columns").await
}

#[test]
async fn the_right_edge_of_a_region_changes_n_or_k() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    page.execute(DRAG, &["256", "127.5"])?;
    page.has_address("#/tensor-memory?n=128").await?;
    // Packed regions follow, and the allocation is the power of two that holds all.
    page.says_so(".budget", "tcgen05.alloc 256").await?;
    page.execute(DRAG, &["144", "159.5"])?;
    page.has_address("#/tensor-memory?n=128&k=512").await
}

#[test]
async fn a_region_is_selected_moved_and_removed() -> Result<()> {
    let page = Page::open("#/tensor-memory?kind=f16&regions=d,d@0").await?;
    page.press("All parameters").await?;
    page.press("Select D 2").await?;
    page.has_address("#/tensor-memory?kind=f16&regions=d,d@0&lane=0&column=0&selected=1").await?;
    page.press("First column of D 2: more").await?;
    page.says_so(".plan-region.is-here", "D 2").await?;
    page.press("First column of D 2: less").await?;
    page.press("Remove D 2").await?;
    page.has_address("#/tensor-memory?kind=f16&regions=d&lane=0&column=0").await
}

#[test]
async fn a_pair_has_a_plan_for_each_cta() -> Result<()> {
    let page = Page::open("#/tensor-memory?kind=f16&cta_group=2&m=256&k=64&regions=d").await?;
    assert_eq!(page.find_all(".plane").len(), 2);
    page.press("What each CTA holds").await?;
    page.says_so(".pop tbody tr:last-child", "128–255").await?;
    let link = page.find(".pop a")?.get_attribute("href");
    let link = link.unwrap_or_default();
    assert!(link.contains("mn=128&k=64&rows=128"), "{link}");
    Ok(())
}

/// A narrow region has its name from top to bottom.
#[test]
async fn a_region_of_eight_columns_has_its_name() -> Result<()> {
    let page = Page::open("#/tensor-memory?kind=mxf8f6f4&k=256").await?;
    page.says_so(".plane .name", "SFA").await
}

#[test]
async fn a_number_that_cannot_be_is_told_and_changes_nothing() -> Result<()> {
    let page = Page::open("#/scale?rows=224&row=200").await?;
    page.press("All parameters").await?;
    for (text, why) in [
        ("0", "0 is outside of 1 to 256"),
        ("99999", "99999 is outside of 1 to 256"),
        ("many", "“many” is not a number"),
    ] {
        let field = page.find(".drawer input[aria-label=Rows]")?;
        page.fill_in(&field, text).await?;
        page.says_so(".drawer [role=alert]", why).await?;
        page.has_address("#/scale?rows=224&row=200").await?;
    }
    let field = page.find(".drawer input[aria-label=Rows]")?;
    page.fill_in(&field, "240").await?;
    page.execute("document.activeElement.blur()", &[])?;
    page.has_address("#/scale?rows=240&row=200").await
}

#[test]
async fn a_stage_that_there_is_not_has_no_pictures() -> Result<()> {
    let page = Page::open("#/scale?column=508").await?;
    page.has_title("wrong", "516 columns are more than tensor memory has: 512").await?;
    page.says_so(".trip", "No pictures").await?;
    assert!(page.find(".stations").is_err());
    page.type_address("#/scale?column=504").await?;
    page.has_title("right", "All 1,024 scale factors arrive in their columns").await?;
    assert!(page.find(".stations canvas").is_ok());
    Ok(())
}

#[test]
async fn sources_disagree_in_words_and_in_a_picture() -> Result<()> {
    let page = Page::open("#/scale?operand=B&cta_group=2&m=128").await?;
    page.has_title("warning", "Sources disagree on SFB in tensor memory").await?;
    page.press("From the PTX ISA, CUTLASS and Triton; not measured").await?;
    page.says_so(".pop h3", "CUTLASS: two copies of each half").await?;
    assert!(page.find(".pop canvas").is_ok());
    Ok(())
}

/// Factors in another layout than the copies read are wrong in the pictures, and one press mends them.
#[test]
async fn a_layout_without_blocks_is_red_and_one_press_mends_it() -> Result<()> {
    let page = Page::open("#/scale?written=linear").await?;
    page.has_title("wrong", "1,016 of 1,024 scale factors are wrong").await?;
    page.says_so(".sums", "is there").await?;
    page.says_so(".sentence", "linear").await?;
    page.press("Write rows first").await?;
    page.has_address("#/scale").await?;
    page.has_title("right", "All 1,024 scale factors arrive in their columns").await
}
