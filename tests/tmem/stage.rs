//! One scale factor followed from memory to the instruction that uses it.

use serde_json::Value;
use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_core::{Named as _, Operand, Sparsity};
use swizzle_tests::{JsonLine, Report, json_lines};
use swizzle_tmem::plan::{Mma, Place, Plan, What};
use swizzle_tmem::scale::{
    Copies, Order, ScaleBlocks, ScaleStage, ScaleStep, Scaling, StageShape, padded_rows,
};
use swizzle_tmem::{Mark, Refusal};

use crate::tmem::twin;

/// SFA of one CTA, rows first, from byte 0x8000 and column 0 on.
fn shape(kind: Kind, block: u32, rows: u32, factors: u32) -> StageShape {
    let scaling = Scaling::new(kind, block).expect("a scaling");
    StageShape {
        scaling,
        sparsity: Sparsity::Dense,
        operand: Operand::A,
        form: CtaForm::One,
        m: 128,
        rows,
        factors,
        written: Order::Stage,
        read: Order::Stage,
        first_byte: 0x8000,
        first_column: 0,
        step_k: kind.k(Sparsity::Dense),
    }
}

/// A row of samples: numbers, and lists of numbers.
fn samples(line: &JsonLine) -> Vec<Vec<Vec<u32>>> {
    let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    let numbers = |value: &Value| match value.as_array() {
        Some(list) => list.iter().map(number).collect::<Option<Vec<_>>>(),
        None => number(value).map(|one| vec![one]),
    };
    let row = |row: &Value| {
        let row = row.as_array().map(|row| row.iter().map(numbers).collect());
        row.flatten().unwrap_or_else(|| panic!("{}: not a row of numbers", line.at()))
    };
    line.list("s").iter().map(row).collect()
}

#[test]
fn a_factor_is_followed_to_where_cute_has_it() {
    let mut report = Report::new();
    let mut values = 0;
    for line in json_lines("blackwell/sf_smem.jsonl") {
        let order = match line.text("what") {
            "tile_atom_to_shape" => Order::Tensor,
            _ => Order::Stage,
        };
        let (rows, factors) = (line.number("rows"), line.number("kblocks"));
        let stage =
            ScaleStage::new(StageShape { written: order, ..shape(Kind::Mxf8f6f4, 32, rows, factors) });
        let Ok(stage) = stage else { continue };
        for sample in samples(&line) {
            values += 1;
            let followed = stage.follow(sample[0][0], sample[1][0]).expect("a factor");
            report.equal(&line.at(), &"byte", &followed.written_byte, &sample[2][0]);
            // What is at the byte that is read is written there.
            let (there, other) = followed.actual;
            let written = twin::scale_byte(order == Order::Tensor, rows, factors, there, other);
            report.equal(&line.at(), &"actual", &written, &followed.read_byte);
        }
    }
    for line in json_lines("blackwell/sf_tmem.jsonl") {
        let operand = match line.text("which") {
            "SFA" => Operand::A,
            _ => Operand::B,
        };
        let (rows, factors) = (line.number("rows"), line.number("kblocks"));
        let two = line.number("copies") == 2;
        let stage = ScaleStage::new(StageShape {
            operand,
            form: if two { CtaForm::Two } else { CtaForm::One },
            first_column: 3,
            ..shape(Kind::Mxf8f6f4, 32, rows, factors)
        });
        let stage = stage.expect("a stage");
        let reading = usize::from(two);
        for sample in samples(&line) {
            values += 1;
            let followed = stage.follow(sample[0][0], sample[1][0]).expect("a factor");
            let cells = &followed.cells[reading];
            let lanes: Vec<u32> = cells.iter().map(|cell| cell.lane).collect();
            report.equal(&line.at(), &"lanes", &lanes, &sample[2]);
            for cell in cells {
                let found = [cell.column - 3, cell.bit / 8];
                report.equal(&line.at(), &"place", &found, &[sample[3][0], sample[4][0]]);
            }
        }
    }
    assert!(values > 1500, "{values}");
    report.finish("factors that are followed");
}

#[test]
fn the_answers_of_the_page() {
    let stage = ScaleStage::new(shape(Kind::Mxf8f6f4, 32, 128, 8)).expect("a stage");
    let at = stage.follow(37, 5).expect("a factor");
    assert_eq!((at.read_byte, at.k.clone(), at.copy), (597, 160..192, 1));
    let lanes: Vec<u32> = at.cells[0].iter().map(|cell| cell.lane).collect();
    assert_eq!(lanes, [5, 37, 69, 101]);
    assert_eq!((at.cells[0][0].column, at.byte_of_word()), (5, 1));
    assert_eq!(at.step, Some((5, ScaleStep { column: 4, id: 1 })));
    // A loop of mxf4nvf4 over K = 256.
    let stage = ScaleStage::new(shape(Kind::Mxf4nvf4, 16, 128, 16)).expect("a stage");
    let steps = stage.steps.as_ref().expect("steps");
    let all: Vec<_> = (0..steps.steps)
        .map(|step| steps.step(step).expect("a step"))
        .map(|step| (step.column, step.id))
        .collect();
    assert_eq!(all, [(0, 0), (4, 0), (8, 0), (12, 0)]);
    assert_eq!(stage.factors_of_step(2), 8..12);
}

