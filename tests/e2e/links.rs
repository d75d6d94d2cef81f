//! What is on screen is in the link: on every page a reload keeps all of it, and what Share copies opens the same.

use std::fmt::Write as _;

use serde_json::{Value, json};
use swizzle_dump::Example;
use swizzle_tests::webdriver::{Element, Result, keys};
use swizzle_view::link::build_address;

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

    /// A reload changes no field, and neither does the link that Share copies, in a new visitor's browser.
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

    /// What Share hands to the clipboard.
    fn copied_link(&self) -> Result<String> {
        self.session().execute(
            "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }",
            &[],
        )?;
        self.press_in_bar("Share")?;
        let press = "
            const button = document.querySelector('.share-line .copy-button');
            button?.click();
            return button !== null";
        self.session().wait_until("Copy", press)?;
        let said = "return window.copied !== undefined
            && document.querySelector('.share-line .copy-button').textContent.startsWith('Copied')";
        self.session().wait_until("Copied", said)?;
        let copied = self.text_of("return window.copied");
        self.press("Close")?;
        copied
    }

    /// Opens all parameters of the builder.
    fn has_drawer(&self) -> Result<()> {
        let open = "
            const button = document.querySelector('.more[aria-expanded=false]');
            button?.click();
            return document.querySelector('.drawer')";
        self.session().wait_until("the drawer", open).map(|_| ())
    }

    /// Chooses in it, from a list or among segments.
    fn builds_as(&self, label: &str, text: &str) -> Result<()> {
        self.has_drawer()?;
        let choose = format!(
            "const place = document.querySelector(`.drawer [aria-label='{label}']`);
            const all = [...place.children];
            const one = all.find((one) => one.textContent === '{text}');
            if (place.matches('select')) {{
                place.selectedIndex = all.indexOf(one);
                place.dispatchEvent(new Event('change', {{ bubbles: true }}));
            }} else one.click();"
        );
        self.session().execute(&choose, &[]).map(|_| ())
    }

    /// Types into a number of the builder, as a drawer scrolls.
    fn builds_with(&self, label: &str, value: &str) -> Result<()> {
        self.has_drawer()?;
        let css = format!(".drawer input[aria-label='{label}']");
        let field = self.session().find(&css)?;
        self.session().execute("arguments[0].scrollIntoView({ block: 'center' })", &[field.handle()])?;
        field.fill(value)
    }
}

/// The instruction descriptor that came back as another one: 0x08400010 as 0x08100010.
#[test]
fn a_reload_keeps_the_instruction_of_the_builder() -> Result<()> {
    let page = Page::open("#/?")?;
    page.type_address(&build_address(TILE))?;
    let idesc = |hex: &str| {
        let script = format!("return document.querySelector('.idesc input')?.value === '{hex}'");
        page.session().wait_until(hex, &script).map(|_| ())
    };
    idesc("0x08100010")?;
    page.builds_with("Instruction N", "256")?;
    idesc("0x08400010")?;
    page.has_in_link(&["n=256"])?;
    page.reload(".idesc input")?;
    idesc("0x08400010")?;
    page.builds_as("Type of D", "f16")?;
    page.builds_as("Major of B", "MN")?;
    page.builds_as("cta_group", "2")?;
    page.builds_as("Load of D", "16x128b")?;
    page.press("Rust")?;
    for css in [".idesc button[aria-label^='Transpose A']", "[aria-label^='Instruction bit 15:']"] {
        page.session().find(css)?.click()?;
    }
    page.has_in_link(&[
        "n=256",
        "d=f16",
        "other_major=MN",
        "form=cta-group-2",
        "load=16x128b",
        "language=rust",
        "idesc=0x",
    ])?;
    // The bits of a field are open until then.
    page.session().chord(&[keys::ESCAPE])?;
    page.survives_reload_and_copy(".idesc input")?;
    // The tile is chosen anew: what was said of the instruction stays.
    page.builds_with("K", "128")?;
    page.has_in_link(&["k=128", "n=256", "d=f16", "other_major=MN", "language=rust"])?;
    Ok(())
}

