//! The loom: its bits take the cell elsewhere, a field lights its wires, and all of it is there as text.

use swizzle_core::{Coord, Swizzle};
use swizzle_infer::trace::trace_from_element;
use swizzle_text::loom::Loom;
use swizzle_text::loom_lines;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Fault, Page, Result, state};

#[test]
async fn a_bit_of_the_cell_is_turned_by_click_and_by_key() -> Result<()> {
    let link = "#/wgmma/4000004000010040?cell=3,40";
    let page = Page::open(link).await?;
    let mut at = state(link);
    page.traces(&at, Coord { mn: 3, k: 40 }).await?;
    // r5 to r0 and u2 to u0: r3 leads eight rows on.
    page.click_on(".loom-bit[value='2']").await?;
    at.pinned = Some(Coord { mn: 11, k: 40 });
    page.traces(&at, Coord { mn: 11, k: 40 }).await?;
    page.execute("document.querySelector('.loom-bit').focus()", &[])?;
    for _ in 0..8 {
        page.key("ArrowRight").await?;
    }
    page.key("Enter").await?;
    at.pinned = Some(Coord { mn: 11, k: 32 });
    page.traces(&at, Coord { mn: 11, k: 32 }).await?;
    page.has_address_of(&at).await
}

/// Which gates are closed, the highest first.
const GATES: &str = "
    return [...document.querySelectorAll('.loom [role=switch]')].map((gate) => Number(gate.ariaChecked === 'true')).join('')";

/// What is said of a gate, by its place from above.
fn gate_text(at: usize) -> String {
    format!(
        "return document.querySelectorAll('.loom [role=switch]')[{at}].querySelector('title').textContent"
    )
}

/// Each gate is a switch of the mode: closing one closes those below it, and opening one opens those above it.
#[test]
async fn a_gate_sets_the_swizzle_mode() -> Result<()> {
    let link = "#/wgmma?cell=3,40";
    let page = Page::open(link).await?;
    let mut at = state(link);
    let here = Coord { mn: 3, k: 40 };
    page.traces(&at, here).await?;
    assert_eq!(page.text_of(GATES)?, "111");
    let told = page.text_of(&gate_text(1))?;
    assert_eq!(told, "Sets swizzle 32B: rows become 32 bytes wide.");
    page.click_on(".loom [aria-label='Wire 8 → 5']").await?;
    at.said.tile.swizzle = Some(Swizzle::B32);
    page.shows(&at).await?;
    page.traces(&at, here).await?;
    assert_eq!(page.text_of(GATES)?, "001");
    // By key, where the focus stays on the gate.
    page.execute(
        "document.querySelector(\".loom [aria-label='Wire 9 → 6']\").focus()",
        &[],
    )?;
    for (key, mode, gates) in [
        ("Enter", Swizzle::B128, "111"),
        (" ", Swizzle::B64, "011"),
        ("Enter", Swizzle::B128, "111"),
    ] {
        page.key(key).await?;
        at.said.tile.swizzle = Some(mode);
        page.traces(&at, here).await?;
        assert_eq!(page.text_of(GATES)?, gates);
    }
    page.click_on(".loom [aria-label='Wire 7 → 4']").await?;
    at.said.tile.swizzle = Some(Swizzle::None);
    page.traces(&at, here).await?;
    assert_eq!(page.text_of(GATES)?, "000");
    page.has_address_of(&at).await?;
    page.press("Undo").await?;
    at.said.tile.swizzle = Some(Swizzle::B128);
    page.shows_with_address(&at).await.map(drop)
}

