//! `swizzle check` of what no instruction reads, of what a read takes beside its tile, and of what is blamed for a fault.

use crate::program::swizzle;

const A: &str = "--operand A --element bf16 --start 0x400 --swizzle 128B";
const B: &str = "--operand B --start 0x400 --swizzle 128B";

/// Options and descriptors, the exit code, and words of the answer.
fn check(cases: &[(&str, i32, &[&str])]) {
    for (options, code, words) in cases {
        let run = swizzle(&format!("check {options}"));
        assert_eq!(run.code, Some(*code), "{options}: {}{}", run.out, run.err);
        for word in *words {
            assert!(run.out.contains(word), "{options}: {word}: {}", run.out);
        }
    }
}

#[test]
fn an_instruction_that_does_not_exist_is_an_error() {
    check(&[
        (
            "--arch wgmma --element e2m1 --mn 64 --k 128 --operand B 0x4000004000010040",
            1,
            &["error: wgmma has no e2m1 operand"],
        ),
        (
            "--arch tcgen05 --element b1 --mn 64 --k 1024 --operand B 0x4000404000010040",
            1,
            &["error: tcgen05 has no b1 operand"],
        ),
    ]);
}

#[test]
fn units_beside_the_tile_are_counted() {
    let tile = |extents: &str, hex: &str| format!("{A} {extents} {hex}");
    check(&[
        (
            &tile("--mn 64 --k 8", "0x4000004000010040"),
            1,
            &[
                "64 of 128 units correct; 64 are outside the tile",
                "error: K = 8",
            ],
        ),
        (
            &tile("--mn 48 --k 64", "0x4000004000010040"),
            1,
            &[
                "96 of 128 units correct; 32 are outside the tile",
                "error: M = 48",
            ],
        ),
        (
            &tile("--mn 64 --k 40", "0x4000004000010044"),
            1,
            &[
                "64 of 128 units correct; 64 are outside the tile",
                "error: K = 40",
            ],
        ),
        // The first reads of it take nothing else.
        (
            &tile("--mn 64 --k 40", "0x4000004000010042"),
            1,
            &["all 128 units correct", "warning: K = 40"],
        ),
        (
            &tile("--mn 48 --buffer-mn 64 --k 64", "0x4000004000010040"),
            1,
            &["32 are outside the tile", "warning: M = 48"],
        ),
    ]);
}

#[test]
fn n_must_be_one_that_the_instruction_has() {
    let tile = |rest: &str| format!("{B} {rest} 0x4000004000010040");
    check(&[
        (
            &tile("--element s8 --k 128 --mn 40"),
            1,
            &["error: N = 40", "repair: Use 5 instructions with N = 8"],
        ),
        (
            &tile("--element s8 --k 128 --mn 40 --rows 8"),
            0,
            &["N 0–7"],
        ),
        (&tile("--element bf16 --k 64 --mn 40"), 0, &["all 80 units"]),
        (
            &tile("--element bf16 --k 64 --mn 12"),
            1,
            &["error: N = 12"],
        ),
        (&tile("--element bf16 --k 64 --mn 320"), 0, &["N 0–255"]),
    ]);
}

#[test]
fn reserved_bits_are_0() {
    let tile = |hex: &str| format!("--arch tcgen05 --element bf16 --mn 64 --k 64 {B} {hex}");
    check(&[
        (&tile("0x4000404000010040"), 0, &["all 128 units correct"]),
        (
            &tile("0x4020404000010040"),
            1,
            &["error: Bit 53", "repair: Set bits 53–60 to 0"],
        ),
        (
            &tile("0x4000404040010040"),
            1,
            &["error: Bit 30", "repair: Set bits 30–31 to 0"],
        ),
        (
            &tile("0x4000404000014040"),
            1,
            &["error: Bit 14", "repair: Set bits 14–15 to 0"],
        ),
    ]);
}

#[test]
fn a_stride_that_the_read_never_takes_raises_no_alarm() {
    check(&[
        (
            &format!("{A} --mn 128 --k 64 --major MN --order mn 0x4000008000800040"),
            0,
            &["all 128 units correct"],
        ),
        (
            &format!("{A} --mn 128 --k 64 --major MN --order mn 0x4000008000010040"),
            0,
            &["all 128 units correct"],
        ),
        (
            "--sequence --arch tcgen05 --element f16 --major MN --swizzle 128B --mn 64 --k 32 --buffer-mn 192 \
             --buffer-k 32 --at-mn 0 --at-k 0 --operand B --start 0 0x4000404000400000 0x4000404000400080",
            0,
            &["Step 1 of 2: all 128 units correct"],
        ),
    ]);
}

