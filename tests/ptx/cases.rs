//! Edits of kernels that compilers wrote, the rows of `edits.jsonl`: what each brings, and where.
//!
//! An edit is a line, and what the last of some letters in it become. `errors` lists all errors that the text then has, by line,
//! and `has` some of them: id, line and words of the title and its first fix, `*` for any id or line. With `right` false, no kernel
//! of the text is right.

use serde_json::Value;
use swizzle_core::reader::VerdictKind;
use swizzle_lints::{Finding, Severity};

use crate::ptx::{Text, judged, texts};

/// A text with edits: lines, and letters of each with those in their place.
pub(crate) fn edited<'a>(
    all: &[Text],
    file: &str,
    edits: impl IntoIterator<Item = (usize, &'a str, &'a str)>,
) -> String {
    let text = all.iter().find(|text| text.file == file).expect(file);
    let mut lines: Vec<String> = text.text.lines().map(str::to_owned).collect();
    for (line, old, new) in edits {
        let at = lines[line - 1].rfind(old).unwrap_or_else(|| panic!("{file}:{line}: no {old}"));
        lines[line - 1].replace_range(at..at + old.len(), new);
    }
    lines.join("\n")
}

/// The errors of a text: id, line and words, by their lines. What is the same of several lines is of each of them.
pub(crate) fn errors(text: &str) -> Vec<(&'static str, u32, String)> {
    let of = |one: &Finding<()>| {
        let words = format!("{} → {}", one.title, one.first_fix().unwrap_or_default());
        let lines = [one.line].into_iter().chain(one.also.iter().copied());
        lines.map(|line| (one.id, line, words.clone())).collect::<Vec<_>>()
    };
    let mut found = judged(text, |_, report| {
        let errors = report.findings.iter().filter(|one| one.severity == Severity::Error);
        errors.flat_map(of).collect::<Vec<_>>()
    })
    .concat();
    found.sort_by_key(|(_, line, _)| *line);
    found
}

#[test]
fn each_edit_brings_what_it_brings() {
    let (all, mut faults) = (texts("texts.jsonl.gz"), Vec::new());
    for row in include_str!("edits.jsonl").lines() {
        let case: Value = serde_json::from_str(row).expect(row);
        // A key that is misspelled would ask nothing.
        let keys: Vec<&str> = case.as_object().expect(row).keys().map(String::as_str).collect();
        let asked = keys.iter().filter(|key| ["errors", "has", "right"].contains(key)).count();
        let known = ["what", "file", "edits", "errors", "has", "right"];
        assert!(asked == 1 && keys.iter().all(|key| known.contains(key)), "{row}");
        let text = |value: &Value| value.as_str().map(str::to_owned).expect(row);
        let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
        let edits = list(&case["edits"]);
        let edits = edits.iter().map(|edit| {
            let of = |at: usize| edit[at].as_str().expect(row);
            (edit[0].as_u64().expect(row) as usize, of(1), of(2))
        });
        let edited = edited(&all, &text(&case["file"]), edits);
        if case["right"] == false {
            let verdicts = judged(&edited, |_, report| report.verdict);
            if verdicts.contains(&VerdictKind::Right) {
                faults.push(format!("{row}: {verdicts:?}"));
            }
            continue;
        }
        let found = errors(&edited);
        let is = |wanted: &Value, (id, line, words): &(&str, u32, String)| {
            let wanted = text(wanted);
            let mut parts = wanted.splitn(3, ' ');
            let mut is_part = |own: &str| parts.next().is_some_and(|part| part == "*" || part == own);
            is_part(id) && is_part(&line.to_string()) && words.contains(parts.next().unwrap_or_default())
        };
        let (whole, some) = (list(&case["errors"]), list(&case["has"]));
        let is_met = match some.is_empty() {
            true => {
                whole.len() == found.len() && whole.iter().zip(&found).all(|(wanted, one)| is(wanted, one))
            }
            false => some.iter().all(|wanted| found.iter().any(|one| is(wanted, one))),
        };
        if !is_met {
            faults.push(format!("{row}: {found:?}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
