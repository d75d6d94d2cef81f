//! Tensor memory: the plan, its verdict and its link, the cells and registers of a load.

use swizzle_core::reader::VerdictKind;
use swizzle_lints::tensor_memory::ReadPlan;
use swizzle_lints::verdict_of_plan;
use swizzle_tmem::moves::LoadShape;
use swizzle_tmem::plan::Plan;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test as test;
use web_sys::HtmlSelectElement;

use super::host::{Page, Result};

/// What the details say of the cell.
const SELECTED: &str = "return document.querySelector('.tensor-details').textContent";

impl Page {
    /// Waits until an element says this among other things.
    async fn tells(&self, css: &str, words: &str) -> Result<()> {
        let script = format!(
            "const one = document.querySelector({css:?}); return one && one.textContent.includes({words:?})"
        );
        self.wait_until(words, &script).await.map(drop)
    }
}

#[test]
async fn an_overlap_is_red_and_one_press_mends_it() -> Result<()> {
    let page = Page::open("#/tensor-memory?regions=d,sfa,sfb@264,a").await?;
    let plan = Plan::default().with_column(2, 264);
    let load = LoadShape::S16x256b;
    let line = verdict_of_plan(&ReadPlan { plan, load });
    page.has_verdict(VerdictKind::Wrong, &line.headline).await?;
    page.tells(".tensor-clash", "SFA and SFB share columns 264–271")
        .await?;
    assert!(page.find(".tensor-region.is-wrong").is_ok());
    page.press("Move SFB to column 272").await?;
    page.has_address("#/tensor-memory?regions=d,sfa,sfb@272,a")
        .await?;
    page.has_verdict(
        VerdictKind::Right,
        "4 regions, 336 of 512 columns, no overlap",
    )
    .await?;
    assert!(page.find(".tensor-clash").is_err());
    Ok(())
}

/// D(70, 33) by both shapes for M = 128, and of the second tile for M = 64.
#[test]
async fn an_element_is_found_with_its_thread_and_register() -> Result<()> {
    let page = Page::open("#/tensor-memory?shape=32x32b&num=64").await?;
    let field = page.find(".tensor-find input")?;
    page.fill_in(&field, "D(70, 33)").await?;
    page.tells(".tensor-details", "warp 2, thread 6, register 33")
        .await?;
    page.press("16x256b").await?;
    page.tells(".tensor-details", "warp 2, thread 24, register 1")
        .await?;
    // And of one load from the first column of D on.
    page.tells(".tensor-details", "From column 0 on, with .x8: register 17")
        .await?;
    // 64 repetitions are more than this shape has.
    page.has_address("#/tensor-memory?lane=70&column=33").await
}

/// An element that was typed is followed into another plan, or its text goes with another cell: it is never of another element.
#[test]
async fn an_element_is_looked_for_again_in_another_plan() -> Result<()> {
    let page = Page::open("#/tensor-memory?kind=f16&k=64&regions=d&shape=32x32b").await?;
    let field = page.find(".tensor-find input")?;
    page.fill_in(&field, "D(38, 33)").await?;
    page.tells(".tensor-subject", "D(38, 33): lane 38").await?;
    page.press("64").await?;
    page.tells(".tensor-subject", "D(38, 33): lane 70").await?;
    page.press("128").await?;
    page.fill_in(&field, "D(70, 33)").await?;
    page.press("64").await?;
    page.tells(".tensor-find .fault", "70 is out of range")
        .await?;
    page.press("128").await?;
    page.tells(".tensor-subject", "D(70, 33): lane 70").await?;
    assert!(page.find(".tensor-find .fault").is_err());
    // Another warp's cell is another element.
    page.press("3").await?;
    let is_empty = "return !document.querySelector('.tensor-find input').value";
    page.wait_until("an empty field", is_empty).await.map(drop)
}

