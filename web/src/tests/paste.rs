//! The box that takes anything.

use swizzle_core::Descriptor;
use swizzle_parse::{PasteChoice, shown_from_paste};
use swizzle_view::Shown;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, findings_of, state};
use crate::kit::in_groups;

/// A public constant of someone's kernel: its groups of rows overlap.
const OVERLAPPING: &str = "0x4000000800010040";

impl Page {
    /// Puts a text into the box, all at once.
    async fn paste_into_box(&self, text: &str) -> Result<()> {
        self.paste_in(&self.find("#paste")?, text).await
    }

    /// The text in the box.
    fn box_text(&self) -> Result<String> {
        self.text_of("return document.querySelector('#paste').value")
    }

    /// What the box says that it read.
    fn said(&self) -> Result<String> {
        self.text_of("return document.querySelector('#paste-answer').textContent")
    }
}

/// What a text in the box leads to.
fn pasted(text: &str, choice: &PasteChoice, before: &Shown) -> Shown {
    let pasted = shown_from_paste(text, choice, before);
    pasted.unwrap_or_else(|why| panic!("{text}: {why:?}")).shown
}

#[test]
async fn a_pasted_descriptor_is_read_explained_and_mended() -> Result<()> {
    let page = Page::open("#/?").await?;
    let before = Shown::default();
    page.has_address_of(&before).await?;
    page.paste_into_box(OVERLAPPING).await?;
    let wrong = pasted(OVERLAPPING, &PasteChoice::default(), &before);
    page.has_address_of(&wrong).await?;
    assert!(page.said()?.contains("wgmma"), "{}", page.said()?);

    let findings = findings_of(&wrong);
    let error = findings.first().expect("a finding");
    assert_eq!(error.id, "overlap");
    let repair = error.repairs.first().expect("a repair");
    page.press(&in_groups(&repair.label)).await?;
    let mended = Shown { said: repair.change.said, ..wrong };
    page.has_address_of(&mended).await?;
    let spec = mended.spec().expect("a tile");
    assert_eq!(spec.descriptor(0).map(Descriptor::raw), Ok(0x4000_0040_0001_0040));
    // What was pasted stays in the box.
    assert_eq!(page.box_text()?, OVERLAPPING);
    page.press("Undo").await?;
    page.has_address_of(&wrong).await?;
    page.press("Undo").await?;
    page.has_address_of(&before).await.map(drop)
}

#[test]
async fn other_readings_are_a_click_away_and_typing_is_never_lost() -> Result<()> {
    let page = Page::open("#/?").await?;
    let before = Shown::default();
    let text = "4000004000010040";
    page.paste_into_box(text).await?;
    page.has_address_of(&pasted(text, &PasteChoice::default(), &before)).await?;
    let read = shown_from_paste(text, &PasteChoice::default(), &before).expect("a reading");
    for (label, choice) in &read.others {
        page.press(label).await?;
        page.has_address_of(&pasted(text, choice, &before)).await?;
        assert_eq!(page.box_text()?, text, "{label}");
        page.paste_into_box(text).await?;
    }
    let last = pasted(text, &PasteChoice::default(), &before);
    page.has_address_of(&last).await?;

    let bad = "0x40000040000z0040";
    page.paste_into_box(bad).await?;
    let why = shown_from_paste(bad, &PasteChoice::default(), &before).unwrap_err();
    page.wait_until("the bad character", "return document.querySelector('#paste-answer mark')").await?;
    assert!(page.said()?.contains(&why.message), "{}", page.said()?);
    let mark = page.text_of("return document.querySelector('#paste-answer mark').textContent")?;
    assert_eq!(mark, "z");
    assert_eq!(page.box_text()?, bad);
    page.has_address_of(&last).await?;
    Ok(())
}

