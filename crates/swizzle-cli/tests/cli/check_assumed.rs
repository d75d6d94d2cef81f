//! `swizzle check` with unspecified values: strides are never the descriptor's own, and inferred values are printed.

use crate::program::{Run, swizzle};

const K_MAJOR: &str =
    "--operand B --element bf16 --mn 128 --k 64 --major K --swizzle 128B --start 0x400";
const MN_MAJOR: &str =
    "--operand B --element bf16 --mn 128 --k 64 --major MN --swizzle 128B --start 0x400";

fn check(options: &str, descriptors: &str) -> Run {
    swizzle(&format!("check {options} {descriptors}"))
}

/// How many lines there are with these words.
fn count(run: &Run, words: &str) -> usize {
    run.out.lines().filter(|line| line.contains(words)).count()
}

#[test]
fn strides_that_nobody_said_are_packed() {
    for (options, hex) in [
        (K_MAJOR, "0x4000004000010040"),
        (MN_MAJOR, "0x4000004002000040"),
        // The other order of atoms.
        (MN_MAJOR, "0x4000008000400040"),
    ] {
        let run = check(options, hex);
        assert_eq!(run.code, Some(0), "{hex}: {}", run.out);
        assert_eq!(count(&run, "fits"), 1, "{}", run.out);
    }
}

/// The suggested uses of a stride are tried: each of these tiles has that stride when it is packed.
#[test]
fn a_larger_stride_is_asked_for_by_name() {
    for (options, hex, stride, what) in [
        (
            K_MAJOR,
            "0x400000c000010040",
            "--sbo 3072",
            "SBO 3072 leaves 2048 bytes between groups of rows: correct for a padded tile, or for part of a buffer 3 columns wide (K = 192, K first)",
        ),
        (
            K_MAJOR,
            "0x4000010000010040",
            "--sbo 4096",
            "SBO 4096 leaves 3072 bytes between groups of rows: correct for a padded tile, or for part of a buffer 4 columns wide (K = 256, K first)",
        ),
        (
            K_MAJOR,
            "0x4000018000010040",
            "--sbo 6144",
            "SBO 6144 leaves 5120 bytes between groups of rows: correct for a padded tile, or for part of a buffer 6 columns wide (K = 384, K first)",
        ),
        (
            K_MAJOR,
            "0x4000020000010040",
            "--sbo 8192",
            "SBO 8192 leaves 7168 bytes between groups of rows: correct for a padded tile, or for part of a buffer 8 columns wide (K = 512, K first)",
        ),
        (
            MN_MAJOR,
            "0x4000004003000040",
            "--lbo 12288",
            "LBO 12288 leaves 4096 bytes between N columns: correct for a padded tile, or for part of a buffer with K = 96 (K first)",
        ),
    ] {
        let run = check(options, hex);
        assert_eq!(run.code, Some(1), "{hex}: {}", run.out);
        assert!(
            run.out.contains("  padded   ") && run.out.contains(what),
            "{}",
            run.out
        );
        assert_eq!(count(&run, "warning: "), 1, "{}", run.out);
        assert!(run.out.contains("[gaps]"), "{}", run.out);
        assert!(
            run.out
                .contains(&format!("; to accept the gaps, pass {stride}")),
            "{}",
            run.out
        );
        let said = check(&format!("{options} {stride}"), hex);
        assert_eq!(said.code, Some(0), "{}", said.out);
        // A tile of the named width has this stride.
        let wide = match options {
            K_MAJOR => "--buffer-k 512 --order k",
            _ => "--buffer-k 96 --order k",
        };
        if hex == "0x4000020000010040" || options == MN_MAJOR {
            assert_eq!(
                check(&format!("{options} {wide}"), hex).code,
                Some(0),
                "{hex}"
            );
        }
    }
}

#[test]
fn a_stride_that_collides_is_an_error() {
    for hex in ["0x4000002000010040", "0x4000000800010040"] {
        let run = check(K_MAJOR, hex);
        assert_eq!(run.code, Some(1), "{}", run.out);
        assert_eq!(
            (count(&run, "differs"), count(&run, "error: ")),
            (1, 1),
            "{}",
            run.out
        );
        assert!(run.out.contains("SBO to 1024 B"), "{}", run.out);
    }
    // The specified tile collides with itself, and is read as specified.
    let run = check(&format!("{K_MAJOR} --sbo 512"), "0x4000002000010040");
    assert_eq!(
        (run.code, count(&run, "differs")),
        (Some(1), 1),
        "{}",
        run.out
    );
    let stages = check(
        &format!("{K_MAJOR} --stages 2 --stage-bytes 4096"),
        "0x4000004000010040",
    );
    assert_eq!(stages.code, Some(1), "{}", stages.out);
    assert!(
        stages.out.contains("error: Stages overlap"),
        "{}",
        stages.out
    );
}

const WINDOW: &str =
    "--sequence --operand B --element bf16 --mn 64 --k 128 --buffer-mn 128 --buffer-k 128";

fn sequence(options: &str, upper: u64, lows: &[u64]) -> Run {
    let hex: Vec<String> = lows
        .iter()
        .map(|low| format!("0x{:016x}", upper << 32 | 0x1_0000 | low))
        .collect();
    check(options, &hex.join(" "))
}

