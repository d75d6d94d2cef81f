//! Operators between two operands, and how strongly they bind.

/// An operator between two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// `*`
    Times,
    /// `/` or `//`
    Over,
    /// `%`
    Rest,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `<<`
    Left,
    /// `>>`
    Right,
    /// `&`
    And,
    /// `^`
    Xor,
    /// `|`
    Or,
}

impl Binary {
    /// An operator and its strength, as in C.
    pub(crate) fn from_sign(sign: &str) -> Option<(Self, u8)> {
        Some(match sign {
            "*" => (Self::Times, 6),
            "/" | "//" => (Self::Over, 6),
            "%" => (Self::Rest, 6),
            "+" => (Self::Plus, 5),
            "-" => (Self::Minus, 5),
            "<<" => (Self::Left, 4),
            ">>" => (Self::Right, 4),
            "&" => (Self::And, 3),
            "^" => (Self::Xor, 2),
            "|" => (Self::Or, 1),
            _ => return None,
        })
    }
}
