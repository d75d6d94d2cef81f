//! English text on tiles, reads and descriptors: all sentences except those of findings.

mod access_line;
mod bits;
mod caption;
pub mod chip;
mod count;
mod fields;
mod instruction;
mod layout_spans;
mod quantity;
mod read_against_tile;
mod sequence;
mod shape;
mod sparse;
mod steps;
mod strides;
mod tile;
mod two_layouts;
mod verdict;
mod verdict_line;
pub mod vocabulary;
mod whole_read;

pub use access_line::{bytes_of_access, column_text, reason_text, verdict_of_access, verdict_of_wires};
pub use bits::{bits_text, differing_text};
pub use caption::{column_note, fields_caption, step_caption};
pub use count::{capital, counted, grouped, joined, listed, named_lines, small};
pub use fields::{Effect, FieldReading, needs_from_mended, readings_from_descriptor};
pub use instruction::{instruction_shape_text, instruction_value_text};
pub use layout_spans::swizzle_sentence;
pub use quantity::{Quantity, quantity};
pub use read_against_tile::{difference_text, tally_text, tile_and_read_counts};
pub use sequence::{sequence_found_text, sequence_text};
pub use shape::{ShapeText, shape_text};
pub use sparse::{SparseK, sparse_product_text, sparse_text};
pub use steps::{rows_text, steps_text};
pub use strides::{StrideMeaning, stride_meaning, stride_meaning_of};
pub use tile::assumed::rests_on_text;
pub use tile::form::{data_type_text, major_text};
pub use tile::gap::{gap_reasons_text, gap_text, stride_name, wider_text};
pub use tile::{assumed_text, assumption_text, order_text, parts_text, tile_start_text, tile_text};
pub use two_layouts::{
    TwoLayoutsRow, two_layouts_place, two_layouts_rows, two_layouts_rows_text, two_layouts_text,
};
pub use verdict::{one_verdict_text, own_text, place_text, read_text, verdict_text};
pub use verdict_line::{Mend, VerdictLine};
pub use whole_read::{unit_of, whole_read_count, whole_read_reads};
