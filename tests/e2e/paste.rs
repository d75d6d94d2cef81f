//! The box that takes anything.

use swizzle_core::{Descriptor, PasteChoice, Shown, shown_from_paste};
use swizzle_tests::webdriver::Result;

use crate::page::Page;
use crate::tile::Tile;

/// A public constant of someone's kernel: its groups of rows overlap.
const OVERLAPPING: &str = "0x4000000800010040";

impl Page {
    /// Puts a text into the box, all at once.
    pub(crate) fn paste_into_box(&self, text: &str) -> Result<()> {
        let field = self.session().find("#paste")?;
        field.click()?;
        self.session().execute(
            "arguments[0].select(); document.execCommand('insertText', false, arguments[1])",
            &[field.handle(), text.into()],
        )?;
        Ok(())
    }

    /// What the box says that it read.
    fn said(&self) -> Result<String> {
        self.text_of("return document.querySelector('#paste-said').textContent")
    }
}

/// What a text in the box leads to.
fn pasted(text: &str, choice: &PasteChoice, before: &Shown) -> Shown {
    let pasted = shown_from_paste(text, choice, before);
    pasted.unwrap_or_else(|why| panic!("{text}: {why:?}")).shown
}

#[test]
fn a_pasted_descriptor_is_read_explained_and_mended() -> Result<()> {
    let page = Page::open("")?;
    let before = Shown::default();
    page.shows(&before)?;
    page.paste_into_box(OVERLAPPING)?;
    let wrong = pasted(OVERLAPPING, &PasteChoice::default(), &before);
    page.shows_with_address(&wrong)?;
    assert!(page.said()?.contains("wgmma"), "{}", page.said()?);

    let tile = Tile::of(&wrong)?;
    let error = tile.findings().first().expect("a finding");
    assert_eq!(error.rule, "overlap");
    let repair = error.repairs.first().expect("a repair");
    page.press(&repair.label)?;
    let mended = Shown {
        said: repair.said,
        ..wrong
    };
    page.shows_with_address(&mended)?;
    let spec = mended.spec().expect("a tile");
    assert_eq!(
        spec.descriptor(0).map(Descriptor::raw),
        Ok(0x4000_0040_0001_0040)
    );
    // What was pasted stays in the box.
    let field = page.session().find("#paste")?;
    assert_eq!(field.property("value")?, OVERLAPPING);
    page.press("Undo")?;
    page.shows_with_address(&wrong)?;
    page.press("Undo")?;
    page.shows_with_address(&before).map(|_| ())
}

#[test]
fn other_readings_are_a_click_away_and_typing_is_never_lost() -> Result<()> {
    let page = Page::open("")?;
    let before = Shown::default();
    let text = "4000004000010040";
    page.paste_into_box(text)?;
    page.shows(&pasted(text, &PasteChoice::default(), &before))?;
    let read = shown_from_paste(text, &PasteChoice::default(), &before).expect("a reading");
    for (label, choice) in &read.others {
        page.press(label)?;
        page.shows_with_address(&pasted(text, choice, &before))?;
        let field = page.session().find("#paste")?;
        assert_eq!(field.property("value")?, text, "{label}");
        page.paste_into_box(text)?;
    }
    let last = pasted(text, &PasteChoice::default(), &before);
    page.shows_with_address(&last)?;

    let bad = "0x40000040000z0040";
    page.paste_into_box(bad)?;
    let why = shown_from_paste(bad, &PasteChoice::default(), &before).unwrap_err();
    page.session().wait_until(
        "the bad character",
        "return document.querySelector('#paste-said mark')",
    )?;
    assert!(page.said()?.contains(&why.message), "{}", page.said()?);
    let mark = page.text_of("return document.querySelector('#paste-said mark').textContent")?;
    assert_eq!(mark, "z");
    assert_eq!(page.session().find("#paste")?.property("value")?, bad);
    page.shows(&last)?;
    Ok(())
}
