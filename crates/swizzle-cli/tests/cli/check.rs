//! `swizzle check` and `swizzle decode --json`.

use serde_json::Value;

use crate::program::{swizzle, swizzle_with_input};

const TILE: &str = "--start 0x8400 --mn 128 --k 64 --element bf16";

#[test]
fn descriptors_of_the_tile_fit() {
    let run = swizzle(&format!(
        "check {TILE} 0x4000004000010840 0x4000004000010846 0x4000004000010a42"
    ));
    assert_eq!(run.code, Some(0), "{}", run.out);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[1].ends_with("fits     Step 3 of 4, M 0–63: all 128 units correct."));
    assert!(lines[2].ends_with("fits     Step 1 of 4, M 64–127: all 128 units correct."));
}

#[test]
fn the_tile_does_not_move_to_a_descriptor() {
    let run = swizzle(&format!("check {TILE} 0x4000004000010640"));
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("differs"), "{}", run.out);
    assert!(
        run.out.contains("error: The start does not match the tile"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("repair: Set start to 0x8400"),
        "{}",
        run.out
    );
}

#[test]
fn without_a_tile_there_is_no_verdict() {
    let run = swizzle("check 0x4000004000010040");
    assert_eq!(run.code, Some(2));
    assert!(run.out.contains("unsaid   No tile is specified"));
    let run = swizzle("check --mn 64 --k 64 hello");
    assert_eq!(run.code, Some(2));
    assert!(run.err.starts_with("error: hello: "), "{}", run.err);
}

#[test]
fn a_sequence_is_whole_and_in_order() {
    let tile = "--start 0x400 --mn 64 --k 64";
    let check = |hex: &str| swizzle(&format!("check {tile} --sequence {hex}"));
    let right = "0x4000004000010040 0x4000004000010042 0x4000004000010044 0x4000004000010046";
    assert_eq!(check(right).code, Some(0));
    let exchanged = "0x4000004000010042 0x4000004000010040 0x4000004000010044 0x4000004000010046";
    assert_eq!(check(exchanged).code, Some(1));
    let short = check("0x4000004000010040 0x4000004000010042");
    assert_eq!(short.code, Some(1));
    assert!(
        short
            .out
            .contains("sequence: the sequence has 4 descriptors, but 2 are given")
    );
}

#[test]
fn annotations_are_github_s() {
    let run = swizzle(&format!(
        "check {TILE} --github 0x4000004000010840 0x4000004000010640"
    ));
    assert_eq!(run.code, Some(1));
    let starts: Vec<&str> = run
        .out
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    // The last one lists the inferred values.
    assert_eq!(starts, ["::notice", "::error", "::error", "::notice"]);
}

#[test]
fn json_says_what_was_said() {
    let json: Value = serde_json::from_str(
        &swizzle(&format!("decode 0x4000004000010640 {TILE} --json")).answer(),
    )
    .expect("JSON");
    assert_eq!(json["schema"], 2);
    let descriptor = &json["descriptors"][0];
    assert_eq!(descriptor["hex"], "0x4000004000010640");
    assert_eq!(descriptor["verdict"], "differs");
    assert_eq!(descriptor["units"]["right"], 0);
    assert_eq!(descriptor["fields"]["sbo"]["bytes"], 1024);
    assert_eq!(
        json["tile"]["start"],
        serde_json::json!({"value": 0x8400, "said": true})
    );
    assert_eq!(
        json["tile"]["order"],
        serde_json::json!({"value": "mn", "said": false})
    );
    assert_eq!(
        json["reader"]["arch"],
        serde_json::json!({"value": "wgmma", "said": true})
    );
    let finding = &json["findings"][0];
    assert_eq!(
        (finding["id"].as_str(), finding["severity"].as_str()),
        (Some("meant"), Some("error"))
    );
    assert_eq!(finding["fixes"][0]["hex"], "0x4000004000010840");

    let json: Value =
        serde_json::from_str(&swizzle("decode 0x4000004000010640 --json").answer()).expect("JSON");
    let descriptor = &json["descriptors"][0];
    assert_eq!(descriptor["verdict"], "unsaid");
    assert!(descriptor["place"].is_null() && descriptor["units"].is_null());
}

