//! `swizzle check` and `swizzle decode --json`.

use serde_json::Value;

use crate::program::swizzle;

const TILE: &str = "--start 0x8400 --mn 128 --k 64 --element bf16";

#[test]
fn descriptors_of_the_tile_fit() {
    let run = swizzle(&format!(
        "check {TILE} 0x4000004000010840 0x4000004000010846 0x4000004000010a42"
    ));
    assert_eq!(run.code, Some(0), "{}", run.out);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(lines[1].ends_with("fits     Step 3 of 4, M 0–63: all 128 units right."));
    assert!(lines[2].ends_with("fits     Step 1 of 4, M 64–127: all 128 units right."));
}

#[test]
fn the_tile_does_not_move_to_a_descriptor() {
    let run = swizzle(&format!("check {TILE} 0x4000004000010640"));
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("differs"), "{}", run.out);
    assert!(
        run.out.contains("error: The read starts elsewhere"),
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
    assert!(run.out.contains("unsaid   Nothing was said of the tile."));
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
            .contains("sequence: the sequence has 4 descriptors, these are 2")
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
    assert_eq!(starts, ["::notice", "::error", "::error"]);
}

#[test]
fn json_says_what_was_said() {
    let json: Value = serde_json::from_str(
        &swizzle(&format!("decode 0x4000004000010640 {TILE} --json")).answer(),
    )
    .expect("JSON");
    assert_eq!(json["schema"], 1);
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
        (finding["rule"].as_str(), finding["severity"].as_str()),
        (Some("meant"), Some("error"))
    );
    assert_eq!(finding["repairs"][0]["hex"], "0x4000004000010840");

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
        assert!(line("verdict").ends_with("units right."), "{text}");
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
