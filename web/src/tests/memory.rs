//! The memory side: a dump, a box, and the lanes of an access.

use serde_json::json;
use swizzle_core::Said;
use swizzle_core::hardware::{Chip, Major};
use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::refusals_of_map;
use swizzle_core::{Descriptor, Element as Type, Named as _};
use swizzle_draw::scene::matrix_of_dump;
use swizzle_dump::{DumpPicture, Example, dump_from_bytes, read_of_dump, read_of_tile, recognize};
use swizzle_lints::tma::{TypedCopy, TypedMap, copy_verdict};
use swizzle_lints::verdict_of_tma;
use swizzle_text::grouped;
use swizzle_view::{Shown, link_from_shown};
use swizzle_warp::{Form, Preset, conflict_text, side_by_side};
use wasm_bindgen_test::wasm_bindgen_test as test;
use web_sys::Element;

use super::host::{Fault, Page, Result};

impl Page {
    /// Opens a part of the memory side.
    pub(super) async fn open_memory(part: &str) -> Result<Self> {
        let page = Self::open("").await?;
        page.type_address(&format!("#/memory/{part}")).await?;
        let body = "return document.querySelector('.memory-body')";
        page.wait_until("the part", body).await?;
        Ok(page)
    }

    /// Waits until some element has this text.
    async fn has_text(&self, css: &str, text: &str) -> Result<()> {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)";
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

    /// Waits until a sheet of cells is as large as this.
    async fn has_size(&self, name: &str, columns: u32, rows: u32) -> Result<()> {
        let words = format!("{columns} columns, {rows} rows");
        let script = format!(
            "return [...document.querySelectorAll('.is-sheet')].some((one) => {{
                 const label = one.getAttribute('aria-label');
                 return label.startsWith({name:?}) && label.includes({words:?});
             }})"
        );
        self.wait_until(&words, &script).await.map(drop)
    }

    /// Waits until the wrong numbers of a sheet have these among them.
    async fn has_wrong(&self, name: &str, numbers: &str) -> Result<()> {
        let script = format!(
            "const wrong = document.querySelector('.is-sheet[aria-label^=\"{name}\"] .is-beneath');
             return wrong && wrong.textContent.replace(/\\s+/g, ' ').includes({numbers:?})"
        );
        self.wait_until(numbers, &script).await.map(drop)
    }

    /// The field with this label on the memory side.
    fn memory_field(&self, label: &str) -> Result<Element> {
        let path = format!("//label[span='{label}']/input");
        self.find_xpath(&path)
    }
}

/// A dump with a fault is named, its mend too; the matrix that a descriptor reads of it has its wrong cells marked; it
/// becomes the tile of the atlas.
#[test]
async fn a_dump_with_a_fault_is_named_and_mended() -> Result<()> {
    let page = Page::open_memory("dump").await?;
    let example = Example::NarrowMask;
    page.press(example.title()).await?;
    let dumps = [dump_from_bytes(example.text().as_bytes(), 16).expect("a dump")];
    let found = recognize(&dumps, &example.asked()).expect("an answer");
    page.has_text(".memory-found", &found[0].text()).await?;
    page.has_text(".memory-mend", &found[0].mend().expect("a fault"))
        .await?;
    // Without a descriptor the whole tile is held against what its writer is expected to write, in the cells of the atlas.
    let asked = example.asked();
    let read = read_of_tile(&dumps, &asked, &found[0]);
    let picture = DumpPicture::new(&dumps, &asked, Some(&found[0]), Some(read));
    let scene = matrix_of_dump(&picture);
    page.has_size("Matrix view", scene.size.columns, scene.size.rows)
        .await?;
    page.has_wrong("Matrix view", "256 264 272").await?;
    // With one, what that reads: 64 rows and 32 bytes of K.
    let typed = Descriptor::guessed(example.descriptor());
    let read = read_of_dump(&dumps, &asked, &found[0], typed).expect("a read");
    page.fill_in(&page.memory_field("Descriptor")?, &typed.to_string())
        .await?;
    page.has_size("Matrix view", 2, 64).await?;
    let (right, of) = read.right_of();
    let told = format!(
        "{right} of {} values are the expected ones, from (mn 0, k 0) on.",
        grouped(of)
    );
    page.has_text(".memory-section p", &told).await?;
    // Another one that fits as well.
    let radios = page.find_all(".memory-rivals input");
    assert_eq!(radios.len(), found.len());
    page.click(&radios[1]).await?;
    page.has_text(".memory-found", &found[1].text()).await?;
    page.click(&page.find_all(".memory-rivals input")[0])
        .await?;
    page.has_text(".memory-found", &found[0].text()).await?;
    page.click_on(".dump-buttons a.button").await?;
    let said = Said {
        tile: found[0].said().expect("a tile"),
        ..Said::default()
    };
    let link = link_from_shown(&Shown {
        said,
        ..Shown::default()
    });
    let is_there =
        format!("return location.hash === {link:?} && document.querySelector('.grid-numbers')");
    page.wait_until("the atlas", &is_there).await?;
    Ok(())
}

