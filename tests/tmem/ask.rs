//! One place by name, against the tables written a second time: every element of every map, and back.

use swizzle_core::hardware::{CopyShape, CtaForm, Kind};
use swizzle_core::{Named as _, Sparsity};
use swizzle_tests::Report;
use swizzle_tmem::Point;
use swizzle_tmem::ask::{Asked, Field, Map, What};
use swizzle_tmem::moves::{LoadShape, Multicast};
use swizzle_tmem::plan::Witness;
use swizzle_tmem::tensor_memory::{DataPath, readings};

use crate::tmem::twin;

/// What an element's place is: CTAs, lanes, column, bit.
type Wanted = (Vec<u32>, Vec<u32>, u32, u32);

/// Checks every element of a map with the place that the tables have for it; each of its cells leads back.
fn check(
    report: &mut Report,
    asked: &Asked,
    (rows, cols): (u32, u32),
    step: u32,
    wanted: impl Fn(u32, u32) -> Wanted,
) {
    let map = Map::new(asked).unwrap_or_else(|fault| panic!("{asked:?}: {}", fault.why));
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let place = map.place([row, col]).expect("an element");
        let found = (place.ctas.clone(), place.lanes(), place.column, place.bit);
        report.equal(&asked.what, &format_args!("({row}, {col})"), &found, &wanted(row, col));
        let first = [row, col / step * step];
        for (cta, cell) in place.ctas.iter().flat_map(|cta| place.cells.iter().map(move |cell| (cta, cell))) {
            let cell = Point { cta: *cta, ..*cell };
            report.equal(&asked.what, &"element", &map.element(cell), &Ok(vec![first]));
        }
    }
    for at in [[rows, 0], [0, cols]] {
        report.holds(
            &asked.what,
            &"outside",
            map.place(at).is_err() || asked.what == What::A || asked.what == What::Metadata,
        );
    }
}

#[test]
fn elements_of_d() {
    let mut report = Report::new();
    for form in [CtaForm::One, CtaForm::Two, CtaForm::WeightStationary] {
        for (m, n) in [32, 64, 128, 256].into_iter().flat_map(|m| [8, 96, 256].map(|n| (m, n))) {
            for sparsity in Sparsity::ALL {
                let asked =
                    Asked { form, m: Some(m), n: Some(n), sparsity: *sparsity, ..Asked::new(What::D) };
                let Ok(paths) = readings(form, *sparsity, m) else {
                    assert_eq!(Map::new(&asked).map_err(|fault| fault.field), Err(Field::M));
                    continue;
                };
                // The second reading is CuTe's.
                for (reading, path) in
                    [(Witness::Ptx, paths[0]), (Witness::Cute, *paths.last().expect("one"))]
                {
                    let asked = Asked { reading: Some(reading), ..asked.clone() };
                    check(&mut report, &asked, (m, n), 1, |row, col| {
                        let [cta, lane, column] = twin::accumulator(path.path, n, row, col);
                        (vec![cta], vec![lane], column, 0)
                    });
                }
                // N has to be said where one of the readings depends on it.
                let is_split = |path| matches!(path, DataPath::B | DataPath::E | DataPath::G);
                let is_split = paths.iter().any(|reading| is_split(reading.path));
                let without = Asked { n: None, ..asked };
                assert_eq!(Map::new(&without).is_err(), is_split);
            }
        }
    }
    report.finish("D by name");
}

#[test]
fn scale_factors() {
    let mut report = Report::new();
    // One CTA: rows as they are said, padded but for 32 and 64; M or N where no rows are.
    for (rows, padded) in [(32, 32), (64, 64), (100, 128), (128, 128), (192, 256), (256, 256)] {
        for what in [What::Sfa, What::Sfb] {
            let asked = Asked { rows: Some(rows), blocks: Some(9), ..Asked::new(what) };
            check(&mut report, &asked, (rows, 9), 1, |row, factor| {
                let (lanes, column, byte) = twin::scale_cells(4, padded, row, factor);
                (vec![0], lanes, column, 8 * byte)
            });
        }
        let of_n = Asked { n: Some(rows), blocks: Some(8), ..Asked::new(What::Sfb) };
        check(&mut report, &of_n, (rows, 8), 1, |row, factor| {
            let (lanes, column, byte) = twin::scale_cells(4, rows.next_multiple_of(128), row, factor);
            (vec![0], lanes, column, 8 * byte)
        });
    }
    let pair = |what, m| Asked { form: CtaForm::Two, m: Some(m), blocks: Some(8), ..Asked::new(what) };
    // A pair of 256 rows: each CTA its own 128 of A, both all of N.
    check(&mut report, &pair(What::Sfa, 256), (256, 8), 1, |row, factor| {
        let (lanes, column, byte) = twin::scale_cells(4, 128, row % 128, factor);
        (vec![row / 128], lanes, column, 8 * byte)
    });
    for (m, reading, copies) in
        [(256, None, 4), (128, None, 2), (128, Some(Witness::Cute), 2), (128, Some(Witness::Ptx), 4)]
    {
        let asked = Asked { n: Some(256), reading, ..pair(What::Sfb, m) };
        check(&mut report, &asked, (256, 8), 1, |row, factor| {
            let (lanes, column, byte) = twin::scale_cells(copies, 256, row, factor);
            (vec![0, 1], lanes, column, 8 * byte)
        });
    }
    report.finish("scale factors by name");
}

