//! Golden data of PTX, a JSON object a line, and what cases make of it.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::said::plain;

/// A file of the golden data.
pub(crate) fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data").join(file)
}

pub(crate) fn object(line: &str) -> Value {
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

/// A text, or what it is made of: `ptx` is a file of golden PTX and a text in it, in which each of `replace` is replaced by the
/// text beside it; `xor` makes a dump of a K-major tile of 16 × 64 elements of 16 bits in rows of 128 bytes, as cuda-gdb prints
/// it: the bits of the row that are XORed to the unit, what is added to the row before, and beside it the `address`; `hex` is bytes.
pub(crate) fn content(value: &Value) -> Vec<u8> {
    let number = |value: &Value| value.as_u64();
    if let Some(hex) = value["hex"].as_str() {
        let byte = |digits| u8::from_str_radix(digits, 16).expect("hex");
        return hex.split_whitespace().map(byte).collect();
    }
    if let Some((file, name)) = value["ptx"].as_str().and_then(|ptx| ptx.split_once('/')) {
        let pairs = value["replace"].as_array().into_iter().flatten();
        let text = pairs.fold(text(file, name), |text, pair| {
            assert!(text.contains(&plain(&pair[0])), "{name} lacks {pair}");
            text.replace(&plain(&pair[0]), &plain(&pair[1]))
        });
        return text.into();
    }
    let Some((mask, added)) = number(&value["xor"][0]).zip(number(&value["xor"][1])) else {
        return value.as_str().unwrap_or_default().into();
    };
    let word = |at: u64| {
        let (row, unit) = (at / 32, at % 32 / 4);
        let first = row * 64 + (unit ^ (row + added) & mask) * 8 + at % 4 * 2;
        format!("\t{:#010x}", (first + 1) << 16 | first)
    };
    let line = |line: u64| {
        let address = number(&value["address"]).map(|address| format!("{:#x}:", address + 16 * line));
        let words: String = (4 * line..4 * line + 4).map(word).collect();
        address.unwrap_or_default() + &words + "\n"
    };
    (0..128).map(line).collect::<String>().into()
}
