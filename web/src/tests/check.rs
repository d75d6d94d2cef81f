//! Check as its document has it: typing, keys, focus, what is said aloud, and what opens over the page. Values, rows and
//! pictures are asked beside the code.

use serde_json::json;
use swizzle_core::reader::VerdictKind;
use swizzle_draw::image::Image;
use swizzle_infer::WholeRead;
use swizzle_view::state::{FACES, figures};
use swizzle_view::{Shown, link_from_shown};
use wasm_bindgen_test::wasm_bindgen_test as test;
use web_sys::Element;

use super::host::{Page, Result, state};

/// A tile of which most can be edited.
const LINK: &str = "#/wgmma/4000004000010040?mn=128&k=256";

/// A broken descriptor of a tile that was said: SBO is that of no swizzle.
const WRONG: &str = "#/wgmma/4000000800010040?mn=64&k=64";

/// The field of a number in what is open.
const FIELD: &str = "[role=dialog] .stepper input";

impl Page {
    /// Waits until the element of a selector has a text.
    pub(super) async fn reads(&self, css: &str, text: &str) -> Result<()> {
        let script = format!("return document.querySelector({css:?})?.textContent.trim() ?? ''");
        self.wait_for(&format!("{css}: {text}"), || {
            let found = self.text_of(&script)?;
            match found == text {
                true => Ok(Some(())),
                false => Err(super::host::Fault::new(format!("it is “{found}”"))),
            }
        })
        .await
    }

    /// Waits until so many elements of a selector are there.
    pub(super) async fn has(&self, css: &str, count: usize) -> Result<()> {
        self.wait_for(&format!("{count} {css}"), || Ok((self.find_all(css).len() == count).then_some(())))
            .await
    }

    /// The word of the sentence, or the field of the descriptor, whose name begins so.
    pub(super) async fn open_value(&self, name: &str) -> Result<Element> {
        let css = format!(".check button[aria-label^='{name}:']");
        self.click_on(&css).await?;
        self.has("[role=dialog].pop", 1).await?;
        self.find(&css)
    }

    async fn is_judged(&self, kind: VerdictKind) -> Result<()> {
        self.has(&format!(".verdict-row[data-verdict={}] h1", kind.name()), 1).await
    }
}

/// A state with another number of elements along K.
fn with_k(k: u32) -> Shown {
    let mut shown = state(LINK);
    shown.said.tile.k = Some(k);
    shown
}

#[test]
async fn a_number_is_typed_in_its_word() -> Result<()> {
    let page = Page::open(LINK).await?;
    page.open_value("K").await?;
    page.fill_in(&page.find(FIELD)?, "128").await?;
    page.has_address_of(&with_k(128)).await?;
    page.key("Enter").await?;
    page.key("ArrowUp").await?;
    let stepped = page.execute("return Number(document.activeElement.value)", &[])?;
    let stepped = stepped.as_u64().expect("a number") as u32;
    assert!(stepped > 128);
    page.has_address_of(&with_k(stepped)).await?;
    // A step is one of its own in Undo, and so is what was typed.
    page.press("Undo").await?;
    page.has_address_of(&with_k(128)).await?;
    page.press("Undo").await?;
    page.has_address(LINK).await
}

/// A text that is no number, or one that no tile has, stays as it was typed, with what is wrong with it; nothing is drawn of it.
#[test]
async fn a_bad_number_is_kept_with_its_reason() -> Result<()> {
    let page = Page::open(LINK).await?;
    for (name, texts) in [
        ("K", ["12x", "-5", "99999999999", "1.5", "0", "70000"]),
        ("Start", ["0x400x", "x", "-1", "0xfffffffff", "1.5", "99999999999"]),
    ] {
        page.open_value(name).await?;
        for text in texts {
            let field = page.find(FIELD)?;
            page.paste_in(&field, text).await?;
            page.has("[role=dialog] [role=alert]", 1).await?;
            // It is the field that it was, with the focus.
            assert_eq!(field.get_attribute("aria-invalid").as_deref(), Some("true"));
            let active =
                page.execute_with("return document.activeElement === arguments[0]", &[field.into()])?;
            assert_eq!(active, true, "{name} {text}");
            page.has_address(LINK).await?;
            page.key("Escape").await?;
            page.has("[role=dialog] [role=alert]", 0).await?;
            page.has_address(LINK).await?;
        }
        page.key("Escape").await?;
        page.has("[role=dialog].pop", 0).await?;
    }
    assert!(page.button("Undo").is_err());
    Ok(())
}

