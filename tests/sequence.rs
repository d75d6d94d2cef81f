//! Several descriptors given together: each is found in its tile's sequence, and the first wrong one is named.

use swizzle_code::{SequenceForm, sequence_code};
use swizzle_core::{
    Arch, Descriptor, Element, FieldId, Major, Named, Operand, Order, Place, Said, SaidReader, SaidTile,
    Swizzle,
};
use swizzle_infer::said_with_increment;
use swizzle_infer::sequence::{Given, Sequence};
use swizzle_infer::spec_from_said;
use swizzle_lints::findings_from_spec;
use swizzle_tests::{Report, pairs, rows, some};
use swizzle_text::sequence_text;
use swizzle_view::{Shown, link_from_shown, shown_from_link};

fn given(raws: &[u64]) -> Vec<Descriptor> {
    let new = |raw: &u64| Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0000 | raw);
    raws.iter().map(new).collect()
}

/// A tile of two warpgroups and four steps at 0x400, what the first task is about.
fn two_warpgroups() -> Said {
    Said {
        tile: some!(SaidTile { element: Element::Bf16, start_bytes: 0x400, mn: 128, k: 64 }),
        ..Said::default()
    }
}

fn judged(said: &Said, all: &[Descriptor]) -> Sequence {
    Sequence::of(&spec_from_said(&said.with_all_given(all, 0)).expect("a picture"))
}

fn place(block: u32, step: u32) -> Option<Place> {
    Some(Place { stage: 0, block, step })
}

/// How many are right and how, where each is (block.step), and the first wrong one: expected and the units that are added to it.
fn summary(all: &Sequence) -> String {
    let place = |one: &Given| one.place.map_or("-".into(), |at| format!("{}.{}", at.block, at.step));
    let places: Vec<String> = all.given.iter().map(place).collect();
    let order = if all.is_whole() {
        "whole"
    } else if all.is_in_order {
        "in order"
    } else {
        "any order"
    };
    let mut text = format!("{} right, {order}: {}", all.right_count(), places.join(" "));
    if let Some(wrong) = all.first_wrong() {
        let one = &all.given[wrong];
        let low = one.wanted.map(|right| right.raw() ^ 0x4000_0040_0001_0000);
        let fields: Vec<_> = one.fields.iter().map(|field| format!("{field:?}")).collect();
        let added = |units: Option<i32>| units.map_or("-".into(), |units| units.to_string());
        let (added, wanted) = (added(one.added_units), added(one.wanted_units));
        text += &format!(
            "; {wrong} is wrong: {:#x}, {added} for {wanted}, {}",
            low.unwrap_or(0),
            fields.join(" ")
        );
    }
    text
}

#[test]
fn sequences_are_judged_as_the_rows_say() {
    let mut report = Report::new();
    for row in rows(include_str!("sequence.tsv")) {
        let [lows, wanted] = row[..] else { panic!("{row:?}: not two columns") };
        let all: Vec<u64> = lows.split(' ').map(|low| u64::from_str_radix(low, 16).expect(low)).collect();
        report.equal(&lows, &"judged", summary(&judged(&two_warpgroups(), &given(&all))).as_str(), wanted);
    }
    report.finish("sequences");
}

#[test]
fn another_field_of_one_of_them_is_seen() {
    let mut all = given(&[0x40, 0x42, 0x44, 0x46]);
    all[2] = all[2].with(FieldId::Sbo, 8);
    // LBO has no effect here.
    all[1] = all[1].with(FieldId::Lbo, 0);
    let judged = judged(&two_warpgroups(), &all);
    assert_eq!(judged.first_wrong(), Some(2));
    assert_eq!(judged.given[2].fields, [FieldId::Sbo]);
    assert_eq!(judged.given[2].wanted, Some(given(&[0x44])[0]));
}

#[test]
fn behind_the_end_there_is_nothing() {
    let said = Said { tile: SaidTile { mn: Some(64), ..two_warpgroups().tile }, ..Said::default() };
    let all = judged(&said, &given(&[0x42, 0x44, 0x46, 0x48]));
    assert_eq!(all.first_wrong(), Some(3));
    assert_eq!(all.given[3].place, None);
    let spec = spec_from_said(&said.with_all_given(&given(&[0x42, 0x44, 0x46, 0x48]), 0)).unwrap();
    assert!(sequence_text(&spec, &all).ends_with("Descriptor 4 is wrong: the sequence has no more reads."));
}

#[test]
fn the_tile_does_not_depend_on_which_is_open() {
    for said in [Said::default(), two_warpgroups()] {
        let all = given(&[0x40, 0x42, 0x44, 0x46, 0x440, 0x442]);
        let tiles: Vec<_> = (0..all.len())
            .map(|open| {
                let said = said.with_all_given(&all, open);
                assert_eq!(said.all_given(), all);
                let spec = spec_from_said(&said).unwrap();
                assert_eq!(spec.given(), Some(all[open]));
                (*spec.tile(), Sequence::of(&spec).given)
            })
            .collect();
        assert!(tiles.iter().all(|one| *one == tiles[0]), "{said:?}");
    }
}

