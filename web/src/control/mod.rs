//! Controls: buttons, choices, numbers, values edited in place, and dialogs.

mod bit_keys;
mod button;
mod choice;
mod copy_button;
pub mod dialog;
mod edits;
pub mod icon;
mod label;
mod menu;
mod number;
mod standing;
mod text_field;
mod verdict_line;

pub use bit_keys::{bit_of, walk_bits};
pub use button::{Button, button, opener};
pub use choice::{Choice, choice, pick, slot};
pub use copy_button::{CopyButton, copy_button, copy_link, copy_named_button};
pub use edits::{Edits, whole_edits};
pub use label::term;
pub use menu::{Menu, move_in_menu};
pub use number::{EditOf, Number, number};
pub use text_field::TextField;
pub use verdict_line::verdict_line;
