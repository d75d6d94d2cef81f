//! Metadata of a sparse A against CuTe's maps and its table.

use swizzle_core::hardware::Kind;
use swizzle_core::{Named as _, Sparsity};
use swizzle_tests::{Report, fnv1a, json_lines};
use swizzle_tmem::Refusal;
use swizzle_tmem::tensor_memory::metadata;

use crate::tmem::inverse::check_inverse;
use crate::tmem::twin;

#[test]
fn it_is_where_cute_has_it() {
    let mut report = Report::new();
    let (mut lines, mut values) = (0, 0);
    for line in json_lines("blackwell/metadata.jsonl") {
        for kind in line.text("kind").split(", ") {
            lines += 1;
            let at = line.at();
            let kind = Kind::from_name(kind).expect("a kind");
            let (k, steps) = (line.number("k"), line.number("steps"));
            report.equal(&at, &"K of a step", &kind.k(Sparsity::Sparse), &k);
            let law = metadata(kind, line.number("m"), k * steps).expect("metadata");
            report.equal(&at, &"columns", &law.columns(), &line.number("columns"));
            let per_byte = line.number("k_per_byte");
            report.equal(&at, &"group", &(2 * law.axes()[1].per), &per_byte);
            let cell = |m, k| {
                let cell = law.points(&[m, k]).expect("an element")[0];
                [cell.lane, cell.column, cell.bit / 8]
            };
            // CuTe has a bit for each element of a byte, not for each group.
            let map = (0..steps)
                .flat_map(|step| (0..128).map(move |m| (step, m)))
                .flat_map(|(step, m)| (step * k..(step + 1) * k).map(move |k| (m, k)))
                .flat_map(|(m, k)| {
                    let [lane, column, byte] = cell(m, k);
                    [lane, column, byte, k % per_byte * 8 / per_byte]
                });
            let map: Vec<u32> = map.collect();
            values += map.len();
            report.equal(&at, &"hash", &fnv1a(map), &line.hex("fnv"));
        }
    }
    assert_eq!((lines, values), (18, 901_120));
    report.finish("metadata");
}

#[test]
fn it_is_where_its_table_has_it() {
    let mut report = Report::new();
    for kind in Kind::ALL {
        for steps in [1, 2, 5] {
            let all_k = steps * kind.k(Sparsity::Sparse);
            let law = metadata(*kind, 128, all_k).expect("metadata");
            check_inverse(&mut report, &law);
            for (m, k) in (0..128).flat_map(|m| (0..all_k).map(move |k| (m, k))) {
                let cell = law.points(&[m, k]).expect("an element")[0];
                let found = [cell.lane, cell.column, cell.bit];
                report.equal(kind, &"cell", &found, &twin::metadata(*kind, m, k));
                let [row, first] = law.element(cell).expect("a group");
                let group = first..first + law.axes()[1].per;
                report.holds(kind, &"group", row == m && group.contains(&k));
            }
        }
    }
    report.finish("metadata against its table");
}

#[test]
fn what_no_source_places_is_refused() {
    for rows in [0, 64, 256] {
        let refusal = metadata(Kind::F16, rows, 32).expect_err("refused");
        assert!(matches!(refusal, Refusal::Unknown(_)));
    }
    let refusal = |k| metadata(Kind::F16, 128, k).expect_err("refused");
    assert_eq!(refusal(0), Refusal::Steps { k: 0, step: 32 });
    assert_eq!(refusal(16), Refusal::Steps { k: 16, step: 32 });
    assert_eq!(refusal(513 * 32), Refusal::Columns(513));
    let law = metadata(Kind::F16, 128, 32).expect("metadata");
    assert!(law.points(&[128, 0]).is_err());
    assert!(law.points(&[0, 32]).is_err());
}