/// A text passes through good numbers on the way to a bad one: of that nothing stays, in the picture or in Undo.
#[test]
async fn what_turns_out_to_be_no_number_leaves_no_trace() -> Result<()> {
    let page = Page::open(LINK).await?;
    for (name, text) in [("K", "12x"), ("Start", "0x40z"), ("M", "99999999")] {
        page.open_value(name).await?;
        let field = page.find(FIELD)?;
        page.fill_in(&field, text).await?;
        page.has("[role=dialog] [role=alert]", 1).await?;
        page.has_address(LINK).await?;
        page.key("Escape").await?;
        page.has("[role=dialog] [role=alert]", 0).await?;
        page.has_address(LINK).await?;
        page.key("Escape").await?;
        page.has("[role=dialog].pop", 0).await?;
    }
    assert!(page.button("Undo").is_err());
    Ok(())
}

/// Each tile after any other, larger or smaller: cells that are not there fly nowhere.
#[test]
async fn every_figure_follows_another() -> Result<()> {
    let page = Page::open("#/figure/157").await?;
    for figure in figures() {
        let link = format!("#/figure/{}", figure.number);
        page.type_address(&link).await?;
        let hex = figure.shown.spec().expect("a tile").descriptor(0);
        page.reads(".hex", &hex.expect("a descriptor").to_string()).await?;
    }
    Ok(())
}

/// A jump leads to another tile: a text that was typed for the former one says nothing about it.
#[test]
async fn a_jump_clears_what_was_typed() -> Result<()> {
    let page = Page::open(LINK).await?;
    page.open_value("K").await?;
    page.paste_in(&page.find(FIELD)?, "12x").await?;
    page.has("[role=alert]", 1).await?;
    page.type_address("#/figure/160").await?;
    page.has("[role=alert]", 0).await?;
    page.has(".check button[aria-label='K: 8']", 1).await
}

/// A mode under the pointer is drawn and not taken; pressed, it is taken and the list closes.
#[test]
async fn a_mode_is_tried_and_chosen() -> Result<()> {
    let page = Page::open("#/?").await?;
    let hex = page.text_of("return document.querySelector('.hex').textContent")?;
    let word = page.open_value("Swizzle").await?;
    let over = "const [at] = arguments;
        const mode = [...document.querySelectorAll('.modes button')].find((one) => one.textContent.includes(at));
        mode.dispatchEvent(new PointerEvent('pointerenter'))";
    page.execute(over, &["64B"])?;
    page.wait_until(
        "its descriptor",
        &format!("return document.querySelector('.hex').textContent !== '{hex}'"),
    )
    .await?;
    page.execute("document.querySelector('.modes').dispatchEvent(new PointerEvent('pointerleave'))", &[])?;
    page.reads(".hex", &hex).await?;
    assert!(page.button("Undo").is_err());
    let name = word.get_attribute("aria-expanded");
    assert_eq!(name.as_deref(), Some("true"));
    page.click_on(".modes button:nth-child(3)").await?;
    page.has(".modes", 0).await?;
    page.has_address("#/?swizzle=64B").await
}

