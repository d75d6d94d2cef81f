//! Golden data of tensor memory: a JSON object a line.

use std::fs;

use serde_json::Value;

pub(crate) fn json_lines(file: &str) -> Vec<Value> {
    let path = format!(
        "{}/../../tests/data/blackwell/{file}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = fs::read_to_string(path).expect("the golden file");
    let line = |line| serde_json::from_str(line).expect("a line of JSON");
    text.lines().map(line).collect()
}

pub(crate) fn number(value: &Value) -> u32 {
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    number.unwrap_or_else(|| panic!("{value} is not a number"))
}

/// The rows of samples of a line.
pub(crate) fn samples(line: &Value) -> Vec<Vec<Value>> {
    let row = |row: &Value| row.as_array().expect("a row").clone();
    line["s"]
        .as_array()
        .expect("samples")
        .iter()
        .map(row)
        .collect()
}
