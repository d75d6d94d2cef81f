//! Answers in JSON: the schemas of `schema/swizzle-2.json`, that of SARIF 2.1.0, and what they do not take.

use serde_json::{Value, json};

use crate::golden::{right_and_wrong, unpacked};
use crate::program::{swizzle, swizzle_with_input};
use crate::validator;

/// What is wrong with an answer of this kind: the name of a part of the project's schema, or `sarif`.
pub(crate) fn faults(of: &str, answer: &Value) -> Vec<String> {
    if of == "sarif" {
        let schema = unpacked("sarif-2.1.0.schema.json.gz");
        return validator::faults(&serde_json::from_str(&schema).expect("JSON"), answer);
    }
    let text = include_str!("../../../../schema/swizzle-2.json");
    let mut schema: Value = serde_json::from_str(text).expect("JSON");
    let root = schema.as_object_mut().expect("an object");
    assert!(root["$defs"][of].is_object(), "{of}");
    root.remove("anyOf");
    root.insert("$ref".into(), format!("#/$defs/{of}").into());
    // The version of this program.
    root["$defs"][of]["properties"]["version"]["const"] = env!("CARGO_PKG_VERSION").into();
    validator::faults(&schema, answer)
}

/// The same keys in all of them.
#[test]
fn findings_have_one_form() {
    let [_, wrong] = right_and_wrong();
    let answers = [
        swizzle("decode 0x4000404000010640 --mn 64 --k 64 --json"),
        swizzle("check 0x4000404000010640 --mn 64 --k 64 --json"),
        swizzle("build --element s8 --operand B --mn 40 --k 64"),
        swizzle("tile --element tf32 --major MN --mn 64 --k 64"),
        swizzle("idesc 0x28a01401 --kind mxf8f6f4 --json"),
        swizzle("scale plan --kind mxf8f6f4 --mn 128 --k 128 --ids 0,0,0,0"),
        swizzle("lint --json ../swizzle-lens/src/examples/mm_tma.ptx"),
        swizzle_with_input("lint --json -", &wrong),
    ];
    let keys = |one: &Value| -> Vec<String> { one.as_object().expect("a finding").keys().cloned().collect() };
    let mut all = Vec::new();
    for run in &answers {
        let answer = run.json();
        let findings = answer.get("findings").unwrap_or(&answer["kernels"][0]["findings"]);
        let findings = findings.as_array().expect("a list");
        assert!(!findings.is_empty(), "{answer}");
        all.extend(findings.iter().map(keys));
    }
    assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
}

#[test]
fn what_is_no_answer_is_told() {
    let log = |runs: Value| json!({"version": "2.1.0", "runs": runs});
    let result = json!({"level": "bad", "message": {"text": "a"}});
    let tool = json!({"driver": {"name": "a"}});
    for (of, answer, words) in [
        ("lint", json!({}), "\"schema\" is missing"),
        ("lint", json!({"schema": 1, "version": "0", "counts": {}, "kernels": []}), "not 2"),
        (
            "lint",
            json!({"schema": 2, "version": "0", "kernels": [], "counts": {}, "more": 1}),
            "not a property",
        ),
        ("sarif", json!({"version": "2.1.0"}), "\"runs\" is missing"),
        ("sarif", json!({"version": "2.0.0", "runs": []}), "is none of"),
        ("sarif", log(json!([{"tool": {"driver": {}}}])), "\"name\" is missing"),
        ("sarif", log(json!([{"tool": tool, "results": [result]}])), "/runs/0/results/0/level"),
        ("sarif", log(json!([{"tool": tool, "other": 1}])), "not a property"),
    ] {
        let found = faults(of, &answer);
        assert!(found.iter().any(|fault| fault.contains(words)), "{found:?}");
    }
}
