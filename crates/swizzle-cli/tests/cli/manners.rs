//! `swizzle lint` in a build: exit codes, streams, files, and what is allowed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::lint::text;

const PLAIN: &str =
    ".version 8.4\n.target sm_90a\n.address_size 64\n.visible .entry k()\n{\n\tret;\n}\n";

/// An empty folder of a test, with a right, a wrong and an incomplete kernel, and one without tensor-core instructions.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("manners")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("deep")).expect("a folder");
    let right = text("multiplied.jsonl.gz", "case0");
    let wrong = right.replace("add.s32 \t%r61, %r2, 8192;", "add.s32 \t%r61, %r2, 9216;");
    let unknown = text("multiplied.jsonl.gz", "case19").replace(
        "and.b32  \t%r1, %r18, -1024;",
        "and.b32  \t%r1, %r18, -512;",
    );
    for (name, text) in [
        ("right.ptx", right.as_str()),
        ("wrong.ptx", &wrong),
        ("deep/unknown.ptx", &unknown),
        ("deep/plain.ptx", PLAIN),
        ("hello.ptx", "hello"),
    ] {
        fs::write(folder.join(name), text).expect("a file");
    }
    folder
}

/// Runs the program in a folder: exit code, output, errors.
pub(crate) fn run(folder: &Path, options: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_swizzle"));
    command.args(options.split_whitespace()).current_dir(folder);
    let done = command.output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (done.status.code(), text(&done.stdout), text(&done.stderr))
}

/// Options, exit code, and words of the output and of the errors; `!` before words that must not be there.
type Row = (
    &'static str,
    i32,
    &'static [&'static str],
    &'static [&'static str],
);

#[test]
fn runs_end_as_they_say() {
    let folder = folder("runs");
    let rows: &[Row] = &[
        ("lint right.ptx", 0, &["1 kernel: 1 right\n"], &["!e"]),
        (
            "lint wrong.ptx",
            1,
            &["error: B, step 2", "1 kernel: 1 wrong\n"],
            &["!e"],
        ),
        (
            "lint wrong.ptx right.ptx deep/unknown.ptx",
            1,
            &["3 kernels: 1 right, 1 wrong, 1 not judged\n"],
            &["!e"],
        ),
        // What is not known.
        (
            "lint right.ptx deep",
            0,
            &["2 kernels: 1 right, 1 not judged\n"],
            &[],
        ),
        (
            "lint --fail-on incomplete right.ptx deep",
            1,
            &["1 not judged"],
            &[],
        ),
        ("lint --fail-on incomplete right.ptx", 0, &[], &[]),
        ("lint --fail-on error wrong.ptx", 1, &[], &[]),
        (
            "lint --fail-on note right.ptx",
            2,
            &[],
            &["incomplete, warning, error"],
        ),
        // Quiet.
        ("lint -q right.ptx deep", 0, &["!e"], &["!e"]),
        (
            "lint --quiet wrong.ptx right.ptx",
            1,
            &["error: B, step 2", "!kernel:"],
            &["!e"],
        ),
        (
            "lint -q --github wrong.ptx",
            1,
            &["::error file=wrong.ptx"],
            &[],
        ),
        // A file that cannot be read hides nothing.
        (
            "lint missing.ptx wrong.ptx",
            2,
            &["error: B, step 2"],
            &["error: missing.ptx: "],
        ),
        (
            "lint hello.ptx right.ptx",
            2,
            &["1 kernel: 1 right"],
            &["hello.ptx: not PTX"],
        ),
        (
            "lint --json missing.ptx right.ptx",
            2,
            &["\"right\": 1"],
            &["missing.ptx"],
        ),
        // PTX without tensor-core instructions.
        (
            "lint deep/plain.ptx",
            0,
            &["!e"],
            &["note: deep/plain.ptx: no wgmma.mma_async and no tcgen05.mma"],
        ),
        (
            "lint --json deep/plain.ptx",
            0,
            &["\"kernels\": []"],
            &["note: "],
        ),
        (
            "lint --sarif deep/plain.ptx",
            0,
            &["\"results\": []"],
            &["note: "],
        ),
        // Patterns.
        ("lint **/*.cubin", 2, &[], &["**/*.cubin: no file matches"]),
        (
            "lint deep/*.ptx ri*.ptx",
            0,
            &["2 kernels: 1 right, 1 not judged"],
            &[],
        ),
        // Statistics, instead of findings.
        (
            "lint --statistics wrong.ptx",
            1,
            &[
                "    1  error    walk-start        A step does not start",
                "!B, step 2",
            ],
            &[],
        ),
        (
            "lint --statistics --json wrong.ptx",
            2,
            &[],
            &["cannot be used with"],
        ),
        // To a file: the summary stays.
        (
            "lint --output out.txt wrong.ptx",
            1,
            &["1 kernel: 1 wrong\n", "!B, step 2"],
            &[],
        ),
        (
            "lint --sarif --output out.sarif wrong.ptx",
            1,
            &["1 kernel: 1 wrong\n", "!version"],
            &[],
        ),
        ("lint -q --output out.txt wrong.ptx", 1, &["!e"], &[]),
        (
            "lint --output no/such/out.txt wrong.ptx",
            2,
            &[],
            &["no/such/out.txt"],
        ),
        // What a run needs.
        ("lint", 2, &[], &["<FILE>..."]),
        (
            "lint --list",
            0,
            &["walk-start            error    A step does not start"],
            &[],
        ),
        ("lint --explain 218 wrong.ptx", 0, &["B follows from"], &[]),
    ];
    let mut faults = Vec::new();
    for (options, code, out, err) in rows {
        let run = run(&folder, options);
        let is_met = |text: &str, words: &&str| match words.strip_prefix('!') {
            Some(words) => !text.contains(words),
            None => text.contains(words),
        };
        let fits = run.0 == Some(*code)
            && out.iter().all(|words| is_met(&run.1, words))
            && err.iter().all(|words| is_met(&run.2, words));
        if !fits {
            faults.push(format!("{options}: {run:?}"));
        }
    }
    assert_eq!(faults, [""; 0]);
    let written = fs::read_to_string(folder.join("out.sarif")).expect("a file");
    let log: Value = serde_json::from_str(&written).expect("JSON");
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(1));
    assert!(
        fs::read_to_string(folder.join("out.txt"))
            .is_ok_and(|text| text.contains("error: B, step 2"))
    );
}

