//! Dumps without an address: the line of the pattern on which they begin is found, and the link has their bytes.

use swizzle_core::reader::VerdictKind;
use swizzle_core::{Coord, Major, Said, Swizzle};
use swizzle_dump::{Asked, Form, Found, recognize};
use swizzle_lints::verdict_of_dump;
use swizzle_view::{Shown, link_from_shown, shown_from_link};

use crate::dump::twin::{BASE, PLAIN, Twin, asked, first, raw};

/// A dump of the twin's tile that begins some bytes before it, without its address.
fn found(twin: Twin, before: u32) -> Found {
    let from = (twin.start - BASE - before) as usize;
    first(&[raw(None, &twin.memory()[from..])], &twin.asked())
}

/// Every cell of the linked tile is where it is in the dump, counted from the linked start.
fn check_link(twin: Twin, found: &Found) {
    let said = Said { tile: found.said().unwrap_or_else(|| panic!("no tile: {twin:?}")), ..Said::default() };
    let shown = Shown::from(said);
    let opened = shown_from_link(&link_from_shown(&shown)).shown;
    let tile = *opened.spec().expect("it is drawn").tile();
    // By how much the linked tile is elsewhere, in all cells alike.
    let moved = tile.start_bytes.wrapping_sub(twin.start);
    assert!(moved.is_multiple_of(twin.swizzle.pattern_bytes()), "{twin:?}: {found:?}");
    for (at, index) in twin.cells() {
        let cell = Coord { mn: index / twin.k, k: index % twin.k };
        assert_eq!(tile.byte_from_element(cell).byte, at.wrapping_add(moved), "{cell:?} of {twin:?}");
    }
}

fn kind(found: &Found) -> VerdictKind {
    let asked = Asked { mn: Some(found.shape.mn), ..Asked::default() };
    verdict_of_dump(core::slice::from_ref(found), 0, &asked, None).kind
}

#[test]
fn the_phase_of_the_first_line_is_found_and_linked() {
    let mut state = 5_u32;
    let mut below = |end: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % end
    };
    let mut open = 0;
    for swizzle in [Swizzle::B32, Swizzle::B64, Swizzle::B128] {
        for major in [Major::K, Major::Mn] {
            for width in [2, 4] {
                for (mn, k) in [(64, 64), (8, 64), (32, 128)] {
                    // The longer side is the contiguous one.
                    let (mn, k) = match major {
                        Major::K => (mn, k),
                        Major::Mn => (k, mn),
                    };
                    for _ in 0..4 {
                        let start = BASE + 1024 + below(16) * 128;
                        let twin = Twin { swizzle, major, width, mn, k, start, ..PLAIN };
                        let twin = twin.packed(below(2) == 0);
                        let found = found(twin, below(8) * 16);
                        let phase = start % swizzle.pattern_bytes();
                        assert_eq!(found.form, Form::Canonical(swizzle), "{twin:?}");
                        assert!(found.phases.contains(&phase), "{twin:?}: {found:?}");
                        assert_eq!(found.right, found.of, "{twin:?}");
                        if found.phases.len() == 1 {
                            assert_eq!(kind(&found), VerdictKind::Right);
                            check_link(twin, &found);
                        } else {
                            open += 1;
                            assert_eq!(kind(&found), VerdictKind::Incomplete);
                            let said = found.open_start_text().expect("it is said");
                            assert!(
                                said.contains(&format!("{phase:#x}")) && said.contains("cannot tell"),
                                "{said}"
                            );
                        }
                    }
                }
            }
        }
    }
    assert!(open < 48, "{open}");
}

#[test]
fn two_dumps_of_different_phase_have_different_answers() {
    let of = |start| {
        let twin = Twin { start, ..PLAIN };
        let found = found(twin, 0);
        check_link(twin, &found);
        found
    };
    let (aligned, moved) = (of(0x800), of(0x880));
    assert_eq!((&*aligned.phases, &*moved.phases), (&[0][..], &[0x80][..]));
    assert!(aligned.text().contains("at 0x0 + n · 0x400"), "{}", aligned.text());
    assert!(moved.text().contains("at 0x80 + n · 0x400"), "{}", moved.text());
    let start = |found: &Found| found.said().expect("a tile").start_bytes;
    assert_eq!((start(&aligned), start(&moved)), (Some(0x400), Some(0x480)));
}

/// A tile of few rows has each of its units in any phase: what is possible is said.
#[test]
fn a_dump_that_cannot_tell_says_so() {
    let twin = Twin { mn: 8, k: 8, start: BASE + 1024 + 0x100, ..PLAIN }.packed(true);
    let found = recognize(&[raw(None, &twin.memory()[1024..])], &twin.asked()).expect("it can be asked");
    for one in found.iter().filter(|one| one.form == Form::Canonical(Swizzle::B128)) {
        assert!(one.phases.contains(&0x100), "{one:?}");
    }
}

/// Four rows do not say what the fifth would: a writer that leaves out a bit of the row fits as well.
#[test]
fn rows_that_two_layouts_write_alike_are_not_called_right() {
    let memory = Twin { mn: 8, ..PLAIN }.packed(true).memory();
    for (rows, is_known) in [(4, false), (5, true), (8, true)] {
        let asked = asked(16, rows, 64);
        let dump = [raw(Some(BASE), &memory[..rows as usize * 128])];
        let found = recognize(&dump, &asked).expect("it can be asked");
        let line = verdict_of_dump(&found, 0, &asked, None);
        assert_eq!(line.kind == VerdictKind::Right, is_known, "{rows}: {line:?}");
        assert_eq!(line.headline == "This dump fits 2 layouts", !is_known, "{line:?}");
    }
}
