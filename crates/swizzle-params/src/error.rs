//! The reason that there is no picture of the specified values.

use std::error::Error;
use std::fmt;

/// A value for which there is no picture.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpecError {
    /// The value's name.
    pub name: &'static str,
    /// The specified value.
    pub value: u32,
    /// The rule that it breaks.
    pub rule: SpecRule,
}

/// A rule that a value must follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecRule {
    /// Within a range.
    Within {
        /// The least value.
        least: u32,
        /// The largest value.
        most: u32,
        /// Whether it is an extent in elements.
        is_extent: bool,
    },
    /// An index in the buffer at which the tile is inside it.
    InBuffer,
}

impl fmt::Display for SpecRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Within { least: 0, most, .. } => write!(f, "must be at most {most}"),
            Self::Within {
                least,
                most,
                is_extent,
            } => {
                let elements = if *is_extent { " elements" } else { "" };
                write!(f, "must be {least} to {most}{elements}")
            }
            Self::InBuffer => f.write_str("the tile must be inside its buffer"),
        }
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}: {}", self.name, self.value, self.rule)
    }
}

impl Error for SpecError {}
