//! Operators between two operands, and how strongly signs bind.

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
    /// The operator of a sign.
    pub fn from_sign(sign: &str) -> Option<Self> {
        Some(match sign {
            "*" => Self::Times,
            "/" | "//" => Self::Over,
            "%" => Self::Rest,
            "+" => Self::Plus,
            "-" => Self::Minus,
            "<<" => Self::Left,
            ">>" => Self::Right,
            "&" => Self::And,
            "^" => Self::Xor,
            "|" => Self::Or,
            _ => return None,
        })
    }
}

/// How strongly a sign binds, as in C; one that compares, or makes a range, is a call of two arguments under its own name.
pub(crate) fn strength(sign: &str) -> Option<u8> {
    Some(match sign {
        "*" | "/" | "//" | "%" => 10,
        "+" | "-" => 9,
        "<<" | ">>" => 8,
        "<" | ">" | "<=" | ">=" => 7,
        "==" | "!=" => 6,
        "&" => 5,
        "^" => 4,
        "|" => 3,
        "&&" => 2,
        "||" => 1,
        ".." | "..=" => 0,
        _ => return None,
    })
}
