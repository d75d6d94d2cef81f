//! What a case says of a text.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::schema;

/// What is said of a text.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Parts {
    starts: String,
    ends: String,
    has: Vec<String>,
    /// Words, all of which come before all of the next.
    order: Vec<String>,
    /// Lines, the words of each separated by one space.
    lines: Vec<String>,
    /// How many lines contain these words.
    count: BTreeMap<String, usize>,
    /// Values of JSON, or [`Parts`] of them, by [`found`]'s pointers.
    json: BTreeMap<String, Value>,
    schema: Option<String>,
}

impl Parts {
    fn faults(&self, text: &str) -> Vec<String> {
        let words_of = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = text.lines().map(words_of).collect();
        let mut faults = Vec::new();
        let mut check = |is_met: bool, what: &str, words: &str| {
            if !is_met {
                faults.push(format!("{what} “{words}”"));
            }
        };
        check(text.starts_with(&self.starts), "does not start with", &self.starts);
        check(text.ends_with(&self.ends), "does not end with", &self.ends);
        for words in &self.has {
            match words.strip_prefix('!') {
                Some(words) => check(!text.contains(words), "has", words),
                None => check(text.contains(words), "lacks", words),
            }
        }
        for pair in self.order.windows(2) {
            let at = [text.rfind(&pair[0]), text.find(&pair[1])];
            check(at[0].is_some() && at[0] < at[1], "is out of order at", &pair[1]);
        }
        for line in &self.lines {
            check(lines.contains(line), "lacks the line", line);
        }
        for (words, wanted) in &self.count {
            let count = text.lines().filter(|line| line.contains(words)).count();
            check(count == *wanted, &format!("has {count} lines, not {wanted}, with"), words);
        }
        if self.schema.is_some() || !self.json.is_empty() {
            let json = serde_json::from_str(text).unwrap_or_default();
            for (pointer, wanted) in &self.json {
                let value = found(&json, pointer);
                let is_met = value.as_ref().is_some_and(|value| is_met(value, wanted));
                let value = value.unwrap_or("nothing".into());
                check(is_met, &format!("has {value}, not {wanted}, at"), pointer);
            }
            let of = self.schema.iter();
            faults.extend(of.flat_map(|of| schema::faults(of, &json)));
        }
        faults
    }
}

/// What is wrong with a text: it is another, it lacks words or has such behind `!`, or it does not have its [`Parts`].
pub(crate) fn faults(said: &Value, text: &str) -> Vec<String> {
    match said {
        Value::Null => Vec::new(),
        Value::String(whole) if whole == text => Vec::new(),
        Value::String(whole) => vec![format!("is not {whole:?}")],
        Value::Array(words) => faults(&json!({ "has": words }), text),
        parts => match serde_json::from_value::<Parts>(parts.clone()) {
            Ok(parts) => parts.faults(text),
            Err(fault) => vec![fault.to_string()],
        },
    }
}

fn is_met(value: &Value, wanted: &Value) -> bool {
    value == wanted || wanted.is_object() && faults(wanted, &plain(value)).is_empty()
}

/// The value at a pointer, in which `*` is every element of a list, `[KEY=VALUE]` those of which that is true (both make a list),
/// and `#` how many there are.
pub(crate) fn found(json: &Value, pointer: &str) -> Option<Value> {
    let Some(pointer) = pointer.strip_prefix('/') else {
        return Some(json.clone());
    };
    let (part, rest) = pointer.split_at(pointer.find('/').unwrap_or(pointer.len()));
    let condition = part.strip_prefix('[').and_then(|part| part.strip_suffix(']')?.split_once('='));
    if part == "#" {
        return Some(json.as_array()?.len().into());
    }
    if part != "*" && condition.is_none() {
        return found(json.pointer(&format!("/{part}"))?, rest);
    }
    let is_asked = |one: &&Value| condition.is_none_or(|(key, value)| plain(&one[key]) == value);
    json.as_array()?.iter().filter(is_asked).map(|one| found(one, rest)).collect()
}

/// A value as it is written in a text.
pub(crate) fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
