//! Every row of the table: what it offers is taken at once, is in the link, changes what is seen, and is given back.

use swizzle_code::number_from_text;
use swizzle_params::{Group, PARAMS, Param, ParamId, Scalar};
use swizzle_text::readings_from_descriptor;
use wasm_bindgen_test::wasm_bindgen_test as test;

use super::super::scenes::{Dress, matrix, memory};
use super::super::state::{Act, Desk};
use super::super::table::{Key, field_row, is_offered, row};
use super::{desk, facts, link};
use crate::kit::{Change, Row, Values};

/// A tile for which most parameters matter.
const TILE: &str = "#/tcgen05?operand=B&major=MN&mn=128&k=256&step=1";

/// A tile for which a parameter matters that has no effect on that one.
fn start(id: ParamId) -> &'static str {
    match id {
        ParamId::Pattern => "#/tcgen05?mn=128&k=256&start=0x1000",
        ParamId::RowXor => "#/tcgen05?mn=128&k=64&meant_row_bytes=128",
        ParamId::PadEvery | ParamId::PadBytes => {
            "#/tcgen05?mn=128&k=64&meant_row_bytes=128&pad_every=1024&pad=16"
        }
        ParamId::StageBytes | ParamId::Stage => "#/tcgen05?mn=64&k=64&stages=3&stage=1",
        ParamId::PatternOf => "#/tcgen05?mn=24&k=64&stages=3&stage_bytes=3200&stage=1",
        ParamId::Shape => "#/tcgen05?for=cp&mn=128&k=64",
        // One of scale factors, which a copy may read and an MMA may not.
        ParamId::For => "#/tcgen05/0000400800000800",
        ParamId::Rows => "#/tcgen05?operand=B&major=MN&mn=128&k=256&rows=64",
        ParamId::Order => "#/tcgen05?mn=128&k=256",
        ParamId::Block => "#/wgmma?mn=256&k=64",
        ParamId::AtMn | ParamId::AtK => "#/wgmma?mn=64&k=64&buffer_mn=256&buffer_k=256",
        _ => TILE,
    }
}

/// What a parameter is set to, whether it is one of the place or not.
fn value(desk: &Desk, param: &Param) -> Option<Scalar> {
    match param.group {
        Group::Place => Some(row(&facts(desk), param.id).value),
        _ => param.get(&desk.shown.said),
    }
}

fn act(desk: &Desk, id: ParamId, change: Change) -> Desk {
    desk.after(Key::Param(id).act(facts(desk).spec.reader().arch, change))
}

/// Squares, the letter of the rows, descriptor, verdict and findings.
fn seen(desk: &Desk) -> String {
    let facts = facts(desk);
    let squares = (matrix(&facts, &Dress::View(facts.as_drawn())), memory(&facts, &Dress::Place, None));
    let letter = row(&facts, ParamId::Mn).label;
    let titles: Vec<&str> = facts.findings.iter().map(|one| one.title.as_str()).collect();
    format!("{squares:?}{letter}{:?}{:?}{titles:?}", facts.descriptor, facts.verdict)
}

/// All that a row offers: each choice, or the next number and the one before it.
fn offered(row: &Row) -> Vec<Change> {
    match row.choices() {
        [] => [1, -1].iter().filter_map(|by| row.step_by(*by)).collect(),
        choices => choices.iter().filter(|one| !one.is_off).map(Row::to).collect(),
    }
}

#[test]
fn every_row_is_taken_at_once_and_changes_what_is_seen() {
    let mut unseen = Vec::new();
    for param in PARAMS {
        let start = desk(start(param.id));
        let row = row(&facts(&start), param.id);
        let mut changed = 0;
        for change in offered(&row) {
            let Change::To(Some(to)) = change else { panic!("{} offers {change:?}", param.key) };
            let next = act(&start, param.id, change);
            if next.shown == start.shown && to != row.value {
                // There is no such tile, such as one larger than its buffer.
                continue;
            }
            assert_eq!(value(&next, param), Some(to), "{}", param.key);
            assert!(is_offered(&facts(&next).spec, param.id), "{}", param.key);
            link(&next);
            changed += u32::from(to != row.value && seen(&next) != seen(&start));
            // What is only tried is in view as if it were taken.
            let tried = act(&start, param.id, Change::Try(Some(to)));
            assert_eq!(tried.in_view(), &next.shown, "{}", param.key);
        }
        if changed == 0 {
            unseen.push(param.key);
        }
    }
    // It offers another row, of the stage that is looked at.
    assert_eq!(unseen, ["stages"]);
}

