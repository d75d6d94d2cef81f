//! One scale factor in its four pictures: what is said of it, what keys and presses change, and what is wrong.

use serde_json::json;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test as test;
use web_sys::HtmlSelectElement;

use super::host::{Fault, MOVING, Page, Result, STILL};

impl Page {
    /// Opens the page of scale factors.
    async fn open_scale(query: &str) -> Result<Self> {
        let page = Self::open("").await?;
        page.type_address(&format!("#/scale{query}")).await?;
        let there = "return document.querySelector('.scale-pictures')";
        page.wait_until("the pictures", there).await?;
        Ok(page)
    }

    /// Waits until a part of the page has these words among its own.
    async fn says_in(&self, css: &str, words: &str) -> Result<()> {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)";
        self.wait_for(words, || {
            let there = self.execute(script, &[css])?;
            let texts = there.as_array().cloned().unwrap_or_default();
            match texts
                .iter()
                .any(|text| text.as_str().is_some_and(|text| text.contains(words)))
            {
                true => Ok(Some(())),
                false => Err(Fault::new(format!("{css}: {texts:?}"))),
            }
        })
        .await
    }

    /// Waits until the verdict is of this kind, in these words.
    async fn judges(&self, kind: &str, words: &str) -> Result<()> {
        self.says_in(&format!(".heading [data-verdict={kind}]"), words)
            .await
    }
}

#[test]
async fn a_factor_is_followed_through_all_pictures() -> Result<()> {
    let page = Page::open_scale("").await?;
    page.judges("right", "Stage and copies agree").await?;
    page.says_in(".heading", "SFA(37, 5)").await?;
    page.says_in(".heading", "From the manual and CUTLASS; not measured")
        .await?;
    for words in [
        "Row 37, block 5: K 160–191",
        "Byte 597",
        "Lanes 5, 37, 69, 101; column 5, byte 1",
        "Step 5, id 1, column 4",
    ] {
        page.says_in(".scale-foot h3", words).await?;
    }
    // Each picture says how well it is attested.
    page.says_in(".is-2 .scale-attested", "Evidence: in one source only")
        .await?;
    page.says_in(".is-3 .scale-attested", "CuTe and Triton agree")
        .await?;
    page.says_in(".scale-evidence", "dashed: evidence for a formula")
        .await?;
    page.says_in(".scale-copies code", "0x0000400800010820")
        .await?;
    let sizes = page.execute(
        "return [...document.querySelectorAll('.scale-pictures canvas')].every((one) => one.dataset.cellWidth && one.dataset.cellHeight)",
        &[],
    )?;
    assert_eq!(sizes, json!(true));
    Ok(())
}

#[test]
async fn keys_and_presses_pin_a_factor_and_a_pointer_shows_one() -> Result<()> {
    let page = Page::open_scale("").await?;
    page.execute("document.querySelector('.is-1 .bands').focus()", &[])?;
    page.key("ArrowDown").await?;
    page.says_in(".heading-facts", "SFA(38, 5)").await?;
    page.key("ArrowRight").await?;
    page.says_in(".heading-facts", "SFA(38, 6)").await?;
    page.has_address("#/scale?row=38&block=6").await?;
    // Lane 5, column 2, the third byte.
    let send = "
        const cells = document.querySelector('.is-3 .bands');
        const { left, top } = cells.getBoundingClientRect();
        const at = { bubbles: true, clientX: left + 40 + 2 * 36 + 18, clientY: top + 20 + 16 + 32 };
        cells.dispatchEvent(new (arguments[0] === 'click' ? MouseEvent : PointerEvent)(arguments[0], at));";
    page.execute(send, &["pointermove"])?;
    page.says_in(".is-1 .scale-foot h3", "Row 69, block 2: K 64–95")
        .await?;
    page.says_in(".heading-facts", "SFA(38, 6)").await?;
    page.execute(send, &["click"])?;
    page.has_address("#/scale?row=69&block=2").await
}

