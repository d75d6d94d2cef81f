//! Buttons, icons and dialogs.

mod button;
mod copy_button;
pub mod dialog;
pub mod icon;

pub use button::{Button, button};
pub use copy_button::{CopyButton, copy_button};
