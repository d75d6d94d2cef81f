//! The parser of a text's expressions: the operators of C, Rust and Python over numbers, names, casts and calls.

use std::fmt;
use std::iter::Peekable;
use std::ops::Range;

use crate::expression::{Expression, Name, Step};
use crate::lexer::{Joins, Kind, Lexer, Token};
use crate::number::Number;
use crate::operator::{Binary, comparison};

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

/// Whether a word is the name of an integer type, from any library: `u32`, `ctypes.c_uint64`, `Int32`, also
/// at the end of a cast: `unsigned long`, `static_cast<uint64_t>`.
#[must_use]
pub fn is_type(name: &str) -> bool {
    let name = name.trim_end_matches(['>', '&', ' ']);
    let name = name.rsplit([':', '.', ' ', '<']).next().unwrap_or(name);
    if matches!(
        name,
        "size_t" | "uintptr_t" | "usize" | "long" | "unsigned" | "const"
    ) {
        return true;
    }
    let name = name.to_ascii_lowercase();
    let bare = name.strip_suffix("_t").unwrap_or(&name);
    let bare = ["c_", "cu"]
        .iter()
        .find_map(|prefix| bare.strip_prefix(prefix))
        .unwrap_or(bare);
    let stem = bare.trim_end_matches(|c: char| c.is_ascii_digit());
    let bits = &bare[stem.len()..];
    let has_bits = matches!(bits, "8" | "16" | "32" | "64");
    matches!(stem, "int" | "uint") && (has_bits || bits.is_empty())
        || matches!(stem, "i" | "u") && has_bits
}