/// tile-ai/tilelang#2964: the second column of K of a buffer of 128 rows, taken for one of 64.
#[test]
fn a_buffer_that_was_said_fixes_the_pitch_of_its_columns() {
    let lows = |column: u64| {
        [0x800, 0x802, 0x804, 0x806]
            .into_iter()
            .chain([0, 2, 4, 6].map(|step| column + step))
            .collect::<Vec<_>>()
    };
    let run = sequence(WINDOW, 0x4000_0040, &lows(0xa00));
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert_eq!(
        (count(&run, "  fits  "), count(&run, "  differs  ")),
        (4, 4),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("sequence: 4 of 8 descriptors are correct. Descriptor 5 is wrong, at step 4 of 8: 506 units are added instead of 1018. Expected 0x4000004000010c00; start is 0xa000 instead of 0xc000."),
        "{}",
        run.out
    );
    // One finding: nothing else is reported for these four.
    assert_eq!(
        count(&run, "warning: ") + count(&run, "error: "),
        0,
        "{}",
        run.out
    );
    let right = sequence(WINDOW, 0x4000_0040, &lows(0xc00));
    assert_eq!(right.code, Some(0), "{}", right.out);
    assert!(
        right
            .out
            .contains("packed strides (column stride 16384, SBO 1024)"),
        "{}",
        right.out
    );
    // Further apart than the buffer is high: padded, or a mistake.
    let padded = sequence(WINDOW, 0x4000_0040, &lows(0x1000));
    assert_eq!(
        (padded.code, count(&padded, "  padded  ")),
        (Some(1), 8),
        "{}",
        padded.out
    );
}

/// Columns go on as of a packed tile, rows do not: SBO 2048 collides with the second column.
#[test]
fn a_stride_that_is_wrong_in_all_of_them_is_found() {
    let options = "--sequence --arch tcgen05 --element e2m1-packed --mn 128 --k 512";
    let lows = [0x40, 0x42, 0x44, 0x46, 0x440, 0x442, 0x444, 0x446];
    let run = sequence(options, 0x4000_4080, &lows);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(
        run.out.contains("Descriptor 1 is wrong, at step 0 of 8. Expected 0x4000404000010040; SBO is 2048 bytes instead of 1024 bytes."),
        "{}",
        run.out
    );
    assert_eq!(sequence(options, 0x4000_4040, &lows).code, Some(0));
    // Columns side by side: SBO 2048 is right.
    let lows = [0x40, 0x42, 0x44, 0x46, 0x80, 0x82, 0x84, 0x86];
    assert_eq!(sequence(options, 0x4000_4080, &lows).code, Some(0));
}

/// Each start is held against its own place, not against the nearest one, and the swizzle is right as it is.
#[test]
fn a_wrong_start_is_one_fault() {
    let block = [0x40, 0x42, 0x44, 0x46, 0x140, 0x142, 0x144, 0x146];
    let run = sequence(
        "--sequence --element bf16 --mn 128 --k 64",
        0x4000_0040,
        &block,
    );
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert!(
        run.out
            .contains("Descriptor 5 is wrong, at step 0 of 4, M 64–127")
            && run.out.contains("start is 0x1400 instead of 0x2400"),
        "{}",
        run.out
    );
    let options = "--sequence --arch tcgen05 --element e4m3 --mn 128 --k 128";
    let step = sequence(options, 0x4000_4040, &[0x40, 0x50, 0x60, 0x70]);
    assert_eq!(step.code, Some(1), "{}", step.out);
    assert!(
        step.out.contains("Descriptor 2 is wrong, at step 1 of 4: 16 units are added instead of 2. Expected 0x4000404000010042"),
        "{}",
        step.out
    );
    for run in [run, step] {
        assert!(!run.out.contains("swizzle code"), "{}", run.out);
        assert!(!run.out.contains("nearest"), "{}", run.out);
    }
}

#[test]
fn what_is_assumed_is_always_printed() {
    let all = "--order mn --sbo 1024";
    let hex = "0x4000004000010040";
    let run = check("--element bf16 --mn 64 --k 64", hex);
    assert_eq!(run.code, Some(0), "{}", run.out);
    assert!(
        run.out.ends_with("inferred: K-major, atom order along MN first, packed strides (SBO 1024), 128B swizzle (from the descriptor), start 0x400 (from the descriptor), operand A, dense\n"),
        "{}",
        run.out
    );
    let run = check(&format!("{K_MAJOR} {all}"), hex);
    assert!(run.out.ends_with("inferred: dense\n"), "{}", run.out);
    let run = check(K_MAJOR, &format!("--github {hex}"));
    assert!(
        run.out.ends_with(
            "::notice title=inferred::atom order along MN first, packed strides (SBO 1024), dense\n"
        ),
        "{}",
        run.out
    );
    // Without a specified size, nothing but the start is known.
    let run = check("--start 0x400", "0x4000010000010040");
    assert_eq!(run.code, Some(2), "{}", run.out);
    assert!(
        run.out
            .contains("strides with gaps (SBO 4096, from the descriptor)"),
        "{}",
        run.out
    );
}

/// For operand A, one column of M is read and LBO has no effect; for B, LBO leads to the second column.
#[test]
fn both_operands_are_told_where_nobody_said_which() {
    let hex = "0x4000004000010040";
    let options = "--element bf16 --mn 128 --k 64 --major MN";
    let run = check(options, hex);
    assert_eq!(run.code, Some(1), "{}", run.out);
    assert_eq!(
        (count(&run, "  warning  "), count(&run, "  differs  ")),
        (1, 1),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("operand not specified; as operand B:\n"),
        "{}",
        run.out
    );
    assert_eq!(check(&format!("{options} --operand A"), hex).code, Some(0));
    assert_eq!(check(&format!("{options} --operand B"), hex).code, Some(1));
    // The start of a second block of A is not a start of B: the descriptor is not one of B.
    let block = check(
        "--element bf16 --mn 128 --k 64 --start 0x400",
        "0x4000004000010240",
    );
    assert_eq!(block.code, Some(0), "{}", block.out);
}
