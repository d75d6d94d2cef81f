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
    pub fn from_sign(sign: &str) -> Option<(Self, u8)> {
        Some(match sign {
            "*" => (Self::Times, 10),
            "/" | "//" => (Self::Over, 10),
            "%" => (Self::Rest, 10),
            "+" => (Self::Plus, 9),
            "-" => (Self::Minus, 9),
            "<<" => (Self::Left, 8),
            ">>" => (Self::Right, 8),
            "&" => (Self::And, 5),
            "^" => (Self::Xor, 4),
            "|" => (Self::Or, 3),
            _ => return None,
        })
    }
}

/// The strength of a sign that compares: it is a call of two arguments under its own name.
pub fn comparison(sign: &str) -> Option<u8> {
    Some(match sign {
        "<" | ">" | "<=" | ">=" => 7,
        "==" | "!=" => 6,
        "&&" => 2,
        "||" => 1,
        _ => return None,
    })
}
