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
use swizzle_tests::some;
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

#[test]
fn a_whole_sequence_is_right_in_the_order_of_any_loop() {
    let by_step = given(&[0x40, 0x42, 0x44, 0x46, 0x240, 0x242, 0x244, 0x246]);
    let all = judged(&two_warpgroups(), &by_step);
    assert!(all.is_whole() && all.first_wrong().is_none());
    let by_block = given(&[0x40, 0x240, 0x42, 0x242, 0x44, 0x244, 0x46, 0x246]);
    let all = judged(&two_warpgroups(), &by_block);
    assert!(!all.is_whole() && all.is_in_order && all.first_wrong().is_none());
    assert_eq!(all.given[3].place, place(1, 1));
    let second = judged(&two_warpgroups(), &given(&[0x240, 0x242]));
    assert_eq!((second.right_count(), second.given[0].place), (2, place(1, 0)));
}

#[test]
fn the_first_wrong_one_is_named_with_what_it_should_be() {
    for (lows, wrong, added, wanted, should_be) in [
        // K advanced in elements, in bytes, and not at all.
        (&[0x40, 0x50, 0x60, 0x70][..], 1, 16, 2, 0x42),
        (&[0x40, 0x60, 0x80, 0xa0], 1, 32, 2, 0x42),
        (&[0x40, 0x40, 0x40, 0x40], 1, 0, 2, 0x42),
        // The last step taken twice: no value but the last is wrong.
        (&[0x40, 0x42, 0x44, 0x44], 3, 0, 2, 0x46),
        // The second warpgroup 16 times as far as it is.
        (&[0x40, 0x42, 0x44, 0x46, 0x2040], 4, 0x1ffa, 0x1fa, 0x240),
    ] {
        let all = judged(&two_warpgroups(), &given(lows));
        assert_eq!(all.first_wrong(), Some(wrong), "{lows:x?}");
        let found: &Given = &all.given[wrong];
        assert_eq!((found.added_units, found.wanted_units), (Some(added), Some(wanted)), "{lows:x?}");
        assert_eq!(found.wanted, Some(given(&[should_be])[0]), "{lows:x?}");
        assert_eq!(found.fields, [FieldId::Start], "{lows:x?}");
    }
}

#[test]
fn what_was_printed_in_any_order_is_each_a_read_of_the_tile() {
    let all = judged(&two_warpgroups(), &given(&[0x44, 0x246, 0x40, 0x242]));
    assert_eq!((all.right_count(), all.is_in_order), (4, false));
    // Twice the same is none of them.
    let all = judged(&two_warpgroups(), &given(&[0x44, 0x44]));
    assert!(all.first_wrong().is_some());
}

#[test]
fn the_second_of_two_may_be_the_last_and_wrong() {
    for (last, wanted, at) in [
        (0x248, 0x246, place(1, 3)),
        // Not far from the next: a wrong increment.
        (0x43, 0x42, place(0, 1)),
        (0x50, 0x42, place(0, 1)),
    ] {
        let all = judged(&two_warpgroups(), &given(&[0x40, last]));
        assert_eq!(all.first_wrong(), Some(1), "{last:x}");
        let found = &all.given[1];
        let right = found.wanted.map(Descriptor::raw);
        assert_eq!((found.place, right), (at, Some(0x4000_0040_0001_0000 | wanted)), "{last:x}");
    }
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
    for arch in Arch::ALL {
        for major in Major::ALL {
            for swizzle in Swizzle::ALL {
                for element in [Element::Bf16, Element::Tf32, Element::E4m3] {
                    for order in Order::ALL {
                        let tile = some!(SaidTile {
                            element,
                            major: *major,
                            swizzle: *swizzle,
                            mn: 128,
                            k: 128,
                            order: *order,
                            start_bytes: 0x1000
                        });
                        let reader = some!(SaidReader { arch: *arch, operand: Operand::A, rows: 64 });
                        let said = Said { tile, reader, ..Said::default() };
                        checked += check_derived(&said);
                    }
                }
            }
        }
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
