//! What is written in a cell.

use std::fmt;

/// Contents of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Label {
    /// Nothing.
    #[default]
    Blank,
    /// A number.
    Number(i32),
    /// Row and unit of the matrix.
    Pair(u32, u32),
    /// First and last bank.
    Banks(u32, u32),
    /// Several elements claim this cell.
    Clash(u32),
    /// At least so many claim this cell; not all are counted.
    ClashOrMore(u32),
    /// Number of others that claim this cell as well.
    Others(u32),
    /// Bits, and their bytes.
    Raw(u32, u32),
    /// Something that is not known, such as memory outside of a tile.
    Unknown,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => Ok(()),
            Self::Number(number) => write!(f, "{number}"),
            Self::Pair(row, unit) => write!(f, "{row},{unit}"),
            Self::Banks(first, last) if first == last => write!(f, "{first}"),
            Self::Banks(first, last) => write!(f, "{first}–{last}"),
            Self::Clash(count) => write!(f, "×{count}"),
            Self::ClashOrMore(count) => write!(f, "×{count}+"),
            Self::Others(count) => write!(f, "+{count}"),
            Self::Raw(raw, bytes) => write!(f, "{raw:0width$x}", width = 2 * *bytes as usize),
            Self::Unknown => f.write_str("?"),
        }
    }
}
