//! `lane → (row, column)` as people write it: the arithmetic of C over the lane's number.

use std::fmt;

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
    row: Term,
    column: Term,
}

/// What a formula may name.
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

/// What is wrong with a formula, and where.
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

/// Brackets inside each other: nobody writes more, and each takes a piece of the stack.
const FORMULA_DEPTH_MAX: u32 = 32;

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    Number(i64),
    Name(Name),
    Minus(Box<Term>),
    Not(Box<Term>),
    Both(Operator, Box<Term>, Box<Term>),
}

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Times,
    Over,
    Rest,
    Plus,
    Minus,
    Left,
    Right,
    And,
    Xor,
    Or,
}

/// Each with its strength, as in C. The longer ones first.
const OPERATORS: [(&str, Operator, u32); 11] = [
    ("<<", Operator::Left, 4),
    (">>", Operator::Right, 4),
    ("//", Operator::Over, 6),
    ("*", Operator::Times, 6),
    ("/", Operator::Over, 6),
    ("%", Operator::Rest, 6),
    ("+", Operator::Plus, 5),
    ("-", Operator::Minus, 5),
    ("&", Operator::And, 3),
    ("^", Operator::Xor, 2),
    ("|", Operator::Or, 1),
];

impl Formula {
    /// Reads a formula: `(row, column)` in the arithmetic of C, with or without `lane →` before it.
    ///
    /// # Errors
    /// Says what is missing or unknown, and where.
    pub fn parse(text: &str) -> Result<Self, FormulaError> {
        let mut reader = Reader { text, at: 0 };
        reader.pass_arrow();
        let is_bracketed = reader.passes("(") && reader.has_comma_at_top();
        if !is_bracketed {
            reader.at = 0;
            reader.pass_arrow();
        }
        let row = reader.term(0, 0)?;
        reader.expect(",", "a comma between row and column")?;
        let column = reader.term(0, 0)?;
        if is_bracketed {
            reader.expect(")", "the closing bracket")?;
        }
        match reader.rest() {
            "" => Ok(Self { row, column }),
            _ => reader.refuse("the end of the formula"),
        }
    }