/// What cannot be read is said beside the field at fault, and the dump of a tile in 64 KiB is answered before a visitor
/// notices.
#[test]
async fn what_is_typed_is_read_and_faults_stand_beside_it() -> Result<()> {
    let page = Page::open_memory("dump").await?;
    let dump = page.find("#memory-dump")?;
    page.fill_in(&dump, "0x400: 0x1 zzz").await?;
    let why = dump_from_bytes(b"0x400: 0x1 zzz", 16).expect_err("a fault");
    page.has_text(".memory-dump .fault", &why.to_string())
        .await?;
    page.fill_in(&dump, "1 2 3 4").await?;
    page.has_text(".memory-section h2", "No layout fits")
        .await?;
    page.fill_in(&page.memory_field("K")?, "12x").await?;
    let field = "return document.querySelector('.memory-field [aria-invalid]')";
    page.wait_until("the fault", field).await?;
    Ok(())
}

/// A box that the driver refuses is refused with every reason; against a descriptor the page tells what meets.
#[test]
async fn a_box_is_refused_and_held_against_a_descriptor() -> Result<()> {
    let page = Page::open_memory("tma").await?;
    page.has_text(".memory-found", "The descriptor reads what the box writes.")
        .await?;
    page.fill_in(&page.memory_field("Descriptor")?, "0x8000004000010040")
        .await?;
    page.has_text(".memory-found", "The descriptor reads something else.")
        .await?;
    page.fill_in(&page.memory_field("Box")?, "72, 128").await?;
    let typed = TypedMap {
        box_elements: "72, 128".into(),
        ..TypedMap::default()
    };
    let refusals = refusals_of_map(&typed.map().expect("a map"), Chip::Sm90);
    assert!(!refusals.is_empty());
    for refusal in refusals {
        let text = format!("{}: {}", refusal.argument, refusal.text);
        page.has_text(".memory-refusals li", &text).await?;
    }
    let copy = TypedCopy {
        map: typed,
        target: Chip::Sm90,
        destination_bytes: 0x400,
        buffer_bytes: None,
    };
    let verdict = copy_verdict(&copy);
    let line = verdict_of_tma(&verdict, None);
    page.has_verdict(VerdictKind::Wrong, &line.headline).await?;
    // The rule that is broken comes first, in red.
    page.has_text(".tma-arguments > dt.memory-bad:first-child", "boxDim")
        .await?;
    // In red under the field at fault, and nothing is drawn or compared.
    let under = "
        const field = [...document.querySelectorAll('.memory-field')].find((one) => one.firstChild.textContent === 'Box');
        const fault = field.querySelector('.fault');
        return field.querySelector('[aria-invalid]') && fault ? fault.textContent : ''";
    let why: Vec<&str> = verdict.refusals().map(|one| &*one.text).collect();
    assert_eq!(page.text_of(under)?, why.join(" "));
    let drawn = "return document.querySelectorAll('.is-sheet, .memory-found').length === 0";
    page.wait_until("no landing", drawn).await?;
    // What repairs it is one press.
    page.press(&verdict.repairs()[0].label).await?;
    let is_drawn = "return document.querySelector('.is-sheet')";
    page.wait_until("the landing", is_drawn).await?;
    Ok(())
}

/// What is said to be red.
const RED: &str =
    "return document.querySelector('.sheet-legend > span:nth-of-type(2)')?.textContent ?? ''";

/// Who comes from the menu has examples that fail one press away; the line names the fault, and one press mends it.
#[test]
async fn an_example_that_fails_is_one_press_away() -> Result<()> {
    let agreed = "The box and the descriptor agree: all 128 units of one read";
    for (example, fault, repair, wrong) in [
        (
            "No swizzle",
            "The box has swizzle none, the descriptor 128B: 112 of 128 units differ in address",
            "Set swizzle to 128B",
            ".grid-wrong",
        ),
        (
            "Too large",
            "The box has 300 elements along dimension 1; it must have 1 to 256",
            "Set the box to 64, 256",
            ".tma-refused",
        ),
    ] {
        let page = Page::open_memory("tma").await?;
        page.has_verdict(VerdictKind::Right, agreed).await?;
        assert_eq!(page.text_of(RED)?, "");
        page.follow(example).await?;
        page.has_verdict(VerdictKind::Wrong, fault).await?;
        let is_drawn = format!("return document.querySelector('{wrong}')");
        page.wait_until("what is wrong", &is_drawn).await?;
        let red = match wrong {
            ".grid-wrong" => "red: actual, grey: expected",
            _ => "",
        };
        assert_eq!(page.text_of(RED)?, red);
        page.press(repair).await?;
        page.has_verdict(VerdictKind::Right, agreed).await?;
    }
    Ok(())
}

