//! What acts do to the page, and what its rows, reads and pictures are.

use swizzle_code::build::support_table;
use swizzle_core::hardware::Chip;
use swizzle_core::{Element, Major, Operand, Sparsity, Swizzle};
use swizzle_draw::scene::Label;
use swizzle_params::{ParamId, Scalar};
use swizzle_view::link::{SupportShown, build_address};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::combinations::moved;
use super::facts::Facts;
use super::picker::picture;
use super::reads::scenes;
use super::state::{Act, Desk, Place};
use super::table::{Key, SENTENCE, row, sections};
use crate::check::table::{Part, parts};
use crate::kit::Change;
use crate::state::{Action, Edit};

const TILE: &str = "#/wgmma?operand=A&element=bf16&major=K&swizzle=128B&mn=128&k=64";
const TCGEN05: &str = "#/tcgen05?operand=A&element=bf16&major=K&swizzle=128B&mn=128&k=64";

fn desk(link: &str) -> Desk {
    Desk::from_address(link, None)
}

fn built(tile: &str) -> Desk {
    desk(&build_address(tile))
}

fn facts(desk: &Desk) -> Facts {
    Facts::of(desk).expect("a tile")
}

#[test]
fn acts_are_in_the_link() {
    let start = built(TCGEN05);
    let after = |key, value| start.after(Act::Row(key, Change::To(Some(value)))).link();
    for (key, value, part) in [
        (Key::Of("n"), Scalar::Number(256), "n=256"),
        (Key::Of("form"), Scalar::Choice("cta-group-2"), "form=cta-group-2"),
        (Key::Of("d"), Scalar::Choice("f16"), "d=f16"),
        (Key::Of("load"), Scalar::Choice("16x256b"), "load=16x256b"),
        (Key::Tile(ParamId::Mn), Scalar::Number(192), "mn=192"),
    ] {
        let link = after(key, value);
        assert!(link.contains(part), "{part}: {link}");
    }
    let place: Place = (Element::F16, Major::Mn, Swizzle::B64);
    let chosen = start.after(Act::Place(place));
    assert!(chosen.link().contains("element=f16") && chosen.link().contains("major=MN"));
    assert_eq!(chosen.after(Act::Of(Action::Undo)).link(), start.link());
}

/// What was typed turns out to be no number: the value before it, whether it was given or not.
#[test]
fn what_was_typed_is_taken_back() {
    let start = built(TCGEN05);
    let change = |desk: &Desk, change| desk.after(Act::Row(Key::Of("n"), change));
    let given = change(&start, Change::To(Some(64.into())));
    for (before, value) in [(&start, None), (&given, Some(Scalar::Number(64)))] {
        let typed = change(before, Change::To(Some(9.into())));
        let back = change(&typed, Change::Cancel(value));
        assert_eq!(back.link(), before.link());
        assert_ne!(typed.link(), before.link());
    }
}

/// Bits that were flipped belong to the descriptor of the former instruction.
#[test]
fn flipped_bits_go_with_the_next_edit() {
    let flipped = built(TCGEN05).after(Act::Idesc(Some(1)));
    assert_eq!(flipped.idesc, Some(1));
    assert!(flipped.link().contains("idesc=0x00000001"));
    let n = Act::Row(Key::Of("n"), Change::To(Some(256.into())));
    let k = Act::Of(Action::Edit(Edit::number(ParamId::K, 128)));
    assert_eq!((flipped.after(n).idesc, flipped.after(k).idesc), (None, None));
    assert_eq!(built(&flipped.link().replace("build/", "")).idesc, Some(1));
}

/// The table of combinations has the address as long as it is open; what is chosen in it is of the tile below.
#[test]
fn the_table_is_over_the_tile_in_use() {
    let link = "#/wgmma?mn=192&stages=3&sbo=2048";
    let table = Desk::from_address("#/support?arch=tcgen05", Some(link));
    assert_eq!((table.link().as_str(), table.is_edited), ("#/support?arch=tcgen05", false));
    let chosen = table.after(Act::Place((Element::Tf32, Major::Mn, Swizzle::B128Atom32)));
    assert_eq!(chosen.link(), "#/support?arch=tcgen05&element=tf32&major=MN&swizzle=128B-32B-atom");
    let tile = chosen.shown.said.tile;
    assert_eq!((tile.mn, tile.stages, tile.sbo_bytes), (Some(192), Some(3), None));
    let part = SupportShown { operand: Operand::B, ..SupportShown::default() };
    let other = chosen.after(Act::Part(part));
    assert_eq!((other.link().as_str(), other.shown), ("#/support?operand=B", chosen.shown));
    // Closed, the page has its own address again.
    let closed = chosen.after(Act::Address(build_address(TILE)));
    assert_eq!((closed.part, closed.is_edited), (None, false));
    assert_eq!(closed.link(), build_address(TILE));
}