/// Entries of `swizzle.toml`, whether the wrong kernel is then allowed, and words of the errors.
#[test]
fn entries_allow_what_they_name() {
    let folder = folder("entries");
    // The source that the kernel names.
    let at_source = "\t.file\t1 \"gemm.cu\"\n";
    let wrong = fs::read_to_string(folder.join("wrong.ptx")).expect("a file");
    let lines: Vec<String> = wrong
        .lines()
        .enumerate()
        .map(|(at, line)| match at {
            217 => format!("\t.loc\t1 7 3\n{line}"),
            _ => line.to_owned(),
        })
        .collect();
    fs::write(
        folder.join("wrong.ptx"),
        lines.join("\n") + "\n" + at_source,
    )
    .expect("a file");
    let nothing = "this entry for walk-start allows no finding";
    for (entry, code, words) in [
        ("", 0, ""),
        ("line = 219", 0, ""),
        ("line = 218", 1, nothing),
        ("file = 'wrong.ptx'", 0, ""),
        ("file = '*.ptx'\nline = 219", 0, ""),
        ("file = 'right.ptx'", 1, nothing),
        ("file = 'rong.ptx'", 1, nothing),
        ("file = 'gemm.cu'", 0, ""),
        ("file = 'gemm.*'\nline = 7", 0, ""),
        ("file = 'gemm.cu'\nline = 219", 1, nothing),
        ("kernel = '_Z7kernel*'", 0, ""),
        ("kernel = '_Z7kernel'", 1, nothing),
        ("file = '['", 2, "line 2: "),
        ("line = 'x'", 2, "invalid type"),
        ("why = 'x'", 2, "unknown field"),
    ] {
        let text = format!("[[allow]]\nid = \"walk-start\" # known\n{entry}\nreason = 'padded'\n");
        fs::write(folder.join("swizzle.toml"), text).expect("a file");
        let run = run(&folder, "lint wrong.ptx");
        assert_eq!(run.0, Some(code), "{entry}: {run:?}");
        assert!(
            run.2.contains(words) && (!words.is_empty() || run.2.is_empty()),
            "{entry}: {run:?}"
        );
    }
    for (text, code, words) in [
        (
            "[[allow]]\nid = 'walk-begin'\nreason = 'x'\n",
            1,
            "line 2: no rule has the id “walk-begin”",
        ),
        (
            "[[allow]]\nid = 'walk-start'\nreason = ' '\n",
            2,
            "the reason is empty",
        ),
        ("[[allow]]\nreason = 'x'\n", 2, "missing field `id`"),
        ("hello", 2, "line 1"),
        (
            "allow = [{ id = 'walk-start', reason = 'in a list' }]\n",
            0,
            "",
        ),
    ] {
        fs::write(folder.join("swizzle.toml"), text).expect("a file");
        let run = run(&folder, "lint wrong.ptx");
        assert_eq!(run.0, Some(code), "{text}: {run:?}");
        assert!(run.2.contains(words), "{text}: {run:?}");
    }
    fs::remove_file(folder.join("swizzle.toml")).expect("it was written");
    // Comments in the source: on the line, or alone on the one before.
    let source = |line_6: &str, line_7: &str| format!("\n\n\n\n\n{line_6}\n{line_7}\n");
    for (text, code) in [
        (source("", "mma(); // swizzle: allow walk-start: padded"), 0),
        (
            source(
                "# swizzle: allow walk-gaps, walk-start: padded",
                "tl.dot(a, b)",
            ),
            0,
        ),
        (
            source("  /* swizzle: allow walk-start: padded */", "mma();"),
            0,
        ),
        (
            source(
                "mma(); // swizzle: allow walk-start: of its own line",
                "mma();",
            ),
            1,
        ),
        (source("", "mma(); // swizzle: allow walk-start:"), 1),
        (source("", "mma(); // swizzle: allow walk-gaps: another"), 1),
        (source("", "\"swizzle: allow walk-start: no comment\""), 1),
        (String::new(), 1),
    ] {
        fs::write(folder.join("gemm.cu"), &text).expect("a file");
        let run = run(&folder, "lint wrong.ptx");
        assert_eq!(run.0, Some(code), "{text}: {run:?}");
    }
}

