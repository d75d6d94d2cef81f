//! The output of `swizzle lint --sarif` is valid by the schema of SARIF 2.1.0.

use std::fs::File;
use std::io::Read as _;

use serde_json::Value;

use crate::lint::text;
use crate::program::swizzle_with_input;
use crate::validator::faults;

fn schema() -> Value {
    let path = format!(
        "{}/../../tests/data/sarif-2.1.0.schema.json.gz",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).expect("the schema"))
        .read_to_string(&mut text)
        .expect("text");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_log_is_valid() {
    let right = text("multiplied.jsonl.gz", "case0");
    let wrong = right.replace("add.s32 \t%r61, %r2, 8192;", "add.s32 \t%r61, %r2, 9216;");
    let allowed = right.replace(
        "add.s32 \t%r61, %r2, 8192;",
        "add.s32 \t%r61, %r2, 9216; // swizzle: allow walk-start: a trial",
    );
    let inlined = text("texts.jsonl.gz", "triton_attn_128x128x64_sm90");
    let inlined = inlined.replace("4611686293305360384", "4611686568183267328");
    for input in [right, wrong, allowed, inlined] {
        let log: Value =
            serde_json::from_str(&swizzle_with_input("lint --sarif -", &input).out).expect("JSON");
        assert_eq!(faults(&schema(), &log), [""; 0]);
    }
}

#[test]
fn what_is_no_log_is_told() {
    for (log, words) in [
        (r#"{"version":"2.1.0"}"#, "\"runs\" is missing"),
        (r#"{"version":"2.0.0","runs":[]}"#, "is none of"),
        (
            r#"{"version":"2.1.0","runs":[{"tool":{"driver":{}}}]}"#,
            "\"name\" is missing",
        ),
        (
            r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[{"level":"bad","message":{"text":"a"}}]}]}"#,
            "/runs/0/results/0/level",
        ),
        (
            r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"other":1}]}"#,
            "not a property",
        ),
    ] {
        let found = faults(&schema(), &serde_json::from_str(log).expect("JSON"));
        assert!(found.iter().any(|fault| fault.contains(words)), "{found:?}");
    }
}
