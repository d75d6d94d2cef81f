//! `swizzle idesc`: hex and fields in, a table or JSON out.

use serde_json::Value;

use crate::program::swizzle;

fn idesc(options: &str) -> Value {
    let answer = swizzle(&format!("idesc {options} --json")).answer();
    serde_json::from_str(&answer).expect("the answer is JSON")
}

/// Returns the answer for a word with an error.
fn faulty(options: &str) -> Value {
    let run = swizzle(&format!("idesc {options} --json"));
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""), "{options}");
    serde_json::from_str(&run.out).expect("the answer is JSON")
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
    // The word is valid as bf16, and as e5m2.
    let hex = idesc("136316048");
    assert_eq!(
        (&hex["hex"], &hex["also"]),
        (&"0x08200490".into(), &serde_json::json!(["f8f6f4"]))
    );
    let text = swizzle("idesc 136316048").answer();
    assert!(
        text.contains("kind        f16, inferred; also without error as f8f6f4\n"),
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
            "m=130: legal M: 64, 128 (cta-group-1); 128, 256 (cta-group-2)",
        ),
        ("a=bf16 a=f16 m=128 n=8", "“a” is there twice"),
        (
            "a=e4m3 m=128 n=8 --kind f16",
            "a=e4m3: must be one of f16, bf16",
        ),
        ("a=b1 m=128 n=8", "no kind of tcgen05.mma supports b1"),
        (
            "a=e2m1-packed m=128 n=8 transpose_a=1",
            "has no field “transpose_a”",
        ),
        ("1 2", "one value at a time"),
        // Larger than the instruction's N, regardless of what six bits could hold.
        (
            "a=f16 m=128 n=512",
            "n=512: legal N: 8 to 256 in steps of 8 (cta-group-1); 16 to 256 in steps of 16 (cta-group-2)",
        ),
        (
            "0x40004040",
            "the upper half of a tcgen05 matrix descriptor: swizzle 128B, SBO 1024 bytes, bit 46 set",
        ),
        (
            "0x40000040",
            "the upper half of a wgmma matrix descriptor: swizzle 128B, SBO 1024 bytes",
        ),
        ("0x00010040", "the lower half of a matrix descriptor"),
        (
            "0x4000404000010040",
            "a matrix descriptor is read by swizzle decode",
        ),
        ("a=bf16 m=128 n=256 and", "“and” is not NAME=VALUE"),
    ] {
        let run = swizzle(&format!("idesc {options}"));
        assert_eq!(run.code, Some(2), "{options}");
        assert!(run.err.contains(message), "{options}: {}", run.err);
    }
}

#[test]
fn the_kind_is_the_one_in_which_least_is_wrong() {
    let word = faulty("0x28a01401");
    assert_eq!(word["kind"]["value"], "mxf8f6f4");
    let findings = word["findings"].as_array().expect("a list");
    assert_eq!(findings.len(), 1, "{word}");
    assert_eq!(
        findings[0]["message"],
        "The scale factor id of B is in bits 0–1 instead of bits 4–5"
    );
    assert_eq!(findings[0]["fixes"][0]["hex"], "0x28a01410");
    assert_eq!(idesc("0x28a01410")["findings"], Value::Array(vec![]));
    let text = swizzle("idesc 0x28a01401").out;
    assert!(text.contains("    repair: 0x28a01410\n"), "{text}");
    // The id of step 1 for A, that of step 0 for B.
    let word = idesc("0x28a01400 --kind mxf8f6f4");
    assert_eq!(
        word["findings"][0]["message"],
        "The scale factor ids differ: the id of A is 1, the id of B is 0"
    );
    assert_eq!(word["findings"][0]["fixes"][0]["hex"], "0x28a01410");
}

#[test]
fn expressions_and_members_are_read() {
    for (text, hex) in [
        ("144708608 | 1<<29 | 1<<4", "0x28a01410"),
        (
            "(1U << 4U) | (1U << 7U) | (1U << 10U) | (128U >> 3U << 17U) | (128U >> 4U << 24U)",
            "0x08200490",
        ),
        ("138412048", "0x08400010"),
        (
            "a=bf16 b=bf16 d=f32 m=128 n=128 a_major=K b_major=MN",
            "0x08210490",
        ),
        (
            "a=e4m3 b=e4m3 m=128 n=128 transpose_a=M-major --kind mxf8f6f4",
            "0x08a08000",
        ),
        (
            "a_format_ = 1; b_format_ = 1; c_format_ = 1; n_dim_ = 16; m_dim_ = 8;",
            "0x08200490",
        ),
        (
            "desc.a_format_ = 1; desc.b_format_ = 128 >> 7; desc.c_format_ = 1; desc.n_dim_ = 128 >> 3; desc.m_dim_ = 128 >> 4",
            "0x08200490",
        ),
        (
            "Tcgen05InstrDesc.build(c_dtype=Float32, a_dtype=BFloat16, b_dtype=BFloat16, m_dim=64, n_dim=32)",
            "0x04080490",
        ),
        ("a_major=UMMA::Major::MN a=bf16 m=128 n=128", "0x08208490"),
        ("0x0820049000000000", "0x08200490"),
    ] {
        assert_eq!(idesc(text)["hex"], hex, "{text}");
    }
    let text = swizzle("idesc 144708608 | 1<<29 | 1<<4").answer();
    assert!(text.contains("idesc       0x28a01410\n"), "{text}");
}