#[test]
fn a_baseline_allows_what_is_there() {
    let folder = folder("baseline");
    fs::write(folder.join("swizzle.toml"), "# ours\n").expect("a file");
    let run = |options: &str| run(&folder, options);
    let written = run("lint --write-baseline wrong.ptx right.ptx");
    assert_eq!(
        (written.0, &*written.1),
        (Some(0), "1 finding added to swizzle.toml\n")
    );
    let text = fs::read_to_string(folder.join("swizzle.toml")).expect("a file");
    assert!(
        text.starts_with("# ours\n") && text.contains("id = \"walk-start\""),
        "{text}"
    );
    let after = run("lint wrong.ptx right.ptx");
    assert_eq!((after.0, &*after.2), (Some(0), ""), "{after:?}");
    assert!(
        after
            .1
            .ends_with("2 kernels: 1 right, 1 not judged; 1 finding allowed\n"),
        "{}",
        after.1
    );
    // What is allowed is not what is not known.
    assert_eq!(
        run("lint --fail-on incomplete wrong.ptx right.ptx").0,
        Some(0)
    );
    assert_eq!(run("lint --fail-on incomplete wrong.ptx deep").0, Some(1));
    // Nothing is added twice.
    assert_eq!(
        run("lint --write-baseline wrong.ptx").1,
        "0 findings added to swizzle.toml\n"
    );
}

/// The step of `action.yml` that lints, run as a runner runs it, on several lines of files with a pattern among them.
#[test]
fn the_action_lints_every_line_of_files() {
    let folder = folder("action");
    let action = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../action.yml"))
        .expect("the action");
    let (_, step) = action.split_once("- id: lint\n").expect("the step");
    let (_, script) = step.split_once("run: |\n").expect("its script");
    let script: Vec<&str> = script
        .lines()
        .map_while(|line| line.strip_prefix("        "))
        .collect();
    let bin = folder.join("swizzle/bin");
    fs::create_dir_all(&bin).expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_swizzle"), bin.join("swizzle")).expect("the program");
    for (files, code, results) in [
        ("right.ptx\nwrong.ptx", 1, 1),
        ("  right.ptx  \n\n", 0, 0),
        ("deep/*.ptx\nwr*.ptx\n", 1, 2),
    ] {
        let output = folder.join("output");
        let _ = fs::remove_file(&output);
        let done = Command::new("bash")
            .args(["-e", "-o", "pipefail", "-c", &script.join("\n")])
            .current_dir(&folder)
            .envs([
                ("FILES", files),
                ("CONFIG", "swizzle.toml"),
                ("FAIL_ON", "warning"),
            ])
            .env("RUNNER_TEMP", &folder)
            .env("GITHUB_OUTPUT", &output)
            .output()
            .expect("bash");
        assert!(
            done.status.success(),
            "{files}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        let said = fs::read_to_string(&output).expect("what the step says");
        assert!(said.contains(&format!("code={code}\n")), "{files}: {said}");
        let log = fs::read_to_string(folder.join("swizzle.sarif")).expect("the log");
        let log: Value = serde_json::from_str(&log).expect("JSON");
        assert_eq!(
            log["runs"][0]["results"].as_array().map(Vec::len),
            Some(results),
            "{files}"
        );
    }
}

/// The hook's own command, with its pattern of files.
#[test]
fn the_hook_passes_plain_ptx() {
    let folder = folder("hook");
    let hook = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../.pre-commit-hooks.yaml"
    ))
    .expect("the hook");
    let entry = hook
        .lines()
        .find_map(|line| line.trim().strip_prefix("entry: swizzle "))
        .expect("a command");
    assert_eq!(
        run(&folder, &format!("{entry} deep/plain.ptx right.ptx")).0,
        Some(0)
    );
    assert_eq!(run(&folder, &format!("{entry} deep/plain.ptx")).0, Some(0));
    assert_eq!(
        run(&folder, &format!("{entry} deep/plain.ptx wrong.ptx")).0,
        Some(1)
    );
}
