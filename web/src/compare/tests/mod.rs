//! What acts do to both, and how both are drawn.

use swizzle_core::law::Swizzle;
use swizzle_core::reader::Spec;
use swizzle_core::{Coord, FieldId};
use swizzle_infer::TwoLayouts;
use swizzle_lints::SideSaid;
use swizzle_params::{ParamId, Scalar};
use swizzle_text::{tile_and_read_counts, two_layouts_rows, two_layouts_text};
use swizzle_view::link::{Unread, pair_of_links, pair_to_complete};
use swizzle_view::{link_from_shown, shown_from_link};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::both::Both;
use super::state::{Act, Pair};
use crate::cells::{Look, Outline};
use crate::check::scenes::Dress;
use crate::check::state::Act as Of;
use crate::state::{Action, Edit};

/// A right and a broken descriptor of a tile that was said.
const WRONG: &str = "#/compare/wgmma/4000004000010040?mn=64&k=64/with/wgmma/4000000800010040?mn=64&k=64";

fn pair(link: &str) -> Pair {
    Pair::from_address(link)
}

fn both(pair: &Pair) -> Both {
    let shown = pair.shown();
    Both::of(shown.each_ref(), [Unread::Nothing; 2], pair.is_read()).expect("pictures")
}

fn swizzle(mode: &'static str) -> Of {
    Of::edit(Edit::Value(ParamId::Swizzle, Some(Scalar::Choice(mode))))
}

fn modes(pair: &Pair) -> [Option<Swizzle>; 2] {
    pair.shown().map(|shown| shown.said.tile.swizzle)
}

/// A change of both is one step, whichever of them it is taken back in.
#[test]
fn a_change_of_both_is_one_step() {
    let (narrow, none) = (Some(Swizzle::B64), None);
    let edited = pair(&pair_of_links("#/?", "#/?")).after(Act::Side(1, swizzle("64B")));
    assert_eq!(modes(&edited), [none, narrow]);
    let swapped = edited.after(Act::Put([1, 0]));
    assert_eq!(modes(&swapped), [narrow, none]);
    let undone = swapped.after(Act::Step(Action::Undo));
    assert_eq!((modes(&undone), undone.can()), ([none, narrow], [true, true]));
    let redone = undone.after(Act::Step(Action::Redo));
    assert_eq!(modes(&redone), [narrow, none]);
    let copied = redone.after(Act::Put([0, 0]));
    assert_eq!(modes(&copied), [narrow, narrow]);
    assert_eq!(modes(&copied.after(Act::Step(Action::Undo))), [narrow, none]);
    let alike = redone.after(Act::Both(swizzle("32B")));
    assert_eq!(modes(&alike), [Some(Swizzle::B32); 2]);
    assert_eq!(modes(&alike.after(Act::Step(Action::Undo))), [narrow, none]);
    // What is typed into one is one step; what is given up leaves none.
    let k = |k| Act::Side(0, Of::edit(Edit::number(ParamId::K, k)));
    let typed = pair(&pair_of_links("#/?", "#/?")).after(k(1)).after(k(12)).after(k(128));
    assert_eq!(typed.after(Act::Step(Action::Undo)).can(), [false, true]);
    let cancelled = typed.after(Act::Side(0, Of::Of(Action::Cancel)));
    assert_eq!(cancelled.can(), [false, false]);
}

#[test]
fn acts_are_in_the_link() {
    let start = pair("#/compare/figure/157");
    assert_eq!((start.asks, start.link()), (true, pair_to_complete("#/figure/157")));
    let same = start.after(Act::Put([0, 0]));
    assert_eq!(same.link(), "#/compare/figure/157/with/figure/157");
    let second = shown_from_link("#/figure/158").shown;
    let known = start.after(Act::Side(1, Of::Of(Action::Paste(second, Vec::new()))));
    assert_eq!(known.link(), "#/compare/figure/157/with/figure/158");
    let mended = {
        let wrong = pair(WRONG);
        let mend = both(&wrong).line.repairs[0].clone();
        assert_eq!(mend.label, "Set SBO to 1024 B in B");
        wrong.after(Act::Mend(SideSaid { ..mend.change }))
    };
    let line = both(&mended).line;
    assert_eq!(line.headline, "A and B read the same 128 units");
    let other = mended.after(Act::Address("#/compare/figure/157/with/figure/158".into()));
    assert_eq!(other.link(), "#/compare/figure/157/with/figure/158");
}

/// What could not be read stays in the address, where a reload finds it, until that side is edited.
#[test]
fn what_was_not_read_stays_in_the_link() {
    for link in ["#/compare/a/with/b", "#/compare/figure/157/with/b", "#/compare/a"] {
        let start = pair(link);
        assert_eq!(start.link(), link);
        assert_eq!(start.after(Act::Address(link.into())).link(), link);
    }
    let start = pair("#/compare/a/with/b");
    let k = |side| Act::Side(side, Of::edit(Edit::number(ParamId::K, 32)));
    assert_eq!(start.after(k(1)).link(), "#/compare/a/with/?k=32");
    assert_eq!(start.after(k(1)).after(k(0)).link(), "#/compare/?k=32/with/?k=32");
    let pasted = shown_from_link("#/figure/158").shown;
    let noticed = start.sides[0].notices.clone();
    let half = start.after(Act::Side(0, Of::Of(Action::Paste(pasted, noticed))));
    assert_eq!(half.link(), "#/compare/figure/158/with/b");
}

