//! A visitor's way through several edits, without a document.

use swizzle_core::reader::VerdictKind;
use swizzle_core::{FieldId, Named as _, Swizzle};
use swizzle_draw::Shows;
use swizzle_params::{ParamId, Scalar};
use swizzle_view::{link_from_shown, shown_from_link};
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::super::state::{Act, Desk};
use super::{desk, facts, link};
use crate::state::{Action, Edit};

/// A descriptor with the SBO of no swizzle, of a tile that was said; and with nothing said.
const WRONG: &str = "#/wgmma/4000000800010040?mn=64&k=64";
const ALONE: &str = "#/wgmma/4000000800010040";

fn choose(desk: &Desk, id: ParamId, name: &'static str) -> Desk {
    desk.after(Act::edit(Edit::Value(id, Some(Scalar::Choice(name)))))
}

/// The first fix of the title.
fn fixed(desk: &Desk) -> Desk {
    let facts = facts(desk);
    let mend = facts.verdict.repairs.first().expect("a fix");
    desk.after(Act::fix(mend.change))
}

/// What a stranger tries first: can wgmma read this tile of tf32?
#[test]
fn tf32_n_major_is_refused_with_its_reason_and_repaired() {
    let k_major = choose(&desk("#/figure/157"), ParamId::Element, "tf32");
    let wrong = choose(&k_major, ParamId::Major, "MN");
    assert_eq!(desk(&link(&wrong)).shown, wrong.shown);
    let facts = facts(&wrong);
    assert_eq!(facts.verdict.kind, VerdictKind::Wrong);
    let error = &facts.findings[0];
    assert!(error.title.contains("wgmma cannot read tf32"), "{}", error.title);
    let mended = wrong.after(Act::fix(error.repairs[0].change.said));
    assert_eq!(mended.shown, k_major.shown);
    assert_eq!(mended.after(Act::Of(Action::Undo)).shown, wrong.shown);
}

/// A repair ends well: nothing is wrong any more, and what that rests on is said.
#[test]
fn a_repair_says_what_its_verdict_rests_on() {
    for (link, reservation) in [
        (ALONE, "if the tile is 64 × 64 bf16"),
        (WRONG, "step 0 of 4, swizzle and start inferred from the descriptor"),
    ] {
        let after = fixed(&desk(link));
        let line = facts(&after).verdict;
        assert_eq!(line.headline, "All 128 units are read from the right address");
        assert_eq!(line.reservation.as_deref(), Some(reservation));
        assert!(after.is_fixed && line.is_good() && !facts(&after).has_wrong());
    }
}

/// A fault that rests on what is inferred is a warning.
#[test]
fn what_is_inferred_makes_a_fault_a_warning() {
    let kind = |link| facts(&desk(link)).verdict.kind;
    assert_eq!((kind(ALONE), kind(WRONG)), (VerdictKind::Warning, VerdictKind::Wrong));
}

/// Beside what could not be read of a link nothing is plain right.
#[test]
fn what_was_not_read_is_not_right() {
    let link = "#/wgmma/4000004000010040?mn=64&k=64&elemant=tf32";
    let desk = Desk::from_address(link);
    let unread = swizzle_view::link::unread_of(&desk.shown.said, &desk.notices);
    let line = facts(&desk).verdict.as_far_as_read(unread);
    assert_eq!(line.kind, VerdictKind::Incomplete);
    assert!(line.headline.contains("based on the part that was read"), "{}", line.headline);
}

/// The notice names the part that is wrong, the rest is opened, and it goes with the next link or when it is read.
#[test]
fn a_notice_stays_until_it_is_read_or_another_link_opens() {
    for (link, part) in [
        ("#/wgmma/4000004000010040?k=128&elemant=tf32", "elemant=tf32"),
        ("#/wgmma/4000004000010040?k=128&element=tf33", "element=tf33"),
        ("#/wgmma/40000040000100zz?k=128&element=tf32", "40000040000100zz"),
        ("#/wgmma/4000004000010040?k=128&swizzle=64B", "swizzle=64B"),
        ("#/wgmma/4000004000010040?k=128&mn=0", "mn=0"),
        ("#/figure/155?number=logical", "/figure/155"),
        ("#/nvfp4/4000004000010040?k=128", "nvfp4"),
        ("#/wgmma/4000004000010040?k=128&k=64", "k=64"),
    ] {
        let desk = Desk::from_address(link);
        let parts: Vec<&str> = desk.notices.iter().map(|notice| notice.part.as_str()).collect();
        assert_eq!(parts, [part], "{link}");
        assert_eq!(desk.shown, shown_from_link(link).shown);
        let read = desk.after(Act::Of(Action::DismissNotices));
        assert_eq!((read.notices.len(), read.shown), (0, desk.shown));
        let other = desk.after(Act::Of(Action::Address("#/figure/160".into())));
        assert_eq!(other.notices, []);
    }
}

