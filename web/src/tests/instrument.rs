//! A descriptor that someone brings along: read, flipped, compared, walked.

use swizzle_core::Coord;
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::Arch;
use swizzle_core::law::Swizzle;
use swizzle_core::reader::Place;
use swizzle_draw::Shows;
use swizzle_infer::on_other_arch;
use swizzle_text::step_caption;
use swizzle_view::{Shown, link_from_shown};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::host::{Page, Result, state};

#[test]
async fn one_read_is_drawn_at_its_addresses_with_what_is_wrong_in_it() -> Result<()> {
    for link in [
        "#/wgmma/4000000800010040?show=read",
        "#/wgmma/4000004000010045?show=read&k=16",
        "#/wgmma/4002004000010040?show=read&step=2",
        "#/tcgen05/2000402000200040?show=read&element=tf32&major=MN",
        "#/wgmma/4000004000013fc0?show=read",
        "#/wgmma/4000004000010040?show=read&meant_row_bytes=128",
    ] {
        let page = Page::open(link).await?;
        let state = state(link);
        page.shows(&state).await?;
        page.press("Whole tile").await?;
        let mut tile = state;
        tile.view.shows = Shows::Tile;
        page.shows_with_address(&tile).await?;
        page.press("One read").await?;
        page.shows_with_address(&state).await?;
    }
    Ok(())
}

#[test]
async fn bits_flip_by_click_and_by_key() -> Result<()> {
    let page = Page::open("").await?;
    let mut at = Shown::default();
    page.shows(&at).await?;
    let flipped = |at: &Shown, bit: u32| {
        let spec = at.spec().expect("a tile");
        let before = spec.descriptor(spec.place()).expect("a descriptor");
        let after = before.with_raw(before.raw() ^ 1 << bit);
        Shown {
            said: at.said.with_given(after),
            ..*at
        }
    };
    // The first flip makes the read wrong: from there on it is what is shown.
    at.view.shows = Shows::Read;
    for bit in [62, 33, 16, 15, 49, 0] {
        let selector = format!(".bit[value='{bit}']");
        page.click_on(&selector).await?;
        at = flipped(&at, bit);
        page.shows_with_address(&at).await?;
    }
    page.click_on(".bit[value='63']").await?;
    at = flipped(&at, 63);
    page.shows(&at).await?;
    page.key("ArrowRight").await?;
    page.key("ArrowRight").await?;
    page.key(" ").await?;
    at = flipped(&at, 61);
    page.shows_with_address(&at).await?;
    page.press("Undo").await?;
    page.shows(&flipped(&at, 61)).await?;
    Ok(())
}

#[test]
async fn hex_and_fields_are_edited_in_place() -> Result<()> {
    let page = Page::open("").await?;
    let at = Shown::default();
    page.shows(&at).await?;
    let field = |name: &str| page.find_xpath(&format!("//input[@aria-label='{name}']"));
    let with = |at: &Shown, id: FieldId, value: u64| {
        let spec = at.spec().expect("a tile");
        let before = spec.descriptor(spec.place()).expect("a descriptor");
        Shown {
            said: at.said.with_given(before.with(id, value)),
            ..*at
        }
    };
    // The first edit makes the read wrong: from there on it is what is shown.
    let mut at = at;
    at.view.shows = Shows::Read;
    for (name, text, id, value) in [
        ("SBO field", "32", FieldId::Sbo, 32),
        ("SBO in bytes", "2048", FieldId::Sbo, 128),
        ("Start in bytes", "0x800", FieldId::Start, 128),
        ("Base offset field", "3", FieldId::BaseOffset, 3),
        ("Swizzle field", "2", FieldId::Swizzle, 2),
    ] {
        page.fill_in(&field(name)?, text).await?;
        at = with(&at, id, value);
        page.shows_with_address(&at).await?;
    }
    page.fill_in(&field("Descriptor in hex")?, "0x4000004000010040")
        .await?;
    let given = state("#/wgmma/4000004000010040?show=read");
    page.shows_with_address(&given).await?;
    page.fill_in(&field("SBO field")?, "99999").await?;
    let fault = page
        .find(".text-field .fault")?
        .text_content()
        .unwrap_or_default();
    assert!(fault.contains("14 bits"), "{fault}");
    page.shows(&given).await?;
    Ok(())
}