/// Rows of public kernels at their own steps: each reads its own bytes, and its link gives it back.
#[test]
fn a_descriptor_belongs_to_its_own_step() {
    for (hex, options, from) in [
        (
            "0x8000002000000062",
            "--element f16 --swizzle 64B --mn 64 --k 32 --step 1",
            "0x620",
        ),
        (
            "0x0000400800800b00",
            "--arch tcgen05 --mn 128 --k 64 --step 3",
            "0xb000",
        ),
        ("0x4000004000010242", "--mn 64 --k 128 --step 5", "0x2420"),
        (
            "0x4000008000000080",
            "--mn 64 --k 128 --order k --step 4",
            "0x800",
        ),
        (
            "0x4002004000000048",
            "--element f16 --mn 64 --k 64 --pattern 0x480",
            "0x480",
        ),
    ] {
        let text = swizzle(&format!("decode {hex} {options}")).answer();
        let line = |start: &str| {
            let line = text.lines().find(|line| line.starts_with(start));
            line.unwrap_or_default().to_owned()
        };
        assert!(line("descriptor").ends_with(&hex.to_lowercase()), "{text}");
        assert!(line("reads").contains(&format!("from {from},")), "{text}");
        assert!(line("verdict").ends_with("units correct."), "{text}");
        assert!(
            !text.contains("error:") && !text.contains("warning:"),
            "{text}"
        );
        let link = line("link");
        let link = link.split_whitespace().nth(1).expect("a link");
        let again = swizzle(&format!("decode {link}")).answer();
        assert!(again.contains(&format!("link        {link}\n")), "{again}");
        assert!(
            again.contains(&format!("descriptor  {}\n", hex.to_lowercase())),
            "{again}"
        );
    }
}

#[test]
fn several_are_held_against_one_tile() {
    let right = "0x4000004000010040 0x4000004000010042 0x4000004000010044 0x4000004000010046";
    assert_eq!(
        swizzle(&format!("check --mn 64 --k 64 {right}")).code,
        Some(0)
    );
    // Advanced by 32 units: each would fit a tile of its own.
    let wrong = "0x4000004000010040 0x4000004000010060 0x4000004000010080 0x40000040000100a0";
    assert_eq!(
        swizzle(&format!("check --mn 64 --k 64 {wrong}")).code,
        Some(1)
    );
    let run = swizzle(&format!("check --mn 64 --k 64 --sequence {wrong}"));
    assert_eq!(run.code, Some(1));
    assert!(
        run.out.contains("sequence: 1 of 4 descriptors is correct. Descriptor 2 is wrong, at step 1 of 4: 32 units are added instead of 2."),
        "{}",
        run.out
    );
    assert_eq!(
        swizzle(&format!("check --mn 64 --k 64 --sequence {right}")).code,
        Some(0)
    );
}

#[test]
fn a_printed_column_is_read_from_standard_input() {
    let column = |step: u64| {
        format!(
            "[warp {step}] desc = 0x{:016x}\n",
            0x4000_0040_0001_0040 + 2 * step
        )
    };
    let text: String = (0..4).map(column).collect();
    let check =
        |text: &str| swizzle_with_input("check --start 0x400 --mn 64 --k 64 --sequence", text);
    assert_eq!(check(&text).code, Some(0), "{}", check(&text).err);
    // More than are held beside each other.
    let many: String = (0..100)
        .map(|i| format!("0x{:016x}\n", 0x4000_0040_0001_0040_u64 + i % 4 * 2))
        .collect();
    let run = swizzle_with_input("check --start 0x400 --mn 64 --k 64", &many);
    assert_eq!((run.code, run.out.lines().count() >= 100), (Some(0), true));
    let empty = swizzle_with_input("check --mn 64 --k 64", " ");
    assert_eq!(empty.code, Some(2));
}

#[test]
fn what_may_be_several_things_ends_with_the_options_that_choose() {
    for (text, option) in [
        ("decode 0x40004040", "--read-as high"),
        ("decode 0x40", "--read-as low"),
        ("check --mn 64 --k 64 0x00010040", "--read-as low"),
        ("decode 0x00010042 0x00010040", "--halves low-first"),
        ("decode stride_byte_offset=1024", "--stride-unit bytes"),
        ("decode 0x08200490", "--read-as instruction --kind f16"),
    ] {
        let run = swizzle(text);
        assert_eq!(run.code, Some(2), "{text}: {}", run.out);
        assert!(run.err.contains(option), "{text}: {}", run.err);
    }
    let high = swizzle("decode 0x40004040 --read-as high --start 0x400").answer();
    assert!(high.contains("descriptor  0x4000404000010040\n"), "{high}");
    let low = swizzle("decode 0x00010042 0x40000040 --halves low-first").answer();
    assert!(low.contains("descriptor  0x4000004000010042\n"), "{low}");
}

#[test]
fn annotations_are_escaped() {
    let run =
        swizzle("check --github 0x4000004000010640 --start 0x8400 --mn 128 --k 64 --sequence");
    for line in run.out.lines() {
        let (head, _) = line
            .strip_prefix("::")
            .and_then(|line| line.split_once("::"))
            .expect("an annotation");
        let title = head.split_once("title=").expect("a title").1;
        assert!(!title.contains([':', ',', '\n']), "{line}");
    }
    assert!(
        run.out.contains("the sequence has 8 descriptors%2C but 1")
            || run.out.contains("the sequence has 8 descriptors, but 1")
    );
}

