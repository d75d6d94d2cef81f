//! The controls of the panel: a choice, a long choice, a number.

mod choice;
mod number;

pub use choice::{Choice, choice, pick};
pub use number::{Number, number};
