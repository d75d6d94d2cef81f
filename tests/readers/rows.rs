//! CSV, as the filter `swizzle addresses` splits it: the program's own file, since no library holds it.

#[path = "../../crates/swizzle-cli/src/rows.rs"]
mod program;

use std::io::{BufRead, BufReader};

use self::program::{Row, Rows};
use super::target::{Fault, Target, ensure};

pub(crate) const TARGET: Target = Target { name: "rows", corpus: Vec::new, tokens: Vec::new, check };

/// A row as far as it can be seen: its line, its fields as text and as values, and its end.
type Seen = (u64, Vec<(Vec<u8>, Vec<u8>)>, Vec<u8>);

/// Reads all rows.
fn seen(input: impl BufRead) -> Result<Vec<Seen>, Fault> {
    let (mut rows, mut row, mut all) = (Rows::new(input), Row::default(), Vec::new());
    while rows.read(&mut row).map_err(|fault| fault.to_string())? {
        let fields = (0..row.len()).map(|column| {
            let value = row.value(column);
            let value = value.ok_or_else(|| format!("column {column} has no value"))?;
            Ok((row.text(column).to_vec(), value.to_vec()))
        });
        let fields = fields.collect::<Result<Vec<_>, Fault>>()?;
        ensure!(
            row.is_empty() == fields.is_empty() && row.value(row.len()).is_none(),
            "line {}: there is a column behind the last",
            row.line()
        );
        let texts: Vec<&[u8]> = fields.iter().map(|(text, _)| &text[..]).collect();
        let joined = [&texts.join(&b','), row.line_end()].concat();
        ensure!(joined == row.as_it_came(), "line {}: its parts are not the row as it came", row.line());
        ensure!(
            !row.is_open() || row.text(row.len() - 1).starts_with(b"\""),
            "line {}: an open quote that does not open its field",
            row.line()
        );
        all.push((row.line(), fields, row.line_end().to_vec()));
    }
    Ok(all)
}

fn check(input: &[u8]) -> Result<(), Fault> {
    let rows = seen(input)?;
    // Wherever what is read at once ends.
    ensure!(rows == seen(BufReader::with_capacity(1, input))?, "byte by byte there are other rows");
    let (mut whole, mut has_begun) = (Vec::new(), false);
    for (line, fields, end) in rows {
        let lines_before = whole.iter().filter(|byte| **byte == b'\n').count() as u64;
        ensure!(line == lines_before + 1, "line {} is called {line}", lines_before + 1);
        for (column, (text, value)) in fields.iter().enumerate() {
            if !text.contains(&b'"') {
                // The parser removes a byte-order mark from the beginning of a line that is not blank.
                let plain = text.strip_prefix("\u{feff}".as_bytes());
                let plain = plain.filter(|_| !has_begun && column == 0).unwrap_or(text);
                ensure!(
                    value == plain.trim_ascii(),
                    "line {line}: “{}” is read as “{}”",
                    text.escape_ascii(),
                    value.escape_ascii()
                );
                // After such a mark the parser skips blank lines as well.
                ensure!(
                    plain != text || !text.iter().any(|byte| b",\n".contains(byte)),
                    "line {line}: “{}” is one field",
                    text.escape_ascii()
                );
            }
            ensure!(
                value.len() <= text.len(),
                "line {line}: “{}” is longer than its text",
                value.escape_ascii()
            );
        }
        has_begun |= !fields.is_empty();
        let texts: Vec<&[u8]> = fields.iter().map(|(text, _)| text.as_slice()).collect();
        whole.extend(texts.join(&b','));
        whole.extend(end);
    }
    ensure!(whole == input, "the rows put together are “{}”", whole.escape_ascii());
    Ok(())
}