#[test]
async fn a_stage_in_the_other_order_is_wrong_until_it_is_written_anew() -> Result<()> {
    let page = Page::open_scale("?rows=256&written=tensor&row=200&block=2").await?;
    page.judges("wrong", "1,024 of 2,048 scale factors are wrong")
        .await?;
    page.says_in(
        ".scale-fault",
        "The stage is written K blocks first, the copies read rows first",
    )
    .await?;
    page.says_in(".scale-fault", "Blocks 1 and 2 trade places")
        .await?;
    page.says_in(
        ".is-4",
        "(200, 2) expected in column 6, byte 2; (72, 6) is there and scales K step 2.",
    )
    .await?;
    page.press("Write rows first").await?;
    page.judges("right", "Stage and copies agree").await?;
    page.has_address("#/scale?rows=256&row=200&block=2").await
}

/// The blocks that are on their way: what is read in each, and by how much it starts elsewhere.
const CROSSING: &str = "
    return [...document.querySelectorAll('.is-3 .scale-block.is-crossing')].map((block) =>
        `${block.querySelector('b').textContent} from ${block.style.getPropertyValue('--from')}`).join('; ')";

/// Whether the map of blocks is there, in place of the four pictures of one factor.
const HAS_MAP: &str = "return !!document.querySelector('.scale-pictures.is-map')";

#[test]
async fn blocks_cross_when_the_stage_is_written_anew() -> Result<()> {
    let page = Page::open_scale("?rows=256&written=tensor&row=200&block=2").await?;
    assert_eq!(page.text_of(CROSSING)?, "");
    page.press("Write rows first").await?;
    assert_eq!(
        page.text_of(CROSSING)?,
        "rows 128–255, K blocks 0–3 from 112px; rows 0–127, K blocks 4–7 from -112px"
    );
    // Then one factor is followed through its pictures.
    page.wait_until("the four pictures", &HAS_MAP.replace("!!", "!"))
        .await?;
    Ok(())
}

#[test]
async fn blocks_stay_where_motion_is_not_wanted() -> Result<()> {
    let page = Page::open_scale("?rows=256&written=tensor&row=200&block=2").await?;
    page.execute(STILL, &[])?;
    let pressed = page.press("Write rows first").await;
    let is_map = page.execute(HAS_MAP, &[]);
    page.execute(MOVING, &[])?;
    pressed?;
    assert_eq!(is_map?, json!(false));
    Ok(())
}

#[test]
async fn a_loop_of_mxf4nvf4_has_its_columns_and_ids() -> Result<()> {
    let page = Page::open_scale("?kind=mxf4nvf4&blocks=16").await?;
    let rows = page.text_of(
        "return [...document.querySelectorAll('.scale-steps tbody tr')].map((row) =>
             [...row.children].map((cell) => cell.textContent).join(' ')).join('; ')",
    )?;
    assert_eq!(
        rows,
        "0 0–63 0 0; 1 64–127 4 0; 2 128–191 8 0; 3 192–255 12 0"
    );
    Ok(())
}

#[test]
async fn another_kind_keeps_k_and_the_index() -> Result<()> {
    let page = Page::open_scale("").await?;
    page.says_in(".page-panel .hint", "K = 256: 32 elements for each factor.")
        .await?;
    let kinds: HtmlSelectElement = page.find("select[aria-label=kind]")?.unchecked_into();
    page.pick_from(&kinds, "2").await?;
    page.says_in(".page-panel .hint", "K = 256: 16 elements for each factor.")
        .await?;
    page.has_address("#/scale?kind=mxf4nvf4&blocks=16").await?;
    page.says_in(".heading-facts", "SFA(37, 5)").await?;
    // Block 12 is one of 16, but none of 8.
    let page = Page::open_scale("?kind=mxf4nvf4&blocks=16&block=12").await?;
    let kinds: HtmlSelectElement = page.find("select[aria-label=kind]")?.unchecked_into();
    page.pick_from(&kinds, "0").await?;
    page.has_address("#/scale?block=7").await
}