/// What is not there has no picture: that of the cell before is not taken for it, and a press on a cell ends the search.
#[test]
async fn an_element_that_is_not_there_marks_nothing() -> Result<()> {
    const MARKS: &str = "document.querySelectorAll(
        '.tensor-page :is(.grid-hovered, .is-window, .is-copy, .tensor-leader, .tensor-plane .is-here)').length";
    let page = Page::open("#/tensor-memory?kind=f16&regions=d").await?;
    page.wait_until("marks", &format!("return {MARKS} > 3"))
        .await?;
    let field = page.find(".tensor-find input")?;
    page.fill_in(&field, "D(200, 33)").await?;
    page.tells(".tensor-subject", "No such element").await?;
    page.wait_until("no mark", &format!("return {MARKS} === 0"))
        .await?;
    let details = page.text_of(SELECTED)?;
    assert!(!details.contains("register"), "{details}");
    page.fill_in(&field, "D(70, 33)").await?;
    page.tells(".tensor-subject", "D(70, 33): lane 70").await?;
    page.wait_until("marks", &format!("return {MARKS} > 3"))
        .await
        .map(drop)
}

/// A cell says all of what it holds in one line, in a fragment of 16 lanes × 8 columns.
#[test]
async fn numbers_stand_in_one_line() -> Result<()> {
    let page = Page::open("#/tensor-memory?kind=f16&regions=d").await?;
    page.tells(".tensor-sheet .grid-numbers", "44,12").await?;
    assert!(page.find(".tensor-sheet .is-beneath").is_err());
    page.tells(".tensor-cells h2", "m, n; colour: register")
        .await
}

#[test]
async fn a_region_of_eight_columns_has_its_name() -> Result<()> {
    let page = Page::open("#/tensor-memory?kind=mxf8f6f4&k=256").await?;
    let name = |name: &str| {
        format!(
            "return [...document.querySelectorAll('.tensor-plane .is-upright')].some((one) => one.textContent === '{name}')"
        )
    };
    page.wait_until("SFA", &name("SFA")).await.map(drop)
}

/// `stmatrix` takes what was accumulated: nothing is said of it where a cell holds anything else.
#[test]
async fn only_registers_of_d_have_a_way_to_shared_memory() -> Result<()> {
    let page = Page::open("#/tensor-memory?regions=d,sfa,sfb").await?;
    page.tells(".tensor-stored", "stmatrix").await?;
    let field = page.find(".tensor-find input")?;
    page.fill_in(&field, "SFA(37, 5)").await?;
    page.tells(".tensor-details", "tcgen05.ld").await?;
    assert!(page.find(".tensor-stored").is_err());
    Ok(())
}

#[test]
async fn a_pair_leads_to_what_each_cta_gives() -> Result<()> {
    let page = Page::open("#/tensor-memory?kind=f16&cta_group=2&m=256&k=64&regions=d").await?;
    let link = page.find(".tensor-each a")?.get_attribute("href");
    let link = link.unwrap_or_default();
    assert!(link.contains("mn=128&k=64&rows=128"), "{link}");
    page.goto(&link).await?;
    page.tells(".build-pair", "0x10400490").await
}

#[test]
async fn a_row_of_the_next_tile_says_how_it_is_reached() -> Result<()> {
    let page = Page::open("#/tensor-memory?kind=f16&m=64&regions=d,d16@0&shape=32x32b").await?;
    let field = page.find(".tensor-find input")?;
    page.fill_in(&field, "D(70, 33)").await?;
    page.tells(".tensor-find .fault", "Row 70 is row 6 of the next tile")
        .await?;
    page.fill_in(&field, "D 2 (6, 33)").await?;
    page.tells(".tensor-subject", "D 2 (6, 33): lane").await?;
    page.tells(".tensor-details", "warp 0, thread 22, register 1")
        .await?;
    assert!(page.text_of(SELECTED)?.contains("layout F"));
    Ok(())
}

#[test]
async fn a_pair_has_a_map_for_each_cta() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    assert_eq!(page.find_all(".tensor-plane").len(), 1);
    page.press("2").await?;
    page.wait_until(
        "both maps",
        "return document.querySelectorAll('.tensor-plane').length === 2",
    )
    .await?;
    page.tells(".tensor-plane em", "128 × 256 f32").await?;
    page.tells(".tensor-each tbody tr:last-child", "128–255")
        .await?;
    page.has_address("#/tensor-memory?cta_group=2").await
}

