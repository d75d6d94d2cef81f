//! What is fed with inputs, and what must hold of each.

use std::fmt;
use std::ops::Deref;

/// What must hold did not, in one sentence.
pub(crate) type Fault = String;

/// A reader to be fed.
pub(crate) struct Target {
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