/// An explicit descriptor stays, whatever is specified for the tile; only its own edits change it, and it can be reset.
#[test]
async fn a_given_descriptor_keeps_its_bits() -> Result<()> {
    let link = "#/wgmma/4000004000010040?show=read";
    let page = Page::open(link).await?;
    let mut at = state(link);
    page.shows(&at).await?;
    page.choose("Swizzle", "64B").await?;
    at.said.tile.swizzle = Some(Swizzle::B64);
    page.shows_with_address(&at).await?;
    page.fill("Start", "0x800").await?;
    at.said.tile.start_bytes = Some(0x800);
    page.shows_with_address(&at).await?;
    page.step_to(1).await?;
    at.at = Some(Place::from(1));
    page.shows_with_address(&at).await?;
    page.step_to(0).await?;
    at.at = None;
    page.shows_with_address(&at).await?;
    page.press("Reset to the descriptor computed from tile and reader")
        .await?;
    at.said = at.said.without_given();
    page.shows_with_address(&at).await?;
    Ok(())
}

#[test]
async fn the_other_architecture_says_the_same() -> Result<()> {
    let page = Page::open("#/wgmma/8000002000010080?k=32").await?;
    let mut at = state("#/wgmma/8000002000010080?k=32");
    page.shows(&at).await?;
    let spec = at.spec().expect("a tile");
    let other = on_other_arch(&spec, Arch::Tcgen05).expect("a descriptor");
    let marked = page.execute(
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
    page.press("Switch to tcgen05").await?;
    at.said = at.said.with_given(other.descriptor);
    page.shows_with_address(&at).await?;

    // A derived descriptor follows the reader.
    let page = Page::open("#/?swizzle=64B").await?;
    let mut at = state("#/?swizzle=64B");
    page.shows(&at).await?;
    page.press("Switch to tcgen05").await?;
    at.said.reader.arch = Some(Arch::Tcgen05);
    page.shows_with_address(&at).await?;
    Ok(())
}

#[test]
async fn the_walk_is_stepped_and_played() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040?k=128&show=read").await?;
    let mut at = state("#/wgmma/4000004000010040?k=128&show=read");
    page.shows(&at).await?;
    for step in [4, 7, 1] {
        page.step_to(step).await?;
        at.at = Some(Place::from(step));
        page.shows_with_address(&at).await?;
    }
    page.step_to(5).await?;
    page.press("Play").await?;
    at.at = Some(Place::from(7));
    let last = at.looked_at(&at.spec().expect("a tile"));
    page.wait_until(
        "the last step",
        &format!(
            "return document.querySelector('.descriptor-step').textContent === '{}'",
            step_caption(&last)
        ),
    )
    .await?;
    page.shows_with_address(&at).await?;
    page.wait_for("the end of the play", || {
        page.button("Play").map(|_| Some(()))
    })
    .await?;
    // The jump from one column of K to the next is marked.
    let jumps = page.text_of(
        "return [...document.querySelectorAll('.walk .step.is-jump b')].map((at) => at.textContent).join()",
    )?;
    assert_eq!(jumps, "4");
    Ok(())
}

/// Where not all steps have room, the one that is looked at has.
#[test]
async fn the_selected_step_is_in_view() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040?k=128&show=read").await?;
    page.wait_until(
        "the steps",
        "const strip = document.querySelector('.walk-steps');
        if (!strip) return false;
        strip.style.flex = '0 0 200px';
        return strip.scrollWidth > 2 * strip.clientWidth",
    )
    .await?;
    for step in [7, 0, 4] {
        page.step_to(step).await?;
        page.wait_until(
            &format!("step {step} in the middle"),
            &format!(
                "const strip = document.querySelector('.walk-steps').getBoundingClientRect();
                const chip = document.querySelector('.walk .is-selected');
                const at = chip.getBoundingClientRect();
                return chip.value === '{step}' && at.left >= strip.left - 1 && at.right <= strip.right + 1"
            ),
        )
        .await?;
    }
    Ok(())
}

#[test]
async fn the_tile_can_be_said_beside_a_given_descriptor() -> Result<()> {
    let page = Page::open("#/wgmma/4000004000010040?show=read").await?;
    let mut at = state("#/wgmma/4000004000010040?show=read");
    page.shows(&at).await?;
    page.choose("Swizzle", "64B").await?;
    at.said.tile.swizzle = Some(Swizzle::B64);
    page.shows_with_address(&at).await?;
    page.fill("Start", "0x800").await?;
    at.said.tile.start_bytes = Some(0x800);
    page.shows_with_address(&at).await?;
    page.press("Show it: element (0, 0)").await?;
    at.pinned = Some(Coord { mn: 0, k: 0 });
    page.shows_with_address(&at).await?;
    // A new visitor finds the same.
    let elsewhere = Page::open(&link_from_shown(&at)).await?;
    elsewhere.shows(&at).await?;
    Ok(())
}