#[test]
fn a_wrong_stride_of_a_later_block_is_not_the_starts_fault() {
    let tile = |rest: &str| format!("{A} --mn 128 --k 64 --order mn {rest}");
    check(&[
        (
            &tile("--step 0 --block 1 --stage 0 0x4000008000010240"),
            1,
            &[
                "Step 0 of 4, M 64–127",
                "repair: Set SBO to 1024 B",
                "packed strides (SBO 1024)",
            ],
        ),
        (
            &tile("0x400000c000010240"),
            1,
            &[
                "Step 0 of 4, M 64–127",
                "repair: Set SBO to 1024 B",
                "packed strides (SBO 1024)",
            ],
        ),
    ]);
}

/// Every fix is checked against the specified values, and reads right.
#[test]
fn a_repair_changes_nothing_that_was_said() {
    for said in ["", "--swizzle none", "--swizzle 64B"] {
        let tile = format!("--arch wgmma --element f16 --mn 192 --k 32 --order k {said}");
        let run = swizzle(&format!("check {tile} --json 0x0000002000010200"));
        assert_eq!(run.code, Some(1), "{}", run.out);
        let json: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        let findings = json["findings"].as_array().expect("a list");
        let repairs = findings
            .iter()
            .filter_map(|finding| finding["fixes"].as_array())
            .flatten();
        let mut count = 0;
        for repair in repairs {
            let hex = repair["hex"].as_str().expect("a descriptor");
            let after = swizzle(&format!("check {tile} {hex}"));
            assert!(
                after.out.contains("units correct."),
                "{tile} {repair}: {}",
                after.out
            );
            assert!(
                !after.out.contains("  differs "),
                "{tile} {repair}: {}",
                after.out
            );
            count += 1;
        }
        assert!(count > 0, "{}", run.out);
    }
}

#[test]
fn a_base_offset_without_cause_is_a_fault() {
    let tile = |start: &str, hex: &str| {
        format!(
            "--arch wgmma --element bf16 --operand A --major K --mn 64 --k 64 --order mn --swizzle 128B --start {start} {hex}"
        )
    };
    check(&[
        (
            &tile("0x400", "0x4008004000010040"),
            1,
            &[
                "  differs ",
                "error: Base offset 4",
                "repair: Set base offset to 0",
            ],
        ),
        // The pattern starts with the tile: as public kernels have it, where that is said.
        (
            &tile("0x480", "--pattern 0x80 0x4002004000010048"),
            0,
            &["all 128 units correct"],
        ),
        (
            &tile("0x580", "0x4000004000010058"),
            0,
            &["all 128 units correct"],
        ),
        (
            &tile("0x480", "0x4002004000010048"),
            1,
            &["  differs ", "error: Base offset 1"],
        ),
        (
            &tile("0x580", "0x4006004000010058"),
            1,
            &["  differs ", "error: Base offset 3"],
        ),
        (
            &tile("0x400", "0x4000004000010040"),
            0,
            &["all 128 units correct"],
        ),
    ]);
}

/// A read that is right beside an error or a warning is not called one that fits, in the text and in JSON.
#[test]
fn the_word_is_as_grave_as_the_findings() {
    for (options, code, word, right) in [
        ("--mn 64 --k 64 0x4000004000010040", 0, "fits", 128),
        ("--mn 64 --k 64 0x4001004000010040", 1, "wrong", 128),
        ("--mn 64 --k 8 0x4000004000010040", 1, "wrong", 64),
        ("--mn 64 --k 40 0x4000004000010042", 1, "warning", 128),
        ("--mn 64 --k 64 0x4000010000010040", 1, "padded", 128),
    ] {
        let text = swizzle(&format!("check {A} {options}"));
        assert_eq!(text.code, Some(code), "{options}: {}", text.out);
        let own = text
            .out
            .lines()
            .next()
            .and_then(|line| line.split_whitespace().nth(1));
        assert_eq!(own, Some(word), "{options}: {}", text.out);
        let json = swizzle(&format!("check --json {A} {options}"));
        assert_eq!(json.code, Some(code), "{options}");
        let json: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
        let descriptor = &json["descriptors"][0];
        assert_eq!(descriptor["verdict"], word, "{options}");
        assert_eq!(descriptor["units"]["right"], right, "{options}");
    }
}