/// A gate of a given descriptor's read changes its mode and no other bit; that of a tile whose own mode is said, that mode.
#[test]
async fn a_gate_sets_the_mode_that_is_drawn() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040?cell=3,40").await?;
    page.click_on(".loom [aria-label='Wire 8 → 5']").await?;
    let hex = "return document.querySelector('input.descriptor-hex').value";
    page.wait_for("the mode 32B", || {
        let is = (page.text_of(hex)?, page.text_of(GATES)?);
        Ok((is == ("0xc000004000010040".into(), "001".into())).then_some(()))
    })
    .await?;
    let link = "#/wgmma/4000004000010040?meant_swizzle=64B&show=tile&cell=3,40";
    page.type_address(link).await?;
    let mut at = state(link);
    page.shows(&at).await?;
    page.click_on(".loom [aria-label='Wire 8 → 5']").await?;
    at.said.tile.swizzle = Some(Swizzle::B32);
    page.shows(&at).await?;
    assert_eq!(page.text_of(hex)?, "0x4000004000010040");
    Ok(())
}

/// Where the XOR has other bits than those of the three gates, or a page only shows a tile, there is nothing to switch.
#[test]
async fn other_looms_have_no_switches() -> Result<()> {
    let page = Page::open("#/tcgen05?swizzle=128B-32B-atom&major=MN&element=tf32&cell=4,6").await?;
    page.wait_until(
        "a loom",
        "return document.querySelector('.loom .loom-ring')",
    )
    .await?;
    assert_eq!(page.text_of(GATES)?, "");
    page.goto("#/learn/the-xor/1").await?;
    page.wait_until(
        "the loom of a lesson",
        "return document.querySelector('.learn-loom .loom-ring')",
    )
    .await?;
    assert_eq!(page.text_of(GATES)?, "");
    Ok(())
}

/// Modes, major-ness, elements, a base offset, a stride that is not a power of two, one that overlaps, chunks.
#[test]
async fn it_is_drawn_for_every_kind_of_layout() -> Result<()> {
    let page = Page::open("").await?;
    for link in [
        "#/wgmma?swizzle=none&cell=9,24",
        "#/wgmma?swizzle=32B&major=MN&cell=24,9",
        "#/tcgen05?swizzle=128B-32B-atom&major=MN&element=tf32&cell=4,6",
        "#/wgmma?base_offset=3&start=0x480&pattern=0x580&cell=11,40",
        "#/wgmma/4000004100010040?show=read&cell=11,8",
        "#/wgmma/4000000800010040?show=read&cell=8,0",
        "#/tcgen05?element=e2m1-packed&cells=elements&cell=3,41",
        "#/tcgen05?element=e3m2&cells=elements&cell=3,41",
        "#/wgmma?meant_row_bytes=160&cell=3,40",
    ] {
        page.type_address(link).await?;
        let at = state(link);
        page.shows(&at).await?;
        page.traces(&at, at.pinned.expect("a pinned cell")).await?;
    }
    Ok(())
}

#[test]
async fn a_field_that_is_pointed_at_lights_its_wires() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040?cell=11,40").await?;
    let lit = async |field: &str| {
        page.wait_for(&format!("{field} lit"), || {
            let is =
                page.text_of("return document.querySelector('.inspector').dataset.lit ?? ''")?;
            if is == field {
                return Ok(Some(()));
            }
            Err(Fault::new(format!("{is} is lit")))
        })
        .await
    };
    page.click_on(".bit[value='38']").await?;
    lit("sbo").await?;
    page.click_on("#number-start").await?;
    lit("start").await?;
    page.click_on(".heading h1").await?;
    lit("").await
}

#[test]
async fn it_is_there_as_text() -> Result<()> {
    let link = "#/wgmma/4000004000010040?cell=11,40";
    let page = Page::open(link).await?;
    page.click_on(".inspector-twin summary").await?;
    let at = Coord { mn: 11, k: 40 };
    let spec = state(link).spec().expect("a tile");
    let trace = trace_from_element(spec.layout(), at);
    let expected = loom_lines(&trace, &Loom::of(&spec, at, false)).join("\n");
    page.wait_for("the trace as text", || {
        let lines = page.text_of(
            "return [...document.querySelectorAll('.inspector-twin li')].map((line) => line.textContent).join('\\n')",
        )?;
        if lines == expected {
            return Ok(Some(()));
        }
        Err(Fault::new(lines))
    }).await
}
