//! Partial knowledge of a value: bits, sums of unknown parts, and what those parts are.

pub mod atoms;
pub mod known;
pub mod linear;
pub(crate) mod numbers;
pub(crate) mod remainder;
