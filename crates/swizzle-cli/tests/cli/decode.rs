//! `swizzle decode`.

use crate::program::{swizzle, swizzle_with};

/// The words of the line that starts with these.
fn line_with(text: &str, start: &str) -> String {
    let line = text.lines().find(|line| line.starts_with(start));
    let words: Vec<&str> = line.unwrap_or_default().split_whitespace().collect();
    words.join(" ")
}

#[test]
fn a_descriptor_is_taken_apart() {
    let text = swizzle("decode 0x4000004000010040").answer();
    let wanted = [
        "descriptor 0x4000004000010040",
        "read as 64-bit hex, wgmma: bit 46 is clear",
        "arch wgmma",
        "63–62 Swizzle 1 128B 0 none, 1 128B, 2 64B, 3 32B",
        "51–49 Base offset 0 0 subtracted from the phase of the swizzle",
        "48–46 Unused 0 correct write 0; tcgen05 has 0b001 here",
        "45–32 SBO 64 1024 bytes = 0x400 stride dimension byte offset, in units of 16 bytes",
        "29–16 LBO 1 16 bytes = 0x10 leading dimension byte offset, in units of 16 bytes",
        "13–0 Start 64 1024 bytes = 0x400 first byte of the operand, in units of 16 bytes",
        "reads 64 × 16 elements from 0x400, Swizzle<3,4,3> o ((8,8),(8,2)):((64,512),(1,8))",
        "link #/wgmma/4000004000010040",
    ];
    for line in wanted {
        let start = line.split(' ').next().unwrap_or_default();
        assert_eq!(line_with(&text, start), line);
    }
    assert!(
        text.contains("\n  note: LBO has no effect in this shape [no-effect]\n"),
        "{text}"
    );
}

#[test]
fn the_architecture_is_guessed_unless_it_is_said() {
    let taken_for = |options: &str| line_with(&swizzle(options).answer(), "read as");
    assert_eq!(
        taken_for("decode 4000_4040_0001_0040"),
        "read as 64-bit hex, tcgen05: bit 46 is set"
    );
    assert_eq!(
        taken_for("decode 4000_4040_0001_0040 --arch wgmma"),
        "read as 64-bit hex, wgmma: as chosen"
    );
}

#[test]
fn whatever_the_box_takes_is_decoded() {
    for (given, taken_for) in [
        (
            "0x00010040 0x40000040",
            "two 32-bit halves, low half first, wgmma",
        ),
        ("4611686293305360448", "64-bit decimal, wgmma"),
        (
            "start=0x40 lbo=1 sbo=64 swizzle=128B",
            "4 fields of a wgmma",
        ),
        ("#/wgmma/4000004000010040?k=32", "a link"),
    ] {
        let text = swizzle(&format!("decode {given}")).answer();
        let line = line_with(&text, "read as");
        assert!(line.starts_with(&format!("read as {taken_for}")), "{line}");
        assert_eq!(
            line_with(&text, "descriptor"),
            "descriptor 0x4000004000010040",
            "{given}"
        );
    }
}

#[test]
fn what_a_descriptor_does_not_hold_comes_from_options() {
    let text =
        swizzle("decode 0x4000404000010040 --element tf32 --mn 128 --k 32 --operand B").answer();
    assert_eq!(
        line_with(&text, "link"),
        "link #/tcgen05/4000404000010040?operand=B&element=tf32&mn=128&k=32"
    );
    assert_eq!(
        line_with(&text, "reads"),
        "reads 128 × 8 elements from 0x400, Swizzle<3,4,3> o ((8,16),(4,2)):((32,256),(1,4))"
    );
}

#[test]
fn wrong_bits_are_decoded_and_said_to_be_wrong() {
    let text = swizzle("decode 6000004000010040 --arch tcgen05").answer();
    assert_eq!(
        line_with(&text, "48–46"),
        "48–46 Fixed 001 0 wrong, must be 1 the constant 0b001: bit 46 set, 47 and 48 clear"
    );
    assert!(line_with(&text, "63–61").starts_with("63–61 Swizzle 3 undefined"));
    assert_eq!(
        line_with(&text, "reads"),
        "reads unknown: swizzle code 3 is not defined"
    );
    assert!(
        text.contains("\n  error: Swizzle code 3 is not defined [operand-form]\n"),
        "{text}"
    );
}

#[test]
fn a_bad_character_is_pointed_at() {
    let run = swizzle("decode 0x40000g40");
    assert_eq!(
        run.err,
        "error: “g” is not a hex digit\n  0x40000g40\n         ^\n"
    );
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)));
}

#[test]
fn a_negative_number_is_no_option() {
    let text = swizzle("decode -4611685743549480896").answer();
    assert_eq!(
        line_with(&text, "descriptor"),
        "descriptor 0xc000004000000040"
    );
}

#[test]
fn words_that_were_not_read_are_named() {
    let text = swizzle("decode bf16 128x64 K-major frob").answer();
    assert_eq!(line_with(&text, "notice"), "notice “frob”: was not read");
    let json = swizzle("decode bf16 128x64 K-major frob --json").answer();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["notices"][0]["part"], "frob");
}

#[test]
fn places_in_tensor_memory_are_answered_as_text_and_as_json() {
    for (input, what, link) in [
        (
            "tmem 0x00400010",
            "tensor-memory address 0x00400010: lane 64, column 16; warp 2 of a warpgroup reaches its lanes, 64 to 95",
            "#/tensor-memory?lane=64&column=16",
        ),
        (
            "tcgen05.ld.sync.aligned.16x256b.x4.b32 {...}, [%r5];",
            "tcgen05.ld, 16x256b.x4: 16 registers of each thread, 16 lanes × 32 columns of each warp",
            "#/tensor-memory?num=4",
        ),
        (
            "SFA mxf8f6f4 128x8 row 37 block 5",
            "SFA of 128 × 8 (rows × factors along K), row 37, block 5: byte 597 in memory; tensor memory: lanes 5, 37, 69, 101, column 5, byte 1; mxf8f6f4 1X: K step 5, id 1, operand column 4",
            "#/scale",
        ),
    ] {
        let text = swizzle_with(&["decode", input]).answer();
        assert_eq!(text, format!("read as     {what}\nlink        {link}\n"));
        let json = swizzle_with(&["decode", "--json", input]).answer();
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!((&json["what"], &json["link"]), (&what.into(), &link.into()));
        assert!(json["tensor_memory"]["mark"].is_string(), "{json}");
    }
    let json = swizzle_with(&["decode", "--json", "SFA 128x8 row 37 block 5"]).answer();
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let found = &json["tensor_memory"];
    assert_eq!(found["lanes"], serde_json::json!([5, 37, 69, 101]));
    assert_eq!((&found["column"], &found["byte"]), (&5.into(), &1.into()));
    // Bare bits are a question, of which an address is one answer.
    let asked = swizzle("decode 0x00400010");
    assert_eq!(asked.code, Some(2));
    let option = "--read-as tensor-memory   a tensor-memory address: lane 64, column 16";
    assert!(asked.err.contains(option), "{}", asked.err);
    let text = swizzle("decode 0x00400010 --read-as tensor-memory").answer();
    assert!(
        text.starts_with("read as     tensor-memory address 0x00400010: lane 64"),
        "{text}"
    );
    let refused = swizzle_with(&["check", "tmem 0x00400010"]);
    assert!(
        refused
            .err
            .contains("this is a place in tensor memory, not a descriptor"),
        "{}",
        refused.err
    );
}