/// Draws SFB from its column 284 to where that is column 276: it begins at 264 then, in steps of 4.
const DRAG: &str = "
    const map = document.querySelector('.tensor-plane');
    const { left, top, width, height } = map.getBoundingClientRect();
    const event = (kind, column, buttons) => map.dispatchEvent(new PointerEvent(kind, {
        bubbles: true, cancelable: true, pointerId: 1, button: 0, buttons,
        clientX: left + (column + 0.5) / 512 * width, clientY: top + height / 2,
    }));
    event('pointerdown', 284, 1);
    event('pointermove', 280, 1);
    event('pointermove', 276, 1);
    event('pointerup', 276, 0);";

#[test]
async fn a_region_is_drawn_along_the_columns() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    page.execute(DRAG, &[])?;
    page.has_address("#/tensor-memory?regions=d,sfa,sfb@264,a")
        .await?;
    page.tells(".tensor-clash", "SFA and SFB share columns 264–271")
        .await
}

/// Draws the right edge of D from column 256 to 128, then that of SFA, which follows it, from 144 to 160.
const RESIZE: &str = "
    const map = document.querySelector('.tensor-plane');
    const { left, top, width, height } = map.getBoundingClientRect();
    const event = (kind, column, buttons) => map.dispatchEvent(new PointerEvent(kind, {
        bubbles: true, cancelable: true, pointerId: 1, button: 0, buttons,
        clientX: left + column / 512 * width, clientY: top + height / 2,
    }));
    const [from, to] = arguments;
    event('pointerdown', from, 1);
    event('pointermove', to - 0.5, 1);
    event('pointerup', to - 0.5, 0);";

#[test]
async fn the_right_edge_of_a_region_changes_n_or_k() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    page.execute(RESIZE, &["256", "128"])?;
    page.has_address("#/tensor-memory?n=128").await?;
    // Packed regions follow, and the allocation is the power of two that holds all.
    page.tells(
        ".tensor-budget",
        "tcgen05.alloc 256: a power of two from 32",
    )
    .await?;
    page.execute(RESIZE, &["144", "160"])?;
    page.has_address("#/tensor-memory?n=128&k=512").await?;
    page.tells(".tensor-region:nth-of-type(2)", "128–159").await
}

/// A cell that keys led to is not spoken of once another warp is shown.
#[test]
async fn the_next_warp_takes_no_cell_of_the_one_before() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    page.execute(
        "document.querySelector('.tensor-sheet [tabindex]').focus()",
        &[],
    )?;
    page.key("ArrowDown").await?;
    page.tells(".tensor-details", "D(45, 12)").await?;
    page.execute("document.activeElement.blur()", &[])?;
    page.key("w").await?;
    page.tells(".tensor-details", "D(76, 12)").await
}

#[test]
async fn keys_move_the_window_and_go_to_the_next_warp() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    page.rendered().await;
    page.key("w").await?;
    page.has_address("#/tensor-memory?lane=76").await?;
    page.key("ArrowRight").await?;
    page.has_address("#/tensor-memory?lane=76&column=20")
        .await?;
    page.key("ArrowUp").await?;
    page.has_address("#/tensor-memory?lane=60&column=20")
        .await?;
    page.tells(".tensor-details", "D(60, 20)").await
}

#[test]
async fn a_region_at_the_column_of_another_is_selected_moved_and_removed() -> Result<()> {
    let page = Page::open("#/tensor-memory?kind=f16&regions=d,d@0").await?;
    page.click_on(".tensor-region:last-of-type").await?;
    page.tells(".tensor-region.is-here", "D 2").await?;
    page.has_address("#/tensor-memory?kind=f16&regions=d,d@0&lane=0&column=0&selected=1")
        .await?;
    page.press("First column of D 2: more").await?;
    page.tells(".tensor-region.is-here", "D 2").await?;
    page.press("First column of D 2: less").await?;
    page.press("Remove D 2").await?;
    page.has_address("#/tensor-memory?kind=f16&regions=d&lane=0&column=0")
        .await
}

#[test]
async fn a_region_stays_selected_over_another() -> Result<()> {
    let page =
        Page::open("#/tensor-memory?kind=mxf8f6f4&regions=d@0,sfa@256,sfb@264&lane=0&column=256")
            .await?;
    for column in [252, 248] {
        page.press("First column of SFA: less").await?;
        page.tells(".tensor-region.is-here", "SFA").await?;
        page.has_address(&format!(
            "#/tensor-memory?kind=mxf8f6f4&regions=d@0,sfa@{column},sfb@264&lane=0&column={column}&selected=1"
        ))
        .await?;
    }
    Ok(())
}

