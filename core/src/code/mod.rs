//! Spellings in code.

mod spelling;

pub use spelling::{CodeForm, code_text};