#[test]
fn extents_that_nobody_said_follow_from_the_loop() {
    // Eight steps: two columns of K, 8192 bytes apart.
    let all = given(&[0x40, 0x42, 0x44, 0x46, 0x240, 0x242, 0x244, 0x246]);
    let spec = spec_from_said(&Said::default().with_all_given(&all, 0)).unwrap();
    assert_eq!(Sequence::of(&spec).right_count(), 8);
    // A column 16384 bytes on: of 128 rows.
    let said = Said { tile: some!(SaidTile { mn: 128 }), ..Said::default() };
    let all = given(&[0x40, 0x42, 0x44, 0x46, 0x440, 0x442, 0x444, 0x446]);
    let spec = spec_from_said(&said.with_all_given(&all, 0)).unwrap();
    assert_eq!((Sequence::of(&spec).right_count(), spec.tile().k), (8, 128));
}

/// Every derived sequence of many tiles, given: all of it is right, and its link gives it back.
#[test]
fn every_derived_sequence_is_right() {
    let mut checked = 0;
    let forms: Vec<_> = pairs(Arch::ALL, Major::ALL).collect();
    let rest: Vec<_> = pairs(&[Element::Bf16, Element::Tf32, Element::E4m3], Order::ALL).collect();
    let tiles: Vec<_> = pairs(Swizzle::ALL, &rest).collect();
    for ((arch, major), (swizzle, (element, order))) in pairs(&forms, &tiles) {
        let tile = some!(SaidTile { element, major, swizzle, mn: 128, k: 128, order, start_bytes: 0x1000 });
        let reader = some!(SaidReader { arch, operand: Operand::A, rows: 64 });
        checked += check_derived(&Said { tile, reader, ..Said::default() });
    }
    assert!(checked > 500, "{checked}");
}

fn check_derived(said: &Said) -> usize {
    let spec = spec_from_said(said).unwrap();
    let sequence = Sequence::of(&spec);
    assert_eq!(sequence.count, sequence.rows.len() as u64);
    let all: Result<Vec<_>, _> = sequence.rows.iter().map(|row| row.descriptor).collect();
    let Ok(all) = all else { return 0 };
    let said = said.with_all_given(&all, all.len() / 2);
    let spec = spec_from_said(&said).unwrap();
    let judged = Sequence::of(&spec);
    assert!(judged.is_whole(), "{said:?}: {}", sequence_text(&spec, &judged));
    assert!(judged.given.iter().all(|given| given.fields.is_empty()));
    for row in &judged.rows {
        let given = judged.given_at(row.place).map(|at| &judged.given[at]);
        assert!(given.is_some_and(|given| given.is_right));
    }
    let shown = Shown::from(said);
    let link = link_from_shown(&shown);
    let opened = shown_from_link(&link);
    assert_eq!((opened.shown, opened.notices), (shown, vec![]), "{link}");
    let cpp = sequence_code(&judged, SequenceForm::Cpp);
    assert_eq!(cpp.matches("ull").count(), all.len());
    all.len()
}

#[test]
fn an_increment_of_ones_own_is_judged() {
    let spec = spec_from_said(&Said::default()).unwrap();
    let of = |units| {
        let said = said_with_increment(&spec, units).unwrap();
        Sequence::of(&spec_from_said(&said).unwrap())
    };
    assert!(of(2).is_whole());
    for units in [0, 1, 16, 32, -2, 512] {
        assert_eq!(of(units).first_wrong(), Some(1), "{units}");
    }
}

/// What is wrong with what is said of one step of a loop that adds so many units.
fn misjudged(loop_said: &Said, added: u64, step: usize) -> Option<String> {
    let spec = spec_from_said(&loop_said.with_all_given(&loop_said.all_given(), step)).unwrap();
    if Some(spec.place()) != place(0, u32::try_from(step).unwrap()) {
        return Some(format!("held at {:?}", spec.place()));
    }
    let wanted = spec.derived_descriptor(spec.place()).unwrap();
    let found = findings_from_spec(&spec);
    let repairs =
        found.iter().filter(|finding| finding.id != "sequence").flat_map(|finding| &finding.repairs);
    let mended: Vec<_> = repairs.filter_map(|repair| repair.change.descriptor).collect();
    let is_mended =
        mended.iter().all(|bits| *bits == wanted) && mended.is_empty() == (spec.given() == Some(wanted));
    let counts = [format!(" {added} is added per step"), format!(" {} bytes are added per step", added * 16)];
    let is_counted = found
        .iter()
        .filter(|finding| finding.text.contains("added for each"))
        .all(|finding| counts.iter().any(|count| finding.text.contains(count)));
    let titles = found.iter().map(|finding| finding.title.as_str());
    (!is_mended || !is_counted).then(|| format!("{mended:?}: {:?}", Vec::from_iter(titles)))
}

/// For any increment of a loop, each of its steps is judged at its place, and its repair is the start that belongs there.
#[test]
fn an_increment_is_mended_at_every_step() {
    for (mn, added) in [64, 128, 256].into_iter().flat_map(|mn| (1..80_u64).map(move |added| (mn, added))) {
        let tile = SaidTile { mn: Some(mn), ..two_warpgroups().tile };
        let spec = spec_from_said(&Said { tile, ..Said::default() }).unwrap();
        let said = said_with_increment(&spec, added as i64).unwrap();
        for step in 0..4 {
            assert_eq!(misjudged(&said, added, step), None, "M {mn}, {added} added, step {step}");
        }
    }
}
