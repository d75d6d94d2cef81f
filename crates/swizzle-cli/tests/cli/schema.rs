//! Every answer in JSON is valid by its part of `schema/swizzle-2.json`.

use serde_json::{Value, json};

use crate::lint::text;
use crate::program::{Run, swizzle, swizzle_with, swizzle_with_input};
use crate::validator::faults;

/// The schema of one answer.
fn schema(of: &str) -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../schema/swizzle-2.json");
    let mut root: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the schema")).expect("JSON");
    let root = root.as_object_mut().expect("an object");
    assert!(root["$defs"][of].is_object(), "{of}");
    root.remove("anyOf");
    root.insert("$ref".into(), format!("#/$defs/{of}").into());
    Value::Object(root.clone())
}

fn check(of: &str, run: &Run) -> Value {
    let answer: Value =
        serde_json::from_str(&run.out).unwrap_or_else(|why| panic!("{of}: {why}: {}", run.err));
    assert_eq!(faults(&schema(of), &answer), [""; 0], "{of}");
    assert_eq!(answer["version"], env!("CARGO_PKG_VERSION"));
    answer
}

#[test]
fn answers_are_valid() {
    for (of, options) in [
        ("rules", "lint --list --json"),
        ("rule", "lint --explain walk-start --json"),
        ("decode", "decode 0x4000004000010040 --json"),
        (
            "decode",
            "decode --mn 64 --k 64 --chip B300 0x4000404000010040 0x4000404000010042 --json",
        ),
        (
            "decode",
            "check --start 0x400 --mn 64 --k 64 --json 0x4000004000010640 0x4000004000010840",
        ),
        (
            "decode",
            "check --start 0x400 --mn 64 --k 64 --json 0x4000404000010640",
        ),
        (
            "decode",
            "check --mn 64 --k 64 --sequence --json 0x4000004000010040 0x4000004000010050",
        ),
        ("other", "decode box 64x128 bf16 SW128 --json"),
        ("idesc", "idesc 0x28a01401 --kind mxf8f6f4 --json"),
        ("idesc", "idesc a=bf16 m=128 n=256 --json"),
        ("build", "build --element bf16 --mn 128 --k 64"),
        ("build", "build --element s8 --operand B --mn 40 --k 64"),
        (
            "build",
            "build --arch tcgen05 --kind mxf4 --element e2m1-packed --mn 128 --k 256",
        ),
        ("tile", "tile --element bf16 --mn 128 --k 64"),
        ("tma", "tma box 64x128 bf16 SW128 --json"),
        ("tma", "tma box 128x64 bf16 SW64 --json"),
        ("scale_plan", "scale plan --kind mxf4nvf4 --mn 256 --k 256"),
        (
            "scale_plan",
            "scale plan --kind mxf8f6f4 --mn 128 --k 128 --ids 0,0,0,0",
        ),
    ] {
        check(of, &swizzle(options));
    }
    let right = text("multiplied.jsonl.gz", "case0");
    let wrong = right.replace("add.s32 \t%r61, %r2, 8192;", "add.s32 \t%r61, %r2, 9216;");
    let scaled = text("texts.jsonl.gz", "triton_scaled5_nvfp4_128x256x256_sm100");
    let inlined = text("texts.jsonl.gz", "triton_attn_128x128x64_sm90");
    for ptx in [&right, &wrong, &scaled, &inlined] {
        check("lint", &swizzle_with_input("lint --json -", ptx));
        check("lint", &swizzle_with_input("decode --json", ptx));
    }
    let words: Vec<String> = (0..256).map(|at| format!("{at:08x}")).collect();
    let run = swizzle_with_input("dump - --element-bits 16 --json", &words.join(" "));
    check("dump", &run);
    let table = "| 0 | 1 | 2 | 3 |\n| 0 | 1 | 2 | 3 |\n| 1 | 0 | 3 | 2 |";
    let run = swizzle_with_input("dump - --element-bits 16 --json", table);
    assert_eq!(check("unit_table", &run)["swizzle"], "64B");
}

/// The same keys in all of them.
#[test]
fn findings_have_one_form() {
    let wrong = text("multiplied.jsonl.gz", "case0").replace("%r2, 8192;", "%r2, 9216;");
    let answers = [
        swizzle("decode 0x4000404000010640 --mn 64 --k 64 --json"),
        swizzle("check 0x4000404000010640 --mn 64 --k 64 --json"),
        swizzle("build --element s8 --operand B --mn 40 --k 64"),
        swizzle("tile --element tf32 --major MN --mn 64 --k 64"),
        swizzle("idesc 0x28a01401 --kind mxf8f6f4 --json"),
        swizzle("scale plan --kind mxf8f6f4 --mn 128 --k 128 --ids 0,0,0,0"),
        swizzle_with(&[
            "lint",
            "--json",
            "../../crates/swizzle-lens/src/examples/mm_tma.ptx",
        ]),
        swizzle_with_input("lint --json -", &wrong),
    ];
    let keys = |one: &Value| -> Vec<String> {
        one.as_object()
            .expect("a finding")
            .keys()
            .cloned()
            .collect()
    };
    let mut all = Vec::new();
    for run in &answers {
        let answer: Value = serde_json::from_str(&run.out).expect("JSON");
        let findings = answer
            .get("findings")
            .unwrap_or(&answer["kernels"][0]["findings"]);
        let findings = findings.as_array().expect("a list");
        assert!(!findings.is_empty(), "{answer}");
        all.extend(findings.iter().map(keys));
    }
    assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
}

#[test]
fn what_is_no_answer_is_told() {
    for (answer, words) in [
        (json!({}), "\"schema\" is missing"),
        (
            json!({"schema": 1, "version": "0", "counts": {}, "kernels": []}),
            "not 2",
        ),
        (
            json!({"schema": 2, "version": "0", "kernels": [], "counts": {}, "more": 1}),
            "not a property",
        ),
    ] {
        let found = faults(&schema("lint"), &answer);
        assert!(found.iter().any(|fault| fault.contains(words)), "{found:?}");
    }
}