/// How much shared memory a narrow box takes, which part of it a descriptor reads on which chip, and enumerations by any
/// name and by number.
#[test]
async fn a_narrow_box_covers_more_than_it_writes() -> Result<()> {
    let page = Page::open("#/memory/tma?box=32,128").await?;
    let text = async |css: &str, words: &str| {
        let script = format!(
            "return [...document.querySelectorAll({css:?})].some((one) => one.textContent.includes({words:?}))"
        );
        page.wait_until(words, &script).await.map(drop)
    };
    text(".memory-section p", "cover 16384 bytes of shared memory").await?;
    text(
        ".memory-section p",
        "The box overruns a buffer of 8192 bytes",
    )
    .await?;
    page.fill_in(&page.memory_field("Buffer bytes")?, "8192")
        .await?;
    text(
        ".memory-field .fault",
        "overruns its buffer of 8192 bytes by 8192",
    )
    .await?;
    page.fill_in(&page.memory_field("Buffer bytes")?, "16384")
        .await?;
    text(
        ".memory-section p",
        "This wgmma descriptor (sm_90a) reads rows 0 to 63 and K 0 to 15 of the box.",
    )
    .await?;
    page.pick("Chip", "sm_100a").await?;
    // The descriptor goes with it.
    text(".memory-section p", "This tcgen05 descriptor (sm_100a)").await?;
    // By number, and by the name in cuda.h.
    page.fill_in(&page.memory_field("Swizzle")?, "3").await?;
    page.fill_in(
        &page.memory_field("Data type")?,
        "CU_TENSOR_MAP_DATA_TYPE_FLOAT16",
    )
    .await?;
    text(".memory-field .hint", "FLOAT16").await?;
    text(".memory-section p", "cover 16384 bytes of shared memory").await?;
    page.fill_in(&page.memory_field("Strides")?, "8200").await?;
    text(".memory-field .fault", "not a multiple of 16").await?;
    page.wait_for("the link", || {
        let has = |part: &&str| page.link().contains(part);
        Ok(["swizzle=3", "buffer=16384", "strides=8200"]
            .iter()
            .all(has)
            .then_some(()))
    })
    .await?;
    // A link may hold one of another chip.
    page.type_address("#/memory/tma?arch=sm_100a&descriptor=0x4000004000010040")
        .await?;
    text(
        ".memory-section .memory-warn",
        "No sm_100a instruction accepts it",
    )
    .await?;
    page.has_verdict(
        VerdictKind::Warning,
        "No sm_100a instruction accepts this wgmma descriptor",
    )
    .await?;
    page.press("Convert the descriptor to tcgen05: 0x4000404000010040")
        .await?;
    page.has_verdict(
        VerdictKind::Right,
        "The box and the descriptor agree: all 128 units of one read",
    )
    .await?;
    Ok(())
}

/// The same access on every layout, with what it costs there.
#[test]
async fn an_access_is_served_on_each_layout() -> Result<()> {
    let page = Page::open_memory("lanes").await?;
    for preset in [Preset::ColumnByColumn, Preset::EpilogueMatrix] {
        page.pick("Access", preset.name()).await?;
        let all = side_by_side(
            preset.access(),
            &preset.formula(),
            Type::Bf16,
            Major::K,
            (64, 64),
        );
        for one in all.expect("an answer") {
            // Plain rows are the left half, whatever is on the right.
            let half = usize::from(one.form != Form::Plain) + 1;
            if let Form::Padded = one.form {
                page.press("padded").await?;
            } else if let Form::Canonical(mode) = one.form {
                page.press(mode.name()).await?;
            }
            let wanted = [
                one.form.title(),
                one.served.count().to_string(),
                match one.served.ways() {
                    0 | 1 => "no conflicts".to_owned(),
                    _ => format!("{} conflict", conflict_text(&one.served)),
                },
            ];
            let said = format!(
                "const half = document.querySelectorAll('.lanes-half')[{half} - 1];
                 return ['h2', '.lanes-count', '.lanes-conflict'].map((css) => half.querySelector(css).textContent).join('|') === {:?}",
                wanted.join("|")
            );
            page.wait_until(&one.form.text(), &said).await?;
        }
    }
    page.pick("Access", Preset::ColumnByColumn.name()).await?;
    page.press("128B").await?;
    page.wait_until(
        "no conflict",
        "return document.querySelectorAll('.lanes-half')[1]?.matches('.is-free')",
    )
    .await?;
    // Plain rows stay beside it, and the lane that is pointed at is told of both.
    let plain = "return document.querySelectorAll('.lanes-half')[0].matches('.is-conflict')";
    assert_eq!(page.execute(plain, &[])?, true);
    page.execute(
        "document.querySelectorAll('.lanes-dot')[5]
             .dispatchEvent(new PointerEvent('pointermove', { bubbles: true }))",
        &[],
    )?;
    page.wait_until(
        "lane 5 in both halves",
        "return [...document.querySelectorAll('.lanes-half h3 small')]
             .filter((one) => one.textContent.startsWith('lane 5: 0x')).length === 2",
    )
    .await?;
    Ok(())
}

