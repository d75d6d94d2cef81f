//! `lane → (row, column)` as people write it: the arithmetic of C over the lane's number.

use std::fmt;
use std::ops::Range;

use swizzle_expression::{ArithmeticError, Expression, Joins, Lexer, Parser};

/// A formula from a lane to a row and a column, in elements.
///
/// ```
/// use swizzle_warp::{Formula, Known};
/// let formula = Formula::parse("lane -> (lane % 16, lane / 16 * 8)").unwrap();
/// let known = Known { lane: 19, width: 8, columns: 64, rows: 64 };
/// assert_eq!(formula.at(known), Ok((3, 8)));
/// assert_eq!(
///     Formula::parse("(lane, lane +)").unwrap_err().to_string(),
///     "at character 14: a number, a name or a bracket is missing before “)”",
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    row: Part,
    column: Part,
}

/// One of the two, as it is written and as it is worked out.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    text: String,
    expression: Expression<Name>,
}

/// The values that a formula may name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// `lane`: 0 to 31.
    pub lane: u32,
    /// `width`: elements that a lane's address stands for.
    pub width: u32,
    /// `columns`: elements of a row.
    pub columns: u32,
    /// `rows`.
    pub rows: u32,
}

/// An error in a formula, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormulaError {
    /// Character at which it was noticed, from 1; none for a fault that shows when it is worked out.
    pub character: Option<usize>,
    why: String,
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.character {
            Some(at) => write!(f, "at character {at}: {}", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for FormulaError {}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    Lane,
    Width,
    Columns,
    Rows,
}

const NAMES: [(&str, Name); 8] = [
    ("lane", Name::Lane),
    ("lane_id", Name::Lane),
    ("laneid", Name::Lane),
    ("tid", Name::Lane),
    ("width", Name::Width),
    ("columns", Name::Columns),
    ("cols", Name::Columns),
    ("rows", Name::Rows),
];

impl Formula {
    /// Reads a formula: `(row, column)` in the arithmetic of C, with or without `lane →` before it.
    ///
    /// # Errors
    /// Says what is missing or unknown, and where.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        let arrows = ["->", "→", "=>", "="].iter();
        let behind = arrows.filter_map(|arrow| text.split_once(arrow)).next();
        let mut reader = Reader {
            text,
            parser: Parser::new(
                text,
                text.len() - behind.map_or(text, |(_, behind)| behind).len(),
            ),
        };
        // One pair of brackets may enclose both.
        let bare = reader.parser.clone();
        let is_bracketed = reader.parser.takes("(")
            && reader.parser.expression().is_ok()
            && reader.parser.takes(",");
        reader.parser = bare;
        if is_bracketed {
            reader.parser.takes("(");
        }
        let row = reader.part()?;
        reader.expect(",", "a comma between row and column")?;
        let column = reader.part()?;
        if is_bracketed {
            reader.expect(")", "the closing bracket")?;
        }
        match reader.parser.at() {
            at if at.is_empty() => Ok(Self { row, column }),
            at => Err(reader.missing("the end of the formula", at)),
        }
    }

    /// Row and column of a lane, in elements.
    ///
    /// # Errors
    /// If a number is negative, too large or divided by 0.
    pub fn at(&self, known: Known) -> Result<(u32, u32), FormulaError> {
        let value = |part: &Part, name: &str| {
            let value = part
                .value(known)
                .and_then(|value| match u32::try_from(value) {
                    Ok(place @ 0..=PLACE_MAX) => Ok(place),
                    _ => Err(format!("is {value}, outside 0 to {PLACE_MAX}")),
                });
            value.map_err(|why| FormulaError {
                character: None,
                why: format!("lane {}: the {name} {why}", known.lane),
            })
        };
        Ok((value(&self.row, "row")?, value(&self.column, "column")?))
    }

    /// Row and column as they are written, with other words in place of names.
    pub(super) fn with_words(&self, words: &[(&str, &str)]) -> (String, String) {
        let part = |part: &Part| {
            let (mut out, mut end) = (String::new(), 0);
            for token in Lexer::new(&part.text, Joins::Code) {
                let word = words.iter().find(|(name, _)| *name == token.text);
                out += &part.text[end..token.at.start];
                out += word.map_or(token.text, |(_, word)| word);
                end = token.at.end;
            }
            out
        };
        (part(&self.row), part(&self.column))
    }
}

impl FormulaError {
    /// A lane's address that its instruction does not take.
    pub(super) fn misaligned(lane: u32, (row, column): (u32, u32), bytes: u32) -> Self {
        let why =
            format!("lane {lane}: row {row}, column {column} is not aligned to {bytes} bytes");
        Self {
            character: None,
            why,
        }
    }
}

/// The farthest row or column: no address wraps on the way.
const PLACE_MAX: u32 = 1 << 16;

