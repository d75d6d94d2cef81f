//! What is on screen is in the link: on every page a reload keeps all of it, and what Copy link copies opens the same.

use std::fmt::Write as _;

use serde_json::Value;
use swizzle_core::Named as _;
use swizzle_dump::Example;
use swizzle_tests::webdriver::{Element, Result};
use swizzle_view::link::build_address;
use swizzle_warp::Preset;

use crate::page::Page;

/// Every field of the page under the bar: its kind and what it says.
const FIELDS: &str = "
    return [...document.querySelectorAll('main input, main select, main textarea, main button[aria-pressed]')]
        .filter((one) => one.type !== 'file')
        .map((one) => one.matches('input[type=radio]') ? `${one.checked}`
            : one.matches('button') ? `${one.textContent} ${one.ariaPressed}` : one.value)";

/// The same tile in the builder of Blackwell.
const TILE: &str = "#/tcgen05?operand=A&element=f16&major=K&swizzle=128B&mn=128&k=64";

impl Page {
    fn fields(&self) -> Result<Value> {
        self.session().execute(FIELDS, &[])
    }

    /// The field with this label on the memory side.
    fn memory_field(&self, label: &str) -> Result<Element<'_>> {
        let path = format!("//label[span='{label}']/input");
        self.session().find_xpath(&path)
    }

    /// Waits until the address has all of this.
    pub(crate) fn has_in_link(&self, parts: &[&str]) -> Result<String> {
        let mut script = "return location.hash.length > 1".to_owned();
        for part in parts {
            write!(script, " && location.hash.includes('{part}')").expect("a string");
        }
        self.session().wait_until(&parts.join(", "), &script)?;
        self.link()
    }

    /// Waits for fields as they were, and compares what is there then.
    fn has_again(&self, fields: &Value, when: &str) -> Result<()> {
        let script = format!(
            "const now = (() => {{{FIELDS}}})(); return JSON.stringify(now) === JSON.stringify({fields})"
        );
        // What differs is said below.
        let _ = self.session().wait_until(when, &script);
        assert_eq!(self.fields()?, *fields, "{when}");
        Ok(())
    }

    /// Loads the page again, and waits for its fields.
    fn reload(&self, has: &str) -> Result<()> {
        self.session().refresh()?;
        self.waits_for(has)
    }

    fn waits_for(&self, has: &str) -> Result<()> {
        let script = format!("return document.querySelector('{has}')");
        self.session().wait_until(has, &script).map(|_| ())
    }

    /// A reload changes no field, and neither does the link that Copy link copies, in a new visitor's browser.
    fn survives_reload_and_copy(&self, has: &str) -> Result<()> {
        let (fields, link) = (self.fields()?, self.link()?);
        self.reload(has)?;
        self.has_again(&fields, &format!("{link} after a reload"))?;
        assert_eq!(self.link()?, link);
        let copied = self.copied_link()?;
        let hash = copied.split_once('#').map(|(_, hash)| format!("#{hash}"));
        assert_eq!(hash.as_deref(), Some(&*link));
        let visitor = Self::open(&link)?;
        visitor.waits_for(has)?;
        visitor.has_again(&fields, &format!("{link} elsewhere"))?;
        assert_eq!(visitor.session().console_errors()?, [""; 0]);
        Ok(())
    }

    /// What Copy link hands to the clipboard.
    fn copied_link(&self) -> Result<String> {
        self.session().execute(
            "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }",
            &[],
        )?;
        let press = "
            const button = [...document.querySelectorAll('.bar .copy-button')].find((one) => one.textContent === 'Copy link');
            button?.click();
            return button !== undefined";
        self.session().wait_until("Copy link", press)?;
        let said = "return window.copied !== undefined
            && [...document.querySelectorAll('.bar .copy-button')].some((one) => one.textContent === 'Copied link')";
        self.session().wait_until("Copied", said)?;
        self.text_of("return window.copied")
    }

    /// Types into a number of the builder; it can be behind the bits of the instruction, as a panel scrolls.
    fn builds_with(&self, label: &str, value: &str) -> Result<()> {
        let field = self.field(label)?;
        self.session().execute(
            "arguments[0].scrollIntoView({ block: 'center' })",
            &[field.handle()],
        )?;
        field.fill(value)
    }
}

