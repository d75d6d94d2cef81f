//! The pages of a dump and of a box, and the registers of a fragment.

use serde_json::json;
use swizzle_core::hardware::Chip;
use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::refusals_of_map;
use swizzle_core::{Descriptor, Said};
use swizzle_dump::{Example, dump_from_bytes, read_of_dump, recognize};
use swizzle_lints::tma::{TypedCopy, TypedMap, copy_verdict};
use swizzle_lints::verdict_of_tma;
use swizzle_text::grouped;
use swizzle_view::{Shown, link_from_shown};
use wasm_bindgen_test::wasm_bindgen_test as test;
use web_sys::Element;

use super::host::{Fault, Page, Result};
use crate::kit::in_groups;

impl Page {
    /// Opens a page of a dump or of a box, with all of its values in view.
    async fn open_memory(part: &str) -> Result<Self> {
        let page = Self::open("#/?").await?;
        page.type_address(&format!("#/memory/{part}")).await?;
        page.wait_until("the page", "return document.querySelector('.framed')").await?;
        // A page that has nothing to show yet has no button for it.
        page.key("e").await?;
        Ok(page)
    }

    /// Waits until some element has this text.
    pub(super) async fn has_text(&self, css: &str, text: &str) -> Result<()> {
        let script = "return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)";
        self.wait_for(text, || {
            let there = self.execute(script, &[css])?;
            let texts = there.as_array().cloned().unwrap_or_default();
            match texts.iter().any(|one| *one == json!(text)) {
                true => Ok(Some(())),
                false => Err(Fault::new(format!("{css}: {texts:?}"))),
            }
        })
        .await
    }

    /// The field with this label in the drawer.
    pub(super) fn memory_field(&self, label: &str) -> Result<Element> {
        let path = format!("//label[span='{label}']/input");
        self.find_xpath(&path)
    }
}

/// A dump with a fault is named, its mend too; what a descriptor reads of it is counted; it becomes the tile of Check.
#[test]
async fn a_dump_with_a_fault_is_named_and_mended() -> Result<()> {
    let page = Page::open_memory("dump").await?;
    let example = Example::NarrowMask;
    page.press(example.title()).await?;
    let dumps = [dump_from_bytes(example.text().as_bytes(), 16).expect("a dump")];
    let asked = example.asked();
    let found = recognize(&dumps, &asked).expect("an answer");
    page.has_text(".below p", &found[0].text()).await?;
    page.has_text(".mend", "Rows 4–7 of every 8 need the third bit of the row. 2,048 of 4,096 elements are in the wrong slot of their line.")
        .await?;
    page.has_text(".mended", &in_groups(&found[0].mend().expect("a fault"))).await?;
    // What rows are XORed with is beside them, and what is expected.
    page.has_text(".xor.bad", "0").await?;
    let expected = "return [...document.querySelectorAll('g:has(> .xor.bad)')].some((one) => one.textContent.endsWith('not 4'))";
    page.wait_until("what is expected", expected).await?;
    // A descriptor is counted by what it reads: 64 rows and 32 bytes of K.
    let typed = Descriptor::guessed(example.descriptor());
    let read = read_of_dump(&dumps, &asked, &found[0], typed).expect("a read");
    page.fill_in(&page.memory_field("Descriptor")?, &typed.to_string()).await?;
    let (right, of) = read.right_of();
    let told = format!("{right} of {} values are the expected ones, from (mn 0, k 0) on.", grouped(of));
    page.has_text(".below p", &told).await?;
    // Another one that fits as well.
    let matches = page.find_all(".matches button");
    assert_eq!(matches.len(), found.len());
    page.click(&matches[1]).await?;
    page.has_text(".below p", &found[1].text()).await?;
    page.click(&page.find_all(".matches button")[0]).await?;
    page.has_text(".below p", &found[0].text()).await?;
    page.follow("Use as tile in Check →").await?;
    let said = Said { tile: found[0].said().expect("a tile"), ..Said::default() };
    let link = link_from_shown(&Shown::from(said));
    let is_there = format!("return location.hash === {link:?} && document.querySelector('.check .bits')");
    page.wait_until("Check", &is_there).await?;
    Ok(())
}

