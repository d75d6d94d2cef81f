//! The core against CuTe: every line of `data/cute.jsonl`, maps, hashes, layouts and descriptors.

mod case;
mod custom;
mod maps;
mod read;
mod reads;

use swizzle_tests::json_lines;

use crate::cute::case::{FILE, lines};

#[test]
fn every_line_is_of_a_known_kind() {
    let all = json_lines(FILE).len();
    assert_eq!((lines("atom").len(), lines("custom").len()), (235, 9));
    assert_eq!(all, 244);
}
