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

/// Each edit ran on an H100: the lens says what the product said, draws a wrong start wrong, and finds an edit that mends.
#[test]
fn an_edit_is_called_what_its_product_was_drawn_and_mended() {
    let (mut faults, mut counts) = (Vec::new(), BTreeMap::<&str, u32>::new());
    let mut count = |what, is_so: bool| *counts.entry(what).or_default() += u32::from(is_so);
    for mutant in mutants() {
        let (name, is_right) = (mutant.name(), mutant.is_right());
        let reading = Reading::of(name.clone(), mutant.text.as_str().into());
        count("wrong", !is_right);
        for view in &reading.kernels {
            let verdict = view.verdict.kind;
            let is_named = matches!(verdict, VerdictKind::Wrong | VerdictKind::Warning);
            count("named", !is_right && is_named);
            if is_right && verdict == VerdictKind::Wrong || !is_right && verdict == VerdictKind::Right {
                let (kind, truth) = (mutant.of("kind"), mutant.of("truth"));
                faults.push(format!("{name} {kind}: {truth}, called {}", verdict.name()));
            }
            for (row, one) in view.rows.iter().flat_map(|row| row.operands.iter().map(move |one| (row, one)))
            {
                let Some(part) = &one.part else { continue };
                // An exchange of A and B reads the right units of the other operand.
                let shows = wrong_units(part) > 0;
                count("drawn", one.verdict == Some(VerdictKind::Wrong) && shows);
                if one.verdict == Some(VerdictKind::Right) && shows {
                    faults.push(format!("{name}: line {} is drawn wrong", row.line));
                }
            }
        }
        let places = reading.kernels[0].rows.iter().enumerate();
        let mut places = places.flat_map(|(at, row)| [Operand::A, Operand::B].map(|side| (at, row, side)));
        let wrong =
            places.find(|(_, row, side)| row.operands[*side as usize].verdict == Some(VerdictKind::Wrong));
        if let Some((at, _, side)) = wrong {
            let edit = mend(&reading, 0, at, side);
            assert!(edit.as_ref().is_none_or(|edit| edit.old != edit.new), "{name}: {edit:?}");
            // Whoever exchanged two whole descriptors changed more than a number.
            count("not mended", edit.is_none());
        }
    }
    assert_eq!(faults, [""; 0]);
    let of = |what| counts.get(what).copied().unwrap_or_default();
    assert_eq!((of("wrong"), of("named")), (58, 58));
    assert!(of("drawn") > 40 && of("not mended") <= 8, "{counts:?}");
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
