//! Scale factors against CuTe's maps, their inverse, and their tables.

use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_core::{Named as _, Operand, Sparsity};
use swizzle_tests::{Report, fnv1a, json_lines};
use swizzle_tmem::scale::{
    Copies, Order, ScaleBlocks, ScaleColumns, ScaleStep, ScaleSteps, Scaling, held, padded_rows,
};
use swizzle_tmem::{Mark, Point, Refusal};

use crate::tmem::inverse::check_inverse;
use crate::tmem::twin;

#[test]
fn they_are_in_memory_where_cute_has_them() {
    let mut report = Report::new();
    let (mut lines, mut values) = (0, 0);
    for line in json_lines("blackwell/sf_smem.jsonl") {
        lines += 1;
        let at = line.at();
        let order = match line.text("what") {
            "tile_atom_to_shape" => Order::Tensor,
            _ => Order::Stage,
        };
        let (rows, factors) = (line.number("rows"), line.number("kblocks"));
        let blocks = ScaleBlocks::new(order, rows, factors).expect("they fit");
        report.equal(&at, &"bytes", &blocks.bytes(), &line.number("bytes"));
        let byte = |row, factor| blocks.byte_from_factor(row, factor).expect("a factor");
        let map = (0..rows).flat_map(|row| (0..factors).map(move |factor| byte(row, factor)));
        report.equal(&at, &"hash", &fnv1a(map), &line.hex("fnv"));
        values += rows * factors;
    }
    assert_eq!((lines, values), (22, 183_984));
    report.finish("scale factors in memory");
}

#[test]
fn they_are_in_tensor_memory_where_cute_has_them() {
    let mut report = Report::new();
    let (mut lines, mut values) = (0, 0);
    for line in json_lines("blackwell/sf_tmem.jsonl") {
        lines += 1;
        let at = line.at();
        let copies = match line.number("copies") {
            4 => Copies::Four,
            _ => Copies::Two,
        };
        let (rows, factors) = (line.number("rows"), line.number("kblocks"));
        let columns = ScaleColumns::new(copies, rows, factors).expect("they fit");
        report.equal(&at, &"columns", &columns.law.columns(), &line.number("columns"));
        let cells = |row, factor| columns.law.points(&[row, factor]).expect("a factor");
        let map = (0..rows)
            .flat_map(|row| (0..factors).flat_map(move |factor| cells(row, factor)))
            .flat_map(|cell| [cell.lane, cell.column, cell.bit / 8]);
        let map: Vec<u32> = map.collect();
        values += map.len();
        report.equal(&at, &"hash", &fnv1a(map), &line.hex("fnv"));
    }
    assert_eq!((lines, values), (10, 193_536));
    report.finish("scale factors in tensor memory");
}

#[test]
fn they_are_where_the_tables_have_them() {
    let mut report = Report::new();
    for (rows, factors) in [(1, 1), (32, 4), (100, 12), (128, 5), (192, 8), (300, 9), (640, 20)] {
        for order in Order::ALL.iter().filter(|order| order.is_copied()) {
            let blocks = ScaleBlocks::new(*order, rows, factors).expect("they fit");
            check_inverse(&mut report, &blocks.law);
            for (row, factor) in (0..rows).flat_map(|r| (0..factors).map(move |f| (r, f))) {
                let is_tensor = matches!(order, Order::Tensor);
                let wanted = twin::scale_byte(is_tensor, rows, factors, row, factor);
                let found = blocks.byte_from_factor(row, factor);
                report.equal(order, &"byte", &found, &Ok(wanted));
            }
        }
    }
    for (copies, rows, factors) in [
        (Copies::Four, 32, 4),
        (Copies::Four, 64, 7),
        (Copies::Four, 128, 16),
        (Copies::Four, 256, 16),
        (Copies::Four, 384, 1),
        (Copies::Two, 128, 8),
        (Copies::Two, 256, 16),
        (Copies::Two, 384, 5),
    ] {
        let columns = ScaleColumns::new(copies, rows, factors).expect("they fit");
        check_inverse(&mut report, &columns.law);
        for (row, factor) in (0..rows).flat_map(|r| (0..factors).map(move |f| (r, f))) {
            let (lanes, column, byte) = twin::scale_cells(copies.count(), rows, row, factor);
            let cells = columns.law.points(&[row, factor]).expect("a factor");
            let found: Vec<u32> = cells.iter().map(|cell| cell.lane).collect();
            report.equal(&copies, &"lanes", &found, &lanes);
            for cell in cells {
                let found = (cell.column, cell.bit);
                report.equal(&copies, &"column and bit", &found, &(column, 8 * byte));
            }
        }
    }
    report.finish("scale factors against their tables");
}

