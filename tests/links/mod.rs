//! Links: what old ones open is frozen, every state survives its link, and no text breaks the reader.

mod forms;
mod frozen;
mod frozen_forms;
mod tensor_memory;

use crate::any::{choice, said};
use proptest::prelude::*;
use swizzle_core::{Arch, Coord, Descriptor, Named, Place};
use swizzle_draw::{Cells, Colour, Number};
use swizzle_draw::{Shows, View};
use swizzle_tests::{cases, rows};
use swizzle_view::link::{link_keys, pair_from_link, pair_of_links};
use swizzle_view::{Shown, link_from_shown, shown_from_link};

/// Opens a link that must open wholly.
fn opened(link: &str) -> Shown {
    let opened = shown_from_link(link);
    assert_eq!(opened.notices, [], "{link}");
    opened.shown
}

#[test]
fn links_to_tiles_in_the_documents_open_wholly() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let mut count = 0;
    for name in ["README.md", "docs/page.md", "docs/formats.md"] {
        let text = std::fs::read_to_string(format!("{root}/{name}")).expect("a document");
        for link in text.split("#/").skip(1) {
            let link = link.split(['`', ')', ' ']).next().unwrap_or_default();
            if link.starts_with("wgmma/") || link.starts_with("tcgen05/") {
                opened(&format!("#/{link}"));
                count += 1;
            }
        }
    }
    assert!(count >= 4, "{count} links: some are not seen");
}

/// A key that is written is said, default or not; what is not written is not.
#[test]
fn what_a_link_says_is_said() {
    for (link, count) in [
        ("#/", 0),
        ("#/wgmma", 1),
        ("#/?k=64&element=bf16&major=K&order=mn", 4),
        ("#/?start=0x400&swizzle=128B&sbo_bytes=1024&column_bytes=8192", 4),
        ("#/wgmma/4000004000010040?k=64&operand=A&step=0&meant_start=0x400", 4),
        ("#/?step=auto&k=auto", 0),
    ] {
        let shown = opened(link);
        let path = usize::from(link.starts_with("#/wgmma"));
        let keys = link_from_shown(&shown).matches('=').count();
        let is_given = usize::from(shown.said.given.is_some());
        assert_eq!(keys + path - is_given, count, "{link}");
    }
}

/// A row of `refused.tsv`: a link, what it is opened as, the part that is not, and words of why.
#[test]
fn what_cannot_be_opened_is_named_and_the_rest_is_kept() {
    let mut others = Vec::new();
    for row in rows(include_str!("refused.tsv")) {
        let [link, kept, part, why] = row[..] else { panic!("{row:?}") };
        let (notices, link) = match link.split(['?', '/']).nth(1) {
            Some("wgmma" | "figure" | "nonsense") => {
                let opened = shown_from_link(link);
                (opened.notices, link_from_shown(&opened.shown))
            }
            _ => {
                let (notices, _, link) = frozen_forms::opened(link);
                (notices, link)
            }
        };
        let is_named = matches!(&notices[..], [one] if one.part == part && one.why.contains(why));
        if !is_named || link != kept {
            others.push(format!("{row:?}: {link} {notices:?}"));
        }
    }
    assert!(others.is_empty(), "{}", others.join("\n"));
}

#[test]
fn every_bit_of_a_descriptor_survives_its_link() {
    for arch in Arch::ALL.iter().copied() {
        for bit in 0..64 {
            let raw = 0x4000_0040_0001_0040 ^ (1 << bit);
            let link = format!("#/{}/{raw:016x}", arch.name());
            let shown = opened(&link);
            assert_eq!(shown.said.given, Some(Descriptor::new(arch, raw)), "{link}");
            assert_eq!(link_from_shown(&shown), link);
        }
    }
}

/// Who opens a link to a wrong read sees what is wrong; who looks at its tile has a link that says so. A pinned element stays
/// the same one, and what is not read keeps the tile.
#[test]
fn a_wrong_read_is_what_a_link_opens() {
    let wrong = "#/wgmma/4000000800010040";
    let shown = opened(wrong);
    assert_eq!(shown.view.shows, Shows::Read);
    assert_eq!(link_from_shown(&shown), wrong);
    let tile = shown.showing(Shows::Tile);
    assert_eq!(link_from_shown(&tile), format!("{wrong}?show=tile"));
    assert_eq!(opened(&link_from_shown(&tile)), tile);
    let pinned = |cell: &str| opened(&format!("{wrong}?cell={cell}"));
    let read = pinned("8,8");
    assert_eq!(read.view.shows, Shows::Read);
    assert_eq!(read.pinned, Some(Coord { mn: 8, k: 8 }));
    assert_eq!(link_from_shown(&read), format!("{wrong}?show=read&cell=8,8"));
    let unread = pinned("8,40");
    assert_eq!(unread.view.shows, Shows::Tile);
    assert_eq!(unread.pinned, Some(Coord { mn: 8, k: 40 }));
    assert_eq!(link_from_shown(&unread), format!("{wrong}?show=tile&cell=8,40"));
    // Without a given descriptor there is no wrong read to show.
    assert_eq!(opened("#/?meant_row_bytes=144").view.shows, Shows::Tile);
}

#[test]
fn keys_are_words_without_escapes() {
    for key in link_keys() {
        assert!(key.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{key}");
    }
}

proptest! {
    #![proptest_config(cases(1500, 16000))]

    #[test]
    fn everything_that_is_shown_survives_its_link(
        said in said(),
        shows in choice::<Shows>(),
        cells in choice::<Cells>(),
        number in choice::<Number>(),
        colour in choice::<Colour>(),
        at in prop::option::of((0_u32..4, 0_u32..4, 0_u32..4)),
        pinned in prop::option::of((0_u32..600, 0_u32..600)),
    ) {
        let shown = Shown {
            said,
            view: View { shows, cells, number, colour },
            at: at.map(|(stage, block, step)| Place { stage, block, step }),
            pinned: pinned.map(|(mn, k)| Coord { mn, k }),
        };
        let link = link_from_shown(&shown);
        let opened = shown_from_link(&link);
        prop_assert_eq!(&opened.notices, &vec![], "{}", link);
        prop_assert_eq!(&opened.shown, &shown, "{}", link);
        prop_assert_eq!(link_from_shown(&opened.shown), link);
        let pair = pair_of_links(&link_from_shown(&shown), &link_from_shown(&Shown::default()));
        let links = pair_from_link(&pair).unwrap();
        prop_assert_eq!(links.map(|link| shown_from_link(&link).shown), [shown, Shown::default()]);
    }
}