#[test]
async fn a_slash_leads_to_the_box_and_what_may_be_several_things_is_asked() -> Result<()> {
    let page = Page::open("#/?").await?;
    let before = Shown::default();
    page.has_address_of(&before).await?;
    page.key("/").await?;
    let has_focus = "return document.activeElement.id === 'paste'";
    page.wait_until("the box to have the focus", has_focus).await?;
    assert_eq!(page.box_text()?, "");

    let half = "0x40004040";
    page.paste_into_box(half).await?;
    let why = shown_from_paste(half, &PasteChoice::default(), &before).unwrap_err();
    let (label, choice) = why.readings.first().expect("a reading");
    page.wait_until("the question", "return document.querySelector('#paste-answer button')").await?;
    assert!(page.said()?.contains(&why.message), "{}", page.said()?);
    page.has_address_of(&before).await?;
    page.press(label).await?;
    page.has_address_of(&pasted(half, choice, &before)).await?;
    Ok(())
}

#[test]
async fn what_stands_inside_a_longer_text_waits_for_enter() -> Result<()> {
    let page = Page::open("#/?").await?;
    let before = Shown::default();
    let text = "uint64_t desc = 0x8000002000010080ull;";
    page.paste_into_box(text).await?;
    page.wait_until("what it was taken for", "return document.querySelector('#paste-answer button')").await?;
    page.has_address_of(&before).await?;
    page.key("Enter").await?;
    page.has_address_of(&pasted(text, &PasteChoice::default(), &before)).await?;
    Ok(())
}

#[test]
async fn a_loop_is_judged_in_the_table_of_the_sequence() -> Result<()> {
    let page = Page::open("#/?mn=64&k=64&start=0x400").await?;
    page.press("All reads").await?;
    page.click_on(".increment").await?;
    page.write("32").await?;
    page.key("Enter").await?;
    // The title says what is wrong; the table stays.
    page.wait_until(
        "the first wrong one",
        "return document.querySelector('.pop > p').textContent.includes('32 units are added instead of 2')",
    )
    .await?;
    let right = "return document.querySelectorAll('.pop td.bad').length === 3";
    page.wait_until("three wrong rows", right).await?;
    Ok(())
}

#[test]
async fn a_wrong_one_of_a_list_is_named_in_the_title_and_marked_in_the_list() -> Result<()> {
    let page = Page::open("#/?mn=64&k=64").await?;
    page.paste_into_box("0x4000004000010040, 0x4000004000010050, 0x4000004000010060, 0x4000004000010070")
        .await?;
    page.key("Enter").await?;
    page.wait_until(
        "the first wrong one",
        "return document.querySelector('h1')?.textContent.includes('Descriptor 2 of 4 is wrong')",
    )
    .await?;
    page.wait_until(
        "the given ones as a list",
        "const items = [...document.querySelectorAll('.aside .item')];
         return items.length === 4 && items[1].textContent.includes('0x4000004000010050')
             && items.every((item, at) => item.classList.contains('is-wrong') === at > 0)",
    )
    .await?;
    Ok(())
}

/// Replaces the text in the box, as the clipboard does.
async fn paste_over(page: &Page, text: &str) -> Result<()> {
    page.click_on("#paste").await?;
    page.execute(
        "const [text] = arguments;
         const field = document.activeElement;
         Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
         field.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));",
        &[text],
    )?;
    Ok(())
}

/// Extensions fill fields with plain events, which have no type of input.
#[test]
async fn a_plain_event_of_input_is_read() -> Result<()> {
    let page = Page::open("#/?").await?;
    let before = Shown::default();
    page.has_address_of(&before).await?;
    let text = "0x4000004000010042";
    page.execute(
        "const [text] = arguments;
         const field = document.querySelector('#paste');
         field.focus();
         Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, text);
         field.dispatchEvent(new Event('input', { bubbles: true }));",
        &[text],
    )?;
    page.has_address_of(&pasted(text, &PasteChoice::default(), &before)).await.map(drop)
}

