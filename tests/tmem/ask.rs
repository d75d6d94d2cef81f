//! Every map by name, against the tables written a second time: every element, and back; and no other cell leads to anything.

use swizzle_core::hardware::{CopyShape, CtaForm, Kind};
use swizzle_core::{Named as _, Sparsity};
use swizzle_tests::{Report, grid, pairs, sample};
use swizzle_tmem::Point;
use swizzle_tmem::ask::{Asked, Field, Map, What};
use swizzle_tmem::moves::{LoadShape, Multicast};
use swizzle_tmem::plan::Witness;
use swizzle_tmem::tensor_memory::{Alignment, DataPath, readings};

use crate::tmem::twin;

/// Checks every element of a map, of which an item has so many bits and the number of elements that share it, with the place
/// that the tables have for it, and every cell of the columns that they fill with the elements that are there.
fn check(report: &mut Report, asked: &Asked, (rows, cols): (u32, u32), (bits, shared): (u32, u32)) {
    let map = Map::new(asked).unwrap_or_else(|fault| panic!("{asked:?}: {}", fault.why));
    let wide = 1 + u32::from(asked.is_packed);
    let (slots, mut filled) = (32 / bits, 0);
    let index = |cta: u32, lane: u32, column: u32, bit: u32| {
        (((column * asked.ctas() + cta) * 128 + lane) * slots + bit / bits) as usize
    };
    let mut held: Vec<Vec<[u32; 2]>> = Vec::new();
    for (row, col) in grid(rows, cols) {
        let place = map.place([row, col]).expect("an element");
        let (ctas, lanes, column, bit) = twin::place(asked, row, col);
        let found = (&place.ctas, &place.lanes(), place.column, place.bit);
        report.equal(&asked.what, &format_args!("({row}, {col})"), &found, &(&ctas, &lanes, column, bit));
        filled = filled.max(column + wide);
        held.resize(index(0, 0, filled + 1, 0), Vec::new());
        let first = [row, col / shared * shared];
        for (cta, lane) in pairs(&ctas, &lanes) {
            for half in 0..wide {
                let there = &mut held[index(cta, lane, column + half, bit)];
                there.extend((there.last() != Some(&first)).then_some(first));
            }
        }
    }
    for (cta, lane) in grid(asked.ctas(), 128) {
        for (column, slot) in grid((filled + 1).min(512), slots) {
            let cell = Point { cta, lane, column, bit: slot * bits, ..Point::default() };
            // Past what is asked about there is more of A and of metadata.
            if column == filled && matches!(asked.what, What::A | What::Metadata) {
                continue;
            }
            let mut found = map.element(cell).unwrap_or_default();
            found.sort_unstable();
            report.equal(
                &asked.what,
                &format_args!("{cell:?}"),
                &found,
                &held[index(cta, lane, column, cell.bit)],
            );
        }
    }
    let is_open = matches!(asked.what, What::A | What::Metadata);
    for at in [[rows, 0], [0, cols]] {
        report.holds(&asked.what, &"outside", map.place(at).is_err() || is_open);
    }
}

#[test]
fn elements_of_d() {
    let mut report = Report::new();
    let sizes: Vec<u32> = (8..=256).step_by(8).collect();
    let mut paths = Vec::new();
    for form in [CtaForm::One, CtaForm::Two, CtaForm::WeightStationary] {
        for (m, sparsity) in pairs(&[32, 64, 128, 256], Sparsity::ALL) {
            let asked = Asked { form, m: Some(m), sparsity, ..Asked::new(What::D) };
            let Ok(both) = readings(form, sparsity, m) else {
                assert_eq!(Map::new(&asked).map_err(|fault| fault.field), Err(Field::M));
                continue;
            };
            paths.extend(both.iter().map(|reading| reading.path));
            // The second reading is CuTe's.
            let witnesses = &[Witness::Ptx, Witness::Cute][..both.len()];
            for (reading, alignment) in pairs(witnesses, Alignment::ALL) {
                for n in sample(&sizes, 15) {
                    let asked = Asked { n: Some(*n), alignment, reading: Some(reading), ..asked.clone() };
                    check(&mut report, &asked, (m, *n), (32, 1));
                }
            }
            // N has to be said where one of the readings depends on it.
            let is_split = |path| matches!(path, DataPath::B | DataPath::E | DataPath::G);
            assert_eq!(Map::new(&asked).is_err(), both.iter().any(|reading| is_split(reading.path)));
        }
    }
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths, DataPath::ALL);
    report.finish("D by name");
}