/// A pin in the second half of a link is one of both, and goes like any other.
#[test]
fn there_is_one_pin_for_both() {
    let at = Coord { mn: 1, k: 8 };
    let pinned = pair("#/compare/figure/157/with/wgmma/8000002000010040?cell=1,8");
    assert_eq!(pinned.pinned(), Some(at));
    assert!(pinned.shown()[1].pinned.is_none() && pinned.shown()[0].pinned.is_some());
    let free = pinned.after(Act::Pin(None));
    assert_eq!((free.pinned(), free.can()), (None, [false, false]));
    // Where one read is compared, too, it is an element of the tile.
    let read = pair(WRONG).after(Act::Pin(Some(at)));
    assert!(read.is_read());
    assert_eq!(read.pinned(), Some(at));
}

/// What is pasted into one shows its read, and so does the other; a step of one is one of both.
#[test]
fn both_show_the_same_read() {
    let start = pair(&pair_of_links("#/?mn=64&k=64", "#/?mn=64&k=64"));
    let pasted = shown_from_link("#/wgmma/8000002000010080?show=read").shown;
    let read = start.after(Act::Side(1, Of::Of(Action::Paste(pasted, Vec::new()))));
    assert!(!start.is_read() && read.is_read());
    assert_eq!(read.after(Act::Step(Action::Undo)).link(), start.link());
    let stepped = start.after(Act::Side(0, Of::step(2)));
    let steps = both(&stepped).facts.each_ref().map(|facts| facts.place().step);
    assert_eq!(steps, [2, 2]);
}

#[test]
fn what_differs_is_counted_as_the_core_counts() {
    for (first, second) in [
        ("#/wgmma/4000004000010040", "#/wgmma/8000002000010040"),
        ("#/figure/157", "#/figure/158"),
        ("#/figure/157", "#/figure/157"),
        ("#/wgmma/4000004000010040?mn=4", "#/tcgen05/4000404000010080?mn=8&element=e4m3"),
    ] {
        let shown = [first, second].map(|link| shown_from_link(link).shown);
        let pair = pair(&pair_of_links(&link_from_shown(&shown[0]), &link_from_shown(&shown[1])));
        let both = both(&pair);
        let specs = shown.each_ref().map(|shown| shown.spec().expect("a tile"));
        assert_eq!(both.rows, two_layouts_rows(&specs[0], &specs[1]));
        let reads = specs.each_ref().map(|spec| spec.spec_from_read(spec.place()));
        for ((what, told), specs) in both.counts.iter().zip([&specs, &reads]) {
            let count = |here: &Spec, there: &Spec| TwoLayouts::of(here, there).map(two_layouts_text);
            let words =
                [count(&specs[0], &specs[1]), count(&specs[1], &specs[0])].map(Option::unwrap_or_default);
            let words = match words[0] == words[1] {
                true => words[0].clone(),
                false => format!("of A, {}; of B, {}", words[0], words[1]),
            };
            assert_eq!(*told, words, "{what} {first} {second}");
        }
        // Cells are marked that differ; where most do, those that do not.
        let wholes = [(0, 1), (1, 0)].map(|(here, there)| TwoLayouts::of(&specs[here], &specs[there]));
        let marks_same = wholes.iter().flatten().any(|found| found.is_mostly_elsewhere());
        for side in [0, 1] {
            let found = wholes[side].expect("few units");
            let expected = if marks_same { found.units - found.elsewhere } else { found.elsewhere };
            let scene = both.scene(side, true, &Dress::Place);
            let is_mark = |outline: &&Outline| matches!(outline.class, "same" | "dash is-here");
            let marked: usize =
                scene.outlines.iter().filter(is_mark).map(|outline| outline.cells.len()).sum();
            assert_eq!(marked as u32, expected, "{first} {second}");
        }
    }
}

/// The sentence has what both are, the column at the right what one alone is, and what is counted of it.
#[test]
fn what_one_alone_is_is_said_of_it() {
    let both = both(&pair("#/compare/wgmma/4000004000010040/with/tcgen05/8000402000010080?k=32"));
    let said = |side| both.said(side)[0].clone();
    assert_eq!(said(0), "64 × 64, 128B swizzle, wgmma");
    assert_eq!(said(1), "64 × 32, 64B swizzle, tcgen05");
    let figures = self::both(&pair("#/compare/figure/157/with/figure/158"));
    let spec = shown_from_link("#/figure/158").shown.spec().expect("a tile");
    assert_eq!(figures.said(1)[1..], tile_and_read_counts(&spec));
    assert_eq!(
        figures.said(1)[1..],
        ["tile: 32 units", "read 0: all 64 units correct, 32 of them outside the tile"]
    );
}

/// A wrong byte is red, and told with the expected one; the field at fault is blamed.
#[test]
fn a_wrong_read_is_red_and_says_what_is_expected() {
    let both = both(&pair(WRONG));
    let at = Coord { mn: 8, k: 0 };
    let place = |side| both.place(side, at).map(|(byte, more, is_wrong)| (byte + " " + &more, is_wrong));
    assert_eq!(place(0), Some(("0x800 offset 1024".into(), false)));
    assert_eq!(place(1), Some(("0x490 expected 0x800".into(), true)));
    assert!(both.blames(1, Some(FieldId::Sbo)) && !both.blames(0, Some(FieldId::Sbo)));
    let wrong = |side| {
        let scene = both.scene(side, false, &Dress::Place);
        scene.cells.iter().filter(|cell| cell.look == Look::Wrong).count()
    };
    assert_eq!((wrong(0), wrong(1)), (0, 448));
    let outside = Coord { mn: 0, k: 64 };
    assert_eq!((both.place(0, outside), both.unit(0, outside)), (None, None));
}