#[test]
fn a_factor_of_a_sparse_a_scales_twice_as_much() {
    let stage = ScaleStage::new(StageShape {
        sparsity: Sparsity::Sparse,
        step_k: 64,
        ..shape(Kind::Mxf8f6f4, 32, 128, 8)
    });
    let stage = stage.expect("a stage");
    let at = stage.follow(37, 5).expect("a factor");
    assert_eq!((at.k.clone(), stage.k_of_step(5)), (320..384, 320..384));
    assert_eq!(at.step, Some((5, ScaleStep { column: 4, id: 1 })));
}

/// Every factor by its bytes, a factor at a time.
fn wrong_by_hand(shape: &StageShape) -> u32 {
    let byte = |order: Order, row: u32, factor: u32| match order {
        Order::Linear => row * shape.factors + factor,
        Order::Rows8 => 32 * (row / 8 * shape.factors.div_ceil(4) + factor / 4) + 4 * (row % 8) + factor % 4,
        Order::Tensor | Order::Stage => {
            twin::scale_byte(order == Order::Tensor, shape.rows, shape.factors, row, factor)
        }
    };
    let all = (0..shape.rows).flat_map(|row| (0..shape.factors).map(move |factor| (row, factor)));
    let wrong =
        all.filter(|&(row, factor)| byte(shape.written, row, factor) != byte(shape.read, row, factor));
    wrong.count() as u32
}

#[test]
fn as_many_are_wrong_as_a_count_by_hand_finds() {
    for (rows, factors) in [(1, 1), (128, 32), (129, 4), (129, 5), (192, 7), (256, 8), (256, 30)] {
        for written in Order::ALL {
            for read in [Order::Tensor, Order::Stage] {
                let shape =
                    StageShape { written: *written, read, ..shape(Kind::Mxf8f6f4, 32, rows, factors) };
                let stage = ScaleStage::new(shape).expect("a stage");
                let by_hand = wrong_by_hand(&shape);
                assert_eq!(stage.wrong_factors(), by_hand, "{rows} {factors}");
                let mut wrong = 0;
                for (row, factor) in (0..rows).flat_map(|r| (0..factors).map(move |f| (r, f))) {
                    let at = stage.follow(row, factor).expect("a factor");
                    wrong += u32::from(!at.is_right());
                    let copy = &stage.copies[at.copy];
                    let start = u32::try_from(copy.descriptor.raw() & 0x3fff).expect("a start") * 16;
                    assert_eq!(start, 0x8000 + at.read_byte / 512 * 512);
                    assert_eq!(copy.column / 4 * 4, copy.column);
                    assert!((copy.column..copy.column + 4).contains(&at.cells[0][0].column));
                }
                assert_eq!(wrong, by_hand, "{rows} {factors}");
            }
        }
    }
}

#[test]
fn blocks_change_places_only_where_orders_differ() {
    let stage = ScaleStage::new(StageShape { written: Order::Tensor, ..shape(Kind::Mxf8f6f4, 32, 256, 8) });
    let stage = stage.expect("a stage");
    let blocks: Vec<_> = stage.blocks().map(|b| (b.actual, b.expected)).collect();
    let wanted = [((0, 0), (0, 0)), ((0, 1), (1, 0)), ((1, 0), (0, 1)), ((1, 1), (1, 1))];
    assert_eq!(blocks, wanted);
    for (number, block) in (0..).zip(stage.blocks()) {
        let (group, word) = block.actual;
        let byte = stage.written.byte_from_factor(128 * group, 4 * word);
        assert_eq!(byte, Ok(512 * number));
    }
}

#[test]
fn rows_of_sfb_are_padded_and_sources_may_disagree() {
    for n in [8, 64, 128, 192, 256] {
        let of = |form, m| {
            ScaleStage::new(StageShape { operand: Operand::B, form, m, ..shape(Kind::Mxf8f6f4, 32, n, 8) })
                .expect("a stage")
        };
        let one = of(CtaForm::One, 128);
        assert_eq!(one.padded_rows(), padded_rows(n));
        assert_eq!(one.copies.len() as u32, padded_rows(n) / 128 * 2);
        assert!(!one.is_contested() && one.rows_beyond().is_none());
        assert!(!of(CtaForm::Two, 256).is_contested());
        let pair = of(CtaForm::Two, 128);
        assert_eq!(pair.is_contested(), n % 128 == 0, "{n}");
        if pair.is_contested() {
            let of = |at: usize| (pair.readings[at].held.copies, pair.readings[at].held.mark);
            assert_eq!(of(0), (Copies::Four, Mark::Docs));
            assert_eq!(of(1), (Copies::Two, Mark::Code));
            assert_eq!((pair.copies_of(0), pair.copies_of(1)), (4, 2));
            // The second half of N, in the upper lanes.
            let at = pair.follow(n - 1, 0).expect("a factor");
            let lanes: Vec<u32> = at.cells[1].iter().map(|cell| cell.lane).collect();
            assert_eq!(lanes, [95, 127]);
        }
    }
    let a = ScaleStage::new(StageShape { form: CtaForm::Two, ..shape(Kind::Mxf4, 32, 128, 8) });
    assert_eq!(a.expect("a stage").rows_beyond(), Some(64));
}