#[test]
fn a_reload_keeps_an_access_and_the_fragment() -> Result<()> {
    let page = Page::open("#/memory/lanes?element=e4m3&rows=128&layout=64B")?;
    page.press("stmatrix")?;
    page.press("Formula")?;
    page.session().find(".pop input")?.fill("(lane % 8 + 8 * (lane / 16), lane / 8 % 2 * width)")?;
    // Its field is closed after a reload; what was typed is in the link.
    page.session().chord(&[keys::ESCAPE])?;
    let access = ["preset=epilogue-stmatrix", "element=e4m3", "rows=128", "formula=(", "layout=64B"];
    page.has_in_link(&access)?;
    page.survives_reload_and_copy(".three canvas")?;
    let page = Page::open("#/memory/lanes?tab=registers&rows=128")?;
    page.choose("Fragment", "operand A of wgmma, 8 bits")?;
    page.has_in_link(&["rows=128", "fragment_bits=8", "tab=registers"])?;
    page.survives_reload_and_copy(".stations canvas")
}

#[test]
fn a_reload_keeps_a_tensor_map_and_its_descriptor() -> Result<()> {
    let page = Page::open("#/memory/tma")?;
    page.press("All parameters")?;
    page.session().execute(
        "const list = document.querySelector('select[aria-label=Chip]');
         list.selectedIndex = [...list.options].findIndex((one) => one.textContent === 'sm_100a');
         list.dispatchEvent(new Event('change', { bubbles: true }))",
        &[],
    )?;
    page.memory_field("Box")?.fill("32, 64")?;
    page.memory_field("Strides")?.fill("8200")?;
    page.memory_field("Descriptor")?.fill("0x4000004000010080")?;
    page.has_in_link(&["arch=sm_100a", "box=32,64", "strides=8200", "descriptor=0x4000004000010080"])?;
    page.survives_reload_and_copy("[data-verdict]")?;
    // What cannot be opened is named, and the rest is kept.
    page.type_address("#/memory/tma?box=16,8&bax=3")?;
    page.session().wait_until(
        "the notice",
        "return document.querySelector('.notices')?.textContent.includes('bax=3')",
    )?;
    page.press("All parameters")?;
    assert_eq!(page.memory_field("Box")?.property("value")?, "16, 8");
    Ok(())
}