/// Five edits of five kinds, undone and redone; another edit then ends Redo.
#[test]
fn edits_are_undone_one_by_one() {
    let acts = [
        Act::edit(Edit::Value(ParamId::Element, Some(Scalar::Choice("e4m3")))),
        Act::edit(Edit::Value(ParamId::Major, Some(Scalar::Choice("MN")))),
        Act::edit(Edit::number(ParamId::K, 160)),
        Act::edit(Edit::Value(ParamId::Swizzle, Some(Scalar::Choice("32B")))),
        Act::edit(Edit::Number(swizzle_draw::Number::Logical)),
    ];
    let mut states = vec![desk("")];
    for act in acts {
        states.push(states[states.len() - 1].after(act));
    }
    let mut at = states[5].clone();
    for state in states.iter().rev().skip(1) {
        at = at.after(Act::Of(Action::Undo));
        assert_eq!(at.shown, state.shown);
    }
    assert_eq!(at.history.can(), [false, true]);
    for state in states.iter().skip(1) {
        at = at.after(Act::Of(Action::Redo));
        assert_eq!(at.shown, state.shown);
    }
    assert_eq!(at.history.can(), [true, false]);
    let other = choose(&at.after(Act::Of(Action::Undo)), ParamId::Operand, "B");
    assert!(!other.history.can()[1]);
}

/// Of a jump Undo leads back, and Redo there again.
#[test]
fn a_jump_is_undone_too() {
    let there = desk("").after(Act::Of(Action::Jump("#/figure/168".into())));
    assert_eq!(link_from_shown(&there.shown), "#/figure/168");
    let back = there.after(Act::Of(Action::Undo));
    assert_eq!(back.shown, desk("").shown);
    assert_eq!(back.after(Act::Of(Action::Redo)).shown, there.shown);
}

/// Bits that are flipped are those that were pressed; the first one makes the descriptor one's own.
#[test]
fn a_bit_is_flipped_in_the_descriptor_in_view() {
    let mut at = desk("");
    let mut raw = facts(&at).descriptor.expect("one").raw();
    for bit in [62, 33, 16, 15, 49, 0, 63] {
        at = at.after(Act::edit(Edit::Flip(bit)));
        raw ^= 1 << bit;
        assert_eq!(at.shown.said.given.map(|given| given.raw()), Some(raw), "bit {bit}");
        link(&at);
    }
}

/// A place is looked at without an edit of what was given; a computed descriptor goes along.
#[test]
fn a_step_is_looked_at_and_the_descriptor_stays() {
    let start = desk("#/wgmma/4000004000010040?mn=64&k=128");
    for step in [4, 7, 1, 0] {
        let at = start.after(Act::step(step));
        assert_eq!((facts(&at).place().step, at.shown.said), (step, start.shown.said));
        link(&at);
    }
    let computed = desk("#/?mn=64&k=128").after(Act::step(3));
    assert_eq!(computed.shown.said.place.step, Some(3));
}

/// What a descriptor is for decides what is wrong with it.
#[test]
fn a_descriptor_is_judged_by_what_it_is_for() {
    // One of scale factors: without LBO, as one for `tcgen05.cp` may be.
    let start = desk("#/tcgen05/0000400800000800");
    let copy = choose(&start, ParamId::For, "cp");
    let copy = choose(&copy, ParamId::Shape, "128x128b");
    assert_eq!((facts(&copy).faults(), facts(&start).faults() > 0), (0, true));
    link(&copy);
    let back = choose(&copy, ParamId::For, "mma");
    assert_eq!(back.shown.said.reader.shape, None);
}

/// A code that stands for no mode: nothing can be drawn of it, and the finding offers what could.
#[test]
fn a_descriptor_without_a_mode_has_a_repair() {
    let start = desk("#/tcgen05/6000404000010040");
    let facts = facts(&start);
    assert_eq!(facts.verdict.kind, VerdictKind::Wrong);
    let fix = facts.findings[0].repairs.first().expect("a repair");
    let mended = start.after(Act::fix(fix.change.said));
    assert!(mended.shown.said.given.is_some_and(|given| given.get(FieldId::Swizzle) != 3));
}

/// A link that shows the image opens it; what is open over the page closes where the subject changes.
#[test]
fn a_jump_closes_what_is_open() {
    let picture = desk(&format!("{ALONE}?show=picture"));
    assert!(picture.is_picture());
    let open = desk("").after(Act::Open("hex"));
    assert_eq!(open.after(Act::edit(Edit::Shows(Shows::Picture))).look.open, Some("hex"));
    assert_eq!(open.after(Act::Of(Action::Jump(WRONG.into()))).look.open, None);
    assert_eq!(open.after(Act::Open("hex")).look.open, None);
    assert_eq!(fixed(&desk(WRONG)).look.open, None);
}

/// Every mode of the picker is tried before it is taken, and the picture follows at once.
#[test]
fn a_mode_that_is_tried_is_drawn() {
    let start = desk("");
    for mode in [Swizzle::None, Swizzle::B32, Swizzle::B64] {
        let edit = Edit::Value(ParamId::Swizzle, Some(Scalar::Choice(mode.name())));
        let tried = start.after(Act::Try(Some(edit)));
        assert_eq!(facts(&tried).spec.tile().swizzle, mode);
        assert_ne!(facts(&tried).bytes, facts(&start).bytes);
    }
}