/// A step that waits for its operand, or for its closing bracket.
enum Pending<'a> {
    Cast(Name<'a>),
    /// An operator, and how much it binds.
    Operator(Step<Name<'a>>, u8),
    Bracket,
    /// A condition, up to the `:` between its values.
    Question(Name<'a>),
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
        self.tokens
            .peek()
            .map_or(end..end, |token| token.at.clone())
    }

    /// Passes a sign or a word if it comes next.
    pub fn takes(&mut self, text: &str) -> bool {
        self.tokens.next_if(|token| token.text == text).is_some()
    }

    /// Whether nothing is left.
    pub fn end(&mut self) -> Result<(), SyntaxError> {
        match self.tokens.peek() {
            Some(_) => Err(self.missing(SyntaxErrorKind::End)),
            None => Ok(()),
        }
    }

    fn missing(&mut self, kind: SyntaxErrorKind) -> SyntaxError {
        let at = self.at();
        SyntaxError { kind, at }
    }

    /// The longest expression from here on: what follows it is left.
    pub fn expression(&mut self) -> Result<Expression<Name<'a>>, SyntaxError> {
        let mut tree = Tree::default();
        loop {
            while !self.operand(&mut tree)? {}
            if !self.operators(&mut tree)? {
                break;
            }
        }
        tree.settle(0);
        if tree.pending.is_empty() {
            Ok(Expression::new(tree.steps))
        } else {
            Err(self.missing(SyntaxErrorKind::Closing))
        }
    }

    /// Passes an operand, or what precedes one; returns whether it was an operand.
    fn operand(&mut self, tree: &mut Tree<'a>) -> Result<bool, SyntaxError> {
        let missing = self.missing(SyntaxErrorKind::Operand);
        let Some(token) = self.tokens.next() else {
            return Err(missing);
        };
        match (token.kind, token.text) {
            (Kind::Number, word) => {
                let number = Number::literal(word, 10).map_err(|_| SyntaxError {
                    kind: SyntaxErrorKind::Number,
                    ..missing
                })?;
                tree.steps.push(Step::Number(number.value));
                return Ok(true);
            }
            (Kind::Word, word) if word.ends_with("_cast") && self.takes("<") => {
                tree.pending
                    .push(Pending::Cast(self.through(">", token.at.start)));
            }
            (Kind::Word, _) => {
                let name = self.name(&token);
                if !self.takes("(") {
                    tree.steps.push(Step::Name(name));
                    return Ok(true);
                }
                if self.takes(")") {
                    tree.steps.push(Step::Call(name, 0));
                    return Ok(true);
                }
                tree.pending.push(Pending::Call(name, 1));
            }
            (Kind::Sign, "(") => {
                let cast = self.cast().map_or(Pending::Bracket, Pending::Cast);
                tree.pending.push(cast);
            }
            (Kind::Sign, "-") => tree.prefix(&[Step::Number(0)], Binary::Minus),
            (Kind::Sign, "~") => {
                let ones = [
                    Step::Number(0),
                    Step::Number(1),
                    Step::Binary(Binary::Minus),
                ];
                tree.prefix(&ones, Binary::Xor);
            }
            (Kind::Sign, "+") => {}
            // What is not so, what is at an address, or the address of something.
            (Kind::Sign, "!" | "&" | "*") => {
                let name = self.named(token.at.start, token.at.end);
                tree.pending
                    .push(Pending::Operator(Step::Call(name, 1), u8::MAX));
            }
            (Kind::Sign, _) => return Err(missing),
        }
        Ok(false)
    }

    /// Passes what follows an operand; returns whether another operand follows.
    fn operators(&mut self, tree: &mut Tree<'a>) -> Result<bool, SyntaxError> {
        while let Some(token) = self.tokens.peek().cloned() {
            if let Some((operator, strength)) = Binary::from_sign(token.text) {
                self.tokens.next();
                tree.settle(strength);
                let operator = Step::Binary(operator);
                tree.pending.push(Pending::Operator(operator, strength));
                return Ok(true);
            }
            let name = self.named(token.at.start, token.at.end);
            // An angle bracket without a space behind it may be a template's.
            let is_angle = matches!(token.text, "<" | ">")
                && !self.text[token.at.end..].starts_with(char::is_whitespace);
            if let Some(strength) = comparison(token.text).filter(|_| !is_angle) {
                self.tokens.next();
                tree.settle(strength);
                let operator = Step::Call(name, 2);
                tree.pending.push(Pending::Operator(operator, strength));
                return Ok(true);
            }
            match token.text {
                // Rust's cast binds more than any sign.
                "as" => {
                    self.tokens.next();
                    match self.tokens.next_if(|token| token.kind == Kind::Word) {
                        Some(token) => tree
                            .steps
                            .push(Step::Call(self.named(token.at.start, token.at.end), 1)),
                        None => return Err(self.missing(SyntaxErrorKind::Operand)),
                    }
                }
                "?" => {
                    self.tokens.next();
                    tree.settle(1);
                    tree.pending.push(Pending::Question(name));
                    return Ok(true);
                }
                ":" => {
                    tree.settle(0);
                    let Some(Pending::Question(name)) = tree.pending.last() else {
                        return Ok(false);
                    };
                    let select = Step::Call(*name, 3);
                    self.tokens.next();
                    tree.pending.pop();
                    tree.pending.push(Pending::Operator(select, 0));
                    return Ok(true);
                }
                // A member of a value, or a method with the value before its arguments.
                "->" | "." => {
                    self.tokens.next();
                    let Some(member) = self.tokens.next_if(|token| token.kind == Kind::Word) else {
                        return Err(self.missing(SyntaxErrorKind::Operand));
                    };
                    let member = self.named(member.at.start, member.at.end);
                    if !self.takes("(") || self.takes(")") {
                        tree.steps.push(Step::Call(member, 1));
                    } else {
                        tree.pending.push(Pending::Call(member, 2));
                        return Ok(true);
                    }
                }
                ")" => {
                    tree.settle(0);
                    if matches!(tree.pending.last(), Some(Pending::Question(_))) {
                        return Ok(false);
                    }
                    match tree.pending.pop() {
                        Some(Pending::Call(name, count)) => {
                            tree.steps.push(Step::Call(name, count));
                        }
                        Some(_) => {}
                        None => return Ok(false),
                    }
                    self.tokens.next();
                }
                "," => {
                    tree.settle(0);
                    let Some(Pending::Call(_, count)) = tree.pending.last_mut() else {
                        return Ok(false);
                    };
                    *count += 1;
                    self.tokens.next();
                    return Ok(true);
                }
                _ => return Ok(false),
            }
        }
        Ok(false)
    }

    const fn named(&self, from: usize, to: usize) -> Name<'a> {
        Name {
            text: self.text.split_at(to).0.split_at(from).1,
            at: from,
        }
    }

    /// The text from a byte through the next such sign, or to the end.
    fn through(&mut self, sign: &str, from: usize) -> Name<'a> {
        let last = self.tokens.find(|token| token.text == sign);
        self.named(from, last.map_or(self.text.len(), |last| last.at.end))
    }

    /// A name with its index, or with the type whose size it is.
    fn name(&mut self, token: &Token<'a>) -> Name<'a> {
        if let Some(end) = self.template(token.at.end) {
            while self.tokens.next_if(|token| token.at.start < end).is_some() {}
            return self.named(token.at.start, end);
        }
        if self.takes("[") {
            return self.through("]", token.at.start);
        }
        let mut ahead = self.tokens.clone();
        let mut is = |is: fn(&Token<'_>) -> bool| ahead.next_if(is).is_some();
        if token.text == "sizeof"
            && is(|token| token.text == "(")
            && is(|token| token.kind == Kind::Word)
            && is(|token| token.text == ")")
        {
            return self.through(")", token.at.start);
        }
        self.named(token.at.start, token.at.end)
    }

    /// The end of a template's arguments right behind a name, where a call's bracket follows: `make<2>(p)`.
    fn template(&self, from: usize) -> Option<usize> {
        const LENGTH_MAX: usize = 128;
        let rest = self.text.get(from..)?.strip_prefix('<')?;
        let inside = rest.bytes().take(LENGTH_MAX);
        let mut depth = 1_u32;
        let end = inside.clone().position(|b| {
            depth = match b {
                b'<' => depth + 1,
                b'>' => depth - 1,
                _ => depth,
            };
            depth == 0 || matches!(b, b';' | b'\n')
        })?;
        let is_one = depth == 0 && matches!(rest.as_bytes().get(end + 1), Some(b'('));
        is_one.then_some(from + end + 2)
    }

    /// A cast, after its opening bracket: nothing but types up to the closing one.
    fn cast(&mut self) -> Option<Name<'a>> {
        let (mut ahead, from) = (self.tokens.clone(), self.at().start);
        let mut end = None;
        while let Some(token) =
            ahead.next_if(|token| token.kind == Kind::Word && is_type(token.text))
        {
            end = Some(token.at.end);
        }
        ahead.next_if(|token| token.text == ")")?;
        self.tokens = ahead;
        Some(self.named(from, end?))
    }
}

