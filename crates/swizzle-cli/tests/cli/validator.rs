//! A validator of JSON schemas.

use serde_json::Value;

/// What is wrong with a value by a schema.
pub(crate) fn faults(root: &Value, value: &Value) -> Vec<String> {
    check(root, root, value, "")
}

fn is_of(kind: &Value, value: &Value) -> bool {
    let Some(kind) = kind.as_str() else {
        return kind.as_array().is_none_or(|all| all.iter().any(|kind| is_of(kind, value)));
    };
    match kind {
        "null" => value.is_null(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        other => panic!("{other}: a type that is not known"),
    }
}

/// Validates by the keywords of JSON schema that the project's and SARIF's use; `pattern`, `format` and `uniqueItems` are not
/// looked at.
fn check(root: &Value, rules: &Value, value: &Value, at: &str) -> Vec<String> {
    if let Some(to) = rules["$ref"].as_str() {
        let target = root.pointer(to.trim_start_matches('#'));
        return check(root, target.expect("a definition"), value, at);
    }
    let all = |key: &str| rules[key].as_array().into_iter().flatten();
    let mut faults = Vec::new();
    let mut fault = |is_fault: bool, words: String| {
        if is_fault {
            faults.push(format!("{at}: {words}"));
        }
    };
    fault(!is_of(&rules["type"], value), format!("not of type {}", rules["type"]));
    let wanted = rules.get("const").filter(|wanted| *wanted != value);
    fault(wanted.is_some(), format!("not {}", rules["const"]));
    let is_missing = rules["enum"].is_array() && !all("enum").any(|one| one == value);
    fault(is_missing, format!("{value} is none of {}", rules["enum"]));
    for (key, sign) in [("minimum", 1.0), ("maximum", -1.0)] {
        let beyond = rules[key].as_f64().zip(value.as_f64());
        let is_beyond = beyond.is_some_and(|(limit, number)| sign * (number - limit) < 0.0);
        fault(is_beyond, format!("{value} is beyond {}", rules[key]));
    }
    for key in ["anyOf", "oneOf"] {
        let fits = all(key).any(|choice| check(root, choice, value, at).is_empty());
        fault(rules[key].is_array() && !fits, format!("none of {key}"));
    }
    for key in all("required") {
        let is_there = key.as_str().is_some_and(|key| value.get(key).is_some());
        fault(value.is_object() && !is_there, format!("{key} is missing"));
    }
    let least = rules["minItems"].as_u64().unwrap_or(0);
    let is_short = value.as_array().is_some_and(|list| (list.len() as u64) < least);
    fault(is_short, format!("fewer than {least} items"));
    let mut parts = Vec::new();
    for (key, one) in value.as_object().into_iter().flatten() {
        let rule = rules["properties"].get(key);
        let rule = rule.unwrap_or(&rules["additionalProperties"]);
        fault(*rule == false, format!("{key} is not a property"));
        parts.push((rule, one, key.clone()));
    }
    let items = value.as_array().into_iter().flatten().enumerate();
    parts.extend(items.map(|(number, item)| (&rules["items"], item, number.to_string())));
    let parts = parts.iter().map(|(rule, one, key)| check(root, rule, one, &format!("{at}/{key}")));
    faults.extend(parts.flatten());
    faults
}