#[test]
fn a_and_its_metadata() {
    let mut report = Report::new();
    let kinds = [(Kind::F16, 16), (Kind::Tf32, 32), (Kind::I8, 8), (Kind::F8f6f4, 8), (Kind::Mxf8f6f4, 8)];
    for (kind, bits) in kinds {
        for (form, m) in [(CtaForm::One, 64), (CtaForm::One, 128), (CtaForm::Two, 128), (CtaForm::Two, 256)] {
            let asked = Asked { form, m: Some(m), kind: Some(kind), ..Asked::new(What::A) };
            check(&mut report, &asked, (m, 70), 1, |row, k| {
                let (cta, lanes) = twin::operand_a(form, m, false, row);
                (vec![cta], lanes, k * bits / 32, k * bits % 32)
            });
        }
    }
    for kind in Kind::ALL {
        let group = match kind {
            Kind::Tf32 => 2,
            Kind::F16 | Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 => 4,
            Kind::Mxf4 | Kind::Mxf4nvf4 => 8,
        };
        for (form, m) in [(CtaForm::One, 128), (CtaForm::Two, 256)] {
            let asked = Asked { form, m: Some(m), kind: Some(*kind), ..Asked::new(What::Metadata) };
            check(&mut report, &asked, (m, 256), group, |row, k| {
                let [lane, column, bit] = twin::metadata(*kind, row % 128, k);
                (vec![row / 128], vec![lane], column, bit)
            });
            let half = Asked { m: Some(m / 2), ..asked };
            assert_eq!(Map::new(&half).map_err(|fault| fault.field), Err(Field::M));
        }
    }
    report.finish("A and metadata by name");
}

#[test]
fn registers_and_rows_of_a_copy() {
    let mut report = Report::new();
    for shape in LoadShape::ALL {
        for (what, num, wide) in [(What::Ld, 1, 1), (What::St, 4, 1), (What::Ld, 8, 2), (What::St, 16, 2)] {
            let asked =
                Asked { load: Some(*shape), num: Some(num), is_packed: wide == 2, ..Asked::new(what) };
            check(&mut report, &asked, (128, num * shape.registers()), 1, |thread, register| {
                let [lane, column] = twin::load(*shape, num, thread % 32, register);
                (vec![0], vec![lane + thread / 32 * 32], column * wide, 0)
            });
        }
    }
    let mut copies = 0;
    for (shape, multicast) in
        CopyShape::ALL.iter().flat_map(|shape| Multicast::ALL.iter().map(move |m| (shape, m)))
    {
        let asked = Asked {
            form: CtaForm::Two,
            copy: Some(*shape),
            multicast: Some(*multicast),
            ..Asked::new(What::Cp)
        };
        if Map::new(&asked).is_err() {
            continue;
        }
        copies += 1;
        check(&mut report, &asked, (shape.rows(), shape.row_bytes()), 1, |row, byte| {
            let lanes = twin::copy_lanes(*shape, *multicast, row);
            (vec![0, 1], lanes, byte / 4, byte % 4 * 8)
        });
    }
    assert_eq!(copies, 6);
    report.finish("moves by name");
}

/// Numbers at and around every limit.
const ODD: [Option<u32>; 12] = [
    None,
    Some(0),
    Some(1),
    Some(3),
    Some(31),
    Some(64),
    Some(128),
    Some(192),
    Some(256),
    Some(511),
    Some(1 << 31),
    Some(u32::MAX),
];

#[test]
fn no_question_breaks_it() {
    // A row of pseudo-random choices, the same from run to run.
    let mut seed = 1_u64;
    let mut next = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % count
    };
    let mut answers = 0;
    for _ in 0..200_000 {
        let form = [CtaForm::One, CtaForm::Two, CtaForm::WeightStationary][next(3)];
        let mut odd = || ODD[next(ODD.len())];
        let numbers: [Option<u32>; 10] = std::array::from_fn(|_| odd());
        let [m, n, vec, num, split, rows, blocks, a, b, c] = numbers;
        let asked = Asked {
            kind: [None].into_iter().chain(Kind::ALL.iter().copied().map(Some)).nth(next(8)).flatten(),
            form,
            sparsity: Sparsity::ALL[next(2)],
            m,
            n,
            vec,
            load: Some(LoadShape::ALL[next(5)]),
            copy: Some(CopyShape::ALL[next(5)]),
            multicast: [None, Some(Multicast::Warpx4)][next(2)],
            num,
            is_packed: next(2) == 1,
            split: split.filter(|_| next(4) == 0),
            rows,
            blocks,
            ..Asked::new(What::ALL[next(8)])
        };
        let Ok(map) = Map::new(&asked) else { continue };
        let at = [a.unwrap_or(0), b.unwrap_or(0)];
        if let Ok(place) = map.place(at) {
            answers += 1;
            let back = map.element(place.first());
            assert!(back.is_ok(), "{asked:?} {at:?}: {back:?}");
            drop(map.doubts(at));
        }
        let _ = map.element(Point {
            cta: c.unwrap_or(0),
            lane: at[0],
            column: at[1],
            bit: b.unwrap_or(0),
            ..Point::default()
        });
    }
    assert!(answers > 1000, "{answers}");
}
