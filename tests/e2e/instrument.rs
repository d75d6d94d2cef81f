//! A descriptor that someone brings along: pasted, read, flipped, repaired, walked.

use swizzle_core::{
    Arch, Coord, Descriptor, FieldId, LinkState, PasteChoice, Shows, Spec, Swizzle, counterpart,
    link_from_state, params_from_descriptor, state_from_paste, step_caption,
};
use swizzle_tests::webdriver::{Result, keys};

use crate::page::Page;
use crate::tile::Tile;

/// A public constant of someone's kernel: its groups of rows overlap.
const OVERLAPPING: &str = "0x4000000800010040";

impl Page {
    /// Puts a text into the box, all at once.
    fn paste_into_box(&self, text: &str) -> Result<()> {
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
fn pasted(text: &str, choice: &PasteChoice, before: &LinkState) -> LinkState {
    let pasted = state_from_paste(text, choice, before);
    pasted.unwrap_or_else(|why| panic!("{text}: {why:?}")).state
}

#[test]
fn a_pasted_descriptor_is_read_explained_and_mended() -> Result<()> {
    let page = Page::open("")?;
    let before = LinkState::default();
    page.shows(&before)?;
    page.paste_into_box(OVERLAPPING)?;
    let wrong = pasted(OVERLAPPING, &PasteChoice::default(), &before);
    page.shows_with_address(&wrong)?;
    assert!(page.said()?.contains("wgmma"), "{}", page.said()?);

    let tile = Tile::of(&wrong)?;
    let error = tile.findings().first().expect("a finding");
    assert_eq!(error.rule, "overlap");
    let repair = error.repair.as_ref().expect("a repair");
    page.press(&repair.label)?;
    let mended = LinkState {
        params: repair.params.clone(),
        ..wrong.clone()
    };
    page.shows_with_address(&mended)?;
    let spec = Spec::new(&mended.params).expect("a tile");
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
fn one_read_is_drawn_at_its_addresses_with_what_is_wrong_in_it() -> Result<()> {
    for link in [
        "#/wgmma/4000000800010040?show=read",
        "#/wgmma/4000004000010045?show=read&k=16",
        "#/wgmma/4002004000010040?show=read&step=2",
        "#/tcgen05/2000402000200040?show=read&element=tf32&major=MN",
        "#/wgmma/4000004000013fc0?show=read",
        "#/wgmma/4000004000010040?show=read&meant_row_bytes=128",
    ] {
        let page = Page::open(link)?;
        let state = crate::page::state(link);
        page.shows(&state)?;
        page.press("Whole tile")?;
        let mut tile = state.clone();
        tile.view.shows = Shows::Tile;
        page.shows_with_address(&tile)?;
        page.press("One read")?;
        page.shows_with_address(&state)?;
    }
    Ok(())
}

#[test]
fn other_readings_are_a_click_away_and_typing_is_never_lost() -> Result<()> {
    let page = Page::open("")?;
    let before = LinkState::default();
    let text = "4000004000010040";
    page.paste_into_box(text)?;
    page.shows(&pasted(text, &PasteChoice::default(), &before))?;
    let read = state_from_paste(text, &PasteChoice::default(), &before).expect("a reading");
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
    let why = state_from_paste(bad, &PasteChoice::default(), &before).unwrap_err();
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

#[test]
fn bits_flip_by_click_and_by_key() -> Result<()> {
    let page = Page::open("")?;
    let mut at = LinkState::default();
    page.shows(&at)?;
    let flipped = |at: &LinkState, bit: u32| {
        let spec = Spec::new(&at.params).expect("a tile");
        let before = spec.descriptor(at.params.step).expect("a descriptor");
        let after = Descriptor::new(before.arch(), before.raw() ^ 1 << bit);
        LinkState {
            params: params_from_descriptor(after, &at.params).expect("parameters"),
            ..at.clone()
        }
    };
    for bit in [62, 33, 16, 15, 49, 0] {
        let selector = format!(".bit[value='{bit}']");
        page.session().find(&selector)?.click()?;
        at = flipped(&at, bit);
        page.shows_with_address(&at)?;
    }
    page.session().find(".bit[value='63']")?.click()?;
    at = flipped(&at, 63);
    page.shows(&at)?;
    page.session().chord(&[keys::RIGHT])?;
    page.session().chord(&[keys::RIGHT])?;
    page.session().chord(&[" "])?;
    at = flipped(&at, 61);
    page.shows_with_address(&at)?;
    page.press("Undo")?;
    page.shows(&flipped(&at, 61))?;
    Ok(())
}

#[test]
fn hex_and_fields_are_edited_in_place() -> Result<()> {
    let page = Page::open("")?;
    let at = LinkState::default();
    page.shows(&at)?;
    let field = |name: &str| {
        page.session()
            .find_xpath(&format!("//input[@aria-label='{name}']"))
    };
    let with = |at: &LinkState, id: FieldId, value: u64| {
        let spec = Spec::new(&at.params).expect("a tile");
        let before = spec.descriptor(at.params.step).expect("a descriptor");
        LinkState {
            params: params_from_descriptor(before.with(id, value), &at.params).expect("parameters"),
            ..at.clone()
        }
    };
    let mut at = at;
    for (name, text, id, value) in [
        ("SBO field", "32", FieldId::Sbo, 32),
        ("SBO in bytes", "2048", FieldId::Sbo, 128),
        ("Start in bytes", "0x800", FieldId::Start, 128),
        ("Base offset field", "3", FieldId::BaseOffset, 3),
        ("Swizzle field", "2", FieldId::Swizzle, 2),
    ] {
        field(name)?.fill(text)?;
        at = with(&at, id, value);
        page.shows_with_address(&at)?;
    }
    field("Descriptor in hex")?.fill("0x4000004000010040")?;
    page.shows_with_address(&LinkState::default())?;
    field("SBO field")?.fill("99999")?;
    let fault = page.session().find(".text-field .fault")?.text()?;
    assert!(fault.contains("14 bits"), "{fault}");
    page.shows(&LinkState::default())?;
    Ok(())
}

#[test]
fn the_other_architecture_says_the_same() -> Result<()> {
    let page = Page::open("#/wgmma/8000002000010080?k=32")?;
    let mut at = crate::page::state("#/wgmma/8000002000010080?k=32");
    page.shows(&at)?;
    let other = counterpart(&Spec::new(&at.params).expect("a tile")).expect("a descriptor");
    let marked = page.session().execute(
        "return [...document.querySelectorAll('.bit.is-differing')].map((bit) => Number(bit.value))",
        &[],
    )?;
    let marked: u64 = marked
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|bit| bit.as_u64())
        .fold(0, |bits, bit| bits | 1 << bit);
    assert_eq!(marked, other.differing_bits);
    page.press("Switch to tcgen05")?;
    at.params.arch = Arch::Tcgen05;
    page.shows_with_address(&at)?;
    let spec = Spec::new(&at.params).expect("a tile");
    assert_eq!(spec.descriptor(0), Ok(other.descriptor));
    Ok(())
}

#[test]
fn the_walk_is_stepped_and_played() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040?k=128&show=read")?;
    let mut at = crate::page::state("#/wgmma/4000004000010040?k=128&show=read");
    page.shows(&at)?;
    for step in [4, 7, 1] {
        page.press(&format!("Step {step}"))?;
        at.params.step = step;
        page.shows_with_address(&at)?;
    }
    page.press("Step 5")?;
    page.press("Play")?;
    at.params.step = 7;
    let last = Spec::new(&at.params).expect("a tile");
    page.session().wait_until(
        "the last step",
        &format!(
            "return document.querySelector('.descriptor-step').textContent === '{}'",
            step_caption(&last)
        ),
    )?;
    page.shows_with_address(&at)?;
    page.button("Play")?;
    // The jump from one column of K to the next is marked.
    let jumps = page.text_of(
        "return [...document.querySelectorAll('.walk-table .is-jump th')].map((at) => at.textContent).join()",
    )?;
    assert_eq!(jumps, "4");
    Ok(())
}

#[test]
fn what_was_meant_can_be_said() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040?show=read")?;
    let mut at = crate::page::state("#/wgmma/4000004000010040?show=read");
    page.shows(&at)?;
    page.session()
        .find_xpath("//summary[.='The tile that was meant']")?
        .click()?;
    page.pick("Meant swizzle", "64B")?;
    at.params.meant.swizzle = Some(Swizzle::B64);
    page.shows_with_address(&at)?;
    page.field("Meant start")?.fill("0x800")?;
    at.params.meant.start_bytes = Some(0x800);
    page.shows_with_address(&at)?;
    page.press("Show element (0, 0)")?;
    at.pinned = Some(Coord { mn: 0, k: 0 });
    page.shows_with_address(&at)?;
    // A new visitor finds the same.
    let elsewhere = Page::open(&link_from_state(&at))?;
    elsewhere.shows(&at)?;
    Ok(())
}
