//! `swizzle check` of text: what is written beside the descriptors counts as specified, and what is not used is named.

use crate::program::{Run, swizzle, swizzle_with, swizzle_with_input};

const HEX: &str = "0x4000004000010040";

fn check(options: &str, text: &str) -> Run {
    let of_input = swizzle_with_input(&format!("check {options}"), text);
    assert!(!of_input.out.is_empty(), "{text}: {}", of_input.err);
    of_input
}

#[test]
fn words_beside_a_descriptor_count_as_said() {
    for (options, text, code, words) in [
        (
            "--element bf16",
            "the kernel uses bf16 128x64 operand B, 64B swizzle: HEX",
            1,
            &["written with 64B but read with 128B"][..],
        ),
        (
            "",
            "bf16 128x64 operand B, 64B swizzle: HEX",
            1,
            &["written with 64B but read with 128B"],
        ),
        (
            "--mn 64 --k 64",
            "64B swizzle HEX",
            1,
            &["written with 64B but read with 128B"],
        ),
        (
            "--mn 64 --k 64",
            "swizzle=64B HEX",
            1,
            &["written with 64B but read with 128B"],
        ),
        (
            "--mn 64 --k 64",
            "desc (operand B, SBO 512): HEX",
            1,
            &["16 of 128 units correct"],
        ),
        (
            "--mn 64 --k 64",
            "desc (operand B, SBO 1024): HEX",
            0,
            &["all 128 units correct"],
        ),
        // The fields of the descriptor itself.
        (
            "--mn 64 --k 64",
            "lbo=1 sbo=64 swizzle=1 HEX",
            0,
            &["all 128 units correct"],
        ),
        (
            "--k 128 --start 0x400",
            "element=e4m3 mn=128 HEX",
            0,
            &["Step 0 of 4, M 0–63"],
        ),
        (
            "--mn 256 --k 64 --start 0x400",
            "bf16 step 1 HEX",
            1,
            &["Step 1 of 4"],
        ),
    ] {
        let run = check(options, &text.replace("HEX", HEX));
        assert_eq!(run.code, Some(code), "{text}: {}{}", run.out, run.err);
        for word in words {
            assert!(run.out.contains(word), "{text}: {}", run.out);
        }
    }
    for (text, assumed) in [("B HEX", "operand"), ("N-major HEX", "K-major")] {
        let run = check("--mn 64 --k 64", &text.replace("HEX", HEX));
        let line = run.out.lines().find(|line| line.starts_with("inferred: "));
        assert!(
            !line.unwrap_or_default().contains(assumed),
            "{text}: {}",
            run.out
        );
    }
}

/// In an argument as on standard input.
#[test]
fn an_argument_is_read_in_the_same_way() {
    let argument = [
        "check",
        "--mn",
        "64",
        "--k",
        "64",
        "64B swizzle 0x4000004000010040",
    ];
    let run = swizzle_with(&argument);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
}

#[test]
fn options_win_and_a_contradiction_is_named() {
    for (options, text, named) in [
        (
            "--mn 64 --k 64",
            "bf16 128x64 HEX",
            "“mn=128” differs from mn=64",
        ),
        (
            "--operand A --mn 64 --k 64",
            "operand B: HEX",
            "“operand=B” differs from operand=A",
        ),
        (
            "--swizzle 128B --mn 64 --k 64",
            "64B swizzle HEX",
            "“swizzle=64B” differs from swizzle=128B",
        ),
        (
            "--mn 64 --k 64 --step 0",
            "step 1 HEX",
            "“step=1” differs from step=0",
        ),
        (
            "--arch wgmma --mn 64 --k 64",
            "tcgen05 HEX",
            "“tcgen05” differs from the chosen wgmma",
        ),
        (
            "--mn 64 --k 64",
            "SBO 100 HEX",
            "“SBO 100” differs from the descriptor’s field",
        ),
        ("--mn 64 --k 64", "M=128 HEX", "“M=128” is only one extent"),
        (
            "--mn 64 --k 64",
            "start=0x800 HEX",
            "“start=0x800” differs from the descriptor",
        ),
    ] {
        let run = check(options, &text.replace("HEX", HEX));
        assert_eq!(run.code, Some(2), "{text}: {}{}", run.out, run.err);
        assert!(run.err.contains(named), "{text}: {}", run.err);
        assert!(run.out.contains("  fits "), "{text}: {}", run.out);
    }
    // The same value specified twice is not a contradiction.
    let run = check(
        "--mn 128 --k 64 --operand B",
        "bf16 128x64 operand B 0x4000004000010040",
    );
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
}

/// Each of several arguments is read over what those before it specified.
#[test]
fn arguments_are_held_against_one_tile() {
    let both = [
        "check",
        "--mn",
        "64",
        "--k",
        "64",
        "B 0x4000004000010040",
        "A 0x4000004000010042",
    ];
    let run = swizzle_with(&both);
    assert_eq!(run.code, Some(2), "{}{}", run.out, run.err);
    assert!(
        run.err.contains("“operand=A” differs from operand=B"),
        "{}",
        run.err
    );
    let plain = swizzle("check --mn 64 --k 64 0x4000004000010040 0x4000004000010042");
    assert_eq!(plain.code, Some(0), "{}", plain.out);
}

/// Each operand of a text is reported, in JSON as in words.
#[test]
fn both_operands_of_a_text_are_reported() {
    let text = "desc_a = 0x4000004000010040; desc_b = 0x4000008000010240;";
    let run = check("--mn 64 --k 64", text);
    assert!(
        run.out.contains("operand B:\n0x4000008000010240"),
        "{}",
        run.out
    );
    let json = check("--json --mn 64 --k 64", text);
    assert_eq!(json.code, run.code);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    let of = |key: &str| -> Vec<&str> {
        let all = json["descriptors"].as_array().expect("a list");
        all.iter().filter_map(|one| one[key].as_str()).collect()
    };
    assert_eq!(of("hex"), ["0x4000004000010040", "0x4000008000010240"]);
    assert_eq!(of("operand"), ["A", "B"]);
    assert_eq!(of("verdict"), ["fits", "padded"]);
    let findings = json["findings"].as_array().expect("a list");
    assert!(findings.iter().any(|one| one["descriptor"] == 1), "{json}");
}
