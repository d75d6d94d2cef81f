//! The same numbers in Python, run over all elements.

use std::fmt::Write as _;

use swizzle_code::Language;
use swizzle_core::hardware::CtaForm;
use swizzle_core::{Named as _, Operand, Sparsity};
use swizzle_tests::{assert_printed, cutlass, grid};

use crate::tensor_memory_code::case::{Case, accumulators, scaled};

/// The place of a value times the value, added up: both sides walk in the same order.
const SUM: &str =
    "def weighed(values):\n    return sum((i + 1) * value for i, value in enumerate(values)) % (1 << 61)\n";

fn weighed(values: impl Iterator<Item = u32>) -> u64 {
    let weighed = (1..).zip(values).map(|(i, value): (u64, u32)| i * u64::from(value));
    weighed.sum::<u64>() % (1 << 61)
}

/// Accumulators that Python walks through in a moment, in every form and shape.
fn small() -> Vec<Case> {
    let is_small = |case: &Case| case.m * case.n <= 8192 && case.operand == Operand::A;
    accumulators().into_iter().filter(is_small).collect()
}

#[test]
fn python_has_the_same_numbers() {
    let mut files = cutlass();
    let (mut main, mut wanted) = (SUM.to_owned(), String::new());
    let mut write = |number: usize, case: &Case| {
        let text = case.code(Language::CuteDsl, "tile");
        // Only what one CTA has is the DSL's.
        let is_dsl = case.form == CtaForm::One && !case.kind.is_block_scaled();
        assert_eq!(text.contains("import cutlass"), is_dsl, "{case:?}");
        files.push((format!("t{number}.py"), text));
    };
    let all = small();
    assert!(all.len() > 40, "{}", all.len());
    for (number, case) in all.iter().enumerate() {
        // CUTLASS's sparse A is not one tile.
        if case.sparsity == Sparsity::Sparse {
            continue;
        }
        write(number, case);
        let d = case.d();
        let cells = grid(case.m, case.n).flat_map(|(m, n)| {
            let cell = d.law.points(&[m, n]).expect("an element")[0];
            [cell.cta, cell.lane, cell.column]
        });
        writeln!(wanted, "{number} {}", weighed(cells)).expect("a string");
        let rank = if case.form == CtaForm::Two { ", rank" } else { "" };
        let (half, halves) = if case.is_packed() { (", half", " for half in range(2)") } else { ("", "") };
        let first = case.first_lane();
        let idle = if case.form == CtaForm::One && case.m == 64 && case.load.name() == "32x32b" {
            "if t.is_of_d(*at)".to_owned()
        } else {
            String::new()
        };
        writeln!(
            main,
            "import t{number} as t\n\
             seen = {{}}\n\
             every = [(warp, load, thread, r{half}) for warp in range(4) for load in range(t.LOADS) for thread in range(32) for r in range(t.LOAD_REGISTERS){halves}]\n\
             for rank in range({ctas}):\n    for at in [at for at in every {idle}]:\n        \
                 offset, lane, column = ({first} << 16) + t.load_offset(*at[:2]), t.lane_of(*at), t.tensor_column_of(*at)\n        \
                 assert lane // 32 == at[0] and 0 <= lane - (offset >> 16) < 32 and column >= offset & 0xFFFF\n        \
                 element = t.row_of(*at{rank}), t.column_of(*at)\n        \
                 assert element not in seen\n        seen[element] = rank, lane, column\n\
             print({number}, weighed(value for m in range({m}) for n in range({n}) for value in seen[m, n]))",
            ctas = case.form.ctas(),
            m = case.m,
            n = case.n,
        )
        .expect("a string");
    }
    for (number, case) in scaled().iter().enumerate() {
        if case.sparsity == Sparsity::Sparse {
            continue;
        }
        let number = 1000 + number;
        write(number, case);
        let rows = case.n.div_ceil(128) * 128;
        let (scaling, _, steps) = case.scales(rows);
        let factors = case.k / scaling.elements(case.sparsity);
        let given = (0..steps.steps).flat_map(|step| {
            let given = steps.step(step).expect("a step");
            [given.column, given.id, given.id]
        });
        let copies = rows / 128 * factors.div_ceil(4);
        writeln!(
            wanted,
            "{number} {} {copies} {:x}",
            weighed(given),
            0x0000_4008_0001_0800_u64 + u64::from(copies - 1) * 32
        )
        .expect("a string");
        writeln!(
            main,
            "import t{number} as t\n\
             given = [value for step in range(t.STEPS) for value in (t.scale_columns(step, {n}), t.instruction_descriptor(step) >> 29 & 3, t.instruction_descriptor(step) >> 4 & 3)]\n\
             print({number}, weighed(given), t.COPIES_OF_SCALES_OF_B, f'{{t.scale_descriptor(0x8000, t.COPIES_OF_SCALES_OF_B - 1):x}}')\n\
             assert t.COLUMN_OF_SCALES_OF_B + t.scale_copy_column(t.COPIES_OF_SCALES_OF_B) <= t.ALLOCATED_COLUMNS",
            n = case.n,
        )
        .expect("a string");
    }
    files.insert(0, ("main.py".into(), main));
    assert_printed(&["python3"], &[], &files, &wanted, |at| format!("{at}"));
}
