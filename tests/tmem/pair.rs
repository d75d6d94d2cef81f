//! What each CTA of a pair holds, against CuTe's layouts.

use swizzle_core::Operand;
use swizzle_tests::{JsonLine, json_lines};
use swizzle_tmem::Refusal;
use swizzle_tmem::tensor_memory::Pair;

/// First and last of two indices, for each CTA.
fn limits(line: &JsonLine, key: &str) -> Vec<Vec<u64>> {
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    let row = |row: &serde_json::Value| row.as_array().expect("a row").iter().map(number).collect();
    line.list(key).iter().map(row).collect()
}

#[test]
fn each_cta_holds_what_cute_gives_it() {
    let lines = json_lines("blackwell/pair.jsonl");
    assert_eq!(lines.len(), 9);
    for line in lines {
        let [m, n, k] = ["m", "n", "k"].map(|key| line.number(key));
        let pair = Pair::new(m, n).expect("a pair");
        let wanted = ["a", "b", "d"].map(|key| limits(&line, key));
        for (at, cta) in [0, 1].into_iter().enumerate() {
            let (rows, columns) = pair.d(cta);
            let all = [
                (pair.operand(Operand::A, cta), 0..k),
                (pair.operand(Operand::B, cta), 0..k),
                (rows, columns),
            ];
            for (wanted, (first, second)) in wanted.iter().zip(all) {
                let found = [first.start, first.end - 1, second.start, second.end - 1];
                assert_eq!(wanted[at], found.map(u64::from), "{}", line.at());
            }
        }
    }
}

#[test]
fn what_is_no_pair_is_refused() {
    for m in [0, 64, 192, 512] {
        assert!(matches!(Pair::new(m, 64), Err(Refusal::M { .. })));
    }
    assert_eq!(Pair::new(256, 0), Err(Refusal::N(0)));
    assert_eq!(Pair::new(256, 258), Err(Refusal::N(258)));
    assert_eq!(Pair::new(256, 9), Err(Refusal::Parts { n: 9, parts: 2 }));
}
