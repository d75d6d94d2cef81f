//! Source code for tiles and descriptors, and parsing of numbers and fields.

pub mod build;
mod check;
mod header;
mod instruction;
mod number;
mod scale;
mod sequence;
mod source;
mod spelling;
mod template;
pub mod tma;

pub use check::check_command;
pub use header::header_text;
pub use instruction::{WrittenInstruction, instruction_from_pairs, other_key};
pub use number::{number_from_text, raw_from_hex};
pub use scale::{ScaleLanguage, scale_code};
pub use sequence::{SequenceForm, sequence_code};
pub use source::{Language, Sourced, source_code};
pub use spelling::{CodeForm, code_text};
