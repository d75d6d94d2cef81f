//! Controls: buttons, choices, numbers, values edited in place, and dialogs.

mod bit_keys;
mod button;
mod choice;
mod copy_button;
pub mod dialog;
mod edits;
pub mod icon;
mod label;
mod number;
mod standing;
mod verdict_line;

pub use bit_keys::{bit_of, walk_bits};
pub use button::{Button, button, opener};
pub use choice::{Choice, choice, pick, slot};
pub use copy_button::{CopyButton, copy_button, copy_named_button};
pub use edits::{Edits, whole_edits};

pub use number::{EditOf, Number, number};
pub use verdict_line::verdict_line;
