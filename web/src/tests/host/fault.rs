//! What went wrong, in words.

use std::fmt;

/// Why a test fails: a message for a person.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Fault(String);

/// What came of looking at the page.
pub(crate) type Result<T> = std::result::Result<T, Fault>;

impl Fault {
    /// With these words.
    pub(crate) fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }
}

impl From<String> for Fault {
    fn from(words: String) -> Self {
        Self(words)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The words as they are: this is what a test that returns it prints.
impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
