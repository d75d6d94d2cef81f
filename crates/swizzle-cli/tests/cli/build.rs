//! `swizzle build`: the JSON of a tile's sequence.

use serde_json::{Value, json};

use crate::program::swizzle;

fn build(options: &str) -> Value {
    let answer = swizzle(&format!("build {options}")).answer();
    serde_json::from_str(&answer).expect("the answer is JSON")
}

#[test]
fn two_warpgroups_four_steps() {
    let built = build("--element bf16 --mn 128 --k 64 --swizzle best");
    assert_eq!(built["schema"], 2);
    assert_eq!(
        (&built["alignment"], &built["bytes"]),
        (&json!(1024), &json!(16384))
    );
    assert_eq!(built["best"]["swizzle"], "128B");
    assert_eq!(
        built["tile"]["swizzle"],
        json!({"value": "128B", "said": true})
    );
    assert_eq!(built["idesc"], Value::Null);
    let sequence = built["sequence"].as_array().expect("a list");
    assert_eq!(sequence.len(), 8);
    assert_eq!(
        sequence[4],
        json!({"block": 1, "step": 0, "stage": 0, "start": 8192, "delta_units": 506, "base_offset": null, "idesc": null, "descriptor": "0x4000004000010200"})
    );
    assert_eq!(
        built["covers"],
        json!({"once": 1024, "never": 0, "again": 0, "beyond": 0})
    );
}

#[test]
fn its_sequence_is_that_of_tile() {
    for options in [
        "--element tf32 --mn 64 --k 48 --swizzle 64B",
        "--arch tcgen05 --element e4m3 --major MN --mn 128 --k 64 --swizzle 32B --order k",
        "--mn 64 --k 64 --base-offset 3 --start 0x180",
        "--mn 64 --k 64 --lbo-bytes 0",
        "--element tf32 --major MN --swizzle 128B-32B-atom",
    ] {
        let tile: Value = serde_json::from_str(&swizzle(&format!("tile {options}")).answer())
            .expect("the answer is JSON");
        // The last has no instruction, and a sequence all the same.
        let built = swizzle(&format!("build {options}")).out;
        let built: Value = serde_json::from_str(&built).expect("the answer is JSON");
        let sequence = built["sequence"].as_array().expect("a list").iter();
        let first = sequence.filter(|read| read["block"] == 0 && read["stage"] == 0);
        let mine: Vec<_> = first
            .map(|read| (read["start"].clone(), read["descriptor"].clone()))
            .collect();
        let steps = tile["steps"].as_array().expect("a list").iter();
        let its: Vec<_> = steps
            .map(|step| (step["start"].clone(), step["descriptor"].clone()))
            .collect();
        assert_eq!(mine, its, "{options}");
    }
}

#[test]
fn stages_follow_blocks_and_blackwell_has_its_idesc() {
    let built = build("--arch tcgen05 --operand B --mn 256 --k 32 --stages 2 --other-mn 128");
    assert_eq!(built["idesc"], "0x08400490");
    let stages: Vec<_> = built["sequence"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|read| (read["stage"].clone(), read["start"].clone()))
        .collect();
    let stage = built["tile"]["stage_bytes"]["value"]
        .as_u64()
        .expect("bytes");
    assert_eq!(
        stages,
        [
            (json!(0), json!(0)),
            (json!(0), json!(32)),
            (json!(1), json!(stage)),
            (json!(1), json!(stage + 32))
        ]
    );
}

#[test]
fn what_no_instruction_takes_is_found() {
    let run = swizzle("build --element s8 --operand B --mn 40 --k 64 --rows 40");
    assert_eq!(run.code, Some(1));
    let built: Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(built["instruction"], Value::Null);
    let findings = built["findings"].as_array().expect("a list");
    assert!(
        findings
            .iter()
            .any(|finding| finding["message"] == "N = 40 is not a wgmma shape for s8")
    );
}

#[test]
fn rows_that_several_instructions_take_are_right() {
    let built = build("--operand B --element s8 --mn 40 --k 64");
    assert_eq!(
        built["instruction"],
        "wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8"
    );
    let findings = built["findings"].as_array().expect("a list").iter();
    let grave: Vec<_> = findings
        .filter(|finding| finding["severity"] != "note")
        .collect();
    assert!(grave.is_empty(), "{grave:?}");
}