/// What opens over the page closes at Escape, at a press elsewhere, and at the opener; one thing is open at a time.
#[test]
async fn what_opens_over_the_page_closes() -> Result<()> {
    let page = Page::open("#/?").await?;
    for opener in [
        "button[aria-label^='Swizzle:'].word",
        "button[aria-label^='SBO:'].field-bits",
        ".hex",
        ".hex-box [aria-haspopup=menu]",
        "[aria-label='View options']",
    ] {
        let opener = format!(".check {opener}");
        page.click_on(&opener).await?;
        page.has(".check .pop", 1).await?;
        let is_expanded = page.find(&opener)?.get_attribute("aria-expanded");
        assert_eq!(is_expanded.as_deref(), Some("true"), "{opener}");
        page.key("Escape").await?;
        page.has(".check .pop", 0).await?;
        page.click_on(&opener).await?;
        page.has(".check .pop", 1).await?;
        page.click_on("h1").await?;
        page.has(".check .pop", 0).await?;
        page.click_on(&opener).await?;
        page.click_on(&opener).await?;
        page.has(".check .pop", 0).await?;
        page.click_on(&opener).await?;
        page.click_on(".check button[aria-label^='K:']").await?;
        page.has(".check .pop", 1).await?;
        page.key("Escape").await?;
    }
    Ok(())
}

/// The findings come next after their button, which has the focus again after Escape; so has that of the drawer.
#[test]
async fn what_closes_gives_the_focus_back() -> Result<()> {
    let page = Page::open("#/wgmma/4000000800010040").await?;
    let opener = ".verdict-row .plain[aria-haspopup=dialog]";
    page.has_text(opener, "1 error, 1 note").await?;
    page.click_on(opener).await?;
    page.has(".verdict-row [role=dialog] .finding", 2).await?;
    let next = "
        const all = [...document.querySelectorAll('.verdict-row :is(button, a)')];
        const next = all[all.findIndex((one) => one.matches(arguments[0])) + 1];
        next.focus();
        return Boolean(next.closest('[role=dialog]'))";
    assert_eq!(page.execute(next, &[opener])?, true);
    page.key("Escape").await?;
    page.has(".verdict-row [role=dialog]", 0).await?;
    let has_focus = "return document.activeElement.matches(arguments[0])";
    assert_eq!(page.execute(has_focus, &[opener])?, true);
    page.press("All parameters").await?;
    page.has(".drawer", 1).await?;
    page.execute("document.querySelector('.drawer input').focus()", &[])?;
    page.key("Escape").await?;
    page.has(".drawer", 0).await?;
    assert_eq!(page.execute(has_focus, &[".more"])?, true);
    Ok(())
}

/// What is chosen shows the focus, too.
#[test]
async fn the_current_step_shows_the_focus() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.key("Tab").await?;
    let ring = "
        const step = document.querySelector('.steps [aria-pressed=true]');
        step.focus({ focusVisible: true });
        return getComputedStyle(step).outlineStyle";
    assert_eq!(page.text_of(ring)?, "solid");
    Ok(())
}

/// A field opens with its number and its bits by name; the first edit makes the descriptor one's own.
#[test]
async fn a_field_is_edited_by_number_and_bit() -> Result<()> {
    let page = Page::open("#/?").await?;
    page.open_value("SBO").await?;
    page.has("[role=group][aria-label='Bits of SBO'] button", 14).await?;
    page.press("Bit 33").await?;
    page.reads(".hex", "0x4000004200010040").await?;
    page.paste_in(&page.find(FIELD)?, "128").await?;
    page.reads(".hex", "0x4000000800010040").await?;
    page.is_judged(VerdictKind::Warning).await?;
    // Taken: what is no value afterwards leaves it.
    page.key("Enter").await?;
    page.paste_in(&page.find(FIELD)?, "99999999").await?;
    page.has("[role=dialog] [role=alert]", 1).await?;
    page.reads(".hex", "0x4000000800010040").await?;
    page.press("reset to computed").await?;
    page.has_address_of(&Shown::default()).await
}

#[test]
async fn the_descriptor_is_edited_in_hex() -> Result<()> {
    let page = Page::open("#/?mn=64&k=64").await?;
    page.click_on(".hex").await?;
    let field = page.find("[aria-label='Descriptor in hex']")?;
    page.paste_in(&field, "4000000800010040").await?;
    page.key("Enter").await?;
    page.reads(".hex", "0x4000000800010040").await?;
    page.is_judged(VerdictKind::Wrong).await?;
    // The digits that the fix would change.
    page.has(".hex .bad", 2).await?;
    page.press("Set SBO to 1,024 B").await?;
    page.reads(".hex", "0x4000004000010040").await?;
    page.has(".hex .bad", 0).await?;
    page.wait_until("what was fixed", "return document.querySelector('h1').textContent.startsWith('Fixed. ')")
        .await
        .map(drop)
}

