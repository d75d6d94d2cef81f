//! Which bytes of shared memory does the tensor core read for this matrix descriptor, why those, and are they the ones
//! that were meant?

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(any(test, feature = "cli"))]
extern crate std;

mod arch;
mod canonical;
mod caption;
mod decode;
mod descriptor;
mod element;
mod encoding;
mod figure_group;
mod figures;
mod fill;
mod finding;
mod layout;
mod layout_spans;
mod link;
mod major;
mod named;
mod operand;
mod palette;
mod params;
mod reading;
mod rules;
pub mod scene;
mod spec;
mod stride;
mod svg;
mod swizzle;
mod text_grid;
mod thumbnail;
mod trace;
mod trace_text;
mod view;

pub use arch::Arch;
pub use canonical::{
    CANONICAL, CanonicalRow, Repeats, canonical_row, exact_text, measured_symbolic_text,
    repeat_extent, repeats_from_extent, swizzle_text, symbolic_text,
};
pub use caption::{cell_caption, column_note, step_caption, walk_caption};
pub use decode::params_from_descriptor;
pub use descriptor::{
    Descriptor, DescriptorFields, Field, FieldId, NoSwizzleCode, SwizzleCode, code_from_swizzle,
    swizzle_from_code,
};
pub use element::{Element, UNIT_BITS, UNIT_BYTES};
pub use encoding::{
    ADDRESS_BYTES, FIELD_VALUES, bytes_as_encoded, bytes_from_field, field_from_bytes,
};
pub use figure_group::FigureGroup;
pub use figures::{Figure, figure, figure_of_params, figures};
pub use finding::{Finding, Repair, Rule, Severity, findings_from_spec};
pub use layout::{BitAddress, Coord, Extent, Layout, LayoutParams, Place};
pub use layout_spans::{Span, spans_from_exact, spans_from_symbolic, swizzle_sentence};
pub use link::{
    LinkState, Notice, Opened, link_from_state, link_keys, number_from_text, state_from_link,
};
pub use major::Major;
pub use named::{Named, UnknownName};
pub use operand::{LboMode, Operand, Sparsity, read_k_bytes};
pub use palette::{Palette, Rgb, Theme};
pub use params::{EXTENT_MAX, Order, Params, ParamsError};
pub use reading::{
    Effect, FieldReading, FixedReading, fixed_from_descriptor, readings_from_descriptor,
    xor_on_address_text,
};
pub use rules::RULES;
pub use spec::{LBO_UNUSED_BYTES, Spec, Strides, base_offset_from_pattern, packed_strides};
pub use stride::{Stride, StrideMeaning, isa_ignores_lbo, stride_meaning};
pub use svg::{SvgStyle, hex, legend, svg_from_scene};
pub use swizzle::{Atom, PHASE_BIT, Swizzle, Xor};
pub use text_grid::text_from_scene;
pub use thumbnail::thumbnail_svg;
pub use trace::{Term, Trace, memory_unit, trace_from_element};
pub use trace_text::{
    ADDRESS_BITS, AddressBit, BitRole, address_bits, field_of_term, law_lines, phase_text,
    term_words, xor_text,
};
pub use view::{Cells, Colour, Number, View};