#[test]
fn a_step_is_given_the_word_of_its_first_factor() {
    let mut report = Report::new();
    for (kind, block) in [(Kind::Mxf8f6f4, 32), (Kind::Mxf4, 32), (Kind::Mxf4nvf4, 32), (Kind::Mxf4nvf4, 16)]
    {
        let scaling = Scaling::new(kind, block).expect("a scaling");
        for (copies, rows) in [(Copies::Four, 128), (Copies::Four, 256), (Copies::Two, 256)] {
            let columns = ScaleColumns::new(copies, rows, 32).expect("they fit");
            for sparsity in Sparsity::ALL {
                let steps = ScaleSteps::new(scaling, *sparsity, kind.k(*sparsity), &columns).expect("steps");
                check_inverse(&mut report, &steps.law);
                report.equal(&kind, &"steps", &(steps.steps * scaling.per_step()), &32);
                for step in 0..steps.steps {
                    // The word is that of the first row; the id, the byte of the step's first factor.
                    let factor = step * scaling.per_step();
                    let first = columns.law.points(&[0, factor]).expect("a factor")[0];
                    let wanted = ScaleStep { column: first.column, id: first.bit / 8 };
                    report.equal(&kind, &"step", &steps.step(step), &Ok(wanted));
                    let cell = Point { lane: 0, ..first };
                    report.equal(&kind, &"back", &steps.law.element(cell), &Some([step]));
                }
            }
        }
    }
    report.finish("scale factors by step");
}

#[test]
fn the_table_of_ids_holds() {
    let columns = ScaleColumns::new(Copies::Four, 256, 16).expect("they fit");
    let steps = |kind, block, k| {
        let scaling = Scaling::new(kind, block).expect("a scaling");
        let steps = ScaleSteps::new(scaling, Sparsity::Dense, k, &columns).expect("steps");
        let all = (0..steps.steps).map(move |step| steps.step(step).expect("a step"));
        all.map(|step| (step.column, step.id)).collect::<Vec<_>>()
    };
    for i in 0..16 {
        assert_eq!(steps(Kind::Mxf8f6f4, 32, 32)[i], (i as u32 / 4 * 8, i as u32 % 4));
    }
    for i in 0..8 {
        assert_eq!(steps(Kind::Mxf4, 32, 64)[i], (i as u32 / 2 * 8, i as u32 % 2 * 2));
    }
    assert_eq!(steps(Kind::Mxf4nvf4, 16, 64), [(0, 0), (8, 0), (16, 0), (24, 0)]);
}

#[test]
fn rows_first_and_factors_first_differ_from_256_rows_of_8_on() {
    for (rows, factors) in (1..=6).flat_map(|r| (1..=5).map(move |f| (r * 64, f * 2))) {
        let [tensor, stage] = [Order::Tensor, Order::Stage]
            .map(|order| ScaleBlocks::new(order, rows, factors).expect("they fit"));
        let all = (0..rows).flat_map(|r| (0..factors).map(move |f| (r, f)));
        let differs =
            all.into_iter().any(|(r, f)| tensor.byte_from_factor(r, f) != stage.byte_from_factor(r, f));
        assert_eq!(differs, rows > 128 && factors > 4, "{rows} {factors}");
    }
}

#[test]
fn rows_of_b_are_padded_and_all_in_each_cta() {
    let rows = |form, m, n| held(Operand::B, form, m, n).expect("rows")[0].rows;
    for form_and_m in [(CtaForm::One, 128), (CtaForm::Two, 256), (CtaForm::Two, 128)] {
        for n in 1..=256 {
            let wanted = if n <= 128 { 128 } else { 256 };
            assert_eq!(rows(form_and_m.0, form_and_m.1, n), wanted);
            assert_eq!(padded_rows(n), wanted);
        }
    }
    let held = held(Operand::B, CtaForm::Two, 128, 128).expect("two readings");
    let held: Vec<_> = held.iter().map(|h| (h.copies, h.mark)).collect();
    assert_eq!(held, [(Copies::Four, Mark::Docs), (Copies::Two, Mark::Code)]);
}

#[test]
fn what_no_source_covers_is_refused() {
    let scaling = Scaling::new(Kind::Mxf4nvf4, 16).expect("a scaling");
    let columns = ScaleColumns::new(Copies::Four, 128, 16).expect("they fit");
    assert_eq!(
        ScaleSteps::new(scaling, Sparsity::Dense, 96, &columns).expect_err("K = 96").to_string(),
        "where an instruction with K = 96 finds its scale factors: no source covers it"
    );
    for rows in [1, 31, 96, 127, 192, 200] {
        for copies in Copies::ALL {
            let refusal = ScaleColumns::new(*copies, rows, 4).expect_err("not padded");
            assert!(matches!(refusal, Refusal::Unknown(_)), "{rows}");
        }
    }
    let too_large = |order: &Order| ScaleBlocks::new(*order, u32::MAX, u32::MAX).is_err();
    assert!(Order::ALL.iter().all(too_large));
    let size = |rows, factors| ScaleBlocks::new(Order::Tensor, rows, factors).map(|b| b.bytes());
    assert!(size(0, 4).is_err() && size(4, 0).is_err() && size(u32::MAX, u32::MAX).is_err());
    assert_eq!(size(1 << 24, 128), Ok(1 << 31));
    assert!(size((1 << 24) + 1, 128).is_err());
    assert_eq!(ScaleColumns::new(Copies::Four, 256, 257).expect_err("520 columns"), Refusal::Columns(520));
    assert!(columns.law.points(&[128, 0]).is_err() && columns.law.points(&[0, 16]).is_err());
    // A tile that begins at row 64: CuTe, the branches for N = 64 and N = 192 of the block-scaled kernels.
    assert_eq!(columns.law.points(&[64, 0]).expect("a factor")[0].column, 2);
    assert!(held(Operand::A, CtaForm::One, 64, 64).is_err());
    assert!(held(Operand::A, CtaForm::WeightStationary, 128, 64).is_err());
}
