//! Controls: buttons, choices, numbers, values edited in place, and dialogs.

mod button;
mod copy_button;
pub mod dialog;
pub mod icon;
mod label;
mod number;
mod standing;
mod verdict_line;

pub use button::{Button, button};
pub use copy_button::{CopyButton, copy_button};
pub use label::term;
pub use number::{Number, number};
pub use verdict_line::verdict_line;
