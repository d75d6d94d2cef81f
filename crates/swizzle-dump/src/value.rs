//! A value of a dump as it is shown.

use super::*;

/// A value of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// The index of a cell.
    Index(u32),
    /// MN and K of a cell.
    Pair(u32, u32),
    /// Bits that name no cell, and their bytes.
    Raw(u32, u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Index(index) => write!(f, "{index}"),
            Self::Pair(mn, k) => write!(f, "{mn},{k}"),
            Self::Raw(raw, bytes) => {
                let prefix = if f.alternate() { "0x" } else { "" };
                write!(f, "{prefix}{raw:0width$x}", width = 2 * bytes as usize)
            }
        }
    }
}
