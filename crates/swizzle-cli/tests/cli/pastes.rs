//! Pasted texts and their meaning: each line of `tests/data/pastes.jsonl` and `pastes5.jsonl`, by its id.
//!
//! A value in `meaning` is compared with the answer's JSON; for a key in words, the answer is searched for the words that
//! [`SAYS`] lists.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::pastes_said::{NOT_YET, REFUSED, SAYS, WORDS_ONLY};
use crate::program::Run;

/// Keys of `meaning` whose values are words, or that others explain: the required words are in [`SAYS`].
const IN_WORDS: &[&str] = &[
    "what",
    "why",
    "fault",
    "fix",
    "note",
    "pairs_with",
    "arguments",
    "right",
    "repair",
    "given",
    "is",
    "is_idesc",
    "kind",
    "legal",
    "steps_0_3",
    "step_4_must_start",
    "step_4_start",
    "accepted",
    "address",
    "rank",
    "box",
    "box_inner_bytes",
    "box_inner_elements",
    "span",
    "wavefronts",
    "conflicts",
    "instruction",
    "types",
    "a",
    "b",
    "unit",
    "k_step",
    "k_column",
    "m_block",
    "stage",
    "tile",
    "column_bytes",
    "descriptor_if_A",
    "descriptor_without_start",
    "idesc",
    "m",
    "n",
    "sfa_id",
    "sfb_id",
    "lbo_mode",
    "element_bits",
    "element_bytes",
    "descriptor_at_0",
    "sbo",
    "stages",
    "stage_bytes",
    "start",
];

fn cases() -> Vec<Value> {
    let read = |name: &str| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
        std::fs::read_to_string(folder.join(name)).unwrap_or_default()
    };
    let text = read("pastes.jsonl") + &read("pastes5.jsonl");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect()
}

fn run(command: &mut Command) -> Run {
    let output = command
        .stdin(Stdio::null())
        .output()
        .expect("it can be run");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Run {
        out: text(output.stdout),
        err: text(output.stderr),
        code: output.status.code(),
    }
}

fn decoded(text: &str, options: &[&str]) -> Run {
    run(Command::new(env!("CARGO_BIN_EXE_swizzle"))
        .arg("decode")
        .args(options)
        .arg("--")
        .arg(text))
}

/// A line of a shell, with this program in its path.
fn of_shell(line: &str) -> Run {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_swizzle"));
    let folder = program.parent().expect("it is in a folder");
    let path = format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    run(Command::new("sh").arg("-c").arg(line).env("PATH", path))
}

/// A value without the explanation behind it.
fn plain(value: &Value) -> String {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    text.split(" (").next().unwrap_or_default().to_owned()
}

/// Returns the value in the JSON for a key of `meaning`.
fn found(json: &Value, key: &str) -> Option<Value> {
    let descriptor = &json["descriptors"][0];
    let field = |name: &str, what: &str| descriptor["fields"][name][what].clone();
    let of = |group: &str| json[group][key]["value"].clone();
    Some(match key {
        "descriptor" => descriptor["hex"].clone(),
        "arch" => match &descriptor["arch"] {
            Value::Null => json["arch"].clone(),
            arch => arch.clone(),
        },
        "lbo_field" | "sbo_field" => field(&key[..3], "field"),
        "lbo_bytes" | "sbo_bytes" => field(&key[..3], "bytes"),
        "base_offset" => field(key, "field"),
        "swizzle" => match field(key, "meaning") {
            Value::Null => of("tile"),
            mode => mode,
        },
        "element" | "mn" | "k" | "major" | "buffer_mn" | "buffer_k" => of("tile"),
        "operand" => of("reader"),
        _ => return None,
    })
}

/// Returns the faults of the answer to a case; none if it is right.
fn faults(case: &Value) -> Vec<String> {
    let id = case["id"].as_str().expect("an id");
    let says = SAYS.iter().filter(|(of, ..)| *of == id);
    let (mut faults, mut texts) = (Vec::new(), String::new());
    if case["input"].is_string() && case["command"].is_null() {
        let text = case["input"].as_str().unwrap_or_default();
        let human = decoded(text, &[]);
        texts = human.out + &human.err;
        if (human.code != Some(0)) != REFUSED.contains(&id) {
            faults.push(format!("exit {:?}", human.code));
        }
        if !WORDS_ONLY.contains(&id) {
            let json = serde_json::from_str(&decoded(text, &["--json"]).out).unwrap_or_default();
            faults.extend(differences(&case["meaning"], &json));
        }
    } else if let Some(command) = case["command"].as_str() {
        let line = says
            .clone()
            .find_map(|(_, line, _)| *line)
            .unwrap_or(command);
        let run = of_shell(line);
        let wanted = case["meaning"]["exit"].as_i64();
        if wanted.is_some_and(|wanted| run.code.map(i64::from) != Some(wanted)) {
            faults.push(format!("exit {:?}", run.code));
        }
        texts = run.out + &run.err;
    }
    let is_said = |part: &str| texts.to_lowercase().contains(&part.to_lowercase());
    let unsaid = says
        .flat_map(|(.., parts)| *parts)
        .filter(|part| !is_said(part));
    faults.extend(unsaid.map(|part| format!("“{part}” is not said: {texts}")));
    faults
}

fn differences(meaning: &Value, json: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    for (key, wanted) in meaning.as_object().expect("an object") {
        let Some(value) = found(json, key) else {
            assert!(
                IN_WORDS.contains(&key.as_str()),
                "{key}: nothing looks for it"
            );
            continue;
        };
        let value = plain(&value);
        let is_same = plain(wanted).split(" or ").any(|one| {
            let one = one.split(',').next().unwrap_or_default().trim();
            let one = one.split(' ').next().unwrap_or_default();
            one == value
        });
        if !is_same {
            faults.push(format!("{key}: {value}, not {}", plain(wanted)));
        }
    }
    faults
}

#[test]
fn each_means_what_it_means() {
    let only = std::env::var("PASTE").unwrap_or_default();
    let mut report = String::new();
    for case in cases()
        .iter()
        .filter(|case| case["id"].as_str().is_some_and(|id| id.contains(&only)))
    {
        let id = case["id"].as_str().expect("an id");
        let faults = faults(case);
        match (NOT_YET.contains(&id), faults.is_empty()) {
            (false, false) => report += &format!("{id}: {}\n", faults.join("\n  ")),
            (true, true) => report += &format!("{id}: right by now: take it off the list\n"),
            _ => {}
        }
    }
    assert!(report.is_empty(), "{report}");
}

#[test]
fn what_is_said_in_words_is_looked_for() {
    let cases = cases();
    for (id, ..) in SAYS {
        assert!(
            cases.is_empty() || cases.iter().any(|case| case["id"] == *id),
            "{id}"
        );
    }
}
