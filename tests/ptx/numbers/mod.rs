//! All numbers of all kernels: a seeded sample of edits of any constant, immediate, register and modifier of a statement that an
//! operand's facts rest on. What is still called right has no effect, which `without_effect.tsv` says with its reason, or is a
//! fact that is missing, of which there may be no more than before.

pub(crate) mod plant;

use swizzle_core::reader::VerdictKind;

use crate::ptx::{judged, texts};
use plant::{Numbers, edits};
use swizzle_tests::is_exhaustive;

/// Edits of one text, and a third of them by day; `EDITS=1000 cargo test -p swizzle-tests --test all every_number -- --nocapture` plants more of them.
const EDITS: usize = 12;

/// Edits in a hundred that are called right, have an effect or are not sorted, at the most.
const RIGHT_MOST: usize = 7;

/// Words of statements of which no edit has an effect on an operand.
fn without_effect() -> Vec<String> {
    let list = include_str!("../../data/ptx/without_effect.tsv").lines();
    list.filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (words, why) = line.split_once('\t').expect("words and a reason");
            assert!(why.len() > 20, "{line}");
            words.to_owned()
        })
        .collect()
}

/// The verdicts of the kernels of a text, with the line of their first instruction that multiplies.
fn verdicts(text: &str) -> Vec<(usize, VerdictKind)> {
    judged(text, |kernel, report| {
        let first = kernel.mmas.first().map_or(0, |mma| mma.line as usize);
        (first, report.verdict)
    })
}

/// Whether each line is of a function whose kernel is right.
fn are_of_right(lines: &[&str], verdicts: &[(usize, VerdictKind)]) -> Vec<bool> {
    let begins = |line: &&str| line.contains(".entry ") || line.contains(".func ");
    let mut all = Vec::with_capacity(lines.len());
    while all.len() < lines.len() {
        let first = all.len();
        let length = lines[first + 1..].iter().position(begins).map_or(lines.len() - first, |at| at + 1);
        let is_own = |at: &usize| (first + 1..=first + length).contains(at);
        let is_right = verdicts.iter().any(|(at, kind)| is_own(at) && *kind == VerdictKind::Right);
        all.resize(first + length, is_right);
    }
    all
}

#[test]
fn every_number_that_matters_is_looked_at() {
    let count = std::env::var("EDITS").ok().and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(if is_exhaustive() { EDITS } else { EDITS / 3 });
    let harmless = without_effect();
    let (mut tried, mut wrong, mut open, mut listed, mut right) = (0, 0, 0, 0, Vec::new());
    for text in texts("texts.jsonl.gz") {
        let before = verdicts(&text.text);
        let lines: Vec<&str> = text.text.split('\n').collect();
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        let mut all = edits(&text.text, &mut numbers);
        let are_of_right = are_of_right(&lines, &before);
        all.retain(|edit| are_of_right[edit.line]);
        while all.len() > count {
            let at = numbers.below(all.len());
            all.swap_remove(at);
        }
        for edit in all {
            let after = verdicts(&edit.of(&lines));
            let was_right = |kinds: &[VerdictKind]| {
                let pairs = before.iter().zip(&after);
                pairs
                    .filter(|((_, before), _)| *before == VerdictKind::Right)
                    .any(|(_, (_, after))| kinds.contains(after))
            };
            tried += 1;
            let label = format!("{}:{}", text.file, edit.label(&lines));
            let is_gone = before.len() != after.len();
            if is_gone || was_right(&[VerdictKind::Wrong, VerdictKind::Warning]) {
                wrong += 1;
            } else if was_right(&[VerdictKind::Incomplete]) {
                open += 1;
            } else if harmless.iter().any(|words| label.contains(words.as_str())) {
                listed += 1;
            } else {
                right.push(label);
            }
        }
    }
    println!(
        "{tried} edits: {wrong} wrong, {open} not followed, {listed} without effect, {} right",
        right.len()
    );
    right.iter().for_each(|label| println!("right: {label}"));
    assert!(tried > 17 * count, "{tried}");
    assert!(
        right.len() * 100 <= tried * RIGHT_MOST,
        "{} of {tried} are called right: {right:#?}",
        right.len()
    );
}
