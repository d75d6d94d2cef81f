//! A view as a file.

mod file;
mod table;

pub use file::{DRAWN_CELLS_MAX, Export, ExportError, Format, export_from_shown, export_stem};
pub use table::TABLE_ROWS_MAX;
