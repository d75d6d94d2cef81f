//! Numbers, tokens and integer expressions as C, Rust, Python and PTX write them: one reader of numbers, one lexer, one
//! parser. What a name means, and how wide a value is, the caller says with a [`Domain`].
//!
//! Nothing here recurses, nothing is copied: a token is a slice of the text. Written by hand: a `logos` lexer needs two
//! enums for the two ways in which words join, `winnow` climbs operators by recursion, and `evalexpr` knows neither casts
//! nor partly known bits; each would still need everything below but the lexer's 30 lines.

mod domain;
mod expression;
mod lexer;
mod number;
mod parser;

pub use domain::{ArithmeticError, Checked, Domain};
pub use expression::{Binary, Expression, Name, Step};
pub use lexer::{Joins, Kind, Lexer, Token};
pub use number::{Number, NumberError};
pub use parser::{Parser, SyntaxError, SyntaxErrorKind, is_type};
