//! One scale factor followed from memory to the instruction that uses it; which rows an instruction reads, the program's own
//! tests ask.

use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_core::{Named as _, Operand, Sparsity};
use swizzle_tests::{grid, pairs};
use swizzle_tmem::Mark;
use swizzle_tmem::scale::{
    Copies, Order, Pair, ScaleBlocks, ScaleStage, ScaleStep, Scaling, StageShape, padded_rows,
};

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
    assert_eq!((at.step, at.byte_of_word()), (Some((5, ScaleStep { column: 4, id: 1 })), 1));
    // A dense loop of mxf4nvf4 uses four factors a step.
    let stage = ScaleStage::new(shape(Kind::Mxf4nvf4, 16, 128, 16)).expect("a stage");
    assert_eq!((stage.factors_of_step(2), stage.follow(37, 5).expect("a factor").k), (8..12, 80..96));
}

/// From the byte that writes it and the byte that is read in its place to its cells: blocks and columns are those of CuTe's hashes.
#[test]
fn a_factor_is_followed_and_as_many_are_wrong_as_lead_elsewhere() {
    for (rows, factors) in [(1, 1), (128, 32), (129, 4), (129, 5), (192, 7), (256, 8), (256, 30)] {
        for (order, read) in pairs(Order::ALL, &[Order::Tensor, Order::Stage]) {
            let plain = shape(Kind::Mxf8f6f4, 32, rows, factors);
            let stage = ScaleStage::new(StageShape { written: order, read, first_column: 3, ..plain });
            let stage = stage.expect("a stage");
            let [written, read] =
                [order, read].map(|order| ScaleBlocks::new(order, rows, factors).expect("they fit"));
            let mut wrong = 0;
            for (row, factor) in grid(rows, factors) {
                let at = stage.follow(row, factor).expect("a factor");
                assert_eq!(
                    (at.written_byte, at.read_byte),
                    (written.byte(row, factor), read.byte(row, factor))
                );
                let there = written.factor_from_byte(at.read_byte);
                assert!(there.is_none() || there == Some(at.actual), "{rows} {factors}");
                let (lanes, column, byte) = twin::scale_cells(4, stage.padded_rows(), row, factor);
                let cells: Vec<_> =
                    at.cells[0].iter().map(|cell| (cell.lane, cell.column, cell.bit)).collect();
                let wanted: Vec<_> = lanes.into_iter().map(|lane| (lane, 3 + column, 8 * byte)).collect();
                assert_eq!(cells, wanted, "{rows} {factors}");
                let (_, columns) = stage.given(row, factor).expect("known");
                assert!(columns.contains(&cells[0].1), "{rows} {factors}");
                wrong += u32::from(!at.is_right());
                let copy = &stage.copies[at.copy];
                let start = u32::try_from(copy.descriptor.raw() & 0x3fff).expect("a start") * 16;
                assert_eq!(start, 0x8000 + at.read_byte / 512 * 512);
                assert!(
                    (copy.column..copy.column + 4).contains(&(cells[0].1 - 3))
                        && copy.column.is_multiple_of(4)
                );
            }
            // Counted from two walks through memory in `layouts.rs`.
            let pair = Pair::new(order, stage.shape.read, rows, factors).expect("they fit");
            assert_eq!((wrong, stage.wrong_factors()), (pair.wrong, pair.wrong), "{rows} {factors}");
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
fn what_is_outside_of_a_stage_is_refused() {
    let stage = ScaleStage::new(shape(Kind::Mxf4nvf4, 16, 128, 16)).expect("a stage");
    assert!(stage.follow(128, 0).is_err() && stage.follow(0, 16).is_err());
    let huge = StageShape { rows: u32::MAX, factors: u32::MAX, ..shape(Kind::Mxf4nvf4, 16, 1, 1) };
    assert!(ScaleStage::new(huge).is_err());
    // Where it is not known what a step uses, a factor has none.
    let stage = ScaleStage::new(StageShape { step_k: 96, ..shape(Kind::Mxf4nvf4, 16, 128, 16) });
    assert_eq!(stage.expect("a stage").follow(0, 0).expect("a factor").step, None);
}
