//! Each operand of a kernel as a tile of the atlas: what the lints say of a read, its picture shows.

use std::collections::BTreeMap;

use swizzle_core::Operand;
use swizzle_core::reader::{Tally, VerdictKind};
use swizzle_lens::{Example, Part, Reading, mend};

use crate::ptx::{mutants, texts};

/// Units of a picture that are read elsewhere than the tile has them.
pub(crate) fn wrong_units(part: &Part) -> u32 {
    let spec = part.shown.spec().expect("a picture");
    Tally::of_read(&spec, spec.place()).wrong
}

#[test]
fn a_read_that_is_right_is_drawn_right() {
    let (mut faults, mut counts) = (Vec::new(), BTreeMap::new());
    for text in texts("texts.jsonl.gz").into_iter().chain(texts("multiplied.jsonl.gz")) {
        let reading = Reading::of(text.file.clone(), text.text.into());
        for (kernel, row) in
            reading.kernels.iter().flat_map(|kernel| kernel.rows.iter().map(move |row| (kernel, row)))
        {
            for (side, one) in ["A", "B"].iter().zip(&row.operands) {
                if one.verdict != Some(VerdictKind::Right) {
                    continue;
                }
                let words = match &one.part {
                    None => "without a picture",
                    Some(part) if wrong_units(part) > 0 => "drawn wrong",
                    Some(_) => "drawn right",
                };
                *counts.entry(words).or_insert(0) += 1;
                if words != "drawn right" {
                    faults.push(format!(
                        "{} {} line {} {side}: {words} {:?}",
                        text.file,
                        kernel.name,
                        row.line,
                        one.part.as_ref().map(|part| part.shown.said)
                    ));
                }
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(counts["drawn right"] > 800, "{counts:?}");
}

#[test]
fn a_read_that_starts_elsewhere_is_drawn_wrong() {
    let (mut drawn, mut faults) = (0, Vec::new());
    for mutant in mutants() {
        let reading = Reading::of(mutant.name(), mutant.text.as_str().into());
        for row in reading.kernels.iter().flat_map(|kernel| &kernel.rows) {
            for one in &row.operands {
                let Some(part) = &one.part else { continue };
                // An exchange of A and B reads the right units of the other operand.
                let is_wrong = one.verdict == Some(VerdictKind::Wrong);
                let shows = wrong_units(part) > 0;
                drawn += u32::from(is_wrong && shows);
                if one.verdict == Some(VerdictKind::Right) && shows {
                    faults.push(format!("{}: line {}", mutant.name(), row.line));
                }
            }
        }
    }
    assert_eq!(faults, [""; 0]);
    assert!(drawn > 40, "{drawn}");
}

/// Rows of 128 bytes one behind the other, read as the mode 128B: its XOR is 0 in the first of 8 rows alone.
#[test]
fn what_a_copy_writes_without_swizzle_is_drawn_where_it_is() {
    let reading = Reading::of("box", Example::TmaBox.text().into());
    let view = &reading.kernels[0];
    for (row, of) in view.rows.iter().enumerate() {
        let part = view.part(row, Operand::A, 0).expect("a picture");
        let spec = part.shown.spec().expect("a picture");
        let tally = Tally::of_read(&spec, spec.place());
        // 64 rows of 2 units.
        assert_eq!((tally.wrong, tally.right), (112, 16), "line {}", of.line);
        let b = view.part(row, Operand::B, 0).expect("a picture");
        assert_eq!(wrong_units(&b), 0, "line {}", of.line);
    }
}

#[test]
fn an_edit_that_mends_is_found_where_a_number_is_wrong() {
    let (mut wrong, mut mended) = (0, BTreeMap::<String, [u32; 2]>::new());
    for mutant in mutants() {
        let reading = Reading::of(mutant.name(), mutant.text.as_str().into());
        let Some((row, side)) = reading.kernels[0].rows.iter().enumerate().find_map(|(at, row)| {
            let side = [Operand::A, Operand::B]
                .into_iter()
                .find(|side| row.operands[*side as usize].verdict == Some(VerdictKind::Wrong))?;
            Some((at, side))
        }) else {
            continue;
        };
        wrong += 1;
        let count = mended.entry(mutant.of("kind").to_owned()).or_default();
        count[1] += 1;
        if let Some(found) = mend(&reading, 0, row, side) {
            count[0] += 1;
            assert_ne!(found.old, found.new);
        }
    }
    // Whoever exchanged two whole descriptors changed more than a number.
    let found: u32 = mended.values().map(|count| count[0]).sum();
    assert!(found + 8 >= wrong, "{found} of {wrong}: {mended:?}");
}

/// B is as wide as two boxes, and each of two warps copies one.
#[test]
fn copies_bring_what_their_barrier_waits_for() {
    let reading = Reading::of("a kernel", Example::Right.text().into());
    let events = &reading.kernels[0].events;
    let bytes = |words: &str| -> Vec<u64> {
        let of = events.iter().filter(|event| event.words.starts_with(words));
        of.filter_map(|event| event.bytes).collect()
    };
    let (expected, loads) = (bytes("barrier expects"), bytes("TMA load"));
    assert_eq!(loads.len(), 2 * expected.len());
    for (expected, loads) in expected.iter().zip(loads.chunks(2)) {
        assert_eq!(*expected, loads.iter().sum::<u64>());
    }
    let of_b = events.iter().filter(|event| event.words == "TMA load, 2 boxes 64 × 64");
    assert_eq!(of_b.count(), expected.len());
}
