//! One element of a matrix on its way from global memory to a register: its addresses, and a picture for every moment.

mod canvas;
mod frame;
mod motion;
mod read;
mod scenes;
#[cfg(test)]
mod tests;
mod words;

pub use frame::{Film, Frame, REST, SCENES, played_sbo, scene_at};
pub use motion::{Room, Square};
pub use read::{
    ELEMENT, JourneyRead, ROW, SBO_BYTES, START_BYTES, STEP, WIDTH, landing, matrix_byte,
    slot_of_sum,
};
pub use words::{NAMES, Trail, broken_words, sentences, title, trail, where_now};
