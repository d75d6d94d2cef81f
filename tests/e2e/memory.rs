//! The memory side: a dump, a box, and the lanes of an access.

use serde_json::json;
use swizzle_core::hardware::Chip;
use swizzle_core::reader::Said;
use swizzle_core::reader::VerdictKind;
use swizzle_core::tma::{TypedCopy, TypedMap, copy_verdict, refusals_of_map};
use swizzle_core::{Descriptor, Element, Major, Named as _, Swizzle};
use swizzle_dump::{Example, dump_from_bytes, read_of_dump, recognize};
use swizzle_lints::verdict_of_tma;
use swizzle_tests::webdriver::{Error, Result};
use swizzle_view::{Shown, link_from_shown};
use swizzle_warp::{Form, Preset, conflict_text, side_by_side};

use crate::page::Page;

impl Page {
    /// Opens a part of the memory side.
    fn open_memory(part: &str) -> Result<Self> {
        let page = Self::open("")?;
        page.type_address(&format!("#/memory/{part}"))?;
        let body = "return document.querySelector('.memory-body')";
        page.session().wait_until("the part", body)?;
        Ok(page)
    }

    /// Waits until some element has this text.
    fn has_text(&self, css: &str, text: &str) -> Result<()> {
        let script =
            "return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)";
        self.session().wait_for(text, |session| {
            let there = session.execute(script, &[css.into(), text.into()])?;
            let texts = there.as_array().cloned().unwrap_or_default();
            match texts.iter().any(|one| *one == json!(text)) {
                true => Ok(Some(())),
                false => Err(Error::new(format!("{css}: {texts:?}"))),
            }
        })
    }

    /// The field with this label on the memory side.
    pub(crate) fn memory_field(
        &self,
        label: &str,
    ) -> Result<swizzle_tests::webdriver::Element<'_>> {
        let path = format!("//label[span='{label}']/input");
        self.session().find_xpath(&path)
    }
}