/// Scale factors need not be MN-major, and need no transpose, because of the hardware.
#[test]
async fn each_constraint_says_who_requires_it() -> Result<()> {
    let page = Page::open_scale("").await?;
    for (words, by) in [
        ("Row r is in lane r mod 32", "hardware"),
        ("MN-major scale factors in global memory", "library"),
        ("A transpose in shared memory", "library"),
    ] {
        let script = "
            const all = [...document.querySelectorAll('.scale-required li')];
            return all.find((one) => one.textContent.includes(arguments[0])).querySelector('b').textContent";
        assert_eq!(page.execute(script, &[words])?, json!(by), "{words}");
    }
    page.says_in(
        ".scale-required",
        "one st.shared.v4.b32 takes 4 wavefronts, four st.shared.b32 take 16",
    )
    .await
}

#[test]
async fn an_instruction_reads_the_columns_of_its_own_rows() -> Result<()> {
    let page = Page::open_scale("?rows=256&cta_group=2").await?;
    let read = ".is-4 .hint";
    page.says_in(read, "columns 8–11 of each CTA in step 5: rows 0–127")
        .await?;
    page.says_in(".is-4 .scale-attested", "inferred").await?;
    page.says_in(
        ".page-panel .hint",
        "each CTA of the pair holds its own 128 of M = 256",
    )
    .await?;
    page.type_address("#/scale?rows=256&row=200").await?;
    page.says_in(read, "columns 12–15 in step 5: rows 128–255")
        .await?;
    page.says_in(
        ".scale-foot pre",
        "column = (5 / 4) · 8 + 4 (200 / 128) = 12",
    )
    .await?;
    page.says_in(".scale-steps .is-here td", "12").await
}

#[test]
async fn what_is_contested_or_unknown_is_said() -> Result<()> {
    let page = Page::open_scale("?operand=B&cta_group=2&m=128").await?;
    page.judges("warning", "Sources disagree").await?;
    page.says_in(".scale-reading h3", "PTX ISA: four copies")
        .await?;
    page.says_in(".scale-reading h3", "CUTLASS: two copies of each half")
        .await?;
    page.type_address("#/scale?cta_group=2&m=128").await?;
    page.says_in(".scale-reading h3", "By the rows of A: 64 in each CTA")
        .await?;
    page.type_address("#/scale?kind=mxf4&step=96").await?;
    page.judges("incomplete", "Placement for K = 96 is not known")
        .await?;
    page.says_in(".is-4 h3", "Not known").await?;
    page.type_address("#/scale?operand=B&rows=192").await?;
    page.says_in(".page-panel .hint", "Rows are padded to 256.")
        .await
}

#[test]
async fn a_number_that_cannot_be_is_told_and_changes_nothing() -> Result<()> {
    let page = Page::open_scale("?rows=224&row=200").await?;
    for (text, why) in [
        ("0", "0 is less than 1"),
        ("99999", "99999 is more than 256"),
        ("many", "“many” is not a whole number"),
    ] {
        let field = page.find("input[aria-label=Rows]")?;
        page.fill_in(&field, text).await?;
        page.says_in(".page-panel [role=alert]", why).await?;
        page.has_address("#/scale?rows=224&row=200").await?;
    }
    // Fewer rows on the way to these would have taken the selected one along.
    let field = page.find("input[aria-label=Rows]")?;
    page.fill_in(&field, "240").await?;
    page.execute("document.activeElement.blur()", &[])?;
    page.has_address("#/scale?rows=240&row=200").await
}

#[test]
async fn an_address_that_does_not_fit_is_an_error_beside_its_field() -> Result<()> {
    let page = Page::open_scale("").await?;
    for (query, label, why) in [
        ("start=0x8008", "Stage at", "not 16-byte aligned"),
        ("column=508", "Column", "516 columns are more than"),
    ] {
        page.type_address(&format!("#/scale?{query}")).await?;
        page.judges("wrong", why).await?;
        let field = format!(".framed-number:has([aria-label='{label}'])");
        page.says_in(&format!("{field} [role=alert]"), why).await?;
        assert!(page.find(&format!("{field} [aria-invalid=true]")).is_ok());
        // No numbers of a stage that was there before.
        page.says_in(".scale-body", "No pictures").await?;
        assert!(page.find(".scale-pictures, .scale-copies").is_err());
    }
    page.type_address("#/scale?column=504").await?;
    page.judges("right", "Stage and copies agree").await?;
    page.says_in(".scale-pictures", "504").await?;
    assert!(page.find(".page-panel [role=alert]").is_err());
    Ok(())
}
