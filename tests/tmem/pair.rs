//! What each CTA of a pair holds, against CuTe's layouts.

use swizzle_core::Operand;
use swizzle_tests::json_lines;
use swizzle_tmem::tensor_memory::Pair;

#[test]
fn each_cta_holds_what_cute_gives_it() {
    let lines = json_lines("blackwell/pair.jsonl");
    assert_eq!(lines.len(), 9);
    for line in lines {
        let [m, n, k] = ["m", "n", "k"].map(|key| line.number(key));
        let pair = Pair::new(m, n).expect("a pair");
        // First and last of two indices, for each CTA.
        let wanted = ["a", "b", "d"].map(|key| line.get::<[[u32; 4]; 2]>(key));
        for cta in [0, 1] {
            let [a, b] = [Operand::A, Operand::B].map(|operand| (pair.operand(operand, cta), 0..k));
            let found =
                [a, b, pair.d(cta)].map(|(one, two)| [one.start, one.end - 1, two.start, two.end - 1]);
            assert_eq!(found, wanted.map(|ctas| ctas[cta as usize]), "{}", line.at());
        }
    }
}