/// A dump with a fault is named, its mend too; the matrix that a descriptor reads of it has its wrong cells marked; it
/// becomes the tile of the atlas.
#[test]
fn a_dump_with_a_fault_is_named_and_mended() -> Result<()> {
    let page = Page::open_memory("dump")?;
    let example = Example::NarrowMask;
    page.press(example.title())?;
    let dumps = [dump_from_bytes(example.text().as_bytes(), 16).expect("a dump")];
    let found = recognize(&dumps, &example.asked()).expect("an answer");
    page.has_text(".memory-found", &found[0].text())?;
    page.has_text(".memory-mend", &found[0].mend().expect("a fault"))?;
    let seen = read_of_dump(
        &dumps,
        &example.asked(),
        &found[0],
        Descriptor::guessed(example.descriptor()),
    );
    let seen = seen.expect("a read");
    page.has_text(".memory-grid pre", &seen.text(&found[0]).lines)?;
    let path = "return document.querySelector('.memory-grid .memory-unit-wrong').getAttribute('d')";
    assert_eq!(page.text_of(path)?, seen.wrong_path());
    // Another one that fits as well.
    let radios = page.session().find_all(".memory-rivals input")?;
    assert_eq!(radios.len(), found.len());
    radios[1].click()?;
    page.has_text(".memory-found", &found[1].text())?;
    radios[0].click()?;
    page.has_text(".memory-found", &found[0].text())?;
    page.session().find(".memory-verdict a.button")?.click()?;
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
    page.session().wait_until("the atlas", &is_there)?;
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

/// What cannot be read is said beside the field at fault, and the dump of a tile in 64 KiB is answered before a visitor
/// notices.
#[test]
fn what_is_typed_is_read_and_faults_stand_beside_it() -> Result<()> {
    let page = Page::open_memory("dump")?;
    let dump = page.session().find("#memory-dump")?;
    dump.fill("0x400: 0x1 zzz")?;
    let why = dump_from_bytes(b"0x400: 0x1 zzz", 16).expect_err("a fault");
    page.has_text(".memory-dump .fault", &why.to_string())?;
    dump.fill("1 2 3 4")?;
    page.has_text(".memory-section h2", "No layout fits")?;
    page.memory_field("K")?.fill("12x")?;
    let field = "return document.querySelector('.memory-field [aria-invalid]')";
    page.session().wait_until("the fault", field)?;
    Ok(())
}

/// A box that the driver refuses is refused with every reason; against a descriptor the page tells what meets.
#[test]
fn a_box_is_refused_and_held_against_a_descriptor() -> Result<()> {
    let page = Page::open_memory("tma")?;
    page.has_text(".memory-found", "The descriptor reads what the box writes.")?;
    page.memory_field("Descriptor")?
        .fill("0x8000004000010040")?;
    page.has_text(".memory-found", "The descriptor reads something else.")?;
    page.memory_field("Box")?.fill("72, 128")?;
    let typed = TypedMap {
        box_elements: "72, 128".into(),
        ..TypedMap::default()
    };
    let refusals = refusals_of_map(&typed.map().expect("a map"), Chip::Sm90);
    assert!(!refusals.is_empty());
    for refusal in refusals {
        let text = format!("{}: {}", refusal.argument, refusal.text);
        page.has_text(".memory-refusals li", &text)?;
    }
    let copy = TypedCopy {
        map: typed,
        target: Chip::Sm90,
        destination_bytes: 0x400,
        buffer_bytes: None,
    };
    let verdict = copy_verdict(&copy);
    let line = verdict_of_tma(&verdict, None);
    page.has_verdict(VerdictKind::Wrong, &line.headline)?;
    // In red under the field at fault, and nothing is drawn or compared.
    let under = "
        const field = [...document.querySelectorAll('.memory-field')].find((one) => one.firstChild.textContent === 'Box');
        const fault = field.querySelector('.fault');
        return field.querySelector('[aria-invalid]') && fault ? fault.textContent : ''";
    let why: Vec<&str> = verdict.refusals.iter().map(|one| &*one.text).collect();
    assert_eq!(page.text_of(under)?, why.join(" "));
    let drawn = "return document.querySelectorAll('.memory-answer .memory-grid, .memory-answer .memory-found').length === 0";
    page.session().wait_until("no landing", drawn)?;
    // What repairs it is one press.
    page.press(&verdict.repairs[0].label)?;
    let is_drawn = "return document.querySelector('.memory-answer .memory-grid')";
    page.session().wait_until("the landing", is_drawn)?;
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

/// How much shared memory a narrow box takes, which part of it a descriptor reads on which chip, and enumerations by any
/// name and by number.
#[test]
fn a_narrow_box_covers_more_than_it_writes() -> Result<()> {
    let page = Page::open("#/memory/tma?box=32,128")?;
    let text = |css: &str, words: &str| {
        let script = format!(
            "return [...document.querySelectorAll({css:?})].some((one) => one.textContent.includes({words:?}))"
        );
        page.session().wait_until(words, &script).map(|_| ())
    };
    text(".memory-section p", "cover 16384 bytes of shared memory")?;
    text(".memory-section p", "A buffer of 8192 bytes is overrun")?;
    page.memory_field("Bytes of the buffer")?.fill("8192")?;
    text(
        ".memory-field .fault",
        "overruns its buffer of 8192 bytes by 8192",
    )?;
    page.memory_field("Bytes of the buffer")?.fill("16384")?;
    text(
        ".memory-section p",
        "A wgmma descriptor (sm_90a) that reads rows 0 to 63 and K 0 to 15 of the box.",
    )?;
    page.pick("Chip", "sm_100a")?;
    // The descriptor goes with it.
    text(".memory-section p", "A tcgen05 descriptor (sm_100a)")?;
    // By number, and by the name in cuda.h.
    page.memory_field("Swizzle")?.fill("3")?;
    page.memory_field("Data type")?
        .fill("CU_TENSOR_MAP_DATA_TYPE_FLOAT16")?;
    text(".memory-field .hint", "FLOAT16")?;
    text(".memory-section p", "cover 16384 bytes of shared memory")?;
    page.memory_field("Strides in bytes, from the second dimension on")?
        .fill("8200")?;
    text(".memory-field .fault", "not a multiple of 16")?;
    page.has_in_link(&["swizzle=3", "buffer=16384", "strides=8200"])?;
    // A link may hold one of another chip.
    page.type_address("#/memory/tma?arch=sm_100a&descriptor=0x4000004000010040")?;
    text(
        ".memory-section .memory-warn",
        "No instruction of sm_100a takes it",
    )?;
    page.has_verdict(
        VerdictKind::Warning,
        "No instruction of sm_100a takes this wgmma descriptor",
    )?;
    page.press("Convert the descriptor to tcgen05: 0x4000404000010040")?;
    page.has_verdict(
        VerdictKind::Right,
        "Accepted by cuTensorMapEncodeTiled on sm_100a, by its documentation",
    )?;
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

/// The same access on every layout, with what it costs there.
#[test]
fn an_access_is_served_on_each_layout() -> Result<()> {
    let page = Page::open_memory("lanes")?;
    for preset in [Preset::ColumnByColumn, Preset::EpilogueMatrix] {
        page.pick("Access", preset.name())?;
        let all = side_by_side(
            preset.access(),
            &preset.formula(),
            Element::Bf16,
            Major::K,
            (64, 64),
        );
        for one in all.expect("an answer") {
            let row = [
                one.form.text(),
                conflict_text(&one.served),
                one.served.count().to_string(),
                one.served.conflicts().to_string(),
            ];
            page.has_text(".memory-beside tbody tr", &format!(" {}", row.concat()))?;
        }
    }
    let last = Form::ALL.len() - 1;
    assert_eq!(Form::ALL[last], Form::Canonical(Swizzle::B128));
    page.session().find_all(".memory-beside input")?[last].click()?;
    page.session().wait_until(
        "no conflict",
        "return document.querySelector('.memory-bank') && !document.querySelector('.memory-bank.is-conflict')",
    )?;
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}