#[test]
fn an_instruction_reads_its_own_rows() {
    // M = 128 of each CTA: four columns of each word of factors, independent of the rest of the stage.
    for (form, m) in [(CtaForm::One, 128), (CtaForm::Two, 256)] {
        let of = |operand, rows| {
            ScaleStage::new(StageShape {
                operand,
                form,
                m,
                first_column: 16,
                ..shape(Kind::Mxf8f6f4, 32, rows, 8)
            })
            .expect("a stage")
        };
        let one = of(Operand::A, 128);
        assert_eq!((one.mmas(), one.rows_of_mma()), (1, 128));
        let (given, columns) = one.given(37, 5).expect("known");
        assert_eq!((given.column, given.id, columns), (20, 1, 20..24));
        // The region that a plan of tensor memory has for this instruction: 128 rows, 8 columns.
        let mma = Mma { kind: Kind::Mxf8f6f4, form, m, ..Mma::default() };
        let places = vec![Place::packed(What::Sfa)];
        let plan = Plan { mma, places, ..Plan::default() };
        let laid = plan.laid();
        let region = laid.region(0).expect("SFA");
        assert_eq!(region.columns, one.readings[0].columns.law.columns());
        for rows in [192, 256] {
            let two = of(Operand::A, rows);
            assert_eq!((two.mmas(), two.rows_of_mma()), (2, 128));
            assert_eq!(two.steps_attested().expect("known").0, Mark::Inferred);
            for row in 0..rows {
                let (given, columns) = two.given(row, 5).expect("known");
                let first = row / 128 * 128;
                let column = |row| 16 + twin::scale_cells(4, 256, row, 4).1;
                assert_eq!(columns, column(first)..column(first + 127) + 1, "{row}");
                assert_eq!((given.column, given.id), (columns.start, 1));
                let at = two.follow(row, 5).expect("a factor");
                assert_eq!(at.step, Some((5, given)));
                assert!(columns.contains(&at.cells[0][0].column), "{row}");
            }
        }
        // All of N are one instruction's.
        let b = of(Operand::B, 256);
        assert_eq!(b.mmas(), 1);
        assert_eq!(b.given(200, 5).expect("known").1, 24..32);
    }
}

#[test]
fn what_does_not_fit_is_refused_and_what_is_unknown_stays_so() {
    let good = shape(Kind::Mxf4nvf4, 16, 128, 16);
    let stage = ScaleStage::new(StageShape { step_k: 96, ..good });
    let stage = stage.expect("a stage");
    assert!(matches!(stage.steps, Err(Refusal::Unknown(_))));
    assert_eq!(stage.follow(0, 0).expect("a factor").step, None);
    let refused = |shape| ScaleStage::new(shape).expect_err("refused");
    // A K of the kind that belongs to the other sparsity.
    for (sparsity, step_k) in [(Sparsity::Dense, 128), (Sparsity::Sparse, 64)] {
        let stage = ScaleStage::new(StageShape { sparsity, step_k, ..good });
        assert!(matches!(stage.expect("a stage").steps, Err(Refusal::Unknown(_))));
    }
    let first_byte = 0x8008;
    assert_eq!(refused(StageShape { first_byte, ..good }), Refusal::SharedByte(first_byte));
    let first_column = 500;
    assert_eq!(refused(StageShape { first_column, ..good }), Refusal::Columns(516));
    assert!(matches!(refused(StageShape { rows: 0, ..good }), Refusal::ScaleSize { .. }));
    assert!(matches!(refused(StageShape { m: 64, ..good }), Refusal::Unknown(_)));
    let huge = StageShape { rows: u32::MAX, factors: u32::MAX, ..good };
    assert!(ScaleStage::new(huge).is_err());
    let stage = ScaleStage::new(good).expect("a stage");
    assert!(stage.follow(128, 0).is_err() && stage.follow(0, 16).is_err());
    // The blocks of a padded stage: padding is past the rows.
    let blocks = ScaleBlocks::new(Order::Stage, 100, 4).expect("they fit");
    assert_eq!(blocks.factor_from_byte(508), Some((127, 0)));
}
