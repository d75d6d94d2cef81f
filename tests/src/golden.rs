//! Loaders of the golden files: every value knows the line that it came from.

use std::path::PathBuf;
use std::str::FromStr;
use std::{fmt, fs, io};

use flate2::read::GzDecoder;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// A line of a golden file, as messages name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// File name in `tests/data`.
    pub file: &'static str,
    /// Line number, from 1.
    pub line: u64,
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

fn text_of(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(file);
    let text = if file.ends_with(".gz") {
        fs::File::open(&path).and_then(|packed| io::read_to_string(GzDecoder::new(packed)))
    } else {
        fs::read_to_string(&path)
    };
    text.unwrap_or_else(|error| panic!("tests/data/{file}: {error}"))
}

/// A row of a table with column names.
#[derive(Debug, Clone)]
pub struct CsvRow {
    at: At,
    values: Vec<(String, String)>,
}

impl CsvRow {
    /// The file and line of the row.
    #[must_use]
    pub const fn at(&self) -> At {
        self.at
    }

    /// The text of a column.
    ///
    /// # Panics
    /// When the file has no such column.
    #[must_use]
    pub fn text(&self, column: &str) -> &str {
        self.values
            .iter()
            .find(|(name, _)| name == column)
            .map_or_else(|| panic!("{}: no column {column}", self.at), |(_, value)| value)
    }

    /// The columns with their texts.
    pub fn cells(&self) -> impl Iterator<Item = (&str, &str)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The number in a column.
    ///
    /// # Panics
    /// When the file has no such column or the text is not a number.
    #[must_use]
    pub fn number(&self, column: &str) -> u32 {
        self.get(column)
    }

    /// The value in a column, as its type reads it.
    ///
    /// # Panics
    /// When the file has no such column or the text is none of the type's.
    #[must_use]
    pub fn get<T: FromStr>(&self, column: &str) -> T {
        self.said(column).unwrap_or_else(|| panic!("{}: {column} is empty", self.at))
    }

    /// The same of a column that may be empty.
    ///
    /// # Panics
    /// When the file has no such column or the text is none of the type's.
    #[must_use]
    pub fn said<T: FromStr>(&self, column: &str) -> Option<T> {
        let text = Some(self.text(column)).filter(|text| !text.is_empty());
        text.map(|text| text.parse().unwrap_or_else(|_| panic!("{}: {column} = {text:?}", self.at)))
    }
}

/// The rows of a CSV file in `tests/data`, or of one with tabs; lines that begin with `#` are comments.
///
/// # Panics
/// When the file is missing or not well formed.
#[must_use]
pub fn csv_rows(file: &'static str) -> Vec<CsvRow> {
    let text = text_of(file);
    let delimiter = if file.ends_with(".tsv") { b'\t' } else { b',' };
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.comment(Some(b'#')).delimiter(delimiter).from_reader(text.as_bytes());
    let header = reader.headers().unwrap_or_else(|error| panic!("{file}:1: {error}")).clone();
    reader
        .records()
        .map(|record| {
            let record = record.unwrap_or_else(|error| panic!("{file}: {error}"));
            let line = record.position().map_or(0, csv::Position::line);
            let values = header.iter().zip(&record);
            CsvRow { at: At { file, line }, values: values.map(|(n, v)| (n.into(), v.into())).collect() }
        })
        .collect()
}

/// The rows of a table beside a test, cell by cell; lines that are empty or begin with `# ` are none.
pub fn rows(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with("# ");
    assert!(text.lines().any(|line| is_row(&line)), "a table without rows");
    text.lines().filter(is_row).map(|line| line.split('\t').collect())
}

/// A line that holds one JSON object.
#[derive(Debug, Clone)]
pub struct JsonLine {
    at: At,
    object: Map<String, Value>,
}

impl JsonLine {
    /// The file and line of the object.
    #[must_use]
    pub const fn at(&self) -> At {
        self.at
    }

    /// Whether it has a key.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.object.contains_key(key)
    }

    /// Its keys.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.object.keys().map(String::as_str)
    }

    /// The value of a key.
    ///
    /// # Panics
    /// Like every reader of this type: when the key is missing or holds something else.
    #[must_use]
    pub fn value(&self, key: &str) -> &Value {
        self.object.get(key).unwrap_or_else(|| panic!("{}: no key {key}", self.at))
    }

    /// What a key holds, as numbers, lists or whatever else is wanted.
    #[must_use]
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> T {
        let value = serde_json::from_value(self.value(key).clone());
        value.unwrap_or_else(|error| panic!("{}: {key}: {error}", self.at))
    }

    /// The text of a key.
    #[must_use]
    pub fn text(&self, key: &str) -> &str {
        let text = self.value(key).as_str();
        text.unwrap_or_else(|| panic!("{}: {key} is not text", self.at))
    }

    /// Whether a key says true.
    #[must_use]
    pub fn flag(&self, key: &str) -> bool {
        self.get(key)
    }

    /// The number of a key.
    #[must_use]
    pub fn number(&self, key: &str) -> u32 {
        self.get(key)
    }

    /// The values in a list.
    #[must_use]
    pub fn list(&self, key: &str) -> &[Value] {
        let list = self.value(key).as_array();
        list.unwrap_or_else(|| panic!("{}: {key} is not a list", self.at))
    }

    /// The numbers in a list.
    #[must_use]
    pub fn numbers(&self, key: &str) -> Vec<u32> {
        self.get(key)
    }

    fn hex_of(&self, text: &str) -> u64 {
        u64::from_str_radix(text, 16).unwrap_or_else(|error| panic!("{}: {text}: {error}", self.at))
    }

    /// The 64-bit value of a key that holds it in hexadecimal.
    #[must_use]
    pub fn hex(&self, key: &str) -> u64 {
        self.hex_of(self.text(key))
    }

    /// The 64-bit values in a list of hexadecimal texts.
    #[must_use]
    pub fn hexes(&self, key: &str) -> Vec<u64> {
        self.get::<Vec<String>>(key).iter().map(|text| self.hex_of(text)).collect()
    }

    /// The pairs of a number and a 64-bit value in hexadecimal in a list.
    #[must_use]
    pub fn hashes(&self, key: &str) -> Vec<(u32, u64)> {
        let pairs: Vec<(u32, String)> = self.get(key);
        pairs.iter().map(|(number, text)| (*number, self.hex_of(text))).collect()
    }
}

/// The lines of a JSON-lines file in `tests/data`.
///
/// # Panics
/// When the file is missing or a line is not a JSON object.
#[must_use]
pub fn json_lines(file: &'static str) -> Vec<JsonLine> {
    text_of(file)
        .lines()
        .zip(1..)
        .map(|(line, number)| {
            let at = At { file, line: number };
            match serde_json::from_str(line) {
                Ok(Value::Object(object)) => JsonLine { at, object },
                Ok(_) => panic!("{at}: not an object"),
                Err(error) => panic!("{at}: {error}"),
            }
        })
        .collect()
}
