//! The reason that there is no picture of the specified values.

use std::error::Error;
use std::fmt;

use crate::Scalar;

/// A value for which there is no picture.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecError {
    /// The value's name.
    pub name: &'static str,
    /// The specified value.
    pub value: Scalar,
    /// The rule that it breaks, in words.
    pub rule: String,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}: {}", self.name, self.value, self.rule)
    }
}

impl Error for SpecError {}