#[test]
fn what_was_not_read_is_forgotten_with_an_edit() {
    let start = desk("#/build/wgmma?foo=3&mn=128&k=64");
    assert_eq!((start.unread.len(), start.is_edited), (1, false));
    let edited = start.after(Act::Row(Key::Of("other_major"), Change::To(Some(Scalar::Choice("MN")))));
    assert_eq!((edited.unread.len(), edited.is_edited), (0, true));
}

#[test]
fn the_sentence_and_the_drawer_have_what_matters() {
    let words: Vec<String> = {
        let desk = built(TILE);
        let word = |part: Part| match part {
            Part::Value(key, after) => Some(row(&facts(&desk), &desk.built(), Key::of(key))?.text() + after),
            Part::Text(_) => None,
        };
        parts(SENTENCE).filter_map(word).collect()
    };
    assert_eq!(words.join(" "), "128 64 bf16 wgmma A 64 K-major 1 stages 0x400");
    let offered = |tile: &str| {
        let desk = built(tile);
        let (facts, shown) = (facts(&desk), desk.built());
        let all = sections(&facts, &shown).map(|(_, rows)| rows.len());
        all.sum::<usize>()
    };
    assert_eq!((offered(TILE), offered(TCGEN05)), (13, 18));
    let of_b = built("#/wgmma?operand=B&mn=128&k=64");
    let row = |key| row(&facts(&of_b), &of_b.built(), Key::Of(key));
    assert!(row("a_from").is_some() && row("n").is_none() && row("m").is_none());
    assert_eq!(row("other_major").expect("a row").label, "Major of A");
}

/// Every read is numbered in the tile, and the one that is looked at is framed; in memory from the stage's first line on.
#[test]
fn the_reads_are_numbered_in_the_tile() {
    let desk = built(&format!("{TILE}&stages=2"));
    let facts = facts(&desk);
    let [matrix, _] = scenes(&facts, 0, 5).expect("a picture");
    let label = |row: u32, column| matrix.cell(row, column).map(|cell| cell.label);
    let first: Vec<_> = (0..8).step_by(2).filter_map(|column| label(0, column)).collect();
    assert_eq!(first, [0, 1, 2, 3].map(Label::Number));
    assert_eq!(label(64, 0), Some(Label::Number(4)));
    let framed = &matrix.outlines[0].cells;
    assert_eq!((framed.len(), matrix.place(framed[0])), (128, (64, 2)));
    let [_, memory] = scenes(&facts, 1, 0).expect("a picture");
    assert_eq!(memory.row_text(0), "0x4400");
    assert_eq!(memory.cell(0, 0).map(|cell| cell.label), Some(Label::Number(0)));
}

#[test]
fn a_layout_is_pictured_by_its_slots() {
    // No swizzle: all eight units of a row are in one slot.
    let none = picture(Swizzle::None, Major::K);
    assert_eq!(none[0].matches('M').count(), 16);
    assert!(none[0].starts_with("M0 0h10v5h-10zM10 0"));
    let widest = picture(Swizzle::B128, Major::K);
    assert!(widest[1].starts_with("M10 0h10v5h-10zM0 5"), "{}", widest[1]);
    let turned = picture(Swizzle::B128, Major::Mn);
    assert!(turned[1].starts_with("M0 10h5v10h-5zM5 0"), "{}", turned[1]);
}

#[test]
fn a_layout_of_the_other_family_leads_there() {
    let facts = facts(&built(TILE));
    let place = (Element::Bf16, Major::K, Swizzle::B128Atom32);
    assert!(facts.elsewhere(place).is_some());
    let refused = Facts::of(&built(TILE).after(Act::Place(place))).expect("a tile");
    assert!(!refused.is_built() && !refused.refusals().is_empty());
    let codes = refused.codes().map(|(_, codes)| codes.len());
    assert_eq!((codes, facts.codes()), (Some(4), None));
}

#[test]
fn arrow_keys_stay_in_the_table() {
    let table = support_table(Chip::Sm90a, Operand::A, Sparsity::Dense);
    let places: Vec<Place> = table.cells().map(|cell| (cell.element, cell.major, cell.swizzle)).collect();
    let from = (Element::F16, Major::K, Swizzle::None);
    assert_eq!(moved(&places, from, "ArrowLeft"), None);
    assert_eq!(moved(&places, from, "ArrowUp"), None);
    let right = (Element::F16, Major::K, Swizzle::B32);
    assert_eq!(moved(&places, from, "ArrowRight"), Some(right));
    let down = (Element::Bf16, Major::K, Swizzle::None);
    assert_eq!(moved(&places, from, "ArrowDown"), Some(down));
    let end = (Element::F16, Major::Mn, Swizzle::B128Atom32);
    assert_eq!(moved(&places, from, "End"), Some(end));
    assert_eq!(moved(&places, end, "ArrowRight"), None);
    let last = (Element::B1, Major::Mn, Swizzle::B128Atom32);
    assert_eq!(moved(&places, last, "ArrowDown"), None);
}