/// What cannot be read is said beside its field, and the picture of what could be stays. Arrow keys lead from lane to lane.
#[test]
async fn a_formula_at_fault_keeps_the_picture() -> Result<()> {
    let page = Page::open_memory("lanes").await?;
    page.has_verdict(
        VerdictKind::Right,
        "128B swizzle: 4 wavefronts instead of 32, no bank conflicts",
    )
    .await?;
    // The wires are folded below the comparison, and no verdict but the title's is there.
    page.wait_until(
        "one verdict, and folded wires below the pictures",
        "return document.querySelectorAll('[data-verdict]').length === 1
             && document.querySelector('.lanes-duel ~ details.wires:not([open])')",
    )
    .await?;
    page.fill_in(&page.memory_field("lane → (row, column)")?, "(lane +, 0)")
        .await?;
    page.wait_until(
        "the fault beside its field",
        "return document.querySelector('.memory-field.is-tall .fault')
             && document.querySelectorAll('.lanes-half').length === 2",
    )
    .await?;
    // A transposing copy conflicts under the widest swizzle, too.
    page.pick("Access", Preset::Transpose.name()).await?;
    page.has_verdict(
        VerdictKind::Warning,
        "128B swizzle: 4-way bank conflict, 4 wavefronts instead of 32",
    )
    .await?;
    page.execute(
        "document.querySelector('.lanes-duel')
             .dispatchEvent(new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true }))",
        &[],
    )?;
    page.wait_until(
        "lane 0 in both halves and in the matrix",
        "return document.querySelectorAll('.lanes-dot.is-at').length === 2
             && document.querySelector('.lanes-cell.is-at')",
    )
    .await?;
    Ok(())
}

/// The tabs are in the link, and arrow keys lead from one to the other.
#[test]
async fn what_of_lanes_is_shown_is_in_the_link() -> Result<()> {
    let page = Page::open_memory("lanes").await?;
    page.execute(
        "document.querySelector('[role=tab]')
             .dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))",
        &[],
    )?;
    page.has_size("Registers view", 8, 128).await?;
    page.wait_until(
        "the focus",
        "return document.activeElement.id === 'lanes-registers'
             && document.activeElement.getAttribute('aria-selected') === 'true'",
    )
    .await?;
    page.wait_for("the link", || {
        Ok(page.link().contains("tab=registers").then_some(()))
    })
    .await?;
    // Two keys before a frame: past the last tab to the first.
    page.execute(
        "for (let keys = 0; keys < 2; keys++) {
             document.activeElement
                 .dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
         }",
        &[],
    )?;
    page.wait_until(
        "the first tab",
        "return document.activeElement.id === 'lanes-conflicts'
             && document.activeElement.getAttribute('aria-selected') === 'true'",
    )
    .await?;
    page.type_address("#/memory/lanes?tab=costs").await?;
    page.has_text("h1", "What a layout costs").await?;
    Ok(())
}

/// Of 16 bits, half of the threads hold the groups of all rows; the other half holds the same.
#[test]
async fn metadata_of_sparse_wgmma_are_shown_by_thread() -> Result<()> {
    let page =
        Page::open("#/memory/lanes?tab=registers&fragment=metadata&fragment_bits=16").await?;
    page.has_size("Registers view", 8, 128).await?;
    page.has_size("Matrix view", 8, 64).await?;
    page.has_text(
        "[data-verdict]",
        "64 threads hold 4 bits for each group of 4 elements of K, 64 × 8",
    )
    .await
}
