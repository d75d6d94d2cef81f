//! Pasted texts and their meaning: each line of `tests/data/pastes.jsonl` and `pastes5.jsonl`, by its id.
//!
//! A value in `meaning` is compared with the answer's JSON; for a key in words, the answer is searched for the words that
//! `tests/pastes.toml` lists.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;
use serde_json::Value;

use crate::golden::{data, object};
use crate::program::{Run, program, run};
use crate::said;

/// What `tests/pastes.toml` says of the cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    refused: Vec<String>,
    words_only: Vec<String>,
    not_yet: Vec<String>,
    in_words: Vec<String>,
    says: BTreeMap<String, Answer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    command: Option<String>,
    words: Vec<String>,
}

fn all_said() -> Said {
    toml::from_str(include_str!("../pastes.toml")).expect("lists and answers")
}

fn cases() -> Vec<Value> {
    let read = |name: &str| std::fs::read_to_string(data(name)).expect("the golden file");
    let text = read("pastes.jsonl") + &read("pastes5.jsonl");
    text.lines().map(object).collect()
}

fn decoded(text: &str, options: &str) -> Run {
    run(program("decode").args(options.split_whitespace()).args(["--", text]), &[])
}

/// A line of a shell, with this program in its path.
fn of_shell(line: &str) -> Run {
    let program = Path::new(env!("CARGO_BIN_EXE_swizzle"));
    let folder = program.parent().expect("it is in a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    run(shell.args(["-c", line]).env("PATH", format!("{folder}:{path}")), &[])
}

/// A value without the explanation behind it.
fn plain(value: &Value) -> String {
    let text = said::plain(value);
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
fn faults(case: &Value, said: &Said) -> Vec<String> {
    let id = case["id"].as_str().expect("an id");
    let says = said.says.get(id);
    let is_among = |all: &[String]| all.iter().any(|one| one == id);
    let (mut faults, mut texts) = (Vec::new(), String::new());
    if case["input"].is_string() && case["command"].is_null() {
        let text = case["input"].as_str().unwrap_or_default();
        let human = decoded(text, "");
        texts = human.out + &human.err;
        if (human.code != Some(0)) != is_among(&said.refused) {
            faults.push(format!("exit {:?}", human.code));
        }
        if !is_among(&said.words_only) {
            let json = serde_json::from_str(&decoded(text, "--json").out).unwrap_or_default();
            faults.extend(differences(&case["meaning"], &json, &said.in_words));
        }
    } else if let Some(command) = case["command"].as_str() {
        let line = says.and_then(|answer| answer.command.as_deref());
        let run = of_shell(line.unwrap_or(command));
        let wanted = case["meaning"]["exit"].as_i64();
        if wanted.is_some_and(|wanted| run.code.map(i64::from) != Some(wanted)) {
            faults.push(format!("exit {:?}", run.code));
        }
        texts = run.out + &run.err;
    }
    let is_said = |part: &str| texts.to_lowercase().contains(&part.to_lowercase());
    let parts = says.iter().flat_map(|answer| &answer.words);
    let unsaid = parts.filter(|part| !is_said(part));
    faults.extend(unsaid.map(|part| format!("“{part}” is not said: {texts}")));
    faults
}

fn differences(meaning: &Value, json: &Value, in_words: &[String]) -> Vec<String> {
    let mut faults = Vec::new();
    for (key, wanted) in meaning.as_object().expect("an object") {
        let Some(value) = found(json, key) else {
            assert!(in_words.contains(key), "{key}: nothing looks for it");
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
    let (said, mut report) = (all_said(), String::new());
    for case in cases() {
        let id = case["id"].as_str().expect("an id");
        if !id.contains(&only) {
            continue;
        }
        let faults = faults(&case, &said);
        match (said.not_yet.iter().any(|one| one == id), faults.is_empty()) {
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
    for id in all_said().says.keys() {
        assert!(cases.iter().any(|case| case["id"] == *id), "{id}");
    }
}