impl Formula {
    /// Row and column of a lane whose elements are inside the matrix.
    ///
    /// # Errors
    /// The same as for [`at`](Self::at), and if some of its elements are outside.
    pub fn inside(&self, known: Known) -> Result<(u32, u32), FormulaError> {
        let (row, column) = self.at(known)?;
        if row < known.rows && column + known.width <= known.columns {
            return Ok((row, column));
        }
        Err(FormulaError {
            character: None,
            why: format!(
                "lane {}: {} elements from row {row}, column {column} are outside {} rows of {}",
                known.lane, known.width, known.rows, known.columns
            ),
        })
    }
}

impl Part {
    fn value(&self, known: Known) -> Result<i64, String> {
        let number = |name: Name, _: &[i64]| {
            Ok::<_, ArithmeticError>(i64::from(match name {
                Name::Lane => known.lane,
                Name::Width => known.width,
                Name::Columns => known.columns,
                Name::Rows => known.rows,
            }))
        };
        Ok(self.expression.evaluate(number)?)
    }
}

struct Reader<'a> {
    text: &'a str,
    parser: Parser<'a>,
}

impl Reader<'_> {
    fn error(&self, at: usize, why: String) -> FormulaError {
        let character = Some(self.text[..at].chars().count() + 1);
        FormulaError { character, why }
    }

    fn missing(&self, what: impl fmt::Display, at: Range<usize>) -> FormulaError {
        let found = match self.text[at.start..].chars().next() {
            Some(c) => format!("before “{c}”"),
            None => "at the end".into(),
        };
        self.error(at.start, format!("{what} is missing {found}"))
    }

    fn expect(&mut self, sign: &str, what: &str) -> Result<(), FormulaError> {
        let at = self.parser.at();
        match self.parser.takes(sign) {
            true => Ok(()),
            false => Err(self.missing(what, at)),
        }
    }

    fn part(&mut self) -> Result<Part, FormulaError> {
        let from = self.parser.at().start;
        let expression = self.parser.expression();
        let expression = expression.map_err(|error| self.missing(error.kind, error.at))?;
        let known = |name: swizzle_expression::Name<'_>| {
            let known = NAMES.iter().find(|(known, _)| *known == name.text);
            known.map(|(_, name)| *name).ok_or_else(|| {
                let why = format!(
                    "unknown name “{}”; the names are lane, width, columns and rows",
                    name.text
                );
                self.error(name.at, why)
            })
        };
        let expression = expression.with_names(known)?;
        let text = self.text[from..self.parser.at().start].trim_end().into();
        Ok(Part { text, expression })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, lane: u32) -> String {
        let known = Known {
            lane,
            width: 8,
            columns: 64,
            rows: 16,
        };
        let place = Formula::parse(text).and_then(|formula| formula.at(known));
        match place {
            Ok((row, column)) => format!("{row},{column}"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn operators_bind_as_in_c() {
        for (text, wanted) in [
            ("(lane / 8, lane % 8 * 8)", "2,24"),
            ("lane / 8, (lane % 8) * 8", "2,24"),
            ("lane → ((lane & 7) + 8, lane >> 3 & 1)", "11,0"),
            (
                "lane -> (lane * width // columns, lane*width%columns)",
                "2,24",
            ),
            ("(0, 1 | 6 ^ 3 & 5 << 1)", "0,5"),
            ("(row, col) = (8 - 3 - 2, -lane + 20)", "3,1"),
            ("(0x10, ~0 + 1)", "16,0"),
            ("(rows, cols)", "16,64"),
        ] {
            assert_eq!(at(text, 19), wanted, "{text}");
        }
    }

    #[test]
    fn what_has_no_answer_is_named() {
        for (text, wanted) in [
            (
                "",
                "at character 1: a number, a name or a bracket is missing at the end",
            ),
            (
                "lane",
                "at character 5: a comma between row and column is missing at the end",
            ),
            (
                "(lane, 3",
                "at character 9: the closing bracket is missing at the end",
            ),
            (
                "(lane, 3) 4",
                "at character 11: the end of the formula is missing before “4”",
            ),
            (
                "(line, 3)",
                "at character 2: unknown name “line”; the names are lane, width, columns and rows",
            ),
            (
                "(0 - lane, 3)",
                "lane 19: the row is -19, outside 0 to 65536",
            ),
            (
                "(0, 1 / (lane - 19))",
                "lane 19: the column is divided by 0",
            ),
            ("(0, 1 << 40)", "lane 19: the column overflows"),
        ] {
            assert_eq!(at(text, 19), wanted, "{text}");
        }
        for piece in ["(", "-", "1+", "1*(", "lane^"] {
            assert!(Formula::parse(&piece.repeat(20_000)).is_err());
        }
        assert!(Formula::parse(&format!("(0, {})", "1+".repeat(5_000))).is_err());
    }
}
