//! The rules' pages: complete, and their examples judged as they say.

use serde_json::Value;

use crate::golden::text;
use crate::program::{Run, swizzle, swizzle_with_input};
use crate::said::found;

/// The sections of `rules.md`, each with the kernel of its example if it names one.
fn kernels() -> Vec<(String, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../swizzle-lints/rules.md");
    let all = std::fs::read_to_string(path).expect("the rules");
    let of = |section: &str| {
        let kernel = section.lines().find_map(|line| line.strip_prefix("- kernel: "));
        Some((section.lines().next()?.to_owned(), kernel?.to_owned()))
    };
    all.split("\n## ").filter_map(of).collect()
}

fn rules() -> Vec<Value> {
    let list = swizzle("lint --list --json").right().json();
    assert_eq!(list["schema"], 2);
    list["rules"].as_array().expect("a list").clone()
}

/// Whether an answer has a finding of this id.
fn has(run: &Run, id: &str) -> bool {
    let json = run.json();
    let all = ["/kernels/*/findings/*/id", "/findings/*/id"];
    let all = all.iter().filter_map(|pointer| found(&json, pointer));
    let id = format!("\"{id}\"");
    all.map(|ids| ids.to_string()).any(|ids| ids.contains(&id))
}

/// Runs the command of an example.
fn run(command: &str) -> Run {
    let options = command.strip_prefix("swizzle ").expect(command);
    let is_json = options.starts_with("scale") || options.starts_with("tma");
    swizzle(&format!("{options} {}", if is_json { "" } else { "--json" }))
}

#[test]
fn every_rule_has_a_page_with_an_example() {
    for rule in rules() {
        let id = rule["id"].as_str().expect("an id");
        let page = swizzle(&format!("lint --explain {id}")).answer();
        for key in ["id", "severity", "what", "why", "wrong", "right", "evidence", "confidence"] {
            let text = rule[key].as_str().expect(key);
            assert!(!text.is_empty() && page.contains(text), "{key}: {page}");
        }
    }
}

/// The right line of a kernel has the finding as soon as it is the wrong one.
#[test]
fn examples_in_kernels_are_judged_as_they_say() {
    let (all, mut faults) = (rules(), Vec::new());
    let kernels = kernels();
    assert!(kernels.len() > 30);
    for (id, kernel) in kernels {
        let rule = all.iter().find(|rule| rule["id"] == *id).expect(&id);
        let [wrong, right] = ["wrong", "right"].map(|key| rule[key].as_str().expect(key));
        let (file, name) = kernel.split_once(' ').expect("a file and a kernel");
        let name = if file == "texts" { name.to_owned() } else { name.replace(".ptx", "") };
        let before = text(file, &name);
        let mut is_found = false;
        let line = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let words = words.join(" ");
            match !is_found && words.contains(right) {
                true => {
                    is_found = true;
                    words.replace(right, wrong)
                }
                false => line.to_owned(),
            }
        };
        let after: Vec<String> = before.lines().map(line).collect();
        let is_told =
            [before, after.join("\n")].map(|text| has(&swizzle_with_input("lint --json -", &text), &id));
        if !is_found || is_told != [false, true] {
            faults.push(format!("{id}: found {is_found}, before and after {is_told:?}"));
        }
    }
    assert_eq!(faults, [""; 0]);
}

#[test]
fn examples_of_commands_are_answered_as_they_say() {
    let mut faults = Vec::new();
    let mut count = 0;
    for rule in rules() {
        let [id, wrong, right] = ["id", "wrong", "right"].map(|key| rule[key].as_str().expect(key));
        if !wrong.starts_with("swizzle ") {
            continue;
        }
        count += 1;
        let [wrong, right] = [run(wrong), run(right)];
        let is_told = match id {
            "tma-refused" => (wrong.code, right.code) == (Some(1), Some(0)),
            _ => has(&wrong, id) && !has(&right, id),
        };
        if !is_told {
            faults.push(format!("{id}: {} {:?}, {} {:?}", wrong.err, wrong.code, right.err, right.code));
        }
    }
    assert!(count > 40, "{count}");
    assert_eq!(faults, [""; 0]);
}
