//! `swizzle dump`.

use crate::program::{swizzle, swizzle_with_input};

/// A K-major tile of 16 × 64 elements with 128-byte swizzle at an address, as cuda-gdb prints it.
fn tile(address: u32, xor: impl Fn(u32) -> u32) -> String {
    let word = |at: u32| {
        let (row, unit) = (at / 32, at % 32 / 4);
        let first = row * 64 + (unit ^ xor(row)) * 8 + at % 4 * 2;
        format!("\t{:#010x}", (first + 1) << 16 | first)
    };
    let line = |line: u32| {
        let words: String = (4 * line..4 * line + 4).map(word).collect();
        format!("{:#x}:{words}\n", address + 16 * line)
    };
    (0..128).map(line).collect()
}

const ASK: &str = "dump - --element-bits 16 --mn 16 --k 64";

#[test]
fn a_start_is_absolute_with_an_address_and_counts_from_the_dump_without() {
    let text = tile(0x800, |row| row % 8);
    let with = swizzle_with_input(&format!("{ASK} --address 0x800 --json"), &text).answer();
    let layout = r#"{"form":"canonical","major":"K","swizzle":"128B","lbo":2048,"sbo":1024,"start":2048,"base_offset":0,"right":1024,"of":1024,"undetermined":["lbo"]"#;
    assert!(
        with.starts_with(&format!(
            r#"{{"schema":2,"version":"0.1.0","address":2048,"layouts":[{layout}"#
        )),
        "{with}"
    );
    let without = swizzle_with_input(&format!("{ASK} --json"), &text).answer();
    assert!(without.contains(r#""start":0,"#), "{without}");
}

#[test]
fn a_descriptor_is_read_over_the_dump() {
    let right = |hex: &str, xor: fn(u32) -> u32| {
        let options = format!("{ASK} --address 0x800 --json --descriptor {hex}");
        let run = swizzle_with_input(&options, &tile(0x800, xor));
        let at = run.out.find(r#""read":"#).expect("a read");
        (run.out[at..].trim_end().to_owned(), run.code)
    };
    let step = "0x4000004002000082"; // start 0x820: the second step
    assert_eq!(
        right(step, |row| row % 8),
        (r#""read":{"right":256,"of":256}}"#.to_owned(), Some(0))
    );
    assert_eq!(
        right(step, |row| row % 4),
        (r#""read":{"right":128,"of":256}}"#.to_owned(), Some(1))
    );
}

#[test]
fn what_is_no_layout_is_an_empty_list_and_exit_code_1() {
    let noise: String = (0..256_u32)
        .map(|at| format!("{:08x} ", at.wrapping_mul(2_654_435_761) ^ 0x5bd1_e995))
        .collect();
    let run = swizzle_with_input(&format!("{ASK} --json"), &noise);
    assert_eq!(
        (run.code, run.out.as_str()),
        (
            Some(1),
            "{\"schema\":2,\"version\":\"0.1.0\",\"layouts\":[]}\n"
        )
    );
    let text = swizzle_with_input(ASK, &noise);
    assert_eq!(
        (text.code, text.out.as_str()),
        (Some(1), "no known layout matches\n")
    );
}

#[test]
fn a_fault_is_named_with_what_mends_it() {
    let run = swizzle_with_input(ASK, &tile(0x800, |row| row % 4));
    assert_eq!(run.code, Some(1), "{}", run.out);
    let answer = run.out;
    assert!(
        answer.starts_with(
            "K-major rows 128 bytes apart at 0x800, units permuted by unit ^ (row & 3)"
        ),
        "{answer}"
    );
    assert!(
        answer.contains("128 * row + 16 * (unit ^ (row & 7))"),
        "{answer}"
    );
    assert!(
        answer.contains(
            "also matches: K-major rows 128 bytes apart at 0x800, units permuted by Swizzle<2,4,3>"
        ),
        "{answer}"
    );
    // Counted from a buffer that is not aligned.
    let answer = swizzle_with_input(ASK, &tile(0xa00, |row| row % 8)).answer();
    assert!(answer.contains("base offset to 4"), "{answer}");
}

#[test]
fn bad_input_is_named() {
    for (options, input, message) in [
        ("dump - --element-bits 12", "0x1 0x2", "elements of 12 bits"),
        (
            "dump - --element-bits 16",
            "0x400: 0x1 zzz",
            "“zzz” is not a number",
        ),
        ("dump - --element-bits 16", "", "it is empty"),
        (
            "dump - --element-bits 16 --values mn,k",
            "1 2 3",
            "mn,k needs two dumps",
        ),
        ("dump nowhere.txt --element-bits 16", "", "nowhere.txt"),
    ] {
        let run = swizzle_with_input(options, input);
        assert!(run.err.contains(message), "{options}: {}", run.err);
        assert_eq!(run.code, Some(2));
    }
    assert!(swizzle("dump --help").answer().contains("--element-bits"));
}

/// The words of a tile without their addresses.
fn words(text: &str) -> String {
    let words = |line: &str| {
        line.split_once(':')
            .map_or("", |(_, words)| words)
            .to_owned()
            + "\n"
    };
    text.lines().map(words).collect()
}

#[test]
fn without_an_address_the_phase_is_said_and_linked() {
    // Line 1 of the pattern comes first.
    let text = words(&tile(0x480, |row| (row + 1) % 8));
    let run = swizzle_with_input(ASK, &text);
    assert_eq!(run.code, Some(0), "{}", run.err);
    for part in [
        "128B K-major at 0x80 + n · 0x400",
        "start=0x480",
        "start 0x80 or 0x480: not determined by the dump",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let json = swizzle_with_input(&format!("{ASK} --json"), &text).answer();
    assert!(json.contains(r#""phases":[128],"modulo":1024"#), "{json}");
    assert!(json.contains(r#""verdict":{"kind":"right""#), "{json}");
    let aligned = swizzle_with_input(ASK, &words(&tile(0x400, |row| row % 8))).answer();
    assert!(
        aligned.contains("start=0x400") || !aligned.contains("start=0x480"),
        "{aligned}"
    );
    assert!(aligned.contains("at 0x0 + n · 0x400"), "{aligned}");
}

#[test]
fn the_exit_code_is_1_where_no_descriptor_reads_it() {
    for (xor, options, code) in [
        ((|row| row % 8) as fn(u32) -> u32, "", 0),
        (|row| row % 4, "", 1),
        (|_| 0, "", 1),
        (|row| row % 8, "--descriptor 0x4000004000010080", 0),
        (|row| row % 8, "--descriptor 0x8000002000010080", 1),
        (|row| row % 8, "--descriptor 0x4000004000013f00", 1),
    ] {
        let run = swizzle_with_input(&format!("{ASK} {options}"), &tile(0x800, xor));
        assert_eq!(run.code, Some(code), "{options}: {}", run.out);
    }
}

#[test]
fn an_extent_of_nothing_is_refused() {
    for size in ["--mn 0 --k 64", "--mn 16 --k 70000"] {
        let run = swizzle_with_input(&format!("dump - --element-bits 16 {size}"), "0x0");
        assert_eq!(run.code, Some(2), "{size}");
        assert!(
            run.err.contains("an extent is 1 to 65536 elements"),
            "{}",
            run.err
        );
    }
}
