//! The controls of the panel: a choice, a long choice, a number; and a value edited in place.

mod choice;
mod number;
mod text_field;

pub use choice::{Choice, choice, pick};
pub use number::{Number, number};
pub use text_field::TextField;