/// The dump is held against another layout, and by Escape against its own again; a unit has its values and where they are.
#[test]
async fn a_dump_is_held_against_another_layout() -> Result<()> {
    let page = Page::open("#/memory/dump?example=right&mn=64&k=64").await?;
    let right = "128B K-major: all 4,096 elements match";
    page.is_titled(VerdictKind::Right, right).await?;
    let pressed = |name: &str| {
        format!(
            "return document.querySelector('.aside .fit [aria-pressed=true]')?.textContent.startsWith({name:?})"
        )
    };
    page.wait_until("its own", &pressed("128B, K-major")).await?;
    page.click_on(".aside .fit button:nth-child(3)").await?;
    page.wait_until("red cells", "return document.querySelector('.note[text-anchor]') && [...document.querySelectorAll('.note')].some((one) => one.textContent === 'red: read instead')").await?;
    page.key("Escape").await?;
    page.wait_until("its own again", &pressed("128B, K-major")).await?;
    page.execute("document.querySelector('.cell-touch').focus()", &[])?;
    page.key("ArrowDown").await?;
    page.key("Enter").await?;
    page.has_text(".aside h2", "Row 0, unit 0").await?;
    page.has_text(".aside .values", "01234567").await?;
    page.key("Escape").await?;
    page.has_text(".aside h2", "How well each layout fits").await
}

/// Rows that were chosen stay when the view options close.
#[test]
async fn a_view_option_stays_when_its_list_closes() -> Result<()> {
    let page = Page::open("#/memory/dump?example=right&mn=64&k=64").await?;
    let rows = "[aria-label='Rows in view'] [aria-pressed=true]";
    page.press("View options").await?;
    page.press("16").await?;
    page.has_text(rows, "16").await?;
    page.click_on("h1").await?;
    page.wait_until("the end of the list", "return !document.querySelector('[aria-label=\"Rows in view\"]')")
        .await?;
    page.press("View options").await?;
    page.has_text(rows, "16").await
}

/// What cannot be read is said beside the field at fault, and who types goes on in the field of the dump.
#[test]
async fn what_is_typed_is_read_and_faults_stand_beside_it() -> Result<()> {
    let page = Page::open_memory("dump").await?;
    let title = "Which layout is in this dump?";
    page.is_titled(VerdictKind::Incomplete, title).await?;
    page.fill_in(&page.find("#memory-dump")?, "0x400: 0x1 zzz").await?;
    let why = dump_from_bytes(b"0x400: 0x1 zzz", 16).expect_err("a fault");
    page.has_text(".dump-zone [role=alert]", &why.to_string()).await?;
    page.is_titled(VerdictKind::Wrong, "This dump cannot be read").await?;
    page.fill_in(&page.find("#memory-dump")?, "1 2 3 4").await?;
    page.has_text(".aside h2", "No layout fits").await?;
    page.wait_until(
        "the focus",
        "return document.querySelector('.pop #memory-dump:focus')?.value === '1 2 3 4'",
    )
    .await?;
    page.fill_in(&page.memory_field("K")?, "12x").await?;
    let field = "return document.querySelector('.drawer .field [aria-invalid]')";
    page.wait_until("the fault", field).await?;
    Ok(())
}

/// A part of the memory side that does not exist is named.
#[test]
async fn an_unknown_part_is_named() -> Result<()> {
    let page = Page::open("#/memory/what").await?;
    page.has_text(".notices p", "“what”: there is no such part of this page").await
}

/// A box that the driver refuses is refused with every reason; against a descriptor the page tells what meets.
#[test]
async fn a_box_is_refused_and_held_against_a_descriptor() -> Result<()> {
    let page = Page::open_memory("tma").await?;
    page.has_text(".below h2", "The descriptor reads what the box writes.").await?;
    page.fill_in(&page.memory_field("Descriptor")?, "0x8000004000010040").await?;
    page.has_text(".aside h2", "The descriptor reads something else.").await?;
    page.fill_in(&page.memory_field("Box")?, "72, 128").await?;
    let typed = TypedMap { box_elements: "72, 128".into(), ..TypedMap::default() };
    let refusals = refusals_of_map(&typed.map().expect("a map"), Chip::Sm90);
    assert!(!refusals.is_empty());
    for refusal in refusals {
        let text = format!("{}: {}", refusal.argument, refusal.text);
        page.has_text(".refusals li", &text).await?;
    }
    let copy = TypedCopy { map: typed, target: Chip::Sm90, destination_bytes: 0x400, buffer_bytes: None };
    let verdict = copy_verdict(&copy);
    let line = verdict_of_tma(&verdict, None);
    page.is_titled(VerdictKind::Wrong, &in_groups(&line.headline)).await?;
    // The rule that is broken comes first, in red.
    page.has_text(".arguments > .is-wrong:first-child dt", "boxDim").await?;
    // In red under the field at fault, and nothing is drawn or compared.
    let under = "
        const field = [...document.querySelectorAll('.drawer .field')].find((one) => one.firstChild.textContent === 'Box');
        const fault = field.querySelector('[role=alert]');
        return field.querySelector('[aria-invalid]') && fault ? fault.textContent : ''";
    let why: Vec<&str> = verdict.refusals().map(|one| &*one.text).collect();
    assert_eq!(page.text_of(under)?, why.join(" "));
    let drawn = "return document.querySelectorAll('.cell-view').length === 0";
    page.wait_until("no landing", drawn).await?;
    // What repairs it is one press.
    page.press(&in_groups(&verdict.repairs()[0].label)).await?;
    let is_drawn = "return document.querySelector('.cell-view')";
    page.wait_until("the landing", is_drawn).await?;
    Ok(())
}