/// The boxes of a tile are those of the link, wherever one was before; without a tile, or beside a map that is refused, none.
#[test]
fn the_boxes_of_a_tile_are_in_the_link() -> Result<()> {
    let heads = "[...document.querySelectorAll('.below h2')].map(head => head.textContent)";
    let has = |page: &Page, holds: bool| -> Result<()> {
        let is = format!(
            "const heads = {heads}; return heads.includes('The driver') && heads.includes('Boxes for the tile') === {holds}"
        );
        page.session().wait_until("the boxes of the tile", &is)?;
        Ok(())
    };
    let page = Page::open("#/?")?;
    page.type_address("#/build/wgmma?mn=128&k=64")?;
    page.session().wait_until(
        "the way to the boxes",
        "return document.querySelector('.build-ways a[href*=\"memory/tma\"]')",
    )?;
    page.session().execute("document.querySelector('.build-ways a[href*=\"memory/tma\"]').click()", &[])?;
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
    page.waits_for(".matches button")?;
    page.session().find_all(".matches button")?[1].click()?;
    page.has_in_link(&["example=narrow-mask", "k=64", "layout=2"])?;
    page.survives_reload_and_copy(".matches button")?;

    let dump = "0x400: 0x00010000 0x00030002";
    // Without a dump there is one large field, in the middle of the page.
    page.session().find(".paste-chip")?.click()?;
    page.press("Clear")?;
    page.waits_for(".examples")?;
    // The first letter folds the field to a chip, which is open, and where it keeps the focus.
    page.session().find("#memory-dump")?.click()?;
    page.type_here(dump)?;
    page.has_in_link(&["bytes="])?;
    let said = "return document.querySelector('.dump-zone').textContent.includes('stays in this browser')";
    page.session().wait_until("where the bytes are", said)?;
    let is_there = format!("return document.querySelector('#memory-dump').value === {dump:?}");
    page.session().wait_until("the dump", &is_there)?;
    page.press("All parameters")?;
    page.memory_field("K")?.fill("32")?;
    page.has_in_link(&["bytes=", "k=32"])?;
    // The bytes are kept once they were looked at.
    let kept = "return sessionStorage.getItem('dump')?.includes('0x00030002')";
    page.session().wait_until("the bytes are kept", kept)?;
    page.reload(".paste-chip")?;
    page.session().find(".paste-chip")?.click()?;
    page.session().wait_until("the dump again", &is_there)?;
    // The address follows what is typed after a moment: its mark is of the whole dump by now.
    let link = page.has_in_link(&["bytes=", "k=32"])?;
    assert!(!link.contains("example="), "{link}");
    let mark = link.split(['?', '&']).find(|key| key.starts_with("bytes="));
    let mark = mark.unwrap_or_default().to_owned();
    // Another browser has the questions, and says what it lacks.
    let visitor = Page::open(&link)?;
    let lacks = "return document.querySelector('.dump-zone [role=alert]')?.textContent.includes('not in this browser')";
    visitor.session().wait_until("what is lacking", lacks)?;
    visitor.press("All parameters")?;
    assert_eq!(visitor.memory_field("K")?.property("value")?, "32");
    visitor.session().find("#memory-dump")?.click()?;
    visitor.type_here(dump)?;
    let is_quiet = "return !document.querySelector('.dump-zone [role=alert]')";
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
    page.survives_reload_and_copy(".combos")?;
    for (link, has) in [
        ("#/learn", "main"),
        ("#/learn/the-xor/2", "main"),
        ("#/glossary/atom", "main"),
        ("#/compare/figure/157/with/figure/158", "main"),
        ("#/memory/lanes?preset=transpose", ".three"),
        ("#/build/wgmma?mn=128&k=64", ".build-code"),
        ("#/figure/160", ".check .hex"),
    ] {
        let page = Page::open(link)?;
        page.waits_for(has)?;
        let copied = page.copied_link()?;
        assert!(copied.ends_with(link), "{copied}");
        page.press("Share")?;
        let shared =
            format!("return document.querySelector('.share .share-text')?.textContent.endsWith({link:?})");
        page.session().wait_until("the dialog", &shared)?;
        assert_eq!(page.session().console_errors()?, [""; 0]);
    }
    Ok(())
}

/// A dump of indices that is pasted is drawn as the image that is in it; another descriptor draws another one, and the link keeps
/// the view.
#[test]
fn a_pasted_dump_is_a_picture_that_follows_its_descriptor() -> Result<()> {
    let page = Page::open("")?;
    page.type_address("#/memory/dump?mn=64&k=64")?;
    let session = page.session();
    session.wait_until("the page", "return document.querySelector('#memory-dump')")?;
    let paste = "
        const field = document.querySelector('#memory-dump');
        field.value = arguments[0];
        field.dispatchEvent(new InputEvent('input', { bubbles: true }))";
    session.execute(paste, &[json!(Example::Right.text())])?;
    session.wait_until("what was found", "return document.querySelector('.framed .xor')")?;
    page.press("Picture P: what is read, as an image")?;
    let is_right = "
        const images = [...document.querySelectorAll('.pictures canvas')].map((one) => one.toDataURL());
        return images.length === 2 && images[0] === images[1]";
    session.wait_until("the right picture", is_right)?;
    page.press("All parameters")?;
    session.find_xpath("//label[span='Descriptor']/input")?.fill("0x4000000800010040")?;
    let counts = "return document.querySelector('.picture-tools strong').textContent === '3,584 of 4,096 values wrong'";
    session.wait_until("the wrong picture", counts)?;
    assert_eq!(session.execute(is_right, &[])?, json!(false));
    session.wait_until(
        "its link",
        "return location.hash.endsWith('&descriptor=0x4000000800010040&show=picture')",
    )?;
    session.refresh()?;
    session.wait_until("the same after a reload", &counts.replace(".textContent", "?.textContent"))?;
    Ok(())
}
