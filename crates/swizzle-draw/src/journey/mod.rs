//! One element of a matrix on its way from global memory to a register: its addresses, its sums, and the words of each scene.

mod read;
mod tables;
#[cfg(test)]
mod tests;
mod words;

pub use read::{
    BOX, ELEMENT, JourneyRead, K, ROW, SBO_BYTES, START_BYTES, STEP, SUMS, UNIT, WIDTH, a, b, landing,
    matrix_byte, slot_of_sum,
};
pub use tables::{Cell, Table, Tone, tables};
pub use words::{
    NAMES, SCENES, Trail, broken_words, cell_formulas, lbo_notes, sentences, signed, title, trail, where_now,
};