/// One press keeps what is shown, one gives it back; neither changes anything else.
#[test]
fn what_is_assumed_is_kept_by_one_press_and_given_back_by_another() {
    for param in PARAMS.iter().filter(|param| param.group != Group::Place) {
        let start = desk("");
        let before = row(&facts(&start), param.id);
        assert!(before.is_auto, "{}", param.key);
        if param.taken(&facts(&start).spec).is_none() {
            continue;
        }
        let kept = act(&start, param.id, Change::To(Some(before.value)));
        let after = row(&facts(&kept), param.id);
        assert_eq!((after.value, after.is_auto), (before.value, false), "{}", param.key);
        assert_ne!(link(&kept), link(&start), "{}", param.key);
        let scenes = |desk: &Desk| memory(&facts(desk), &Dress::Place, None);
        assert_eq!(scenes(&kept).cells, scenes(&start).cells, "{}", param.key);
        let back = act(&kept, param.id, Change::To(None));
        assert_eq!(param.get(&back.shown.said), None, "{}", param.key);
        // A chip says its family, too, which stays.
        if param.group != Group::Chip {
            assert_eq!(back.shown, start.shown, "{}", param.key);
        }
    }
}

/// What is written is read again, a number out of range says the range, and both ends of the range are drawn or refused.
#[test]
fn every_number_keeps_to_its_range() {
    for param in PARAMS {
        let start = desk(start(param.id));
        let row = row(&facts(&start), param.id);
        let Values::Number { range: (least, most), .. } = row.values else {
            continue;
        };
        for number in [least, most] {
            let text = row.text_of(number.into());
            assert_eq!(number_from_text(&text), Ok(number), "{}", param.key);
            assert_eq!(row.checked(number), Ok(number), "{}", param.key);
            let next = act(&start, param.id, Change::To(Some(number.into())));
            let is_taken = value(&next, param) == Some(number.into());
            assert!(is_taken || next.shown == start.shown, "{} {text}", param.key);
            let _ = facts(&next);
        }
        for outside in [least.checked_sub(1), most.checked_add(1)] {
            let why = outside.map_or(Err(String::new()), |number| row.checked(number));
            let says = |why: String| why.is_empty() || why.contains(&row.text_of(most.into()));
            assert!(why.is_err_and(says), "{}", param.key);
        }
    }
}

/// A field is set to what its row says, in bytes where it counts units, and no other bit changes with it.
#[test]
fn every_field_of_a_descriptor_is_set_by_its_row_alone() {
    for start in [
        "#/wgmma/4000004000010040?mn=64&k=64",
        "#/tcgen05/4000404000010040?mn=64&k=64",
        "#/tcgen05/4000404000010040?chip=sm_107a&mn=64&k=64",
        "#/?swizzle=64B",
    ] {
        let desk = desk(start);
        let facts_before = facts(&desk);
        let arch = facts_before.spec.reader().arch;
        let held = facts_before.descriptor.expect("a descriptor");
        for reading in readings_from_descriptor(&facts_before.looked_at, held) {
            let (key, row) = field_row(&facts_before, &reading);
            for change in offered(&row) {
                let next = desk.after(key.act(arch, change));
                let name = reading.field.name;
                let given = next.shown.said.given.expect(name);
                let others = (given.raw() ^ held.raw()) & !reading.field.mask();
                assert_eq!(others, 0, "{name} of {start}");
                let facts_after = facts(&next);
                let after = readings_from_descriptor(&facts_after.looked_at, given);
                let after = after.iter().find(|one| one.field.id == reading.field.id);
                let (_, after) = field_row(&facts_after, after.expect(name));
                assert_eq!(Change::To(Some(after.value)), change, "{name} of {start}");
                assert!(!after.is_auto, "{name}");
                let reset = next.after(key.act(arch, Change::To(None)));
                assert_eq!(reset.shown.said.given, None, "{name}");
            }
            if let Values::Number { range: (_, most), .. } = row.values {
                assert!(row.checked(most.saturating_add(1)).is_err(), "{}", row.label);
            }
        }
    }
}

/// A descriptor that was given keeps its bits, whatever is said of the tile.
#[test]
fn only_the_family_and_bit_52_of_a_given_descriptor_are_parameters() {
    let start = desk("#/wgmma/4000004000010040?mn=128&k=256");
    let given = start.shown.said.given;
    for param in PARAMS.iter().filter(|at| !matches!(at.id, ParamId::Arch | ParamId::LboMode)) {
        for change in offered(&row(&facts(&start), param.id)) {
            let next = act(&start, param.id, change);
            let raw = |given: Option<swizzle_core::Descriptor>| given.map(|one| one.raw());
            assert_eq!(raw(next.shown.said.given), raw(given), "{}", param.key);
        }
    }
}

/// Letters that each make a number are one step of Undo; after the control is left, the next is one of its own.
#[test]
fn what_is_typed_in_one_go_is_one_step_of_undo() {
    let mut at = desk("");
    for number in [1_u32, 16, 160] {
        at = act(&at, ParamId::K, Change::To(Some(number.into())));
    }
    at = act(&at, ParamId::K, Change::Settle);
    let left = act(&at, ParamId::K, Change::To(Some(168.into())));
    let undone = left.after(Act::Of(crate::state::Action::Undo));
    assert_eq!(undone.shown.said.tile.k, Some(160));
    let undone = undone.after(Act::Of(crate::state::Action::Undo));
    assert_eq!((undone.shown, undone.history.can()[0]), (desk("").shown, false));
}
