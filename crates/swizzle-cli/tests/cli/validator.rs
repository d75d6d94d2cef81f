//! A validator of JSON schemas.

use serde_json::{Map, Value};

/// Validates by the keywords of JSON schema that the project's and SARIF's use; `pattern`, `format` and `uniqueItems` are not looked at.
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
        if let Some(kind) = rules.get("type") {
            let is_of = |kind: &Value| match kind.as_str().expect("a type") {
                "null" => value.is_null(),
                "object" => value.is_object(),
                "array" => value.is_array(),
                "string" => value.is_string(),
                "boolean" => value.is_boolean(),
                "integer" => value.is_i64() || value.is_u64(),
                "number" => value.is_number(),
                other => panic!("{other}: a type that is not known"),
            };
            let fits = kind
                .as_array()
                .map_or_else(|| is_of(kind), |all| all.iter().any(is_of));
            if !fits {
                fault(format!("not of type {kind}"));
            }
        }
        if let Some(wanted) = rules.get("const").filter(|wanted| *wanted != value) {
            fault(format!("not {wanted}"));
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

/// What is wrong with a value by a schema.
pub(crate) fn faults(root: &Value, value: &Value) -> Vec<String> {
    let mut validator = Validator {
        root: root.clone(),
        faults: Vec::new(),
    };
    validator.check(root, value, "");
    validator.faults
}