#[test]
fn scale_factors() {
    let mut report = Report::new();
    let new = |what, blocks| Asked { blocks: Some(blocks), ..Asked::new(what) };
    // One CTA: rows as they are said, padded but for 32 and 64; M or N where no rows are.
    for rows in [32, 64, 100, 128, 192, 256, 384] {
        for (what, blocks) in pairs(&[What::Sfa, What::Sfb], &[1, 7, 9, 16]) {
            check(&mut report, &Asked { rows: Some(rows), ..new(what, blocks) }, (rows, blocks), (8, 1));
        }
        if rows <= 256 {
            let of_n = Asked { n: Some(rows), ..new(What::Sfb, 8) };
            check(&mut report, &of_n, (rows, 8), (8, 1));
        }
    }
    let pair = |what, m| Asked { form: CtaForm::Two, m: Some(m), ..new(what, 8) };
    // A pair of 256 rows: each CTA its own 128 of A, both all of N.
    check(&mut report, &pair(What::Sfa, 256), (256, 8), (8, 1));
    for (m, reading) in [(256, None), (128, None), (128, Some(Witness::Cute)), (128, Some(Witness::Ptx))] {
        let asked = Asked { n: Some(256), reading, ..pair(What::Sfb, m) };
        check(&mut report, &asked, (256, 8), (8, 1));
    }
    report.finish("scale factors by name");
}

#[test]
fn a_and_its_metadata() {
    let mut report = Report::new();
    for kind in Kind::ALL.iter().copied() {
        let (bits, group) = match kind {
            Kind::Tf32 => (32, 2),
            Kind::F16 => (16, 4),
            Kind::F8f6f4 | Kind::I8 | Kind::Mxf8f6f4 => (8, 4),
            Kind::Mxf4 | Kind::Mxf4nvf4 => (0, 8),
        };
        for (form, m) in [(CtaForm::One, 64), (CtaForm::One, 128), (CtaForm::Two, 128), (CtaForm::Two, 256)] {
            for alignment in Alignment::ALL.iter().copied().filter(|_| bits > 0) {
                let asked = Asked { form, m: Some(m), kind: Some(kind), alignment, ..Asked::new(What::A) };
                check(&mut report, &asked, (m, 96), (bits, 1));
            }
            let asked = Asked { form, m: Some(m), kind: Some(kind), ..Asked::new(What::Metadata) };
            match m / form.ctas() {
                128 => check(&mut report, &asked, (m, 256), (4, group)),
                _ => assert_eq!(Map::new(&asked).map_err(|fault| fault.field), Err(Field::M)),
            }
        }
    }
    report.finish("A and metadata by name");
}

#[test]
fn registers_and_rows_of_a_copy() {
    let mut report = Report::new();
    let mut loads = 0;
    let mut load = |asked: Asked| {
        if let Ok(map) = Map::new(&asked) {
            loads += 1;
            let registers = asked.num.expect("said") * asked.load.expect("said").registers();
            assert_eq!(map.law().axes()[2].extent, registers);
            check(&mut report, &asked, (128, registers), (32, 1));
        }
    };
    for (shape, is_packed) in pairs(LoadShape::ALL, &[false, true]) {
        for twos in 0..8 {
            let what = [What::Ld, What::St][twos % 2];
            load(Asked { load: Some(shape), num: Some(1 << twos), is_packed, ..Asked::new(what) });
        }
    }
    for (twos, split) in [(3, 0), (3, 2), (4, 1), (2, 400)] {
        let shape = LoadShape::S16x32bx2;
        load(Asked { load: Some(shape), num: Some(1 << twos), split: Some(split), ..Asked::new(What::Ld) });
    }
    // 8 repetitions of three shapes, 7 and 6 of the others; 4 with a split.
    assert_eq!(loads, 2 * (3 * 8 + 7 + 6) + 4);
    let mut taken = Vec::new();
    for (shape, multicast) in pairs(CopyShape::ALL, Multicast::ALL) {
        let (copy, multicast) = (Some(shape), Some(multicast));
        let asked = Asked { form: CtaForm::Two, copy, multicast, ..Asked::new(What::Cp) };
        if Map::new(&asked).is_ok() {
            taken.push(format!("{shape} {}", multicast.expect("said")));
            check(&mut report, &asked, (shape.rows(), shape.row_bytes()), (8, 1));
        }
    }
    let wanted =
        ["128x256b none", "4x256b none", "128x128b none", "64x128b 02_13", "64x128b 01_23", "32x128b warpx4"];
    assert_eq!(taken, wanted);
    report.finish("moves by name");
}

/// Numbers at and around every limit.
const ODD: [u32; 11] = [0, 1, 3, 31, 64, 128, 192, 256, 511, 1 << 31, u32::MAX];

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
        let mut odd = || ODD.get(next(ODD.len() + 1)).copied();
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
