//! What is fed with inputs, and what must hold of each.

use std::hash::{DefaultHasher, Hash, Hasher};

/// What must hold did not, in one sentence.
pub(crate) type Fault = String;

/// A reader to be fed.
pub(crate) struct Target {
    /// What the command line calls it.
    pub(crate) name: &'static str,
    /// What is fed.
    pub(crate) what: &'static str,
    /// Good inputs, from which the others are made; and bad ones that once broke something.
    pub(crate) corpus: fn() -> Vec<Vec<u8>>,
    /// Pieces of which good inputs are made.
    pub(crate) tokens: fn() -> Vec<Vec<u8>>,
    /// Feeds an input and checks what comes of it.
    pub(crate) check: fn(&[u8]) -> Result<Outcome, Fault>,
}

/// What came of an input, as a list of marks: an input with a mark that was not seen before is worth building upon.
#[derive(Default)]
pub(crate) struct Outcome(Vec<u64>);

impl Outcome {
    /// Marks something.
    pub(crate) fn note(&mut self, what: impl Hash) {
        let mut hasher = DefaultHasher::new();
        what.hash(&mut hasher);
        self.0.push(hasher.finish());
    }

    /// Marks a message, whatever it counts and quotes; what is quoted may hold anything, quotes too.
    pub(crate) fn note_message(&mut self, message: &str) {
        let start = message.find('“').unwrap_or(message.len());
        let end = message.rfind('”').unwrap_or(start).max(start);
        let mut words = [&message[..start], &message[end..]].concat();
        words.retain(|character| !character.is_ascii_hexdigit());
        self.note(words);
    }

    /// The marks.
    pub(crate) fn marks(&self) -> &[u64] {
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
