//! CSV rows with their parsed fields and their unchanged text.

use std::io::{self, BufRead};
use std::ops::Range;

use csv_core::{ReadFieldResult, Reader, ReaderBuilder, Terminator};

/// Reads rows one by one.
pub(crate) struct Rows<R> {
    input: R,
    parser: Reader,
    lines_read: u64,
}

/// A row: its text and the ranges of its fields. Created once and reused for every row.
#[derive(Default)]
pub(crate) struct Row {
    line: u64,
    text: Vec<u8>,
    values: Vec<u8>,
    fields: Vec<Field>,
    is_open: bool,
}

/// A field: its place in the row's text, quotes included, and in the row's values, quotes undone.
struct Field {
    text: Range<usize>,
    value: Range<usize>,
}

impl<R: BufRead> Rows<R> {
    pub(crate) fn new(input: R) -> Self {
        // A carriage return is removed separately: otherwise the parser would end a row before its line feed.
        let parser = ReaderBuilder::new().terminator(Terminator::Any(b'\n')).build();
        Self { input, parser, lines_read: 0 }
    }

    /// Reads the next row; `false` at the end of the input. An empty line is a row without fields.
    pub(crate) fn read(&mut self, row: &mut Row) -> io::Result<bool> {
        row.text.clear();
        row.fields.clear();
        row.is_open = false;
        row.line = self.lines_read + 1;
        if !self.read_line(row)? {
            return Ok(false);
        }
        if row.text.trim_ascii().is_empty() {
            return Ok(true);
        }
        let (mut read, mut field_start) = (0, 0);
        let (mut written, mut value_start) = (0, 0);
        loop {
            // Values are never longer than their text; one more, since the parser wants room even for nothing.
            row.values.resize(row.text.len() + 1, 0);
            let (result, more_read, more_written) =
                self.parser.read_field(&row.text[read..], &mut row.values[written..]);
            read += more_read;
            written += more_written;
            match result {
                ReadFieldResult::Field { record_end } => {
                    // The comma or line feed that ended it was read too; at the end of the input there is none.
                    let field_end = read - usize::from(more_read > 0);
                    row.fields.push(Field { text: field_start..field_end, value: value_start..written });
                    (field_start, value_start) = (read, written);
                    if record_end {
                        break;
                    }
                }
                // The row goes on: a line feed inside quotes. At the end of the input, the empty rest tells the parser.
                ReadFieldResult::InputEmpty => {
                    let has_more = self.read_line(row)?;
                    let field = &row.text[field_start..];
                    let quotes = field.iter().filter(|b| **b == b'"').count();
                    row.is_open = !has_more && field.starts_with(b"\"") && quotes % 2 == 1;
                }
                ReadFieldResult::OutputFull | ReadFieldResult::End => break,
            }
        }
        row.drop_carriage_return();
        Ok(true)
    }

    fn read_line(&mut self, row: &mut Row) -> io::Result<bool> {
        let count = self.input.read_until(b'\n', &mut row.text)?;
        self.lines_read += u64::from(count > 0);
        Ok(count > 0)
    }
}

impl Row {
    /// Line of the input on which it starts, from 1.
    pub(crate) const fn line(&self) -> u64 {
        self.line
    }

    /// Number of fields.
    pub(crate) const fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether its last field starts with a quote that is never closed, so that it contains the rest of the input.
    pub(crate) const fn is_open(&self) -> bool {
        self.is_open
    }

    /// The unchanged text of the row, including its line end.
    pub(crate) fn as_it_came(&self) -> &[u8] {
        &self.text
    }

    /// Whether it is an empty line.
    pub(crate) const fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// A field's value without quotes and surrounding space; `None` past the last field.
    pub(crate) fn value(&self, column: usize) -> Option<&[u8]> {
        let field = self.fields.get(column)?;
        Some(self.values[field.value.clone()].trim_ascii())
    }

    /// A field's unchanged text, including quotes; empty past the last field.
    pub(crate) fn text(&self, column: usize) -> &[u8] {
        self.fields.get(column).map_or(&[], |field| &self.text[field.text.clone()])
    }

    /// The unchanged line end after the last field; empty at the end of the input.
    pub(crate) fn line_end(&self) -> &[u8] {
        let end = self.fields.last().map_or(0, |last| last.text.end);
        &self.text[end..]
    }

    fn drop_carriage_return(&mut self) {
        if let Some(last) = self.fields.last_mut()
            && self.text[last.text.clone()].ends_with(b"\r")
        {
            last.text.end -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Line and values of every row; its parts, joined again, must be the row's text.
    fn rows(input: &[u8]) -> Vec<(u64, Vec<String>)> {
        let mut rows = Rows::new(input);
        let mut row = Row::default();
        let mut found = Vec::new();
        while rows.read(&mut row).expect("a slice can be read") {
            let texts: Vec<&[u8]> = (0..row.len()).map(|column| row.text(column)).collect();
            assert_eq!([&texts.join(&b','), row.line_end()].concat(), row.text);
            let values = (0..row.len())
                .filter_map(|column| row.value(column))
                .map(|value| String::from_utf8_lossy(value).into_owned())
                .collect();
            found.push((row.line(), values));
        }
        found
    }

    fn row(line: u64, values: &[&str]) -> (u64, Vec<String>) {
        (line, values.iter().map(|value| (*value).into()).collect())
    }

    #[test]
    fn lines_are_counted_across_blank_lines_quotes_and_line_ends() {
        for end in ["\n", "\r\n"] {
            let input = ["a,b", "1,\"2\"", "", "3, 4 ", "\"x", "y\",\"\"\"\"", "6,"].join(end);
            let wanted = [
                row(1, &["a", "b"]),
                row(2, &["1", "2"]),
                row(3, &[]),
                row(4, &["3", "4"]),
                row(5, &[&format!("x{end}y"), "\""]),
                row(7, &["6", ""]),
            ];
            assert_eq!(rows(input.as_bytes()), wanted);
            assert_eq!(rows(format!("{input}{end}").as_bytes()), wanted);
        }
    }

    #[test]
    fn a_quote_that_is_never_closed_is_seen() {
        for (input, is_open) in [
            ("a,\"open,\n1,2\n", true),
            ("\"", true),
            ("\"a\"\"", true),
            ("\"closed\",1", false),
            ("a\"b,1", false),
            ("1,", false),
        ] {
            let mut rows = Rows::new(input.as_bytes());
            let mut row = Row::default();
            assert!(rows.read(&mut row).expect("a slice can be read"));
            assert_eq!(row.is_open(), is_open, "{input}");
        }
    }

    #[test]
    fn odd_input_ends() {
        assert_eq!(rows(b""), []);
        assert_eq!(rows(b"\xef\xbb\xbfa\n"), [row(1, &["a"])]);
        assert_eq!(rows(b"\"open,\n1,2\n"), [row(1, &["open,\n1,2"])]);
        assert_eq!(rows(b"a\rb,c"), [row(1, &["a\rb", "c"])]);
        assert_eq!(rows(b"\xff,\0\n"), [row(1, &["\u{fffd}", "\0"])]);
    }
}