    /// Row and column of a lane, in elements.
    ///
    /// # Errors
    /// Where a number is negative, too large or divided by 0.
    pub fn at(&self, known: Known) -> Result<(u32, u32), FormulaError> {
        let part = |term: &Term, name: &str| {
            let value = term.value(known).map_err(|why| (name.to_string(), why))?;
            u32::try_from(value)
                .ok()
                .filter(|value| *value <= PLACE_MAX)
                .ok_or_else(|| {
                    (
                        name.to_string(),
                        format!("is {value}, outside 0 to {PLACE_MAX}"),
                    )
                })
        };
        let row = part(&self.row, "row");
        let both = row.and_then(|row| Ok((row, part(&self.column, "column")?)));
        both.map_err(|(name, why)| FormulaError {
            character: None,
            why: format!("lane {}: the {name} {why}", known.lane),
        })
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
    /// Row and column of a lane whose elements lie inside of the matrix.
    ///
    /// # Errors
    /// As [`at`](Self::at), and where some of its elements lie outside.
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

impl Term {
    fn value(&self, known: Known) -> Result<i64, String> {
        let overflow = || "overflows".to_string();
        match self {
            Self::Number(number) => Ok(*number),
            Self::Name(name) => Ok(i64::from(match name {
                Name::Lane => known.lane,
                Name::Width => known.width,
                Name::Columns => known.columns,
                Name::Rows => known.rows,
            })),
            Self::Minus(term) => term.value(known)?.checked_neg().ok_or_else(overflow),
            Self::Not(term) => Ok(!term.value(known)?),
            Self::Both(operator, left, right) => {
                let (left, right) = (left.value(known)?, right.value(known)?);
                let shift = || u32::try_from(right).ok().filter(|shift| *shift < 32);
                let value = match operator {
                    Operator::Times => left.checked_mul(right),
                    Operator::Over if right == 0 => return Err("is divided by 0".into()),
                    Operator::Over => left.checked_div(right),
                    Operator::Rest if right == 0 => {
                        return Err("is taken modulo 0".into());
                    }
                    Operator::Rest => left.checked_rem(right),
                    Operator::Plus => left.checked_add(right),
                    Operator::Minus => left.checked_sub(right),
                    Operator::Left => shift().and_then(|shift| left.checked_mul(1 << shift)),
                    Operator::Right => shift().map(|shift| left >> shift),
                    Operator::And => Some(left & right),
                    Operator::Xor => Some(left ^ right),
                    Operator::Or => Some(left | right),
                };
                value.ok_or_else(overflow)
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default().trim_start()
    }

    /// Moves past a piece of text if it comes next.
    fn passes(&mut self, piece: &str) -> bool {
        let rest = self.rest();
        let is_next = rest.starts_with(piece);
        if is_next {
            self.at = self.text.len() - rest.len() + piece.len();
        }
        is_next
    }

    /// `lane →`, or `row, column =` and the like.
    fn pass_arrow(&mut self) {
        for arrow in ["->", "→", "=>", "="] {
            if let Some((_, behind)) = self.text.split_once(arrow) {
                self.at = self.text.len() - behind.len();
                return;
            }
        }
    }

    /// Whether the bracket that was just passed holds the comma between row and column.
    fn has_comma_at_top(&self) -> bool {
        let mut depth = 0_u32;
        for c in self.rest().chars() {
            match c {
                '(' => depth += 1,
                ')' if depth == 0 => return false,
                ')' => depth -= 1,
                ',' if depth == 0 => return true,
                _ => {}
            }
        }
        false
    }

    fn refuse<T>(&self, missing: &str) -> Result<T, FormulaError> {
        let rest = self.rest();
        let character = self.text[..self.text.len() - rest.len()].chars().count() + 1;
        let found = match rest.chars().next() {
            Some(c) => format!("before “{c}”"),
            None => "at the end".into(),
        };
        Err(FormulaError {
            character: Some(character),
            why: format!("{missing} is missing {found}"),
        })
    }

    fn expect(&mut self, piece: &str, missing: &str) -> Result<(), FormulaError> {
        if self.passes(piece) {
            Ok(())
        } else {
            self.refuse(missing)
        }
    }

    /// A term of operators that are at least so strong.
    fn term(&mut self, strength: u32, depth: u32) -> Result<Term, FormulaError> {
        let mut left = self.factor(depth)?;
        loop {
            let rest = self.rest();
            let next = OPERATORS
                .iter()
                .find(|(text, _, of)| rest.starts_with(text) && *of > strength);
            let Some((text, operator, of)) = next else {
                return Ok(left);
            };
            self.passes(text);
            // Chains lean to the left; `depth` counts their links too, since dropping and working out recur.
            let right = self.term(*of, depth)?;
            left = Term::Both(*operator, Box::new(left), Box::new(right));
            if left.depth() > FORMULA_DEPTH_MAX * 4 {
                return self.refuse("the end of a formula this long");
            }
        }
    }

    fn factor(&mut self, depth: u32) -> Result<Term, FormulaError> {
        if depth > FORMULA_DEPTH_MAX {
            return self.refuse("the end of brackets this deep");
        }
        if self.passes("(") {
            let term = self.term(0, depth + 1)?;
            self.expect(")", "the closing bracket")?;
            return Ok(term);
        }
        if self.passes("-") {
            return Ok(Term::Minus(Box::new(self.factor(depth + 1)?)));
        }
        if self.passes("~") {
            return Ok(Term::Not(Box::new(self.factor(depth + 1)?)));
        }
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let word = &rest[..end.unwrap_or(rest.len())];
        let term = if word.starts_with(|c: char| c.is_ascii_digit()) {
            number(word).map(Term::Number)
        } else {
            let name = NAMES.iter().find(|(name, _)| *name == word);
            name.map(|(_, name)| Term::Name(*name))
        };
        match term {
            Some(term) => {
                self.passes(word);
                Ok(term)
            }
            None if word.is_empty() => self.refuse("a number, a name or a bracket"),
            None => {
                let character = self.text[..self.text.len() - rest.len()].chars().count() + 1;
                Err(FormulaError {
                    character: Some(character),
                    why: format!(
                        "unknown name “{word}”; the names are lane, width, columns and rows"
                    ),
                })
            }
        }
    }
}

impl Term {
    fn depth(&self) -> u32 {
        match self {
            Self::Number(_) | Self::Name(_) => 1,
            Self::Minus(term) | Self::Not(term) => term.depth() + 1,
            Self::Both(_, left, right) => left.depth().max(right.depth()) + 1,
        }
    }
}

fn number(word: &str) -> Option<i64> {
    let value = match word.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => word.parse::<u32>(),
    };
    value.ok().map(i64::from)
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
