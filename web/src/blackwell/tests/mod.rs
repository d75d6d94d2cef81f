//! The state of the page, and its stations as scenes.

use swizzle_draw::scene::Label;
use swizzle_params::Scalar;
use swizzle_view::blackwell::{Facts, Key, Shown};
use wasm_bindgen_test::wasm_bindgen_test as test;

use crate::blackwell::scenes::{Station, moved, stations, walked};
use crate::blackwell::state::{Act, Desk, Open};
use crate::cells::{Look, NONE};
use crate::kit::Change;

fn desk(link: &str) -> Desk {
    Desk { shown: Shown::of_link(link).shown, ..Desk::default() }
}

fn to(key: Key, value: impl Into<Scalar>) -> Act {
    Act::Set(key, Change::To(Some(value.into())))
}

fn at(link: &str) -> (Facts, Vec<Station>) {
    let facts = Facts::of(&desk(link).shown);
    let all = stations(&facts, &facts.shown, None, None);
    (facts, all)
}

/// The rows and columns of a station's marked cells, as they are named.
fn hot(station: &Station) -> Vec<(String, String)> {
    let scene = &station.scene;
    let all = station.hot.map(|id| scene.find_all(id)).unwrap_or_default();
    let named = |at: u32| {
        let (row, column) = scene.place(at);
        (scene.row_text(row), scene.column_text(column))
    };
    all.into_iter().map(named).collect()
}

fn names(all: &[Station]) -> Vec<(&'static str, bool)> {
    all.iter().map(|one| (one.scene.name, one.is_on)).collect()
}

/// An element that was typed is followed into another plan, or its text goes with another cell: it is never of another element.
#[test]
fn an_element_is_looked_for_again_in_another_plan() {
    let start = desk("#/tensor-memory?kind=f16&k=64&regions=d&shape=32x32b");
    let find = |desk: &Desk, text: &str| desk.after(Act::Find(text.into()));
    let m = |desk: &Desk, m: &'static str| desk.after(to(Key::Of("m"), Scalar::Choice(m)));
    let found = find(&start, "D(38, 33)");
    assert_eq!(found.shown.tensor.cell.lane, 38);
    let half = m(&found, "64");
    assert_eq!(half.shown.tensor.cell.lane, 70);
    let whole = find(&m(&half, "128"), "D(70, 33)");
    assert_eq!((whole.fault(), whole.shown.tensor.cell.lane), (None, 70));
    assert!(m(&whole, "64").fault().is_some_and(|why| why.contains("70 is out of range")));
    assert_eq!(m(&m(&whole, "64"), "128").shown.tensor.cell.lane, 70);
    // Another warp's cell is another element.
    let other = whole.after(to(Key::Of("warp"), Scalar::Choice("3")));
    assert_eq!((&*other.beside.typed, other.fault()), ("", None));
}

/// Fewer rows on the way to these would have taken the selected one along.
#[test]
fn a_number_on_its_way_takes_nothing_along() {
    let rows = Key::Of("rows");
    let start = desk("#/scale?rows=224&row=200");
    let typed = start.after(to(rows, 2)).after(to(rows, 24));
    assert_eq!(typed.shown.scale.row, 23);
    let whole = typed.after(to(rows, 240));
    assert_eq!(whole.shown.link(), "#/scale?rows=240&row=200");
    // What is no number gives back what was there.
    assert_eq!(typed.after(Act::Set(rows, Change::Cancel(None))).shown, start.shown);
    let settled = typed.after(Act::Set(rows, Change::Settle)).after(to(rows, 240));
    assert_eq!(settled.shown.scale.row, 23);
}

#[test]
fn a_choice_closes_its_word_and_a_number_does_not() {
    let start = desk("#/tensor-memory");
    let open = |key| start.after(Act::Set(Key::Of(key), Change::Open));
    assert_eq!(open("kind").beside.open, Open::Word(Key::Of("kind")));
    let chosen = open("kind").after(to(Key::Of("kind"), Scalar::Choice("mxf4")));
    assert_eq!(chosen.beside.open, Open::Nothing);
    assert_eq!(open("n").after(to(Key::Of("n"), 128)).beside.open, Open::Word(Key::Of("n")));
}

