//! Each operand of a kernel as a tile of the atlas: what the lints say of a read, its picture shows.

use std::collections::BTreeMap;

use swizzle_core::reader::{Tally, VerdictKind};
use swizzle_core::{Named as _, Operand};
use swizzle_lens::{Example, Part, Reading, mend, mend_finding, mend_idesc};
use swizzle_lints::Severity;

use crate::ptx::{mutants, texts};

/// The text of a file of the corpus.
pub(crate) fn text_of(file: &str) -> String {
    let mut all = texts("texts.jsonl.gz").into_iter();
    all.find(|text| text.file == file).expect("the file").text
}

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

/// In one of two loops the constant is exchanged: with an element type that is none, and with another N.
#[test]
fn an_edit_that_mends_an_instruction_descriptor_is_found() {
    let text = text_of("triton_tma_bf16_128x128x64_w4_sm100");
    let right = "mov.b32 \t%r51, 136381584;";
    assert_eq!(text.matches(right).count(), 1);
    for wrong in [0x0821_0890_u32, 0x0829_0490] {
        let wrong = format!("mov.b32 \t%r51, {wrong};");
        let reading = Reading::of("a kernel".to_owned(), text.replace(right, &wrong).into());
        let row = reading.kernels[0].first_row();
        let found = mend_idesc(&reading, 0, row).expect("an edit");
        assert_eq!((found.old.trim(), found.new.trim()), (&*wrong, right));
    }
    let reading = Reading::of("a kernel".to_owned(), text.into());
    assert_eq!(mend_idesc(&reading, 0, 0), None);
}

/// The stage of the reads is shifted half as far, or twice: each read by itself is right.
#[test]
fn an_edit_that_mends_a_shift_of_stages_is_found() {
    let text = text_of("triton_tma_bf16_128x128x64_w4_sm90");
    let right = "shl.b32 \t%r60, %r173, 14;";
    assert_eq!(text.matches(right).count(), 1);
    for shift in [13, 15] {
        let wrong = format!("shl.b32 \t%r60, %r173, {shift};");
        let reading = Reading::of("a kernel".to_owned(), text.replace(right, &wrong).into());
        let row = reading.kernels[0].first_row();
        let found = mend(&reading, 0, row, Operand::A).expect("an edit");
        assert_eq!((found.old.trim(), found.new.trim()), (&*wrong, right));
    }
}

#[test]
fn an_example_has_the_fault_that_its_title_names() {
    let edit = |line, old: &str, new: &str| Some((line, format!("{old} -> {new}")));
    let expected = [
        (VerdictKind::Right, None, None),
        (
            VerdictKind::Wrong,
            Some("walk-start"),
            edit(736, "add.s32 \t%r74, %r63, 32;", "add.s32 \t%r74, %r63, 2;"),
        ),
        (
            VerdictKind::Wrong,
            Some("held-overlap"),
            edit(
                742,
                "or.b64 \t%rd19, %rd33, 4611686155866341376;",
                "or.b64 \t%rd19, %rd33, 4611686293305294848;",
            ),
        ),
        (
            VerdictKind::Wrong,
            Some("box-stage"),
            edit(702, "mul.lo.s32 \t%r60, %r173, 16512;", "mul.lo.s32 \t%r60, %r173, 16384;"),
        ),
        (
            VerdictKind::Wrong,
            Some("box-swizzle"),
            edit(
                126,
                "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [ %rd7 + 0 ], 0x0;",
                "tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [ %rd7 + 0 ], 0x3;",
            ),
        ),
    ];
    assert_eq!(Example::ALL.len(), expected.len());
    for (example, (kind, id, edit)) in Example::ALL.iter().zip(expected) {
        let reading = Reading::of(example.file(), example.text().into());
        let view = &reading.kernels[0];
        let name = example.name();
        assert_eq!(view.verdict.kind, kind, "{name}");
        let mut faults = view.findings.iter().filter(|(one, _)| one.severity != Severity::Note);
        let first = faults.next().map(|(one, _)| one);
        assert_eq!(first.map(|one| one.id), id, "{name}");
        // What is said once of reads that are alike holds for each.
        if *example == Example::Sbo {
            let all = view.rows.iter().flat_map(|row| &row.operands);
            let verdicts: Vec<_> = all.map(|one| one.verdict).collect();
            assert_eq!(verdicts, [Some(VerdictKind::Wrong); 16]);
        }
        let row = view.first_row();
        let found = mend(&reading, 0, row, view.first_side(row));
        let found = found.or_else(|| mend_finding(&reading, 0, first?));
        let found = found.map(|found| (found.line, format!("{} -> {}", found.old, found.new)));
        assert_eq!(found, edit, "{name}");
    }
}

#[test]
fn the_operand_of_the_first_error_is_looked_at_first() {
    let text = text_of("cutlass_bf16_tn_128x256x64_sm100");
    assert_eq!(text.matches(", 7296;").count(), 1);
    // B begins 128 bytes behind its copies: each read by itself is right.
    for (text, side) in [(text.clone(), Operand::A), (text.replace(", 7296;", ", 7304;"), Operand::B)] {
        let reading = Reading::of("a kernel".to_owned(), text.into());
        let view = &reading.kernels[0];
        assert_eq!(view.first_side(view.first_row()), side);
    }
}
