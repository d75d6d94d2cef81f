//! Mistakes that people make, planted: none is missed, nearly all are named and mended, and no repair ends in a clean
//! answer that reads wrong.

mod unsaid;

use std::collections::BTreeSet;

use swizzle_code::raw_from_hex;
use swizzle_core::{Descriptor, Said, Tally};
use swizzle_infer::spec_from_said;
use swizzle_lints::{Finding, Repair, Severity, findings_from_spec};
use swizzle_tests::{rows, said};

/// A planted mistake.
struct Mistake {
    /// What went wrong.
    kind: &'static str,
    /// Architecture, tile and place, all of them.
    said: Said,
    /// What should have been written.
    right: u64,
    /// What was written.
    wrong: u64,
    /// The rule that names it, and words of its title.
    named: (&'static str, &'static str),
    /// Whether the right bits can be known from what was said.
    is_mendable: bool,
}

fn raw(hex: &str) -> u64 {
    raw_from_hex(hex).unwrap_or_else(|why| panic!("{hex}: {why}"))
}

/// Every mistake: two of each kind.
fn mistakes() -> Vec<Mistake> {
    let of = |row: Vec<&'static str>| Mistake {
        kind: row[0],
        said: said(row[1]),
        right: raw(row[2]),
        wrong: raw(row[3]),
        named: (row[4], row[5]),
        is_mendable: row.get(6) == Some(&"mended"),
    };
    rows(include_str!("mistakes.tsv")).map(of).collect()
}

/// How a mistake was judged.
#[derive(Debug, PartialEq, Eq)]
enum Judged {
    /// By its name, with the right bits.
    Named,
    /// Something was said, and nothing wrong was offered.
    InPart,
    /// Nothing was said.
    Missed,
    /// A repair ends in a clean answer that reads wrong.
    Misled,
}

fn without_form(mut said: Said) -> Said {
    (said.tile.swizzle, said.tile.order) = (None, None);
    said
}

fn without_start(said: Said) -> Said {
    let mut said = without_form(said);
    said.tile.start_bytes = None;
    said
}

fn given(said: &Said, raw: u64) -> Said {
    let arch = said.reader.arch.expect("an architecture");
    said.with_given(Descriptor::new(arch, raw))
}

fn is_loud(finding: &Finding) -> bool {
    // Where the tile is specified, a start inside the pattern is right for TMA: it is named, in a note.
    finding.severity != Severity::Note || finding.id == "inside-atom"
}

fn loud(said: &Said) -> Vec<Finding> {
    let spec = spec_from_said(said).expect("a picture");
    findings_from_spec(&spec).into_iter().filter(is_loud).collect()
}

/// Whether a repair ends in bits that raise nothing and do not read the tile that is there.
fn misleads(mistake: &Mistake, repair: &Repair) -> bool {
    let raw = match (repair.change.descriptor, repair.change.said.given) {
        (Some(descriptor), _) | (None, Some(descriptor)) => descriptor.raw(),
        (None, None) => return false,
    };
    let truth = spec_from_said(&given(&mistake.said, raw)).expect("a picture");
    Tally::of_read(&truth, truth.place()).wrong > 0 && loud(&repair.change.said).is_empty()
}

fn judge(mistake: &Mistake, said: &Said) -> Judged {
    let found = loud(&given(said, mistake.wrong));
    let Some(first) = found.first() else {
        return Judged::Missed;
    };
    let repairs = || found.iter().filter_map(|finding| finding.repairs.first());
    if repairs().any(|repair| misleads(mistake, repair)) {
        return Judged::Misled;
    }
    let (rule, words) = mistake.named;
    let is_named = first.id == rule && first.title.contains(words);
    let bits = first.repairs.first().and_then(|repair| repair.change.descriptor);
    let is_mended = if mistake.is_mendable {
        bits.is_some_and(|bits| bits.raw() == mistake.right)
    } else {
        first.repairs.is_empty()
    };
    if is_named && is_mended { Judged::Named } else { Judged::InPart }
}

#[test]
fn the_right_descriptors_are_right() {
    for mistake in mistakes() {
        let said = given(&mistake.said, mistake.right);
        let spec = spec_from_said(&said).expect("a picture");
        let wrong = Tally::of_read(&spec, spec.place()).wrong;
        if mistake.is_mendable {
            assert_eq!(wrong, 0, "{}: {:#018x}", mistake.kind, mistake.right);
            assert_eq!(loud(&said), [], "{}: {:#018x}", mistake.kind, mistake.right);
        }
    }
}

/// What was found of a mistake, for a message.
fn told(mistake: &Mistake, said: &Said) -> String {
    let found = loud(&given(said, mistake.wrong));
    let texts = found.iter().map(|finding| {
        let repair = finding.repairs.first();
        let label = repair.map(|repair| (&repair.label, repair.change.descriptor.map(|it| it.to_string())));
        format!("    {}: {} → {label:?}", finding.id, finding.title)
    });
    format!(
        "{} {:#018x}, wanted {:?} {:#018x}\n{}",
        mistake.kind,
        mistake.wrong,
        mistake.named,
        mistake.right,
        Vec::from_iter(texts).join("\n")
    )
}

/// How all mistakes are judged: named, in part, missed, misled.
fn judged(say: fn(Said) -> Said) -> [usize; 4] {
    let mut counts = [0; 4];
    for mistake in mistakes() {
        let said = say(mistake.said);
        let judged = judge(&mistake, &said);
        if judged != Judged::Named {
            println!("{judged:?}: {}", told(&mistake, &said));
        }
        counts[judged as usize] += 1;
    }
    counts
}

#[test]
fn there_are_sixty_of_thirty_kinds() {
    let kinds: BTreeSet<&str> = mistakes().iter().map(|mistake| mistake.kind).collect();
    assert!(mistakes().len() >= 60, "{}", mistakes().len());
    assert!(kinds.len() >= 30, "{kinds:?}");
}

#[test]
fn with_the_tile_said_each_is_named_and_mended() {
    assert_eq!(judged(|said| said)[1..], [0, 0, 0]);
}

/// A tile without a specified mode and order can be packed so that some of them are not mistakes; without a specified start,
/// a wrong start shows only in what is at that address.
#[test]
fn with_less_said_none_misleads_and_most_are_named() {
    let [named, _, missed, misled] = judged(without_form);
    assert_eq!(misled, 0);
    assert!(named * 10 >= mistakes().len() * 8 && missed <= 6, "{named}, {missed}");
    let [named, _, missed, misled] = judged(without_start);
    assert_eq!(misled, 0);
    assert!(named * 10 >= mistakes().len() * 7 && missed <= 9, "{named}, {missed}");
}

/// No finding that depends on unspecified values is an error.
#[test]
fn no_error_rests_on_what_nobody_said() {
    for mistake in mistakes() {
        for say in [without_form, without_start] {
            for finding in loud(&given(&say(mistake.said), mistake.wrong)) {
                let is_free = finding.assumes.is_empty();
                assert!(is_free || finding.severity != Severity::Error, "{finding:?}");
                assert!(is_free || !finding.offers.is_empty(), "{finding:?}");
            }
        }
    }
}