impl<'a> Expression<Name<'a>> {
    /// Reads a whole text, or says what is missing, and where.
    pub fn parse(text: &'a str) -> Result<Self, SyntaxError> {
        let mut parser = Parser::new(text, 0);
        let expression = parser.expression()?;
        parser.end()?;
        Ok(expression)
    }
}

/// The steps so far, and what waits behind them, the innermost last.
#[derive(Default)]
struct Tree<'a> {
    steps: Vec<Step<Name<'a>>>,
    pending: Vec<Pending<'a>>,
}

impl<'a> Tree<'a> {
    /// A sign before its operand, as one between a constant and the operand that binds more than any other.
    fn prefix(&mut self, constant: &[Step<Name<'a>>], operator: Binary) {
        self.steps.extend_from_slice(constant);
        self.pending
            .push(Pending::Operator(Step::Binary(operator), u8::MAX));
    }

    /// Finishes what binds at least so much, up to the innermost bracket.
    fn settle(&mut self, strength: u8) {
        while let Some(last) = self.pending.last() {
            self.steps.push(match *last {
                Pending::Cast(name) => Step::Call(name, 1),
                Pending::Operator(operator, own) if own >= strength => operator,
                Pending::Operator(..)
                | Pending::Question(_)
                | Pending::Bracket
                | Pending::Call(..) => return,
            });
            self.pending.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::Checked;

    fn value(text: &str) -> Result<i64, String> {
        let expression = Expression::parse(text).map_err(|error| {
            let at = error.at.clone();
            format!("{at:?} {error}")
        })?;
        expression.evaluate(&mut Checked(
            |name: Name<'_>, arguments: &[i64]| match name.text {
                "x" => Ok(19),
                "sizeof(half)" => Ok(2),
                "x[3 + y]" => Ok(3),
                name if is_type(name) => Ok(arguments[0]),
                "max" => Ok(*arguments.iter().max().unwrap_or(&0)),
                name => Err(format!("unknown {name}")),
            },
        ))
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
            ("(uint64_t)(8 * 64) >> 4", 32),
            ("(unsigned long)x", 19),
            ("static_cast<uint32_t>(x + 1) * 2", 40),
            ("2 * k as u64", 0),
            ("max(1, (2), max(x, 3) + 1) + max()", 20),
            ("x * sizeof(half)", 38),
            ("x[3 + y] + 1", 4),
            ("(x)", 19),
            ("1 << 4u", 16),
        ] {
            assert_eq!(value(&text.replace('k', "0")), Ok(wanted), "{text}");
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
            ("1 as 2", "5..6 a number, a name or a bracket is missing"),
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
        for piece in [
            "(",
            "-",
            "1+",
            "1*(",
            "x^",
            "(int ",
            "f(",
            "a[",
            "static_cast<",
        ] {
            assert!(value(&piece.repeat(100_000)).is_err(), "{piece}");
        }
    }
}
