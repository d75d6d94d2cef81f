//! Numbers, tokens and source code as C, Rust, Python and PTX write them: one reader of numbers, one lexer, one tree. What a
//! name means, and how wide a value is, the caller of [`fold`](tree::Node::fold) says.
//!
//! Nothing is copied: a token is a slice of the text. A tree is no deeper than 64, whatever the text.
//!
//! The lexer is written by hand: one by `logos` for both ways in which words join was 40 lines shorter, and 5.8 KB of wasm
//! larger (November 2026).

mod brackets;
mod expression;
mod lexer;
mod number;
mod operator;
pub mod tree;

pub use lexer::{Joins, Kind, Lexer, Token, is_in};
pub use number::{Number, NumberError};
pub use operator::Binary;
