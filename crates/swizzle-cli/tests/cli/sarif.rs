//! The output of `swizzle lint --sarif` is valid by the schema of SARIF 2.1.0.

use std::fs::File;
use std::io::Read as _;

use serde_json::{Map, Value};

use crate::lint::text;
use crate::program::swizzle_with_input;

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

/// Validates by the keywords of JSON schema that this one uses; `pattern`, `format` and `uniqueItems` are not looked at.
struct Validator {
    root: Value,
    faults: Vec<String>,
}

impl Validator {
    fn check(&mut self, schema: &Value, value: &Value, at: &str) {
        let Some(rules) = schema.as_object() else {
            return;
        };
        if let Some(to) = rules.get("$ref").and_then(Value::as_str) {
            let target = self.root.pointer(to.trim_start_matches('#')).cloned();
            return self.check(&target.expect("a definition"), value, at);
        }
        let mut fault = |words: String| self.faults.push(format!("{at}: {words}"));
        if let Some(kind) = rules.get("type").and_then(Value::as_str) {
            let fits = match kind {
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "integer" => value.is_i64() || value.is_u64(),
                "number" => value.is_number(),
                other => panic!("{other}: a type that is not known"),
            };
            if !fits {
                fault(format!("not of type {kind}"));
            }
        }
        if let Some(all) = rules.get("enum").and_then(Value::as_array)
            && !all.contains(value)
        {
            fault(format!("{value} is none of {all:?}"));
        }
        for (key, is_least) in [("minimum", true), ("maximum", false)] {
            if let (Some(limit), Some(number)) =
                (rules.get(key).and_then(Value::as_f64), value.as_f64())
                && (if is_least {
                    number < limit
                } else {
                    number > limit
                })
            {
                fault(format!("{number} is beyond {limit}"));
            }
        }
        for key in ["anyOf", "oneOf"] {
            let Some(choices) = rules.get(key).and_then(Value::as_array) else {
                continue;
            };
            let fitting = choices.iter().filter(|choice| {
                let mut trial = Self {
                    root: self.root.clone(),
                    faults: Vec::new(),
                };
                trial.check(choice, value, at);
                trial.faults.is_empty()
            });
            if fitting.count() == 0 {
                self.faults.push(format!("{at}: none of {key}"));
            }
        }
        match value {
            Value::Object(object) => self.check_object(rules, object, at),
            Value::Array(list) => {
                let least = rules.get("minItems").and_then(Value::as_u64).unwrap_or(0);
                if (list.len() as u64) < least {
                    self.faults.push(format!("{at}: fewer than {least} items"));
                }
                if let Some(items) = rules.get("items") {
                    for (number, item) in list.iter().enumerate() {
                        self.check(items, item, &format!("{at}/{number}"));
                    }
                }
            }
            _ => {}
        }
    }

    fn check_object(&mut self, rules: &Map<String, Value>, object: &Map<String, Value>, at: &str) {
        for key in rules
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            if !key.as_str().is_some_and(|key| object.contains_key(key)) {
                self.faults.push(format!("{at}: {key} is missing"));
            }
        }
        let known = rules.get("properties").and_then(Value::as_object);
        for (key, value) in object {
            let at = format!("{at}/{key}");
            match (
                known.and_then(|known| known.get(key)),
                rules.get("additionalProperties"),
            ) {
                (Some(rule), _) => self.check(rule, value, &at),
                (None, Some(Value::Bool(false))) => {
                    self.faults.push(format!("{at}: not a property"))
                }
                (None, Some(rule)) => self.check(rule, value, &at),
                (None, None) => {}
            }
        }
    }
}

fn faults(log: &Value) -> Vec<String> {
    let root = schema();
    let mut validator = Validator {
        root: root.clone(),
        faults: Vec::new(),
    };
    validator.check(&root, log, "");
    validator.faults
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
        assert_eq!(faults(&log), [""; 0]);
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
        let found = faults(&serde_json::from_str(log).expect("JSON"));
        assert!(found.iter().any(|fault| fault.contains(words)), "{found:?}");
    }
}