/// D of M = 64 is in half of the lanes, which 32x32b does not fit; the mend is one press, and a second D in the other half is another.
#[test]
async fn a_load_that_does_not_fit_the_lanes_of_d_is_judged() -> Result<()> {
    let link = "#/tensor-memory?kind=f16&m=64&n=64";
    let page = Page::open(&format!("{link}&regions=d&shape=32x32b")).await?;
    page.has_verdict(
        VerdictKind::Warning,
        "32x32b reads 32 lanes of each warp, of which D fills 16",
    )
    .await?;
    page.tells(".tensor-found.is-warning", "required by the hardware")
        .await?;
    page.press("Read by 16x256b").await?;
    page.has_address(&format!("{link}&regions=d")).await?;
    page.has_verdict(
        VerdictKind::Right,
        "1 region, 64 of 512 columns, no overlap",
    )
    .await?;
    let both = Page::open(&format!("{link}&regions=d,d16@0&shape=32x32b")).await?;
    both.has_verdict(
        VerdictKind::Right,
        "2 regions, 64 of 512 columns, no overlap",
    )
    .await
}

/// SFB of a pair with M = 128: CuTe's reading first, as in the program, the other one a press away.
#[test]
async fn a_contested_region_starts_with_the_reading_of_the_program() -> Result<()> {
    let page = Page::open("#/tensor-memory?cta_group=2&m=128").await?;
    page.has_verdict(VerdictKind::Warning, "Sources disagree on SFB")
        .await?;
    page.tells(
        ".tensor-found.is-warning",
        "Shown is the reading of CuTe, the default here and in swizzle tmem",
    )
    .await?;
    page.press("Show the PTX ISA").await?;
    page.has_address("#/tensor-memory?cta_group=2&m=128&reading=ptx")
        .await
}

#[test]
async fn the_id_of_a_scale_factor_stays_with_its_address() -> Result<()> {
    let link = "#/tensor-memory?kind=mxf8f6f4&k=128&regions=sfa@4&lane=0&column=4&id=2";
    let page = Page::open(link).await?;
    page.tells(".tensor-details", "Scale-factor id 2: byte 2 of the column")
        .await?;
    page.tells(".tensor-details", "0x80000004").await
}

/// Every shape of a copy shows which lanes a row goes to; a press on a lane selects its cell.
#[test]
async fn a_copy_shows_where_each_row_goes() -> Result<()> {
    for (copy, told) in [
        ("128x256b", "Row 44, bytes 16–19: lane 44, column 12"),
        ("128x128b", "Row 44, bytes 0–3: lane 44, column 12"),
        (
            "64x128b.02_13",
            "Row 44, bytes 0–3: lanes 44 and 108, column 12",
        ),
        (
            "64x128b.01_23",
            "Row 12, bytes 0–3: lanes 12 and 44, column 12",
        ),
        (
            "32x128b",
            "Row 12, bytes 0–3: lanes 12, 44, 76 and 108, column 12",
        ),
        ("4x256b", "Nothing is written here"),
    ] {
        let page = Page::open(&format!("#/tensor-memory?cp={copy}")).await?;
        page.tells(".tensor-copied-told", told).await?;
        assert_eq!(
            page.find_all(".tensor-copied .tensor-sheet").len(),
            5,
            "{copy}"
        );
    }
    let page = Page::open("#/tensor-memory").await?;
    let all: HtmlSelectElement = page
        .find("select[aria-label='tcgen05.cp']")?
        .unchecked_into();
    page.pick_from(&all, "4").await?;
    page.tells(".tensor-copied", "For A of a pair with M = 128")
        .await?;
    page.has_address("#/tensor-memory?cp=64x128b.02_13").await
}

#[test]
async fn a_load_says_whether_stmatrix_takes_its_registers() -> Result<()> {
    let page = Page::open("#/tensor-memory").await?;
    page.tells(".tensor-stored", "stmatrix.m8n8 takes these registers")
        .await?;
    page.press("32x32b").await?;
    page.tells(".tensor-stored", "Not the registers of stmatrix")
        .await
}
