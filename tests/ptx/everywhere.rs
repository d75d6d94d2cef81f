//! One value that is wrong in all reads of a kernel: the lens says which it should be, and the edit gives the text back.

use std::collections::BTreeMap;

use swizzle_core::Operand;
use swizzle_core::reader::VerdictKind;
use swizzle_lens::{Reading, mend};

use crate::ptx::pictures::{text_of, wrong_units};

/// A text in which numbers are exchanged in all lines, and what is said of that.
struct Plant {
    file: &'static str,
    numbers: &'static [(&'static str, &'static str)],
    side: Operand,
    fix: &'static str,
}

const SM_90: &str = "triton_ptr_bf16_128x128x64_rr_w4_sm90";
const SM_100: &str = "triton_ptr_bf16_128x128x64_rr_w4_sm100";

const PLANTS: &[Plant] = &[
    Plant {
        file: SM_90,
        numbers: &[(" 4611686293305294848;", " 4611686155866341376;")],
        side: Operand::A,
        fix: "Set SBO to 1024 bytes (64 units) in every step",
    },
    Plant {
        file: SM_90,
        numbers: &[(" 4611686293305294848;", " -9223371761976868864;")],
        side: Operand::A,
        fix: "Set the swizzle mode to 128B in every step",
    },
    Plant {
        file: SM_90,
        numbers: LBO_HALVED,
        side: Operand::B,
        fix: "Set LBO to 8192 bytes (512 units) in every step",
    },
    Plant {
        file: SM_90,
        numbers: &[(", 1, 1, 0, 1;", ", 1, 1, 0, 0;")],
        side: Operand::B,
        fix: "Read B N-major in every step: change the transpose flag of the instruction",
    },
    Plant {
        file: SM_100,
        numbers: LBO_HALVED,
        side: Operand::B,
        fix: "Set LBO to 8192 bytes (512 units) in every step",
    },
    Plant {
        file: SM_100,
        numbers: &[(" 136381584;", " 136316048;")],
        side: Operand::B,
        fix: "Read B N-major in every step: change the transpose bit of the instruction descriptor",
    },
    Plant {
        file: SM_100,
        numbers: &[(" 1073758272;", " 1073758240;")],
        side: Operand::A,
        fix: "Set SBO to 1024 bytes (64 units) in every step",
    },
];

/// LBO of 512 units beside the start of each step.
const LBO_HALVED: &[(&str, &str)] = &[
    (" 33554432;", " 16777216;"),
    (" 33554560;", " 16777344;"),
    (" 33554688;", " 16777472;"),
    (" 33554816;", " 16777600;"),
];

#[test]
fn the_value_that_all_reads_need_is_named_and_the_edit_restores_it() {
    for plant in PLANTS {
        let right = text_of(plant.file);
        let mut wrong = right.clone();
        for (old, new) in plant.numbers {
            assert!(wrong.contains(old), "{}: {old}", plant.file);
            wrong = wrong.replace(old, new);
        }
        let planted: BTreeMap<u32, String> = (1..)
            .zip(right.lines().zip(wrong.lines()))
            .filter(|(_, (right, wrong))| right != wrong)
            .map(|(line, (right, _))| (line, right.trim().to_owned()))
            .collect();
        let reading = Reading::of("a kernel".to_owned(), wrong.into());
        let view = &reading.kernels[0];
        let of_side = |row: &usize| view.rows[*row].operands[plant.side as usize].verdict;
        let fixes = view.findings.iter().filter_map(|(one, _)| one.first_fix());
        assert!(fixes.clone().any(|fix| fix == plant.fix), "{}: {:?}", plant.fix, fixes.collect::<Vec<_>>());
        // A value that all reads have is wrong in all of them.
        let rows: Vec<usize> = (0..view.rows.len()).collect();
        for row in &rows {
            assert_eq!(of_side(row), Some(VerdictKind::Wrong), "{}", plant.fix);
        }
        // Its tile is the one that the value would read, so that the picture shows what is wrong.
        for part in rows.iter().map(|row| view.rows[*row].operands[plant.side as usize].part.as_ref()) {
            let part = part.unwrap_or_else(|| panic!("{}: no picture", plant.fix));
            assert_eq!(part.steps, 4, "{}", plant.fix);
            let is_in_descriptor = plant.fix.starts_with("Set");
            assert_eq!(wrong_units(part) > 0, is_in_descriptor, "{}", plant.fix);
        }
        let row = rows[0];
        let edit = mend(&reading, 0, row, plant.side).unwrap_or_else(|| panic!("{}", plant.fix));
        assert_eq!(edit.left, 0, "{}: {edit:?}", plant.fix);
        let edited: BTreeMap<u32, String> = edit.others.into_iter().chain([(edit.line, edit.new)]).collect();
        assert_eq!(edited, planted, "{}", plant.fix);
    }
}
