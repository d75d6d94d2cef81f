//! `swizzle idesc`: hex and fields in, a table or JSON out.

use serde_json::Value;

use crate::program::swizzle;

fn idesc(options: &str) -> Value {
    let answer = swizzle(&format!("idesc {options} --json")).answer();
    serde_json::from_str(&answer).expect("the answer is JSON")
}

#[test]
fn hex_and_fields_are_the_same() {
    let hex = idesc("0x08410490 --kind f16");
    let fields = idesc("a=bf16 b=bf16 d=f32 m=128 n=256 transpose_b=N-major --kind f16");
    assert_eq!(hex["fields"], fields["fields"]);
    assert_eq!(hex["hex"], "0x08410490");
    assert_eq!(
        (&hex["m"], &hex["n"], &hex["k"]),
        (&128.into(), &256.into(), &16.into())
    );
    assert_eq!(hex["kind"]["said"], true);
    assert_eq!(hex["findings"], Value::Array(vec![]));
}

#[test]
fn what_nobody_said_is_said_to_be_assumed() {
    let fields = idesc("a=bf16 m=128 n=256");
    assert_eq!(fields["assumed"], serde_json::json!(["b", "d"]));
    assert_eq!(
        fields["kind"],
        serde_json::json!({"value": "f16", "said": false})
    );
    // As bf16, and as e5m2.
    let hex = idesc("136316048");
    assert_eq!(
        (&hex["hex"], &hex["also"]),
        (&"0x08200490".into(), &serde_json::json!(["f8f6f4"]))
    );
    let text = swizzle("idesc 136316048").answer();
    assert!(
        text.contains("kind        f16, assumed; without error also as f8f6f4\n"),
        "{text}"
    );
    assert!(
        text.contains("shape       M 128 × N 128 × K 16, dense\n"),
        "{text}"
    );
}

#[test]
fn what_it_cannot_be_is_a_message() {
    for (options, message) in [
        ("0x1234567890", "more than 32 bits"),
        ("zz", "not a hex digit"),
        ("a=bf16 m=128", "“n=…” is missing"),
        (
            "a=bf16 m=130 n=8",
            "m=130: must be a multiple of 16, at most 496",
        ),
        ("a=bf16 a=f16 m=128 n=8", "“a” is there twice"),
        (
            "a=e4m3 m=128 n=8 --kind f16",
            "a=e4m3: must be one of f16, bf16",
        ),
        ("a=b1 m=128 n=8", "no kind of tcgen05.mma multiplies b1"),
        (
            "a=e2m1-packed m=128 n=8 transpose_a=1",
            "has no field “transpose_a”",
        ),
        ("1 2", "one value at a time"),
    ] {
        let run = swizzle(&format!("idesc {options}"));
        assert_eq!(run.code, Some(2), "{options}");
        assert!(run.err.contains(message), "{options}: {}", run.err);
    }
}