/// The instruction descriptor that came back as another one: 0x08400010 as 0x08100010.
#[test]
fn a_reload_keeps_the_instruction_of_the_builder() -> Result<()> {
    let page = Page::open("")?;
    page.type_address(&build_address(TILE))?;
    let idesc = |hex: &str| {
        let script =
            format!("return document.querySelector('.build-idesc input')?.value === '{hex}'");
        page.session().wait_until(hex, &script).map(|_| ())
    };
    idesc("0x08100010")?;
    page.builds_with("Instruction N", "256")?;
    idesc("0x08400010")?;
    page.has_in_link(&["n=256"])?;
    page.reload(".build-idesc input")?;
    idesc("0x08400010")?;
    page.pick("Type of D", "f16")?;
    page.pick("Major of B", "MN")?;
    page.pick("cta_group", "cta-group-2")?;
    page.pick("Load of D", "16x128b")?;
    page.press("Rust")?;
    page.session()
        .find("[aria-label^='Instruction bit 15:']")?
        .click()?;
    page.has_in_link(&[
        "n=256",
        "d=f16",
        "other_major=MN",
        "form=cta-group-2",
        "load=16x128b",
        "language=rust",
        "idesc=0x",
    ])?;
    page.survives_reload_and_copy(".build-idesc input")?;
    // The tile is chosen anew: what was said of the instruction stays.
    page.builds_with("K", "128")?;
    page.has_in_link(&["k=128", "n=256", "d=f16", "other_major=MN", "language=rust"])?;
    Ok(())
}

#[test]
fn a_reload_keeps_an_access_and_the_fragment() -> Result<()> {
    let page = Page::open("#/memory/lanes")?;
    page.pick("Access", Preset::EpilogueMatrix.name())?;
    page.pick("Element", "e4m3")?;
    page.memory_field("Rows")?.fill("128")?;
    page.memory_field("lane → (row, column)")?
        .fill("(lane % 8 + 8 * (lane / 16), lane / 8 % 2 * width)")?;
    page.press("64B")?;
    page.press("Registers")?;
    page.pick("Fragment", "the same, 8 bits")?;
    page.has_in_link(&[
        "preset=epilogue-stmatrix",
        "element=e4m3",
        "rows=128",
        "formula=(",
        "layout=64B",
        "fragment_bits=8",
        "tab=registers",
    ])?;
    page.survives_reload_and_copy(".is-sheet")
}

#[test]
fn a_reload_keeps_a_tensor_map_and_its_descriptor() -> Result<()> {
    let page = Page::open("#/memory/tma")?;
    page.pick("Chip", "sm_100a")?;
    page.memory_field("Box")?.fill("32, 64")?;
    page.memory_field("Strides")?.fill("8200")?;
    page.memory_field("Descriptor")?
        .fill("0x4000004000010080")?;
    page.has_in_link(&[
        "arch=sm_100a",
        "box=32,64",
        "strides=8200",
        "descriptor=0x4000004000010080",
    ])?;
    page.survives_reload_and_copy("[data-verdict]")?;
    // What cannot be opened is named, and the rest is kept.
    page.type_address("#/memory/tma?box=16,8&bax=3")?;
    page.session().wait_until(
        "the notice",
        "return document.querySelector('.notices')?.textContent.includes('bax=3')",
    )?;
    assert_eq!(page.memory_field("Box")?.property("value")?, "16, 8");
    Ok(())
}

/// The boxes of a tile are those of the link, wherever one was before; without a tile, or beside a map that is refused, none.
#[test]
fn the_boxes_of_a_tile_are_in_the_link() -> Result<()> {
    let heads =
        "[...document.querySelectorAll('.memory-section h2')].map(head => head.textContent)";
    let has = |page: &Page, holds: bool| -> Result<()> {
        let is = format!(
            "const heads = {heads}; return heads.includes('The driver') && heads.includes('Boxes for the tile') === {holds}"
        );
        page.session().wait_until("the boxes of the tile", &is)?;
        Ok(())
    };
    let page = Page::open("")?;
    page.type_address("#/build/wgmma?mn=128&k=64")?;
    page.session().wait_until(
        "the way to the boxes",
        "return document.querySelector('.build-ways a[href*=\"memory/tma\"]')",
    )?;
    page.session().execute(
        "document.querySelector('.build-ways a[href*=\"memory/tma\"]').click()",
        &[],
    )?;
    has(&page, true)?;
    page.session().refresh()?;
    has(&page, true)?;
    page.type_address("#/memory/tma")?;
    has(&page, false)?;
    page.type_address("#/memory/tma?swizzle=64B&tile=%23/wgmma%3Fmn=128%26k=64")?;
    has(&page, false)
}