#[test]
async fn a_second_paste_without_leaving_the_box_adds_to_the_first() -> Result<()> {
    let page = Page::open("#/?").await?;
    let before = Shown::default();
    page.has_address_of(&before).await?;
    let (first, second) = ("0x4000004000010042", "sbo=32");
    paste_over(&page, first).await?;
    let read = pasted(first, &PasteChoice::default(), &before);
    page.has_address_of(&read).await?;
    paste_over(&page, second).await?;
    let found = pasted(second, &PasteChoice::default(), &read);
    let given = found.said.given.map(Descriptor::raw);
    assert_eq!(given, Some(0x4000_0020_0001_0042), "the first one's start stays");
    page.has_address_of(&found).await?;
    page.press("Undo").await?;
    page.has_address_of(&read).await?;
    Ok(())
}

/// What was changed since is read over again.
#[test]
async fn the_same_text_again_is_read_again() -> Result<()> {
    let page = Page::open("#/?").await?;
    let before = Shown::default();
    page.has_address_of(&before).await?;
    let read = pasted(OVERLAPPING, &PasteChoice::default(), &before);
    page.paste_into_box(OVERLAPPING).await?;
    page.has_address_of(&read).await?;
    page.press("Undo").await?;
    page.has_address_of(&before).await?;
    page.paste_into_box(OVERLAPPING).await?;
    page.has_address_of(&read).await.map(drop)
}

/// Of a text that turns out to be wrong nothing stays once the box is left, not what its beginning could be read as either.
#[test]
async fn a_typed_text_waits_for_enter() -> Result<()> {
    let page = Page::open("#/?mn=128").await?;
    let before = state("#/?mn=128");
    page.has_address_of(&before).await?;
    page.click_on("#paste").await?;
    page.write("k=21").await?;
    // What is typed is read with each letter, and waits for Enter.
    let waits = "return document.querySelector('#paste-answer button')?.textContent.includes('Enter')";
    page.wait_until("what was read", waits).await?;
    page.has_address_of(&before).await?;
    page.write(" h=7").await?;
    let is_bad = "return document.querySelector('#paste[aria-invalid]') !== null";
    page.wait_until("the text is refused", is_bad).await?;
    page.has_address_of(&before).await?;
    page.fill_in(&page.find("#paste")?, "k=21").await?;
    page.key("Enter").await?;
    page.has_address_of(&pasted("k=21", &PasteChoice::default(), &before)).await.map(drop)
}

/// A search without a result removes no pin, and says so for as long as the visitor wants to read it.
#[test]
async fn what_is_not_there_frees_nothing() -> Result<()> {
    let link = "#/?mn=128&cell=3,40";
    let page = Page::open(link).await?;
    let before = state(link);
    assert!(before.pinned.is_some(), "a pinned element");
    page.has_address_of(&before).await?;
    page.click_on("#paste").await?;
    for letter in "(128,0)".chars() {
        page.key(&letter.to_string()).await?;
    }
    page.key("Enter").await?;
    page.has_address_of(&before).await?;
    let said = page.said()?;
    assert!(said.contains("nothing of what is shown"), "{said}");
    let is_seen = "return document.querySelector('#paste-answer').checkVisibility()";
    page.wait_until("the answer", is_seen).await?;
    Ok(())
}

#[test]
async fn nothing_is_below_the_box_until_it_is_gone_to() -> Result<()> {
    let is_seen = "document.querySelector('#paste-answer').checkVisibility()";
    for link in ["#/?", "#/learn"] {
        let page = Page::open(link).await?;
        page.wait_until("a closed box", &format!("return !{is_seen}")).await?;
        page.click_on("#paste").await?;
        page.wait_until("examples", &format!("return {is_seen}")).await?;
        page.key("Escape").await?;
        page.wait_until("a closed box", &format!("return !{is_seen}")).await?;
    }
    Ok(())
}