/// Every key of the schema, and no other.
#[test]
fn the_link_of_several_opens_them_all() {
    let json: Value = serde_json::from_str(
        &swizzle("decode 0x4000004000010040 0x4000004000010042 --mn 64 --k 64 --json").answer(),
    )
    .expect("JSON");
    assert_eq!(json["descriptors"].as_array().map(Vec::len), Some(2));
    assert_eq!(json["link"], "#/wgmma/4000004000010040?mn=64&k=64&then=2");
    let text = swizzle("decode 0x4000004000010040 desc+=2 --mn 64 --k 64").answer();
    assert!(
        text.contains("sequence    All 4 descriptors are correct: the complete sequence."),
        "{text}"
    );
}

#[test]
fn words_that_were_not_read_are_named() {
    let check = |text: &str| swizzle_with_input("check --start 0x400 --mn 64 --k 64", text);
    let run = check("0x4000004000010040 fp17\n");
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert!(run.err.contains("“fp17” was not read"), "{}", run.err);
    // The rest is checked all the same.
    assert!(run.out.contains("0x4000004000010040  fits"), "{}", run.out);
    let run = check("thread 0, desc[0]: 0x4000004000010040 (K-major)\n");
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
}

/// One cause, one repair: what follows from it is a line under it.
#[test]
fn what_follows_from_a_fault_is_folded_under_it() {
    let run =
        swizzle("check --arch wgmma --element tf32 --major MN --mn 128 --k 32 0x4000004000010040");
    assert_eq!(run.code, Some(1));
    let [_, told @ .., _] = &*run.out.lines().collect::<Vec<_>>() else {
        panic!("{}", run.out);
    };
    assert_eq!(
        told,
        [
            "  error: wgmma cannot read tf32 M-major [operand-form]",
            "    repair: Make the operand K-major",
            "    as a result: LBO is too small: atoms overlap",
        ]
    );
    let github = swizzle(
        "check --github --arch wgmma --element tf32 --major MN --mn 128 --k 32 0x4000004000010040",
    );
    assert!(!github.out.contains("atoms overlap"), "{}", github.out);
    let decoded = swizzle("decode 0x4000004000010040 --element tf32 --major MN");
    let line =
        "    as a result: LBO is too small: atoms overlap; SBO has no effect in this shape\n";
    assert!(decoded.out.contains(line), "{}", decoded.out);
    assert_eq!(decoded.out.matches("repair: ").count(), 1);
}

/// Each of several mistakes leaves these bits: the program asserts none.
#[test]
fn of_several_explanations_none_is_asserted() {
    for (command, title, repairs) in [
        (
            "check 0x0000002000080840 --element bf16 --mn 128 --k 64",
            "More than one cause fits: the swizzle code is missing, or SBO is packed for another element type [swizzle-code]",
            ["Set the swizzle to 64B (code 2)", "Set SBO to 1024 B"],
        ),
        (
            "check 0x0000408000080840 --element bf16 --mn 128 --k 64",
            "More than one cause fits: LBO and SBO are swapped, or SBO is packed for another element type [swapped]",
            ["Set LBO to 2048 B and SBO to 128 B", "Set SBO to 1024 B"],
        ),
    ] {
        let run = swizzle(command);
        assert_eq!(run.code, Some(1));
        assert!(run.out.contains(title), "{}", run.out);
        for repair in repairs {
            let line = format!("    repair: {repair}\n");
            assert!(run.out.contains(&line), "{}", run.out);
        }
    }
}

/// A start that alone is wrong says nothing against the mode.
#[test]
fn a_wrong_start_brings_no_other_swizzle() {
    let blackwell = "0x4000404000010040 0x4000404000010050 0x4000404000010060 0x4000404000010070";
    let hopper = "0x4000004000010040 0x4000004000010042 0x4000004000010044 0x4000004000010046 0x4000004000010140";
    for command in [
        format!("--sequence --arch tcgen05 --element e4m3 --mn 128 --k 128 {blackwell}"),
        format!("--arch tcgen05 --element e4m3 --mn 128 --k 128 {blackwell}"),
        format!("--sequence --element bf16 --mn 128 --k 64 {hopper}"),
        "--element bf16 --mn 128 --k 64 --start 0x400 0x4000004000010140".into(),
    ] {
        let run = swizzle(&format!("check {command}"));
        assert_eq!(run.code, Some(1), "{command}: {}", run.out);
        assert!(!run.out.contains("swizzle-code"), "{}", run.out);
        assert!(!run.out.contains("Set the swizzle"), "{}", run.out);
    }
}