/// The menu of texts has the arrow keys of a menu, and leads to the other architecture.
#[test]
async fn the_other_architecture_is_in_the_menu() -> Result<()> {
    let page = Page::open("#/wgmma/8000002000010080?k=32").await?;
    page.press("Copy as ▾").await?;
    page.execute("document.querySelector('[role=menu] [role=menuitem]').focus()", &[])?;
    page.key("ArrowDown").await?;
    let at = "return [...document.querySelectorAll('[role=menuitem]')].indexOf(document.activeElement)";
    assert_eq!(page.execute(at, &[])?, json!(1));
    page.press("Convert to tcgen05").await?;
    page.wait_until("tcgen05", "return location.hash.startsWith('#/tcgen05/')").await?;
    page.press("Undo").await?;
    page.has_address("#/wgmma/8000002000010080?k=32").await
}

/// Keys act where nothing is typed.
#[test]
async fn keys_act_on_the_page() -> Result<()> {
    let page = Page::open("#/?mn=64&k=64").await?;
    page.key("2").await?;
    page.has(".steps [aria-pressed=true][aria-label^='Step 1:']", 1).await?;
    page.key("p").await?;
    page.has(".pictures canvas", 2).await?;
    page.key("p").await?;
    page.has(".pictures canvas", 0).await?;
    page.key("e").await?;
    page.has("aside.drawer", 1).await?;
    page.key("e").await?;
    page.has("aside.drawer", 0).await?;
    for (key, name) in [("b", "Findings"), ("?", "Keys")] {
        page.key(key).await?;
        page.has(&format!("[role=dialog][aria-label={name}]"), 1).await?;
        page.key("Escape").await?;
        page.has("[role=dialog]", 0).await?;
    }
    let height = "return document.querySelector('.cell-view canvas').dataset.cellHeight";
    let before = page.text_of(height)?;
    page.key("-").await?;
    page.wait_until(
        "more rows",
        &format!("return document.querySelector('.cell-view canvas').dataset.cellHeight !== '{before}'"),
    )
    .await?;
    page.key("+").await?;
    page.wait_until(
        "as many as before",
        &format!("return document.querySelector('.cell-view canvas').dataset.cellHeight === '{before}'"),
    )
    .await?;
    // In a field they are letters.
    page.open_value("K").await?;
    page.click(&page.find(FIELD)?).await?;
    page.key("e").await?;
    page.has("aside.drawer", 0).await
}

/// Arrow keys walk over the units, Enter pins one, Escape lets it go; the unit is said aloud, and traced to its byte.
#[test]
async fn a_unit_is_walked_to_and_pinned() -> Result<()> {
    let page = Page::open("#/?mn=64&k=64").await?;
    page.execute("document.querySelector('.cell-touch').focus()", &[])?;
    for key in ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight"] {
        page.key(key).await?;
    }
    page.reads(".cell-view [aria-live]", "Matrix: unit 1,2 at unit 2, 1").await?;
    page.reads(".aside h2", "Row 1, unit 2").await?;
    page.has(".aside .bt", 28).await?;
    page.key("Enter").await?;
    page.has_address("#/?mn=64&k=64&cell=1,16").await?;
    page.has("[aria-label=Unpin]", 1).await?;
    // Keys take the pin along.
    page.key("ArrowRight").await?;
    page.has_address("#/?mn=64&k=64&cell=1,24").await?;
    page.key("Escape").await?;
    page.has_address("#/?mn=64&k=64").await
}

/// What a link had wrong is told beside what was opened, until it is read.
#[test]
async fn a_notice_is_told_and_dismissed() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040?k=128&elemant=tf32").await?;
    page.has(".notices[role=status]", 1).await?;
    assert!(page.text().contains("elemant=tf32"));
    page.is_judged(VerdictKind::Incomplete).await?;
    page.press("Ignore").await?;
    page.has(".notices", 0).await
}

