//! `lane → (row, column)` as people write it: the arithmetic of C over the lane's number.

use std::{fmt, slice};

use swizzle_expression::tree::{Node, Part, Row, nodes, tree};
use swizzle_expression::{Binary, Joins, Lexer, is_in};

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
    row: String,
    column: String,
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

const NAMES: &str = "lane lane_id laneid tid width columns cols rows";

impl Formula {
    /// Reads a formula: `(row, column)` in the arithmetic of C, with or without `lane →` before it.
    ///
    /// # Errors
    /// Says what is missing or unknown, and where.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        let arrows = ["->", "→", "=>", "="].iter();
        let behind = arrows.filter_map(|arrow| text.split_once(arrow)).next();
        let from = text.len() - behind.map_or(text, |(_, behind)| behind).len();
        let missing = |what: &str, at: usize| {
            let rest = text[(from + at).min(text.len())..].trim_start();
            let found = match rest.chars().next() {
                Some(c) => format!("before “{c}”"),
                None => "at the end".into(),
            };
            FormulaError::at(text, text.len() - rest.len(), format!("{what} is missing {found}"))
        };
        let rows = tree(&text[from..]);
        if let Some(stray) = nodes(&rows).iter().find(|node| node.kind == Part::Stray) {
            return Err(match stray.text {
                "(" => missing("the closing bracket", text.len()),
                sign if sign.starts_with(|c: char| c.is_ascii_digit()) => missing("a whole number", stray.at),
                sign => missing(OPERAND, stray.at + Binary::from_sign(sign).map_or(0, |_| sign.len())),
            });
        }
        // One pair of brackets may enclose both.
        let whole = rows.first().map(|row| &row.items[0]);
        let inside = whole.filter(|whole| whole.kind == Part::Group('(') && whole.rows.len() > 1);
        let parts = inside.map_or(&rows[..], |inside| &inside.rows);
        let end = |node: Option<&Node<'_>>| node.map_or(text.len(), |node| node.at);
        let behind = |row: &Row<'_>| match row.items.get(1) {
            Some(next) => next.at,
            None => row.items[0].range().end,
        };
        let closing = match inside {
            Some(_) => "the closing bracket",
            None => "the end of the formula",
        };
        match parts {
            [] => Err(missing(OPERAND, 0)),
            [row] => Err(missing("a comma between row and column", behind(row))),
            [row, ..] if row.items.len() > 1 => Err(missing("a comma between row and column", behind(row))),
            [_, column, rest @ ..] if column.items.len() > 1 || !rest.is_empty() => {
                Err(missing(closing, behind(column)))
            }
            _ if inside.is_some() && (rows.len() > 1 || rows[0].items.len() > 1) => {
                let more = rows.get(1).map(|row| &row.items[0]);
                Err(missing("the end of the formula", end(rows[0].items.get(1).or(more))))
            }
            [row, column, ..] => {
                for part in [row, column] {
                    let odd = nodes(slice::from_ref(part)).into_iter().find(|node| !is_known(node));
                    if let Some(odd) = odd {
                        return Err(FormulaError::at(text, from + odd.at, unknown(odd)));
                    }
                }
                let [row, column] = [row, column].map(|part| part.text.into());
                Ok(Self { row, column })
            }
        }
    }

    /// Row and column of a lane, in elements.
    ///
    /// # Errors
    /// If a number is negative, too large or divided by 0.
    pub fn at(&self, known: Known) -> Result<(u32, u32), FormulaError> {
        self.places()(known)
    }

    /// Returns [`at`](Self::at) for many lanes: the text is taken apart once.
    fn places(&self) -> impl Fn(Known) -> Result<(u32, u32), FormulaError> {
        let [row, column] = [&self.row, &self.column].map(|part| tree(part));
        let value = |rows: &[Row<'_>], name: &str, known: Known| {
            let value = value(rows, known).and_then(|value| match u32::try_from(value) {
                Ok(place @ 0..=PLACE_MAX) => Ok(place),
                _ => Err(format!("is {value}, outside 0 to {PLACE_MAX}")),
            });
            value.map_err(|why| FormulaError {
                character: None,
                why: format!("lane {}: the {name} {why}", known.lane),
            })
        };
        move |known| Ok((value(&row, "row", known)?, value(&column, "column", known)?))
    }

    /// Row and column as they are written, with other words in place of names.
    pub(super) fn with_words(&self, words: &[(&str, &str)]) -> (String, String) {
        let part = |part: &str| {
            let (mut out, mut end) = (String::new(), 0);
            for token in Lexer::new(part, Joins::Code) {
                let word = words.iter().find(|(name, _)| *name == token.text);
                out += &part[end..token.at.start];
                out += word.map_or(token.text, |(_, word)| word);
                end = token.at.end;
            }
            out
        };
        (part(&self.row), part(&self.column))
    }
}

impl FormulaError {
    fn at(text: &str, at: usize, why: String) -> Self {
        let character = Some(text[..at].chars().count() + 1);
        Self { character, why }
    }

    /// A lane's address that its instruction does not take.
    pub(super) fn misaligned(lane: u32, (row, column): (u32, u32), bytes: u32) -> Self {
        let why = format!("lane {lane}: row {row}, column {column} is not aligned to {bytes} bytes");
        Self { character: None, why }
    }
}

/// The farthest row or column: no address wraps on the way.
const PLACE_MAX: u32 = 1 << 16;

impl Formula {
    /// Returns row and column of each lane whose elements are inside the matrix.
    ///
    /// # Errors
    /// The same as for [`at`](Self::at), and if some of its elements are outside.
    pub fn inside(&self) -> impl Fn(Known) -> Result<(u32, u32), FormulaError> {
        let places = self.places();
        move |known| {
            let (row, column) = places(known)?;
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
}

const OPERAND: &str = "a number, a name or a bracket";

/// Whether a node is one of a formula over the names.
fn is_known(node: &Node<'_>) -> bool {
    match node.kind {
        Part::Number(_) => true,
        Part::Name => is_in(NAMES, node.text),
        Part::Group('(') => node.rows.len() == 1,
        Part::Operator(sign) => Binary::from_sign(sign).is_some() || sign == "~",
        _ => false,
    }
}

fn unknown(node: &Node<'_>) -> String {
    let name = node.of.first().unwrap_or(node).text;
    format!("unknown name “{name}”; the names are lane, width, columns and rows")
}

fn value(rows: &[Row<'_>], known: Known) -> Result<i64, String> {
    let whole = rows.first().and_then(Row::only).ok_or(OPERAND)?;
    whole.evaluate(|node, _| {
        Ok::<_, String>(i64::from(match node.text {
            "width" => known.width,
            "columns" | "cols" => known.columns,
            "rows" => known.rows,
            lane if is_in(NAMES, lane) => known.lane,
            _ => return Err(unknown(node)),
        }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, lane: u32) -> String {
        let known = Known { lane, width: 8, columns: 64, rows: 16 };
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
            ("lane -> (lane * width // columns, lane*width%columns)", "2,24"),
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
            ("", "at character 1: a number, a name or a bracket is missing at the end"),
            ("lane", "at character 5: a comma between row and column is missing at the end"),
            ("(lane, 3", "at character 9: the closing bracket is missing at the end"),
            ("(lane, 3) 4", "at character 11: the end of the formula is missing before “4”"),
            ("(line, 3)", "at character 2: unknown name “line”; the names are lane, width, columns and rows"),
            ("(0 - lane, 3)", "lane 19: the row is -19, outside 0 to 65536"),
            ("(0, 1 / (lane - 19))", "lane 19: the column is divided by 0"),
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
