//! The link of the journey of one byte: `#/journey?scene=6&sbo=128&base=1`.

use super::*;
use crate::link::Route;
use swizzle_core::Said;
use swizzle_draw::Shows;
use swizzle_draw::journey::{ELEMENT, JourneyRead, SCENES, STEP};

contents! {
    /// The part of the journey that is shown.
    #[derive(Copy)]
    JourneyShown {
        /// The scene, from 0; links count from 1.
        scene: usize,
        /// SBO in bytes, a multiple of 128, as the reader chose it; none follows the scene.
        sbo_bytes: Option<u32>,
        /// Base offset, 0 to 7.
        base_offset: u8,
    }
}

impl JourneyShown {
    /// Minimum and maximum of SBO, and the distance between its values, in bytes.
    pub const SBO: (u32, u32, u32) = (128, 2048, 128);

    /// Pages that a scene is about, in its own state, each with the words that lead there: for a read as it is and as it should
    /// be. The first is the scene's own page.
    pub fn doors(scene: usize, read: &JourneyRead, right: &JourneyRead) -> Vec<(&'static str, String)> {
        const CHECK: &str = "Open in Check";
        let check = |said: Said, shows: Shows| {
            let tile = Shown { said, pinned: Some(ELEMENT), ..Shown::default() };
            (CHECK, link_from_shown(&tile.showing(shows)))
        };
        let tile = || check(right.spec.said().without_given(), Shows::Tile);
        let tma = || {
            let mut shown = TmaShown::default();
            shown.map.box_elements = "64, 64".into();
            ("Open in TMA box", link_from_form(&shown))
        };
        let lesson = Route::Learn { lesson: Some("the-xor"), stop: Some("1") };
        match scene {
            0 => vec![tile(), tma()],
            1 => vec![tma(), tile()],
            2 => vec![tile(), ("Learn the XOR", lesson.address())],
            3 => vec![check(right.said(0), Shows::Tile)],
            4 => vec![check(right.said(STEP), Shows::Read)],
            5 => vec![check(read.said(STEP), Shows::Read)],
            _ => {
                let shown = LanesShown { tab: LanesTab::Registers, ..LanesShown::default() };
                vec![("Open in Registers", link_from_form(&shown)), check(right.said(STEP), Shows::Read)]
            }
        }
    }
}

impl Form for JourneyShown {
    const PATH: &'static str = "#/journey";
    const TABLE: Table<Self> = &[(
        "",
        rows! {
            "scene" = scene [SCENES];
            "sbo" = sbo_bytes [128..=2048] by (|text| {
                let (least, most, step) = Self::SBO;
                match within(text, least..=most)? {
                    bytes if bytes.is_multiple_of(step) => Ok(Some(bytes)),
                    _ => Err(format!("must be a multiple of {step}")),
                }
            });
            "base",
                read: |shown, text| within(text, 0..=7).map(|base| shown.base_offset = base as u8),
                write: |shown| shown.base_offset.to_string();
        },
    )];
}
