//! What is fed with inputs, and what must hold of each.

use std::fmt;
use std::ops::Deref;

/// What must hold did not, in one sentence.
pub(crate) type Fault = String;

/// A reader to be fed, with its texts and tokens of `inputs.txt`, and with more.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// Good inputs, from which the others are made; and bad ones that once broke something.
    pub(crate) corpus: fn() -> Vec<Vec<u8>>,
    /// Pieces of which good inputs are made.
    pub(crate) tokens: fn() -> Vec<Vec<u8>>,
    /// Feeds an input and checks what comes of it.
    pub(crate) check: fn(&[u8]) -> Result<(), Fault>,
}

impl Target {
    /// Feeds an input; panics with what does not hold.
    pub(crate) fn must_hold(&self, input: &[u8]) {
        if let Err(fault) = (self.check)(input) {
            panic!("{fault}\n  b\"{}\"", input.escape_ascii());
        }
    }
}

/// A list of `inputs.txt`: a head in brackets, and a string a line.
pub(crate) fn listed(list: &str) -> impl Iterator<Item = Vec<u8>> {
    let head = format!("[{list}]");
    let lines = include_str!("inputs.txt").lines().skip_while(move |line| *line != head).skip(1);
    lines.take_while(|line| !line.is_empty()).map(literal)
}

/// The first string of a line, in quotes and with escapes as JSON has them.
pub(crate) fn literal(line: &str) -> Vec<u8> {
    let (mut text, mut rest) = (String::new(), line.split_once('"').expect(line).1.chars());
    while let Some(c) = rest.next().filter(|c| *c != '"') {
        text.push(match (c, if c == '\\' { rest.next() } else { None }) {
            (_, None) => c,
            (_, Some('n')) => '\n',
            (_, Some('r')) => '\r',
            (_, Some('t')) => '\t',
            (_, Some('u')) => {
                let code = u32::from_str_radix(&rest.by_ref().take(4).collect::<String>(), 16);
                code.ok().and_then(char::from_u32).expect(line)
            }
            (_, Some(other)) => other,
        });
    }
    text.into_bytes()
}

/// An input, shown as a Rust literal.
pub(crate) struct Input(pub(crate) Vec<u8>);

impl fmt::Debug for Input {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "b\"{}\"", self.0.escape_ascii())
    }
}

impl Deref for Input {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

/// A fault unless something holds.
macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        if !$holds {
            return Err(format!($($message)+));
        }
    };
}
pub(crate) use ensure;
