//! The parser of a text's expressions: the operators of C over numbers, names and calls.

use std::fmt;
use std::iter::Peekable;
use std::ops::Range;

use crate::expression::{Expression, Name, Step};
use crate::lexer::{Joins, Kind, Lexer};
use crate::number::Number;
use crate::operator::Binary;

/// An error in an expression, and its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// The kind of error.
    pub kind: SyntaxErrorKind,
    /// The token before which it is missing, or that is wrong; empty at the end of the text.
    pub at: Range<usize>,
}

/// The kinds of error at a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// An operand is missing.
    Operand,
    /// A bracket is not closed.
    Closing,
    /// The expression should have ended.
    End,
    /// A word begins with a digit and is not a number.
    Number,
}

impl fmt::Display for SyntaxErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Operand => "a number, a name or a bracket",
            Self::Closing => "the closing bracket",
            Self::End => "the end of the expression",
            Self::Number => "a whole number",
        })
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is missing", self.kind)
    }
}

impl std::error::Error for SyntaxError {}

/// What waits for the rest of its operands, or for its closing bracket.
enum Pending<'a> {
    /// An operator, and how much it binds.
    Operator(Binary, u8),
    Bracket,
    /// A call with this many commas so far.
    Call(Name<'a>, usize),
}

/// Reads expressions of a text one after the other.
#[derive(Debug, Clone)]
pub struct Parser<'a> {
    text: &'a str,
    tokens: Peekable<Lexer<'a>>,
}

impl<'a> Parser<'a> {
    /// At a byte of a text.
    #[must_use]
    pub fn new(text: &'a str, at: usize) -> Self {
        Self {
            text,
            tokens: Lexer::new(text, Joins::Code).from(at).peekable(),
        }
    }

    /// The bytes of the next token; empty at the end.
    pub fn at(&mut self) -> Range<usize> {
        let end = self.text.len();
        let next = self.tokens.peek();
        next.map_or(end..end, |token| token.at.clone())
    }

    /// Passes a sign or a word if it comes next.
    pub fn takes(&mut self, text: &str) -> bool {
        self.tokens.next_if(|token| token.text == text).is_some()
    }

    fn missing(&mut self, kind: SyntaxErrorKind) -> SyntaxError {
        let at = self.at();
        SyntaxError { kind, at }
    }

    /// The longest expression from here on: what follows it is left.
    pub fn expression(&mut self) -> Result<Expression<Name<'a>>, SyntaxError> {
        let (mut steps, mut pending) = (Vec::new(), Vec::new());
        // Finishes what binds at least so much, up to the innermost bracket.
        let settle = |steps: &mut Vec<_>, pending: &mut Vec<_>, strength| {
            while let Some(&Pending::Operator(operator, own)) = pending.last()
                && own >= strength
            {
                steps.push(Step::Binary(operator));
                pending.pop();
            }
        };
        'operand: loop {
            let missing = self.missing(SyntaxErrorKind::Operand);
            let Some(token) = self.tokens.next() else {
                return Err(missing);
            };
            let name = Name {
                text: token.text,
                at: token.at.start,
            };
            match (token.kind, token.text) {
                (Kind::Number, word) => {
                    let number = Number::literal(word, 10).map_err(|_| SyntaxError {
                        kind: SyntaxErrorKind::Number,
                        ..missing
                    })?;
                    steps.push(Step::Number(number.value));
                }
                (Kind::Word, _) => {
                    let is_call = self.takes("(");
                    if is_call && !self.takes(")") {
                        pending.push(Pending::Call(name, 1));
                        continue;
                    }
                    steps.push(Step::Call(name, 0));
                }
                (_, "(") => {
                    pending.push(Pending::Bracket);
                    continue;
                }
                // A sign is an operator behind 0, or behind all ones, and binds more than any other.
                (_, "-" | "~") => {
                    steps.push(Step::Number(0));
                    let is_not = token.text == "~";
                    if is_not {
                        steps.extend([Step::Number(1), Step::Binary(Binary::Minus)]);
                    }
                    let operator = if is_not { Binary::Xor } else { Binary::Minus };
                    pending.push(Pending::Operator(operator, u8::MAX));
                    continue;
                }
                (_, "+") => continue,
                _ => return Err(missing),
            }
            while let Some(sign) = self.tokens.peek().map(|token| token.text) {
                let operator = Binary::from_sign(sign);
                settle(&mut steps, &mut pending, operator.map_or(0, |(_, own)| own));
                match (operator, sign, pending.last_mut()) {
                    (Some((operator, strength)), ..) => {
                        pending.push(Pending::Operator(operator, strength));
                    }
                    (_, ",", Some(Pending::Call(_, count))) => *count += 1,
                    (_, ")", Some(last)) => {
                        if let Pending::Call(name, count) = *last {
                            steps.push(Step::Call(name, count));
                        }
                        pending.pop();
                        self.tokens.next();
                        continue;
                    }
                    _ => break,
                }
                self.tokens.next();
                continue 'operand;
            }
            settle(&mut steps, &mut pending, 0);
            return match pending[..] {
                [] => Ok(Expression(steps)),
                _ => Err(self.missing(SyntaxErrorKind::Closing)),
            };
        }
    }
}

