//! The output of `swizzle lint --sarif` is valid by the schema of SARIF 2.1.0.

use std::fs::{self, File};
use std::io::Read as _;

use serde_json::Value;

use crate::lint::text;
use crate::manners::{folder, run};
use crate::program::swizzle_with_input;
use crate::validator::faults;

fn schema() -> Value {
    let path = format!(
        "{}/../../tests/data/sarif-2.1.0.schema.json.gz",
        env!("CARGO_MANIFEST_DIR")
    );
    let mut text = String::new();
    flate2::read::GzDecoder::new(File::open(path).expect("the schema"))
        .read_to_string(&mut text)
        .expect("text");
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_log_is_valid() {
    let right = text("multiplied.jsonl.gz", "case0");
    let wrong = right.replace("add.s32 \t%r61, %r2, 8192;", "add.s32 \t%r61, %r2, 9216;");
    let allowed = right.replace(
        "add.s32 \t%r61, %r2, 8192;",
        "add.s32 \t%r61, %r2, 9216; // swizzle: allow walk-start: a trial",
    );
    let inlined = text("texts.jsonl.gz", "triton_attn_128x128x64_sm90");
    let inlined = inlined.replace("4611686293305360384", "4611686568183267328");
    for input in [right, wrong, allowed, inlined] {
        let log: Value =
            serde_json::from_str(&swizzle_with_input("lint --sarif -", &input).out).expect("JSON");
        assert_eq!(faults(&schema(), &log), [""; 0]);
    }
}

#[test]
fn what_is_no_log_is_told() {
    for (log, words) in [
        (r#"{"version":"2.1.0"}"#, "\"runs\" is missing"),
        (r#"{"version":"2.0.0","runs":[]}"#, "is none of"),
        (
            r#"{"version":"2.1.0","runs":[{"tool":{"driver":{}}}]}"#,
            "\"name\" is missing",
        ),
        (
            r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"results":[{"level":"bad","message":{"text":"a"}}]}]}"#,
            "/runs/0/results/0/level",
        ),
        (
            r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"a"}},"other":1}]}"#,
            "not a property",
        ),
    ] {
        let found = faults(&schema(), &serde_json::from_str(log).expect("JSON"));
        assert!(found.iter().any(|fault| fault.contains(words)), "{found:?}");
    }
}

/// What GitHub shows of a rule: what is found, why, help with an example, a page and a level.
#[test]
fn rules_say_what_they_find() {
    let run = swizzle_with_input("lint --sarif -", &text("multiplied.jsonl.gz", "case0"));
    let log: Value = serde_json::from_str(&run.out).expect("JSON");
    let rules = &log["runs"][0]["tool"]["driver"]["rules"];
    let rules = rules.as_array().expect("rules");
    assert!(rules.len() > 60);
    for rule in rules {
        let of = |at: &str| {
            rule.pointer(at)
                .and_then(Value::as_str)
                .unwrap_or_else(|| panic!("{at}: {rule}"))
        };
        let what = of("/shortDescription/text");
        assert!(
            what.ends_with('.') && what.len() < 150 && !what.contains("PTX ISA,"),
            "{what}"
        );
        assert!(of("/fullDescription/text").starts_with(what));
        for help in ["/help/text", "/help/markdown"] {
            for words in ["Wrong: ", "Right: ", "Source: ", "[[allow]]"] {
                assert!(of(help).contains(words), "{words}: {rule}");
            }
        }
        assert!(of("/helpUri").starts_with("https://"));
        assert!(["error", "warning", "note"].contains(&of("/defaultConfiguration/level")));
    }
}

/// Paths are relative to the repository that the file is in, wherever the program is called; others are absolute.
#[test]
fn paths_are_those_of_the_repository() {
    let folder = folder("paths");
    let inside = folder.join("repository");
    fs::create_dir_all(inside.join(".git")).expect("a folder");
    fs::create_dir_all(inside.join("build here")).expect("a folder");
    for at in ["build here/wrong.ptx", "wrong.ptx"] {
        fs::copy(folder.join("wrong.ptx"), inside.join(at)).expect("a file");
    }
    let whole = inside.join("wrong.ptx").display().to_string();
    let outside = folder.join("wrong.ptx").display().to_string();
    for (here, file, wanted) in [
        (".", "wrong.ptx", "wrong.ptx"),
        (".", "./wrong.ptx", "wrong.ptx"),
        ("build here", "wrong.ptx", "build%20here/wrong.ptx"),
        ("build here", "../wrong.ptx", "wrong.ptx"),
        (".", &whole, "wrong.ptx"),
        (".", "../wrong.ptx", &format!("file://{outside}")),
        (".", &outside, &format!("file://{outside}")),
    ] {
        let (_, out, _) = run(&inside.join(here), &format!("lint --sarif {file}"));
        let log: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(faults(&schema(), &log), [""; 0]);
        let at = log.pointer("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri");
        assert_eq!(at.and_then(Value::as_str), Some(wanted), "{here} {file}");
    }
}
