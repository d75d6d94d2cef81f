//! Which instruction takes it, and in what sequence.

mod comparison;
mod contrast;
mod counterpart;
mod spec;
mod trace;
mod walk;

pub use comparison::{
    Comparison, Difference, MARKS_LEGEND, Tally, WalkComparison, difference_text, tally_brief,
    tally_text,
};
pub use contrast::{
    CONTRAST_LEGEND, Contrast, ContrastRow, contrast_cell_text, contrast_rows, contrast_text,
};
pub(crate) use contrast::{Elsewhere, unit_elsewhere};
pub use counterpart::{Counterpart, bits_text, counterpart, params_on_arch};
pub use spec::{LBO_UNUSED_BYTES, Spec, Strides, base_offset_from_pattern, packed_strides};
pub use trace::{Term, Trace, memory_unit, trace_from_element};
pub use walk::{WalkStep, rows_text, walk_step, walk_text};
