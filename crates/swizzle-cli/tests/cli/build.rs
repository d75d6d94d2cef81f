//! `swizzle build` beside `swizzle tile`.

use serde_json::Value;

use crate::program::swizzle;

#[test]
fn its_sequence_is_that_of_tile() {
    for options in [
        "--element tf32 --mn 64 --k 48 --swizzle 64B",
        "--arch tcgen05 --element e4m3 --major MN --mn 128 --k 64 --swizzle 32B --order k",
        "--mn 64 --k 64 --base-offset 3 --start 0x180",
        "--mn 64 --k 64 --lbo-bytes 0",
        "--element tf32 --major MN --swizzle 128B-32B-atom",
    ] {
        let tile = swizzle(&format!("tile {options}")).right().json();
        // The last has no instruction, and a sequence all the same.
        let built = swizzle(&format!("build {options}")).json();
        let reads = built["sequence"].as_array().expect("a list").iter();
        let mine = reads.filter(|read| read["block"] == 0 && read["stage"] == 0);
        let its = tile["steps"].as_array().expect("a list").iter();
        let of = |read: &Value| [read["start"].clone(), read["descriptor"].clone()];
        assert!(mine.map(of).eq(its.map(of)), "{options}");
    }
}
