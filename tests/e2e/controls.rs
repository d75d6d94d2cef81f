//! Numbers by the browser's own keys and sliders; what every control does is asked of the component, in `web/src/tests`.

use swizzle_code::number_from_text;
use swizzle_core::hardware::{Arch, Operand};
use swizzle_core::{Said, SaidReader, SaidTile};
use swizzle_infer::said_with;
use swizzle_tests::webdriver::{Error, Result, keys};
use swizzle_view::{Shown, link_from_shown};

use crate::page::Page;

/// A tile with every control.
fn start() -> Shown {
    let tile = SaidTile {
        mn: Some(128),
        k: Some(256),
        ..SaidTile::default()
    };
    let reader = SaidReader {
        arch: Some(Arch::Tcgen05),
        operand: Some(Operand::B),
        ..SaidReader::default()
    };
    Shown {
        said: Said {
            tile,
            reader,
            ..Said::default()
        },
        ..Shown::default()
    }
}

/// What a field says as a number.
fn value(page: &Page, label: &str) -> Result<u32> {
    number_from_text(&page.written(label)?).map_err(Error::new)
}

/// The panel follows a frame after the grids: each key still starts from what the one before made.
#[test]
fn keys_that_come_faster_than_frames_all_count() -> Result<()> {
    const PRESSES: u32 = 24;
    let page = Page::open(&link_from_shown(&start()))?;
    for (label, step) in [("SBO", 16), ("Start", 16), ("Base offset", 1)] {
        let before = value(&page, label)?;
        page.field(label)?.click()?;
        let presses = if step == 1 { 6 } else { PRESSES };
        page.session()
            .chords(&vec![&[keys::UP][..]; presses as usize])?;
        let expected = before + presses * step;
        page.session().wait_for(label, |_| {
            Ok((value(&page, label)? == expected).then_some(()))
        })?;
    }
    assert_eq!(page.session().console_errors()?, [""; 0]);
    Ok(())
}

/// Keeps the page busy for a while from the frame after the next key on.
const BUSY: &str = "
    addEventListener('keydown', () => requestAnimationFrame(() => {
        const end = performance.now() + 600;
        while (performance.now() < end);
    }), { once: true, capture: true })";

#[test]
fn a_key_that_comes_while_the_page_is_busy_counts() -> Result<()> {
    let page = Page::open(&link_from_shown(&start()))?;
    let before = value(&page, "SBO")?;
    page.field("SBO")?.click()?;
    for _ in 0..3 {
        page.session().execute(BUSY, &[])?;
        page.session().chords(&[&[keys::UP][..]; 2])?;
    }
    page.session().wait_for("SBO", |_| {
        Ok((value(&page, "SBO")? == before + 6 * 16).then_some(()))
    })?;
    Ok(())
}

#[test]
fn sliders_change_the_picture_at_once() -> Result<()> {
    let link = link_from_shown(&start());
    let page = Page::open(&link)?;
    for label in ["Step", "Base offset"] {
        let mut expected = start();
        page.type_address(&link)?;
        page.shows(&expected)?;
        let slider = format!("input[type=range][aria-label='{label}: slider']");
        page.session().execute(
            "document.querySelector(arguments[0]).focus()",
            &[slider.into()],
        )?;
        for number in [1, 2] {
            page.session().chord(&[keys::RIGHT])?;
            match label {
                "Step" => expected.said.place.step = Some(number),
                // It is in the descriptor, which is given then.
                _ => {
                    let spec = expected.spec().expect("a tile");
                    let said = said_with(&spec, |fields| fields.base_offset = number as u8);
                    expected.said = said.expect("a descriptor");
                }
            }
            page.shows_with_address(&expected)?;
            assert_eq!(page.written(label)?, number.to_string());
        }
    }
    Ok(())
}
