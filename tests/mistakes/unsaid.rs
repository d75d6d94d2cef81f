//! Mistakes in tiles of which neither strides nor start nor order are said, and the mode only at times: the cause that is
//! named is the planted one, or several are, or none.

use swizzle_core::{Descriptor, Named as _, Order, Said, Spec, Swizzle, Tally};
use swizzle_infer::spec_from_said;
use swizzle_lints::Confidence;
use swizzle_lints::{Finding, Repair, Severity, findings_from_spec};
use swizzle_tests::{rows, said};

/// A planted mistake: what was said, the right fields and the written ones, and words of its cause.
struct Planted {
    said: Said,
    right: u64,
    wrong: u64,
    words: Vec<&'static str>,
}

/// How a mistake was answered.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Answered {
    /// The planted cause is named, alone.
    Named,
    /// Several causes are, and it is one of them or its repair is one of theirs.
    Several,
    /// What is wrong is said and no other cause, or the right bits are offered.
    Fact,
    /// It is right for a tile of which all was said that was said of this.
    Fits,
    /// Another cause is named, or nothing is wrong.
    Wrong,
}

/// Where each of them starts, in units of 16 bytes.
const START: u32 = 0x840;

fn planted() -> Vec<Planted> {
    let of = |row: Vec<&'static str>| Planted {
        said: said(row[0]),
        right: super::raw(row[1]),
        wrong: super::raw(row[2]),
        words: row[3].split('|').collect(),
    };
    rows(include_str!("unsaid.tsv")).map(of).collect()
}

fn given(said: &Said, raw: u64) -> Spec {
    spec_from_said(&super::given(said, raw)).expect("a picture")
}

/// The faults that follow from no other.
fn faults(spec: &Spec) -> Vec<Finding> {
    let mut found = findings_from_spec(spec);
    found.retain(|at| at.severity != Severity::Note && at.consequence_of.is_none());
    found
}

fn answer(planted: &Planted, said: &Said) -> Answered {
    let found = faults(&given(said, planted.wrong));
    let Some(first) = found.first() else {
        return if is_generated(said, planted.wrong) { Answered::Fits } else { Answered::Wrong };
    };
    let is_planted = planted.words.iter().any(|word| first.title.contains(word));
    let is_right = |repair: &Repair| repair.change.descriptor.map(Descriptor::raw) == Some(planted.right);
    let is_mended = first.repairs.iter().any(is_right);
    let is_mended_first = first.repairs.first().is_some_and(is_right);
    match (first.title.starts_with("More than one cause fits"), is_planted) {
        (true, _) if is_planted || is_mended => Answered::Several,
        (false, true) => Answered::Named,
        (false, false) if is_mended_first || first.confidence != Confidence::Likely => Answered::Fact,
        _ => Answered::Wrong,
    }
}

/// Whether the generator writes these bits for a tile of which this was said.
fn is_generated(said: &Said, raw: u64) -> bool {
    let modes = Swizzle::ALL.iter().filter(|mode| said.tile.swizzle.is_none_or(|said| said == **mode));
    modes.flat_map(|mode| Order::ALL.iter().map(move |order| (*mode, *order))).any(|(mode, order)| {
        let mut tile = *said;
        (tile.tile.swizzle, tile.tile.order) = (Some(mode), Some(order));
        tile.tile.start_bytes = Some(16 * START);
        let spec = spec_from_said(&tile).expect("a tile");
        let derived = spec.derived_descriptor(spec.place());
        derived.map(Descriptor::raw) == Ok(raw)
    })
}

fn without_mode(mut said: Said) -> Said {
    said.tile.swizzle = None;
    said
}

#[test]
fn the_right_fields_are_right() {
    for planted in planted() {
        let spec = given(&planted.said, planted.right);
        let wrong = Tally::of_read(&spec, spec.place()).wrong;
        assert_eq!(wrong, 0, "{:#018x} {:?}", planted.right, planted.said.tile);
        assert_eq!(faults(&spec), [], "{:#018x}", planted.right);
    }
}

#[test]
fn no_other_cause_than_the_planted_is_asserted() {
    assert!(planted().len() >= 40);
    let (mut misled, mut named, mut all) = (Vec::new(), 0, 0);
    for planted in planted() {
        for said in [planted.said, without_mode(planted.said)] {
            let answered = answer(&planted, &said);
            let titles: Vec<_> = faults(&given(&said, planted.wrong))
                .into_iter()
                .map(|at| (at.title, at.repairs.into_iter().map(|it| it.label).collect::<Vec<_>>()))
                .collect();
            let told = format!(
                "{answered:?}: {:#018x}, wanted {:?}, mode {:?}: {titles:?}",
                planted.wrong, planted.words, said.tile.swizzle
            );
            all += 1;
            match answered {
                Answered::Named => named += 1,
                Answered::Several | Answered::Fact | Answered::Fits => println!("{told}"),
                Answered::Wrong => misled.push(told),
            }
        }
    }
    assert!(misled.is_empty(), "{}", misled.join("\n"));
    assert!(named * 10 >= all * 7, "{named} of {all}");
}

/// A base offset taken from the start of a window that was moved in its buffer, which starts on a boundary.
#[test]
fn a_base_offset_of_a_moved_start_is_mended_to_0() {
    let mut said = planted()[0].said;
    said.tile.mn = Some(64);
    (said.tile.start_bytes, said.tile.buffer_mn, said.tile.at_mn) = (Some(0x8400), Some(128), Some(4));
    let right = 0x4000_0040_0001_0860;
    let moved = 0x8600_u64 >> 7 & 7;
    assert_eq!(faults(&given(&said, right)), []);
    let found = faults(&given(&said, right | moved << 49));
    assert_eq!(found[0].id, "base-offset");
    let repair = &found[0].repairs[0];
    assert_eq!(repair.label, "Set base offset to 0");
    assert_eq!(repair.change.descriptor.map(Descriptor::raw), Some(right));
}