/// A descriptor whose code stands for no mode: nothing can be drawn of it, and the finding offers what could.
#[test]
async fn a_descriptor_without_a_mode_has_a_title_and_a_repair() -> Result<()> {
    let page = Page::open("#/tcgen05/6000404000010040").await?;
    page.is_judged(VerdictKind::Wrong).await?;
    page.click_on(".verdict-row .button.is-main").await?;
    page.has(".verdict-row[data-verdict=wrong]", 0).await
}

/// The colours of the cells are those of the sheet, each in its place.
#[test]
async fn cells_have_the_colours_of_their_units() -> Result<()> {
    let page = Page::open("#/figure/157").await?;
    page.has(".cell-view canvas", 2).await?;
    let colours = "
        const root = getComputedStyle(document.documentElement);
        const probe = document.createElement('canvas').getContext('2d');
        const of = (at) => {
            probe.fillStyle = root.getPropertyValue(`--cell-${at}`).trim();
            probe.fillRect(0, 0, 1, 1);
            return [...probe.getImageData(0, 0, 1, 1).data].join();
        };
        const names = new Map([0, 1, 2, 3, 4, 5, 6, 7].map((at) => [of(at), at]));
        return [...document.querySelectorAll('.cell-view canvas')].map((canvas) => {
            const context = canvas.getContext('2d');
            const scale = canvas.width / canvas.clientWidth;
            const [width, height] = [canvas.dataset.cellWidth * scale, canvas.dataset.cellHeight * scale];
            return [0, 1, 2, 3].map((row) => [0, 1, 2, 3, 4, 5, 6, 7].map((column) =>
                names.get([...context.getImageData(column * width + 4, row * height + 4, 1, 1).data].join()) ?? '-').join(''));
        })";
    page.wait_for("the colours of figure 157", || {
        let found = page.execute(colours, &[])?;
        let matrix = ["01234567", "10325476", "23016745", "32107654"];
        let memory = ["01234567"; 4];
        let is_so = found == json!([matrix, memory]);
        is_so.then_some(Some(())).ok_or_else(|| super::host::Fault::new(found.to_string()))
    })
    .await
}

/// Each face shows, pixel by pixel, what its descriptor reads.
#[test]
async fn each_face_is_the_image_of_its_read() -> Result<()> {
    let page = Page::open(&format!("{}&show=picture", FACES[0].link)).await?;
    page.has(".faces button", FACES.len()).await?;
    for face in FACES {
        let button = format!("//button[contains(@class, 'face')][span='{}']", face.name);
        page.click(&page.find_xpath(&button)?).await?;
        let spec = state(face.link).spec().expect("a tile");
        let image = Image::balloon(spec.extent());
        let read = image.as_read(&WholeRead::of(&spec).expect("a read"));
        for (side, wanted) in [(1, &image), (2, &read)] {
            let css = format!(".pictures > :nth-child({side}) canvas");
            page.wait_for(face.name, || Ok((page.pixels(&css)?.1 == wanted.bytes_rgba()).then_some(())))
                .await?;
        }
    }
    page.press("Undo").await?;
    let former = &state(FACES[3].link);
    page.wait_for("the face before", || {
        let is_there = page.link().contains("4000004000010048");
        Ok(is_there.then_some(link_from_shown(former)))
    })
    .await
    .map(drop)
}

/// The drawer has every row that matters, and what is edited there is in the sentence at once.
#[test]
async fn the_drawer_edits_what_the_sentence_says() -> Result<()> {
    let page = Page::open(WRONG).await?;
    page.click_on(".more").await?;
    let list = page.find("aside.drawer select[aria-label=Element]")?;
    let at = "const [list] = arguments;
        list.selectedIndex = [...list.options].findIndex((option) => option.textContent.startsWith('f16'));
        list.dispatchEvent(new Event('change', { bubbles: true }))";
    page.execute_with(at, &[list.into()])?;
    page.has(".check button.word[aria-label='Element: f16']", 1).await?;
    page.press("Element: auto, the computed value").await?;
    page.has_address(WRONG).await
}