#[test]
fn a_reload_keeps_what_is_asked_of_a_dump_and_this_browser_its_bytes() -> Result<()> {
    let page = Page::open("#/memory/dump")?;
    page.press(Example::NarrowMask.title())?;
    page.waits_for(".memory-rivals input")?;
    page.session().find_all(".memory-rivals input")?[1].click()?;
    page.has_in_link(&["example=narrow-mask", "k=64", "layout=2"])?;
    page.survives_reload_and_copy(".memory-rivals input")?;

    let dump = "0x400: 0x00010000 0x00030002";
    // Without a dump there is one large field, in the middle of the page.
    page.press("Clear")?;
    page.waits_for(".dump-cards")?;
    // The first letter puts the field into the panel, where it keeps the focus.
    page.session().find("#memory-dump")?.click()?;
    page.type_here(dump)?;
    page.has_in_link(&["bytes="])?;
    page.memory_field("K")?.fill("32")?;
    page.has_in_link(&["bytes=", "k=32"])?;
    let said = "return document.querySelector('.memory-dump').textContent.includes('stay in this browser')";
    page.session().wait_until("where the bytes are", said)?;
    let is_there = format!("return document.querySelector('#memory-dump').value === {dump:?}");
    page.session().wait_until("the dump", &is_there)?;
    // The bytes are kept once they were looked at.
    let kept = "return sessionStorage.getItem('dump')?.includes('0x00030002')";
    page.session().wait_until("the bytes are kept", kept)?;
    page.reload("#memory-dump")?;
    page.session().wait_until("the dump again", &is_there)?;
    // The address follows what is typed after a moment: its mark is of the whole dump by now.
    let link = page.has_in_link(&["bytes=", "k=32"])?;
    assert!(!link.contains("example="), "{link}");
    let mark = link.split(['?', '&']).find(|key| key.starts_with("bytes="));
    let mark = mark.unwrap_or_default().to_owned();
    // Another browser has the questions, and says what it lacks.
    let visitor = Page::open(&link)?;
    let lacks = "return document.querySelector('.memory-dump .fault')?.textContent.includes('not in this browser')";
    visitor.session().wait_until("what is lacking", lacks)?;
    assert_eq!(visitor.memory_field("K")?.property("value")?, "32");
    visitor.session().find("#memory-dump")?.click()?;
    visitor.type_here(dump)?;
    let is_quiet = "return !document.querySelector('.memory-dump .fault')";
    visitor.session().wait_until("the same dump", is_quiet)?;
    visitor.has_in_link(&[&mark, "k=32"])?;
    Ok(())
}

#[test]
fn every_other_page_has_its_link_and_shares_it() -> Result<()> {
    let page = Page::open("#/support")?;
    page.press("sm_103a")?;
    page.press("B")?;
    page.has_in_link(&["arch=tcgen05", "chip=sm_103a", "operand=B"])?;
    page.survives_reload_and_copy(".support-table")?;
    for (link, has) in [
        ("#/learn", "main"),
        ("#/learn/the-xor/2", "main"),
        ("#/glossary/atom", "main"),
        ("#/compare/figure/157/with/figure/158", "main"),
        ("#/memory/lanes?preset=transpose", ".lanes-duel"),
        ("#/build/wgmma?mn=128&k=64", ".build-code"),
        ("#/figure/160", ".descriptor"),
    ] {
        let page = Page::open(link)?;
        page.waits_for(has)?;
        let copied = page.copied_link()?;
        assert!(copied.ends_with(link), "{copied}");
        page.press("Share…")?;
        let shared = format!(
            "return document.querySelector('.share .share-text')?.textContent.endsWith({link:?})"
        );
        page.session().wait_until("the dialog", &shared)?;
        assert_eq!(page.session().console_errors()?, [""; 0]);
    }
    Ok(())
}