/// Examples that fail are in the drawer; the line names the fault, and one press mends it.
#[test]
async fn an_example_that_fails_is_one_press_away() -> Result<()> {
    let agreed = "The descriptor reads what the box writes";
    for (example, fault, repair, wrong) in [
        (
            "No swizzle",
            "The box has swizzle none, the descriptor 128B: 112 of 128 units differ in address",
            "Set swizzle to 128B",
            ".frame.is-wrong",
        ),
        (
            "Too large",
            "The box has 300 elements along dimension 1; it must have 1 to 256",
            "Set the box to 64 × 256",
            ".tma-refused .brace",
        ),
    ] {
        let page = Page::open_memory("tma").await?;
        page.is_titled(VerdictKind::Right, agreed).await?;
        page.follow(example).await?;
        page.is_titled(VerdictKind::Wrong, fault).await?;
        let is_drawn = format!("return document.querySelector('{wrong}')");
        page.wait_until("what is wrong", &is_drawn).await?;
        page.press(repair).await?;
        page.is_titled(VerdictKind::Right, agreed).await?;
    }
    Ok(())
}

/// How much shared memory a narrow box takes, which part of it a descriptor reads on which chip, and enumerations by any
/// name and by number.
#[test]
async fn a_narrow_box_covers_more_than_it_writes() -> Result<()> {
    let page = Page::open("#/memory/tma?box=32,128").await?;
    page.press("All parameters").await?;
    let text = async |css: &str, words: &str| {
        let script = format!(
            "return [...document.querySelectorAll({css:?})].some((one) => one.textContent.includes({words:?}))"
        );
        page.wait_until(words, &script).await.map(drop)
    };
    text(".below p", "cover 16,384 bytes of shared memory").await?;
    text(".below p", "The box overruns a buffer of 8,192 bytes").await?;
    page.fill_in(&page.memory_field("Buffer bytes")?, "8192").await?;
    let fault = ".field [role=alert]";
    text(fault, "overruns its buffer of 8192 bytes by 8192").await?;
    page.fill_in(&page.memory_field("Buffer bytes")?, "16384").await?;
    text(".below p", "This wgmma descriptor (sm_90a) reads rows 0 to 63 and K 0 to 15 of the box.").await?;
    let choose = "
        const list = document.querySelector('.drawer select[aria-label=Chip]');
        list.selectedIndex = [...list.options].findIndex((one) => one.textContent === 'sm_100a');
        list.dispatchEvent(new Event('change', { bubbles: true }))";
    page.execute(choose, &[])?;
    // The descriptor goes with it.
    text(".below p", "This tcgen05 descriptor (sm_100a)").await?;
    // By number, and by the name in cuda.h.
    page.fill_in(&page.memory_field("Swizzle")?, "3").await?;
    page.fill_in(&page.memory_field("Data type")?, "CU_TENSOR_MAP_DATA_TYPE_FLOAT16").await?;
    text(".field .hint", "FLOAT16").await?;
    text(".below p", "cover 16,384 bytes of shared memory").await?;
    page.fill_in(&page.memory_field("Strides")?, "8200").await?;
    text(fault, "not a multiple of 16").await?;
    page.wait_for("the link", || {
        let has = |part: &&str| page.link().contains(part);
        Ok(["swizzle=3", "buffer=16384", "strides=8200"].iter().all(has).then_some(()))
    })
    .await?;
    // A link may hold one of another chip.
    page.type_address("#/memory/tma?arch=sm_100a&descriptor=0x4000004000010040").await?;
    text(".below .warn", "No sm_100a instruction accepts it").await?;
    page.is_titled(VerdictKind::Warning, "No sm_100a instruction accepts this wgmma descriptor").await?;
    page.press("Convert the descriptor to tcgen05: 0x4000404000010040").await?;
    page.is_titled(VerdictKind::Right, "The descriptor reads what the box writes").await
}

/// A bit at the foot changes the descriptor that is held against the box, and so does a step.
#[test]
async fn the_descriptor_is_edited_bit_by_bit_and_step_by_step() -> Result<()> {
    let page = Page::open("#/memory/tma").await?;
    page.press("Step 1: K 16–31").await?;
    page.has_address("#/memory/tma?descriptor=0x4000004000010042").await?;
    page.click_on(".field-bits.tint-sbo").await?;
    page.press("Bit 38").await?;
    page.is_titled(
        VerdictKind::Wrong,
        "The box writes 112 of 128 units to a different address than the descriptor reads",
    )
    .await
}