#[test]
fn a_factor_fans_out_into_four_copies_and_scales_a_row() {
    let (_, all) = at("#/scale");
    assert_eq!(
        names(&all),
        [
            ("Shared memory", true),
            ("Tensor memory, SFA", true),
            ("Tensor memory, D", true),
            ("Registers", false)
        ]
    );
    assert_eq!(hot(&all[0]), [("592".into(), "4–7".into())]);
    let copies: Vec<String> =
        hot(&all[1]).into_iter().map(|(lane, column)| format!("{lane} {column}")).collect();
    assert_eq!(copies, ["5 5", "37 5", "69 5", "101 5"]);
    // All of the row.
    assert!(hot(&all[2]).len() == 8 && hot(&all[2]).iter().all(|(lane, _)| lane == "37"));
    assert_eq!(all[2].operation.as_deref(), Some("mma, step 5"));
    // A factor of B scales a column.
    let (_, all) = at("#/scale?operand=B&rows=64");
    assert!(hot(&all[2]).iter().all(|(_, column)| *column == hot(&all[2])[0].1) && hot(&all[2]).len() > 8);
}

#[test]
fn what_is_not_where_it_is_expected_says_what_is_there() {
    let (_, all) = at("#/scale?rows=256&written=tensor&row=200&block=2");
    let scene = &all[1].scene;
    let cell = all[1].hot.and_then(|id| scene.find(id)).and_then(|at| scene.cells.get(at as usize));
    let cell = cell.expect("a word");
    assert!(all[1].is_wrong && cell.look == Look::Wrong && cell.label == Label::Number(72));
}

#[test]
fn a_cell_goes_to_its_register() {
    let (facts, all) = at("#/tensor-memory");
    let on: Vec<_> = names(&all).into_iter().filter(|(_, is_on)| *is_on).collect();
    assert_eq!(on, [("Tensor memory, D", true), ("Registers", true)]);
    assert_eq!(hot(&all[2]), [("44".into(), "12".into())]);
    assert_eq!(hot(&all[3]), [("18".into(), "r6".into())]);
    let scene = &all[2].scene;
    assert_eq!(scene.cells[0].label, Label::Pair(32, 8));
    // A press on a register is one on its cell.
    let id = all[3].scene.cells[0].id;
    let cell = moved(&facts, 3, id).expect("a cell").tensor.cell;
    assert_eq!((cell.lane, cell.column), (32, 8));
    // A kind without scale factors has no stage.
    assert_eq!(names(&at("#/tensor-memory?kind=f16&regions=d").1).len(), 2);
}

/// Every shape of a copy: its source, and the lanes that a row goes to.
#[test]
fn a_copy_leads_from_its_row_to_its_lanes() {
    let (facts, all) = at("#/tensor-memory?cp=64x128b.02_13");
    assert_eq!(hot(&all[0]), [("44".into(), "0".into())]);
    assert_eq!(hot(&all[1]), [("44".into(), "12".into()), ("108".into(), "12".into())]);
    let id = all[1].scene.cells.iter().find(|cell| cell.id != NONE).expect("a word").id;
    assert_eq!(moved(&facts, 1, id).expect("a cell").tensor.cell.lane, 11);
}

#[test]
fn keys_lead_to_what_is_beside() {
    let walk = |link: &str, key: &str, is_far: bool| {
        let facts = Facts::of(&desk(link).shown);
        walked(&facts, key, is_far).map(|shown| shown.link())
    };
    let to = |link: &str| Some(link.to_owned());
    assert_eq!(walk("#/tensor-memory", "ArrowDown", false), to("#/tensor-memory?lane=45"));
    assert_eq!(walk("#/tensor-memory?lane=76", "ArrowRight", true), to("#/tensor-memory?lane=76&column=20"));
    assert_eq!(
        walk("#/tensor-memory?lane=76&column=20", "ArrowUp", true),
        to("#/tensor-memory?lane=60&column=20")
    );
    assert_eq!(walk("#/tensor-memory?lane=0", "ArrowUp", false), to("#/tensor-memory?lane=0"));
    assert_eq!(walk("#/scale", "ArrowDown", false), to("#/scale?row=38"));
    assert_eq!(walk("#/scale", "End", false), to("#/scale?block=7"));
    assert_eq!(walk("#/scale", "PageDown", false), to("#/scale?row=69"));
    assert_eq!(walk("#/memory/lanes?tab=registers", "ArrowUp", false), None);
}

#[test]
fn a_fragment_has_its_registers_and_its_matrix() {
    let (_, all) = at("#/memory/lanes?tab=registers&fragment=metadata&fragment_bits=16");
    let sizes: Vec<(u32, u32)> = all.iter().map(|one| (one.scene.columns, one.scene.rows())).collect();
    assert_eq!(sizes, [(8, 64), (8, 128)]);
    let (_, all) = at("#/memory/lanes?tab=registers&mma=m16n8k16.f16&operand=B");
    let sizes: Vec<(u32, u32)> = all.iter().map(|one| (one.scene.columns, one.scene.rows())).collect();
    assert_eq!(sizes, [(8, 16), (4, 32)]);
}