#[test]
fn a_word_with_an_error_ends_with_1() {
    for (options, title) in [
        (
            "a=f16 m=128 n=8 --form cta-group-2",
            "N = 8 is not a shape of kind f16",
        ),
        (
            "a=f16 m=32 n=96 --form ws",
            "N = 96 is not a shape of kind f16",
        ),
        (
            "a=e4m3 m=128 n=64 --kind mxf8f6f4 --form ws",
            "Kind mxf8f6f4 has no .ws form",
        ),
        ("a=bf16 d=f16 m=128 n=64", "bf16 needs an f32 accumulator"),
    ] {
        let word = faulty(options);
        assert_eq!(word["findings"][0]["severity"], "error", "{options}");
        assert_eq!(word["findings"][0]["message"], title, "{options}");
    }
    // A warning is none, and what has no bits is refused.
    idesc("0x28a01400 --kind mxf8f6f4");
    for refused in ["a=f16 m=128 n=20", "a=e4m3 m=64 n=64 --kind mxf8f6f4"] {
        let run = swizzle(&format!("idesc {refused}"));
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{refused}");
    }
}

#[test]
fn types_are_read_as_people_write_them() {
    for (text, hex) in [
        (
            "a=float8_e4m3fn b=torch.float8_e5m2 d=float m=128 n=128",
            "a=e4m3 b=e5m2 d=f32 m=128 n=128",
        ),
        ("a=half m=128 n=128", "a=f16 m=128 n=128"),
        ("a=half d=half m=128 n=128", "a=f16 d=f16 m=128 n=128"),
        (
            "a_dtype=__nv_bfloat16 acc_dtype=tl.float32 m=128 n=128",
            "a=bf16 d=f32 m=128 n=128",
        ),
        ("a=cutlass::tfloat32_t m=128 n=64", "a=tf32 m=128 n=64"),
        ("a=float d=float m=128 n=64", "a=tf32 m=128 n=64"),
        (
            "a=int8_t b=uint8_t d=int32_t m=128 n=64",
            "a=s8 b=u8 d=s32 m=128 n=64",
        ),
        (
            "a=e2m1 m=128 n=64 --kind mxf4",
            "a=e2m1-packed m=128 n=64 --kind mxf4",
        ),
        (
            "a=e2m1 b=float_e2m1_t m=128 n=64 --kind mxf4nvf4",
            "a=e2m1-packed m=128 n=64 --kind mxf4nvf4",
        ),
        ("a=nvfp4 m=128 n=64", "a=e2m1-packed m=128 n=64"),
    ] {
        assert_eq!(idesc(text)["hex"], idesc(hex)["hex"], "{text}");
    }
    for unknown in [
        "a=bf17 m=128 n=64",
        "a=fp8 m=128 n=64",
        "a=double m=128 n=64",
    ] {
        assert_eq!(
            swizzle(&format!("idesc {unknown}")).code,
            Some(2),
            "{unknown}"
        );
    }
}

/// M = 128 and N = 128 of bf16, for two CTAs: as specified, or read as those of the pair.
#[test]
fn extents_of_one_cta_are_wrong_for_a_pair() {
    let pair = "0x08200490 --kind f16 --form cta-group-2";
    let of_one = faulty(&format!("{pair} --m 256 --n 128"));
    let finding = &of_one["findings"][0];
    assert_eq!(
        finding["message"],
        "M = 128 of the instruction descriptor is that of one CTA"
    );
    assert_eq!(finding["fixes"][0]["hex"], "0x10200490");
    assert_eq!(
        idesc(&format!("{pair} --m 128 --n 128"))["findings"],
        Value::Array(vec![])
    );
    let assumed = idesc(pair);
    let titles = [
        "M = 128 is read as that of the pair",
        "N = 128 is read as that of the pair",
    ];
    for (finding, title) in assumed["findings"]
        .as_array()
        .expect("a list")
        .iter()
        .zip(titles)
    {
        assert_eq!(finding["message"], title);
        assert_eq!(finding["severity"], "note");
    }
    let m_64 = faulty("0x04200490 --kind f16 --form cta-group-2");
    assert_eq!(m_64["findings"][0]["fixes"][0]["hex"], "0x08200490");
}