impl<'a> Expression<Name<'a>> {
    /// Reads a whole text, or says what is missing, and where.
    pub fn parse(text: &'a str) -> Result<Self, SyntaxError> {
        let mut parser = Parser::new(text, 0);
        let expression = parser.expression()?;
        match parser.tokens.peek() {
            Some(_) => Err(parser.missing(SyntaxErrorKind::End)),
            None => Ok(expression),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        let expression = Expression::parse(text).map_err(|error| {
            let at = error.at.clone();
            format!("{at:?} {error}")
        })?;
        expression.evaluate(|name: Name<'_>, arguments| match name.text {
            "x" => Ok(19),
            "max" => Ok(*arguments.iter().max().unwrap_or(&0)),
            name => Err(format!("unknown {name}")),
        })
    }

    #[test]
    fn operators_bind_as_in_c() {
        for (text, wanted) in [
            ("1 | 6 ^ 3 & 5 << 1", 5),
            ("8 - 3 - 2", 3),
            ("-x + 20", 1),
            ("~0 + 1", 0),
            ("- - ~x", -20),
            ("x / 8 * 8 % 5", 1),
            ("x // 8", 2),
            ("max(1, (2), max(x, 3) + 1) + max()", 20),
            ("(x)", 19),
            ("1 << 4u", 16),
        ] {
            assert_eq!(value(text), Ok(wanted), "{text}");
        }
    }

    #[test]
    fn faults_are_pointed_at() {
        for (text, wanted) in [
            ("", "0..0 a number, a name or a bracket is missing"),
            ("1 +", "3..3 a number, a name or a bracket is missing"),
            ("1 + $", "4..5 a number, a name or a bracket is missing"),
            ("(1, 2)", "2..3 the closing bracket is missing"),
            ("(1", "2..2 the closing bracket is missing"),
            ("1 2", "2..3 the end of the expression is missing"),
            ("f(1))", "4..5 the end of the expression is missing"),
            ("12abc", "0..5 a whole number is missing"),
            ("f(1)", "unknown f"),
            ("1 / (x - 19)", "is divided by 0"),
            ("1 % 0", "is taken modulo 0"),
            ("1 << 40", "overflows"),
            ("9223372036854775807 + 1", "overflows"),
        ] {
            assert_eq!(value(text), Err(wanted.into()), "{text}");
        }
    }

    #[test]
    fn depth_is_no_danger() {
        let deep = "(".repeat(100_000) + "x" + &")".repeat(100_000);
        assert_eq!(value(&deep), Ok(19));
        assert_eq!(value(&("-".repeat(100_000) + "x")), Ok(19));
        assert_eq!(value(&("1+".repeat(100_000) + "1")), Ok(100_001));
        for piece in ["(", "-", "1+", "1*(", "x^", "f("] {
            assert!(value(&piece.repeat(100_000)).is_err(), "{piece}");
        }
    }
}
