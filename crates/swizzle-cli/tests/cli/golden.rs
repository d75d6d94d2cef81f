//! Golden data of tensor memory and of PTX: a JSON object a line.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub(crate) fn json_lines(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(data(&format!("blackwell/{file}.jsonl")));
    let text = text.expect("the golden file");
    text.lines().map(object).collect()
}

/// A file of the golden data.
pub(crate) fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/data")
        .join(file)
}

fn object(line: &str) -> Value {
    serde_json::from_str(line).expect("a line of JSON")
}

/// The text of a packed file.
pub(crate) fn unpacked(file: &str) -> String {
    let packed = fs::File::open(data(file)).expect("golden data");
    let mut all = String::new();
    let mut decoder = flate2::read::GzDecoder::new(packed);
    decoder.read_to_string(&mut all).expect("text");
    all
}

/// A text of the golden PTX.
pub(crate) fn text(file: &str, name: &str) -> String {
    let all = unpacked(&format!("ptx/{file}.jsonl.gz"));
    let line = all.lines().map(object).find(|line| line["file"] == name);
    let line = line.expect("the file");
    line["text"].as_str().expect("a text").to_owned()
}

/// A kernel whose product is right, and the same with a start that is 1024 bytes too far.
pub(crate) fn right_and_wrong() -> [String; 2] {
    let right = text("multiplied", "case0");
    let wrong = right.replace("add.s32 \t%r61, %r2, 8192;", "add.s32 \t%r61, %r2, 9216;");
    assert_ne!(right, wrong);
    [right, wrong]
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
