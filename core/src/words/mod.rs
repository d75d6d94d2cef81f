//! Every sentence that is not a finding’s.

mod caption;
mod fields;
mod layout_spans;
mod quantity;
mod trace_text;

pub use caption::{cell_caption, column_note, fields_caption, step_caption, walk_caption};
pub use fields::{
    Effect, FieldReading, FixedReading, fixed_from_descriptor, readings_from_descriptor,
    xor_on_address_text,
};
pub use layout_spans::{Span, spans_from_exact, spans_from_symbolic, swizzle_sentence};
pub use quantity::{Quantity, QuantityError, quantity};
pub use trace_text::{
    ADDRESS_BITS, AddressBit, BitRole, address_bits, field_of_term, law_lines, phase_text,
    term_words, xor_text,
};
